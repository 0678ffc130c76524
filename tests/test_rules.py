from itertools import count, repeat

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules

from silhouette_analysis.rules import (
    OUTCOMES,
    PLAIN_HIGHEST,
    SILHOUETTE,
    TIES,
    Rule,
    SkillPlusDie,
    is_fumble,
    next_result,
    ordinal,
    read,
    resolve,
    result_of,
    score_of,
)


@pytest.mark.parametrize("dice", range(1, 7))
def test_every_roll_of_six_dice_or_fewer_is_read_as_the_rules_say(dice):
    for roll in oracle.all_rolls(dice):
        assert read(roll) == oracle.result(dice, roll)
        assert is_fumble(roll) == oracle.fumbles(dice, roll)


@given(rules(), st.data())
def test_every_rule_reads_a_roll_as_the_rules_say(rule, data):
    roll = tuple(data.draw(st.lists(st.integers(1, rule.faces), min_size=1, max_size=8)))
    modifier = data.draw(st.integers(-5, 5))
    game = oracle.game_of(rule)
    assert read(roll, rule) == oracle.result(len(roll), roll, game)
    assert score_of(read(roll, rule), is_fumble(roll), modifier, rule) == oracle.score(
        len(roll), roll, modifier, game
    )


def test_silhouette_is_d6_with_a_bonus_for_sixes_and_a_fumble_of_nothing():
    assert oracle.game_of(SILHOUETTE) == oracle.D6
    assert Rule() == SILHOUETTE
    assert SILHOUETTE.fumble_modified


def test_the_plain_highest_die_has_no_face_that_earns_a_bonus():
    for roll in oracle.all_rolls(4):
        assert read(roll, PLAIN_HIGHEST) == max(roll)


def test_the_first_six_earns_nothing_and_each_further_one_a_point():
    assert [result_of(6, sixes) for sixes in (0, 1, 2, 3)] == [6, 6, 7, 8]


@pytest.mark.parametrize("rule", [SILHOUETTE, PLAIN_HIGHEST, Rule(4, 4), Rule(4, 9)])
def test_reading_die_by_die_comes_to_the_same_as_reading_the_roll(rule):
    for dice in range(1, 6):
        for roll in oracle.all_rolls(dice, oracle.game_of(rule)):
            result = 0
            for face in roll:
                result = next_result(result, face, rule)
            assert result == read(roll, rule)


@given(rules(), st.data())
def test_two_rolls_come_to_what_the_rules_say(rule, data):
    roll = st.lists(st.integers(1, rule.faces), min_size=1, max_size=6).map(tuple)
    a, b, modifier, ties = (
        data.draw(some) for some in (roll, roll, st.integers(-4, 4), st.sampled_from(TIES))
    )
    game = oracle.game_of(rule)
    found = resolve(a, b, modifier=modifier, ties=ties, rule=rule)
    margin = oracle.score(len(a), a, modifier, game) - oracle.score(len(b), b, 0, game)
    assert found.margin == margin
    assert found.outcome == oracle.fight(len(a), a, len(b), b, modifier, ties, game)
    if margin:
        assert found.die == 1
    elif ties == "next_die":
        assert found.die == oracle.next_die(a, b)[1]
    else:
        assert found.die == 0


@given(st.lists(st.integers(1, 6), min_size=1), st.lists(st.integers(1, 6), min_size=1))
def test_swapping_two_rolls_swaps_the_outcome_and_keeps_the_reason(a, b):
    one, other = resolve(a, b), resolve(b, a)
    assert OUTCOMES.index(one.outcome) + OUTCOMES.index(other.outcome) == 4
    assert one.margin == -other.margin
    assert one.die == other.die
    assert one.reason.translate(str.maketrans("AB", "BA")) == other.reason


def test_the_order_of_the_dice_does_not_matter():
    assert resolve((4, 6, 5), (1, 6, 2, 5)) == resolve((6, 5, 4), (6, 5, 2, 1))


@pytest.mark.parametrize(
    ("ties", "outcome", "reason"),
    [
        ("stand", "tie", "both have 5: the tie stands"),
        ("next_die", "marginal win", "out of dice: the other side has no second die"),
        ("defender", "marginal loss", "both have 5: the defender wins a tie"),
        ("higher_skill", "marginal win", "both have 5: higher skill, 2 dice over 1"),
        ("reroll", "tie", "both have 5: roll again"),
    ],
)
def test_each_tie_rule_says_what_it_did(ties, outcome, reason):
    assert resolve((5, 3), (5,), ties=ties)[::2] == (outcome, reason)


def test_equal_skill_leaves_a_tie_to_stand_by_the_higher_skill_rule():
    assert resolve((5,), (5,), ties="higher_skill").outcome == "tie"


def test_a_modifier_is_spent_in_the_score_and_does_not_help_the_next_die():
    assert resolve((5, 3), (6, 2), modifier=1) == ("marginal win", 0, "second die: 3 over 2", 2)
    assert resolve((5, 2), (6, 3), modifier=1) == ("marginal loss", 0, "second die: 3 over 2", 2)


def test_a_true_tie_does_not_call_dice_equal_that_a_modifier_made_up_for():
    assert resolve((4, 2), (4, 2)).reason == "true tie: every die is equal"
    assert resolve((4, 2), (5, 2), modifier=1).reason == "true tie: every die from the second on is equal"
    assert resolve((3,), (4,), modifier=1).reason == "true tie: no die is left"


def test_who_fumbled_is_said():
    assert resolve((1, 1), (4,)).reason == "4 to 0 (A fumbles)"
    assert resolve((4,), (1, 1)).reason == "4 to 0 (B fumbles)"
    assert resolve((1,), (1,), modifier=2).reason == "2 to 0 (both fumble)"
    assert resolve((1,), (1,)).reason == "both fumble; true tie: every die is equal"


