from itertools import product

import icepool
import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis.contests import margin_ways, outcome_ways, tie_ways
from silhouette_analysis.rules import OUTCOMES, SILHOUETTE, TIES, Rule, SkillPlusDie

LEADS = {-1: "marginal loss", 0: "tie", 1: "marginal win"}


def possible(ways):
    return {key: count for key, count in ways.items() if count}


def decisions(a, b, modifier, rule):
    ways = outcome_ways(a, b, modifier, "stand", rule)
    by_score = {("loss", 1): ways["loss"], ("win", 1): ways["win"]}
    by_die = {(LEADS[lead], die): count for (die, lead), count in tie_ways(a, b, modifier, rule).items()}
    return possible(by_score) | by_die


@pytest.mark.parametrize("modifier", [-5, -2, -1, 0, 1, 3, 6])
@pytest.mark.parametrize(("a", "b"), [*product(range(4), range(4)), (4, 3), (3, 4)])
def test_margins_and_the_deciding_die_are_those_of_all_pairs_of_rolls(a, b, modifier):
    assert possible(margin_ways(a, b, modifier)) == oracle.margins(a, b, modifier)
    if a and b:
        assert decisions(a, b, modifier, SILHOUETTE) == oracle.decisions(a, b, modifier)


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (3, 3)])
def test_outcomes_are_those_of_all_pairs_of_rolls_by_every_tie_rule(a, b, ties):
    for modifier in (-1, 0, 2):
        assert possible(outcome_ways(a, b, modifier, ties)) == possible(oracle.outcomes(a, b, modifier, ties))


@settings(max_examples=150)
@given(rules(4), st.integers(1, 4), st.integers(1, 4), st.integers(-4, 4))
def test_margins_and_the_deciding_die_are_those_of_all_pairs_for_every_rule(rule, a, b, modifier):
    game = oracle.game_of(rule)
    assert possible(margin_ways(a, b, modifier, rule)) == oracle.margins(a, b, modifier, game)
    assert decisions(a, b, modifier, rule) == oracle.decisions(a, b, modifier, game)


@settings(max_examples=60)
@given(rules(4), st.integers(1, 3), st.integers(1, 3), st.integers(-3, 3), st.sampled_from(TIES))
def test_outcomes_are_those_of_all_pairs_for_every_rule_and_tie_rule(rule, a, b, modifier, ties):
    counted = possible(oracle.outcomes(a, b, modifier, ties, oracle.game_of(rule)))
    if counted:
        assert possible(outcome_ways(a, b, modifier, ties, rule)) == counted
    else:
        with pytest.raises(ValueError, match="ties='reroll' needs scores that can differ"):
            outcome_ways(a, b, modifier, ties, rule)


@given(rules(8), st.integers(1, 12), st.integers(1, 12), st.integers(-6, 6))
def test_five_outcomes_add_to_all_pairs_of_rolls(rule, a, b, modifier):
    for ties in ("stand", "next_die", "defender", "higher_skill"):
        assert sum(outcome_ways(a, b, modifier, ties, rule).values()) == rule.faces ** (a + b)
    assert sum(margin_ways(a, b, modifier, rule).values()) == rule.faces ** (a + b)


@given(rules(8), st.integers(0, 12), st.integers(0, 12))
def test_swapping_the_sides_mirrors_the_margins(rule, a, b):
    margins = margin_ways(a, b, 0, rule)
    assert margin_ways(b, a, 0, rule) == {-margin: ways for margin, ways in margins.items()}


@given(
    rules(8), st.integers(1, 10), st.integers(1, 10), st.sampled_from(["stand", "next_die", "higher_skill"])
)
def test_swapping_the_sides_mirrors_the_outcomes(rule, a, b, ties):
    outcomes = list(outcome_ways(a, b, 0, ties, rule).values())
    assert list(outcome_ways(b, a, 0, ties, rule).values()) == outcomes[::-1]


@given(rules(8), st.integers(1, 10))
def test_equal_dice_are_a_fair_contest(rule, dice):
    outcomes = outcome_ways(dice, dice, 0, "next_die", rule)
    assert outcomes["win"] == outcomes["loss"]
    assert outcomes["marginal win"] == outcomes["marginal loss"]
    assert outcomes["tie"] > 0


