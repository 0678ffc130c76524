from collections import Counter
from fractions import Fraction

import oracle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis.beaten import separate_chances, shared_chances
from silhouette_analysis.rules import Rule

TIES = ("stand", "next_die", "defender", "higher_skill")
levels_to_four = st.sets(st.integers(1, 4), min_size=1).map(lambda some: tuple(sorted(some)))


def keeps_its_order(rule, modifier):
    """Whether a fumble counts at most the next result, so that a further die never lowers a score."""
    return rule.fumble + (modifier if rule.fumble_modified else 0) <= 2 + modifier


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
    game = oracle.game_of(rule)
    asked = (levels, opponent, None, modifier, ties, rule)
    assert shared_chances(*asked) == oracle.beaten(levels, opponent, modifier, ties, game)
    assert separate_chances(*asked) == oracle.beaten_separately(levels, opponent, modifier, ties, game)


@settings(max_examples=40)
@given(rules(3), levels_to_four, st.integers(1, 3), st.integers(-2, 2))
def test_levels_that_tie_throw_again_together(rule, levels, opponent, modifier):
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
    game = oracle.game_of(rule)
    counted = Counter(
        sum(oracle.score(level, roll[:level], modifier, game) > threshold for level in levels)
        for roll in oracle.all_rolls(max(levels), game)
    )
    total = sum(counted.values())
    assert shared_chances(levels, None, threshold, modifier, "stand", rule) == tuple(
        Fraction(counted[number], total) for number in range(len(levels) + 1)
    )


@pytest.mark.parametrize("ties", [*TIES, "reroll"])
@pytest.mark.parametrize("opponent", [1, 2])
def test_a_flat_fumble_may_beat_what_a_further_die_makes_of_it(opponent, ties):
    levels, modifier, rule = (1, 2, 3), -3, Rule(fumble_modified=False)
    asked, game = (levels, opponent, modifier), oracle.game_of(rule)
    if ties == "reroll":
        expected = oracle.beaten_with_rerolls(*asked, game)
    else:
        expected = oracle.beaten(*asked, ties, game)
    assert shared_chances(levels, opponent, None, modifier, ties, rule) == expected
    # By next die 1, 1 outlasts 1, and a 2 in its place would be -1 against 0: no run from some level upwards.
    broken = [list(p) for p in oracle.patterns(*asked, ties, game) if list(p) != sorted(p)]
    assert bool(broken) == (opponent == 1 and ties in ("next_die", "higher_skill"))


def test_what_a_high_fumble_would_make_take_minutes_is_refused_at_once():
    for levels, opponent, ties in (
        (range(1, 13), 5, "reroll"),
        (range(1, 21), 20, "next_die"),
        (range(10, 1001, 10), 1000, "stand"),
    ):
        with pytest.raises(ValueError, match=r"in at most 10000000 steps, given about .* fewer levels"):
            shared_chances(tuple(levels), opponent, None, 0, ties, Rule(fumble=5))


def test_scores_that_can_never_differ_cannot_be_thrown_again():
    # Two d2 are a fumble, which counts 3, or have a 2 and +1 for the other die, which is 3 as well.
    rule = Rule(faces=2, bonus_from=1, fumble=3)
    with pytest.raises(ValueError, match=r"needs scores that can differ, given .* 2 against 2 dice"):
        shared_chances((2, 3), 2, None, 0, "reroll", rule)


def test_too_many_different_rolls_to_put_in_order_are_refused_with_what_to_do():
    with pytest.raises(
        ValueError, match=r"up to 200000 .* \(26 d6\), given .* for 40 dice: choose another tie"
    ):
        separate_chances((2, 3), 40)
