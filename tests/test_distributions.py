from fractions import Fraction

import icepool
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis.distributions import (
    fumble_ways,
    pool_ways,
    result_ways,
    score_ways,
    total_ways,
)
from silhouette_analysis.rules import (
    PLAIN_HIGHEST,
    SILHOUETTE,
    Rule,
    SkillPlusDie,
    next_result,
)


def possible(ways):
    return {key: count for key, count in ways.items() if count}


def means(dice, rule=SILHOUETTE):
    ways = result_ways(dice, rule)
    return Fraction(sum(result * count for result, count in ways.items()), sum(ways.values()))


@pytest.mark.parametrize("dice", range(8))
def test_results_and_scores_are_those_of_all_rolls_up_to_seven_dice(dice):
    results = oracle.results(dice)
    assert result_ways(dice) == results
    # A fumble is the only 1 there is to read, so the scores are the results with the 1 moved.
    assert possible(score_ways(dice)) == {(0 if key == 1 else key): ways for key, ways in results.items()}
    if dice < 5:
        assert possible(score_ways(dice)) == oracle.scores(dice)


@given(rules(), st.integers(0, 4), st.integers(-4, 4))
def test_results_and_scores_are_those_of_all_rolls_for_every_rule(rule, dice, modifier):
    game = oracle.game_of(rule)
    assert possible(result_ways(dice, rule)) == oracle.results(dice, game)
    assert possible(score_ways(dice, modifier, rule)) == oracle.scores(dice, modifier, game)
    assert fumble_ways(dice, rule) == sum(oracle.fumbles(dice, roll) for roll in oracle.all_rolls(dice, game))


@given(rules(20), st.integers(0, 40), st.integers(-9, 9))
def test_the_ways_add_to_all_rolls_and_leave_no_gap(rule, dice, modifier):
    for ways in (result_ways(dice, rule), score_ways(dice, modifier, rule)):
        assert sum(ways.values()) == rule.faces ** (dice or 2) == total_ways(dice, rule)
        assert list(ways) == list(range(min(ways), max(ways) + 1))
        assert min(ways.values()) >= 0
        assert {type(count) for count in ways.values()} == {int}


@given(rules(20), st.integers(1, 30))
def test_one_more_die_never_makes_a_result_less_likely_to_be_reached(rule, dice):
    fewer, more = result_ways(dice, rule), result_ways(dice + 1, rule)
    for bar in range(1, max(more) + 1):
        reached = sum(ways for result, ways in fewer.items() if result >= bar)
        assert sum(ways for result, ways in more.items() if result >= bar) >= reached * rule.faces


@given(rules(12), st.integers(1, 12), st.integers(1, 12))
def test_two_pools_merge_to_the_higher_die_and_the_sum_of_their_bonus_dice(rule, one, other):
    merged = {}
    for (high, bonus), ways in pool_ways(one, rule).items():
        for (height, more), times in pool_ways(other, rule).items():
            pool = max(high, height), bonus + more
            merged[pool] = merged.get(pool, 0) + ways * times
    assert merged == pool_ways(one + other, rule)


@given(st.integers(2, 9), st.booleans(), st.integers(1, 20))
def test_the_chain_of_one_more_die_gives_the_closed_form(faces, bonus, dice):
    rule = Rule(faces=faces, bonus_from=faces if bonus else faces + 1)
    chain = {0: 1}
    for _ in range(dice):
        further = {}
        for result, ways in chain.items():
            for face in range(1, faces + 1):
                reached = next_result(result, face, rule)
                further[reached] = further.get(reached, 0) + ways
        chain = further
    assert chain == possible(result_ways(dice, rule))


@given(st.integers(1, 200))
def test_the_mean_is_five_and_a_sixth_of_the_dice_less_a_vanishing_sum(dice):
    assert means(dice) == 5 + Fraction(dice, 6) - sum(Fraction(k, 6) ** dice for k in range(1, 5))


@given(st.integers(1, 200))
def test_the_gain_of_a_die_is_a_sixth_and_a_vanishing_sum(dice):
    beyond = sum(Fraction(k, 6) ** dice * Fraction(6 - k, 6) for k in range(1, 5))
    assert means(dice + 1) - means(dice) == Fraction(1, 6) + beyond


def test_the_plain_highest_die_gains_less_and_less_without_end():
    assert 0 < means(101, PLAIN_HIGHEST) - means(100, PLAIN_HIGHEST) < Fraction(1, 10**8)


@given(st.integers(0, 1000), st.integers(2, 100))
def test_skill_and_a_die_gains_one_a_skill_and_never_fumbles(skill, faces):
    rule = SkillPlusDie(faces)
    assert result_ways(skill, rule) == {skill + face: 1 for face in range(1, faces + 1)}
    assert score_ways(skill, 2, rule) == result_ways(skill + 2, rule)
    assert fumble_ways(skill, rule) == 0


@pytest.mark.parametrize("bonus_from", [6, 5, 4, 7])
@pytest.mark.parametrize("dice", range(1, 7))
def test_icepool_reads_the_same_results_off_its_pools(dice, bonus_from):
    die = icepool.d6.pool(dice).expand()
    read = die.map(lambda roll: max(roll) + max(sum(face >= bonus_from for face in roll) - 1, 0))
    ways = result_ways(dice, Rule(bonus_from=bonus_from))
    assert dict(read.items()) == possible(ways)


def test_icepool_reads_the_same_results_die_by_die_up_to_thirty():
    die = icepool.Die([0])
    for dice in range(1, 31):
        die = icepool.map(
            lambda result, face: max(result, face) if result < 6 else result + (face == 6), die, icepool.d6
        )
        total = sum(die.quantities())
        found = result_ways(dice)
        assert {r: Fraction(q, total) for r, q in die.items()} == {
            r: Fraction(ways, 6**dice) for r, ways in found.items()
        }


def test_a_thousand_dice_are_counted_exactly():
    ways = result_ways(1000)
    assert len(ways) == 1005
    assert ways[5] == 5**1000 - 4**1000
    assert ways[1005] == 1
