from collections import Counter
from fractions import Fraction
from itertools import combinations

import icepool
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis import shared_rolls
from silhouette_analysis.distributions import result_ways
from silhouette_analysis.rules import PLAIN_HIGHEST, SILHOUETTE, Rule, SkillPlusDie
from silhouette_analysis.shared_rolls import (
    level_pair,
    shared_ways,
)

LEVELS = [levels for size in range(1, 6) for levels in combinations(range(1, 6), size)]
levels_to_four = st.sets(st.integers(1, 4), min_size=1).map(lambda some: tuple(sorted(some)))


@pytest.mark.parametrize("levels", [*LEVELS, (6,), (1, 6), (2, 4, 6), (1, 2, 3, 4, 5, 6)])
def test_joint_results_are_those_of_all_rolls_up_to_six_dice(levels):
    joint = shared_ways(levels)
    assert joint == oracle.joint(levels)
    assert list(joint) == sorted(joint)


@given(rules(4), levels_to_four)
def test_joint_results_are_those_of_all_rolls_for_every_rule(rule, levels):
    assert shared_ways(levels, rule) == oracle.joint(levels, oracle.game_of(rule))


def test_levels_one_to_five_have_few_joint_results():
    assert [len(shared_ways(tuple(range(1, top + 1)))) for top in range(1, 6)] == [6, 22, 64, 163, 382]


@given(rules(6), st.sets(st.integers(1, 9), min_size=1, max_size=4).map(sorted).map(tuple))
def test_each_level_keeps_a_distribution_of_its_own_and_never_falls(rule, levels):
    joint = shared_ways(levels, rule)
    for place, level in enumerate(levels):
        marginal = Counter()
        for results, ways in joint.items():
            marginal[results[place]] += ways
        spare = rule.faces ** (levels[-1] - level)
        own = result_ways(level, rule)
        assert marginal == {result: ways * spare for result, ways in own.items() if ways}
    assert all(list(results) == sorted(results) for results in joint)
    assert sum(joint.values()) == rule.faces ** levels[-1]


@pytest.mark.parametrize("rule", [SILHOUETTE, PLAIN_HIGHEST, Rule(bonus_from=5)])
def test_icepool_has_the_same_joint_results(rule):
    def read(*roll):
        return tuple(
            max(roll[:level]) + max(sum(face >= rule.bonus_from for face in roll[:level]) - 1, 0)
            for level in (1, 2, 4)
        )

    theirs = icepool.map(read, *[icepool.d6] * 4)
    assert dict(theirs.items()) == shared_ways((1, 2, 4), rule)


@pytest.mark.parametrize(("low", "high"), [(1, 2), (2, 4), (1, 5), (3, 4)])
def test_a_pair_of_levels_agrees_as_often_as_in_all_rolls(low, high):
    joint = oracle.joint((low, high))
    total = sum(joint.values())
    mine, theirs = oracle.results(low), oracle.results(high)
    apart = sum(ways * theirs[result] for result, ways in mine.items())
    mean_low, mean_high = (
        Fraction(sum(results[place] * ways for results, ways in joint.items()), total) for place in (0, 1)
    )
    spread = {
        (one, other): sum(
            (results[one] - means[0]) * (results[other] - means[1]) * ways for results, ways in joint.items()
        )
        for (one, other), means in {
            (0, 0): (mean_low, mean_low),
            (1, 1): (mean_high, mean_high),
            (0, 1): (mean_low, mean_high),
        }.items()
    }
    equal, separate, correlation = level_pair(low, high)
    assert equal == Fraction(sum(ways for (x, y), ways in joint.items() if x == y), total)
    assert separate == Fraction(apart, 6 ** (low + high))
    assert correlation == float(spread[0, 1] ** 2 / (spread[0, 0] * spread[1, 1])) ** 0.5


def test_skill_and_a_die_puts_every_level_on_one_die():
    assert shared_ways((1, 3), SkillPlusDie(10)) == {(1 + face, 3 + face): 1 for face in range(1, 11)}
    assert level_pair(1, 3, SkillPlusDie(10))[::2] == (0, 1.0)


def test_more_joint_results_than_anybody_reads_are_refused_before_they_are_listed(monkeypatch):
    monkeypatch.setattr(shared_rolls, "cache", None)
    with pytest.raises(ValueError, match=r"at most 1000000 joint results .* given 1000 levels"):
        shared_ways(tuple(range(1, 1001)))


def test_no_more_pools_are_merged_than_the_time_of_a_reader_allows():
    with pytest.raises(ValueError, match=r"at most 1000000 joint results .* those up to 1000 have more"):
        shared_ways((500, 1000), Rule(100, 50))


def test_two_large_levels_are_answered_where_several_faces_earn_the_bonus():
    rule = Rule(bonus_from=4)
    joint = shared_ways((100, 250), rule)
    assert sum(joint.values()) == 6**250
    for place, level in enumerate((100, 250)):
        ways = Counter()
        for results, count in joint.items():
            ways[results[place]] += count * 6**level
        assert ways == Counter({result: 6**250 * n for result, n in result_ways(level, rule).items() if n})