@given(rules(8), st.integers(1, 10), st.integers(1, 10), st.integers(-6, 6))
def test_a_true_tie_asks_for_as_many_dice(rule, a, b, modifier):
    if a != b:
        assert outcome_ways(a, b, modifier, "next_die", rule)["tie"] == 0


@given(st.integers(1, 12), st.integers(1, 12))
def test_one_more_die_never_lowers_the_chance_to_prevail(a, b):
    def prevails(dice):
        ways = outcome_ways(dice, b)
        return ways["win"] + ways["marginal win"]

    assert prevails(a + 1) > prevails(a) * 6


@given(st.integers(1, 10), st.integers(1, 10), st.integers(-6, 6))
def test_where_a_modifier_moves_every_score_it_only_shifts_the_margins(a, b, modifier):
    assert margin_ways(a, b, modifier) == {
        margin + modifier: ways for margin, ways in margin_ways(a, b).items()
    }


@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["next_die", "stand"]))
def test_skill_and_a_die_has_no_die_left_to_break_a_tie(a, b, ties):
    outcomes = outcome_ways(a, b, 0, ties, SkillPlusDie(10))
    pairs = [(a + x) - (b + y) for x in range(1, 11) for y in range(1, 11)]
    assert outcomes == {
        "loss": sum(margin < 0 for margin in pairs),
        "marginal loss": 0,
        "tie": pairs.count(0),
        "marginal win": 0,
        "win": sum(margin > 0 for margin in pairs),
    }


def test_icepool_has_the_same_margins():
    def sides(dice):
        die = icepool.Die([0])
        for _ in range(dice):
            die = icepool.map(
                lambda result, face: max(result, face) if result < 6 else result + (face == 6),
                die,
                icepool.d6,
            )
        return icepool.map(lambda result: result if result > 1 else 0, die)

    for a, b in [(1, 1), (3, 2), (5, 8), (12, 12)]:
        theirs = sides(a) - sides(b)
        total = 6 ** (a + b)
        assert {m: q * total for m, q in theirs.items()} == {
            m: w * theirs.denominator() for m, w in possible(margin_ways(a, b)).items()
        }


class NextDie(icepool.MultisetEvaluator):
    """The side that leads at the highest face whose counts differ, beside the results of both sides."""

    def initial_state(self, order, outcomes, *sizes, **kwargs):
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return 0, 0, 0

    def next_state(self, state, order, face, a, b):
        result_a, result_b, lead = state

        def grown(result, count):
            if face == 6:
                return 5 + count if count else 0
            return result or (face if count else 0)

        return grown(result_a, a), grown(result_b, b), lead or (a > b) - (a < b)

    def final_outcome(self, final_state, order, outcomes, *sizes, **kwargs):
        result_a, result_b, lead = final_state
        a, b = (result if result > 1 else 0 for result in (result_a, result_b))
        if a != b:
            return "win" if a > b else "loss"
        return LEADS[lead]


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 1), (3, 3), (5, 4), (6, 6)])
def test_icepool_breaks_ties_by_the_next_die_as_often(a, b):
    theirs = NextDie()(icepool.d6.pool(a), icepool.d6.pool(b))
    ours = possible(outcome_ways(a, b))
    assert {name: ways * 6 ** (a + b) for name, ways in theirs.items()} == {
        name: ways * theirs.denominator() for name, ways in ours.items()
    }


def test_a_thousand_dice_a_side_are_counted_exactly():
    margins = margin_ways(1000, 999)
    assert sum(margins.values()) == 6**1999
    assert margins[1005] == 1


def test_the_outcomes_are_named_from_worst_to_best():
    assert list(outcome_ways(1, 1)) == list(OUTCOMES)


def test_the_bonus_of_every_face_makes_the_number_of_dice_count():
    # With a bonus from 1 on, each die after the first adds 1 whatever it shows.
    assert possible(margin_ways(3, 1, 0, Rule(2, 1)))[2] > 0