def test_places_beyond_the_tenth_are_written_with_the_right_ending():
    assert [ordinal(n) for n in (1, 10, 11, 12, 13, 21, 22, 23, 101, 111, 112)] == [
        "first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "101st", "111th", "112th",
    ]  # fmt: skip


def test_a_rule_cannot_be_changed_and_may_be_a_key():
    with pytest.raises(AttributeError):
        SILHOUETTE.fumble = 1
    assert {Rule(): 1}[SILHOUETTE] == 1


@pytest.mark.parametrize(
    ("field", "bad", "allowed"),
    [
        ("faces", 1, "2 to 1000"),
        ("faces", 0, "2 to 1000"),
        ("faces", -6, "2 to 1000"),
        ("faces", 1001, "2 to 1000"),
        ("bonus_from", 0, "1 to 10000"),
        ("fumble", -10_001, "-10000 to 10000"),
    ],
)
def test_a_value_of_a_rule_out_of_bounds_is_refused(field, bad, allowed):
    with pytest.raises(ValueError, match=f"{field} must be a whole number from {allowed}, given {bad}"):
        Rule(**{field: bad})


@pytest.mark.parametrize("field", ["faces", "bonus_from", "fumble"])
@pytest.mark.parametrize("bad", [True, np.True_, 6.0, "6", None, float("nan"), [6]])
def test_a_value_of_a_rule_that_is_no_whole_number_is_refused(field, bad):
    with pytest.raises(
        TypeError, match=f"{field} must be a whole number from .* given .*{type(bad).__name__}"
    ):
        Rule(**{field: bad})


@pytest.mark.parametrize("bad", [1, 0, None, "yes", np.True_])
def test_whether_a_fumble_is_modified_is_true_or_false(bad):
    with pytest.raises(TypeError, match="fumble_modified must be True or False, given"):
        Rule(fumble_modified=bad)


@pytest.mark.parametrize("bad", [1, 0, -10, 10**9])
def test_a_die_beside_a_skill_has_two_faces_or_more(bad):
    with pytest.raises(ValueError, match=f"faces must be a whole number from 2 to 1000, given {bad}"):
        SkillPlusDie(bad)


BAD_ROLLS = [
    ((), ValueError, "must be 1 to 1000 faces from 1 to 6, given none"),
    ((0,), ValueError, "a face must be a whole number from 1 to 6, given 0"),
    ((7,), ValueError, "a face must be a whole number from 1 to 6, given 7"),
    ((3, -1), ValueError, "a face must be a whole number from 1 to 6, given -1"),
    ((3, 10**9), ValueError, "a face must be a whole number from 1 to 6, given 1000000000"),
    ((10**5000,), ValueError, "given an int of 16610 bits"),
    ((3, 2.0), TypeError, r"a face must be a whole number from 1 to 6, given 2.0 \(float\)"),
    ((True,), TypeError, r"given True \(bool\)"),
    ((None,), TypeError, r"given None \(NoneType\)"),
    ((float("nan"),), TypeError, r"given nan \(float\)"),
    ("66", TypeError, r"must be 1 to 1000 faces from 1 to 6, given '66' \(str\)"),
    (b"\x01", TypeError, "must be 1 to 1000 faces"),
    (6, TypeError, r"must be 1 to 1000 faces from 1 to 6, given 6 \(int\)"),
    (None, TypeError, r"given None \(NoneType\)"),
    ([1] * 1001, ValueError, "must be 1 to 1000 faces from 1 to 6, given more"),
]


@pytest.mark.parametrize(("bad", "error", "words"), BAD_ROLLS)
def test_a_roll_that_nobody_can_throw_is_refused_on_either_side(bad, error, words):
    with pytest.raises(error, match=f"^roll_a.*{words}"):
        resolve(bad, (3,))
    with pytest.raises(error, match=f"^roll_b.*{words}"):
        resolve((3,), bad)
    with pytest.raises(error, match=f"^roll.*{words}"):
        read(bad)


def test_an_endless_roll_is_refused_at_once():
    with pytest.raises(ValueError, match="1 to 6, given 7"):
        resolve(count(1), (3,))
    with pytest.raises(ValueError, match="must be 1 to 1000 faces from 1 to 6, given more"):
        resolve((3,), repeat(1))


@pytest.mark.parametrize(
    ("bad", "error"), [("next", ValueError), ("", ValueError), (None, TypeError), (1, TypeError)]
)
def test_a_tie_rule_that_is_not_known_is_refused_with_those_that_are(bad, error):
    with pytest.raises(error, match=r"ties must be one of 'stand', 'next_die', 'defender'.*, given"):
        resolve((3,), (3,), ties=bad)


@pytest.mark.parametrize(("bad", "error"), [(1.0, TypeError), (True, TypeError), (10_001, ValueError)])
def test_a_modifier_of_two_rolls_is_a_whole_number(bad, error):
    with pytest.raises(error, match="modifier must be a whole number from -10000 to 10000, given"):
        resolve((3,), (3,), modifier=bad)


def test_no_roll_of_dice_is_read_with_skill_and_a_die():
    with pytest.raises(TypeError, match="a roll of dice can be read by a Rule only, given SkillPlusDie"):
        resolve((3,), (3,), rule=SkillPlusDie(10))


@pytest.mark.parametrize(
    "roll", [{5, 6}, {5: 1}, bytearray(b"\x05"), memoryview(b"\x05"), frozenset({5}), np.array(5)]
)
def test_a_roll_in_which_equal_dice_would_be_lost_is_refused(roll):
    with pytest.raises(TypeError, match="roll must be 1 to 1000 faces from 1 to 6, given"):
        read(roll)
