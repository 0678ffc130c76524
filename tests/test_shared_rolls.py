from collections import Counter
from fractions import Fraction
from itertools import combinations

import icepool
import oracle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis import shared_rolls
from silhouette_analysis.distributions import result_ways
from silhouette_analysis.rules import PLAIN_HIGHEST, SILHOUETTE, Rule, SkillPlusDie
from silhouette_analysis.shared_rolls import (
    level_pair,
    separate_chances,
    shared_chances,
    shared_ways,
)

TIES = ("stand", "next_die", "defender", "higher_skill")
LEVELS = [levels for size in range(1, 6) for levels in combinations(range(1, 6), size)]
levels_to_four = st.sets(st.integers(1, 4), min_size=1).map(lambda some: tuple(sorted(some)))


def keeps_its_order(rule, modifier):
    """Whether a fumble counts at most the next result, so that a further die never lowers a score."""
    return rule.fumble + (modifier if rule.fumble_modified else 0) <= 2 + modifier


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


@pytest.mark.parametrize("levels", [(1, 3), (2, 3, 4), (1, 2, 3, 4)])
@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("opponent", [1, 2, 3])
def test_levels_that_beat_an_opponent_are_those_of_all_rolls(levels, opponent, ties):
    for modifier in (0, 1) if opponent < 3 else (0,):
        assert shared_chances(levels, opponent, None, modifier, ties) == oracle.beaten(
            levels, opponent, modifier, ties
        )
        assert separate_chances(levels, opponent, None, modifier, ties) == oracle.beaten_separately(
            levels, opponent, modifier, ties
        )


@settings(max_examples=60)
@given(rules(3), levels_to_four, st.integers(1, 3), st.integers(-3, 3), st.sampled_from(TIES))
def test_levels_that_beat_an_opponent_are_those_of_all_rolls_for_every_rule(
    rule, levels, opponent, modifier, ties
):
    assume(keeps_its_order(rule, modifier))
    game = oracle.game_of(rule)
    asked = (levels, opponent, None, modifier, ties, rule)
    assert shared_chances(*asked) == oracle.beaten(levels, opponent, modifier, ties, game)
    assert separate_chances(*asked) == oracle.beaten_separately(levels, opponent, modifier, ties, game)


@settings(max_examples=40)
@given(rules(3), levels_to_four, st.integers(1, 3), st.integers(-2, 2))
def test_levels_that_tie_throw_again_together(rule, levels, opponent, modifier):
    assume(keeps_its_order(rule, modifier))
    game = oracle.game_of(rule)
    assume(all(set(oracle.outcomes(level, opponent, modifier, "stand", game)) - {"tie"} for level in levels))
    assert shared_chances(levels, opponent, None, modifier, "reroll", rule) == oracle.beaten_with_rerolls(
        levels, opponent, modifier, game
    )


@settings(max_examples=60)
@given(rules(3), levels_to_four, st.integers(1, 3), st.integers(-3, 3), st.sampled_from(TIES))
def test_who_beats_the_opponent_is_always_a_run_from_some_level_upwards(
    rule, levels, opponent, modifier, ties
):
    assume(keeps_its_order(rule, modifier))
    for pattern in oracle.patterns(levels, opponent, modifier, ties, oracle.game_of(rule)):
        assert list(pattern) == sorted(pattern)


@given(
    rules(6),
    st.sets(st.integers(1, 6), min_size=1, max_size=4).map(sorted).map(tuple),
    st.integers(1, 5),
    st.integers(-3, 3),
    st.sampled_from([*TIES, "reroll"]),
)
def test_as_many_levels_beat_it_in_the_mean_by_one_roll_as_by_separate_rolls(
    rule, levels, opponent, modifier, ties
):
    assume(keeps_its_order(rule, modifier))
    try:
        shared = shared_chances(levels, opponent, None, modifier, ties, rule)
    except ValueError:  # scores that never differ cannot be thrown again
        assume(False)
    separate = separate_chances(levels, opponent, None, modifier, ties, rule)
    assert sum(shared) == sum(separate) == 1
    assert min(shared) >= 0
    assert sum(n * chance for n, chance in enumerate(shared)) == sum(
        n * chance for n, chance in enumerate(separate)
    )


@given(rules(4), levels_to_four, st.integers(-3, 8), st.integers(-3, 3))
def test_levels_that_beat_a_threshold_are_those_of_all_rolls(rule, levels, threshold, modifier):
    assume(keeps_its_order(rule, modifier))
    game = oracle.game_of(rule)
    counted = Counter(
        sum(oracle.score(level, roll[:level], modifier, game) > threshold for level in levels)
        for roll in oracle.all_rolls(max(levels), game)
    )
    total = sum(counted.values())
    assert shared_chances(levels, None, threshold, modifier, "stand", rule) == [
        Fraction(counted[number], total) for number in range(len(levels) + 1)
    ]


def test_a_fumble_that_counts_high_is_refused_since_levels_would_lose_their_order():
    with pytest.raises(ValueError, match=r"allowed is a fumble of at most 2 .* given 5; choose another"):
        shared_chances((1, 2), 3, rule=Rule(fumble=5))
    assert sum(shared_chances((2,), 3, rule=Rule(fumble=5))) == 1


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


def test_too_many_different_rolls_to_put_in_order_are_refused_with_what_to_do():
    with pytest.raises(
        ValueError, match=r"up to 200000 .* \(26 d6\), given .* for 40 dice: choose another tie"
    ):
        separate_chances((2, 3), 40)
