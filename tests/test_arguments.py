import re
from itertools import repeat

import numpy as np
import pandas as pd
import pytest
from bad_input import ENDLESS, NOT_WHOLE, TOO_LARGE

import silhouette_analysis as sa
from silhouette_analysis import arguments, contest_tables, shared_tables, tables
from silhouette_analysis.arguments import (
    check_rule,
    check_size,
    dice_list,
    level_list,
    many,
    number_list,
)

ENGINE = {
    tables: ("fumble_ways", "pack", "result_ways", "score_ways", "next_result"),
    contest_tables: ("Side", "decision_ways", "difference", "margin_ways", "outcome_ways", "score_ways"),
    shared_tables: ("level_pair", "separate_chances", "shared_chances", "shared_ways"),
}  # fmt: skip


@pytest.fixture
def idle_engine(monkeypatch):
    """An engine that must not be started."""

    def started(*args, **kwargs):
        pytest.fail("something was computed before the arguments were checked")

    for module, names in ENGINE.items():
        for name in names:
            assert hasattr(module, name)
            monkeypatch.setattr(module, name, started)


# Every argument that is a number or several: its name, its bounds, and a call that hands it over.
BIG = 10_000
CALLS = {
    "roll_table dice": ("dice", 0, 1000, lambda bad: sa.roll_table(bad)),
    "summary_table dice": ("dice", 0, 1000, lambda bad: sa.summary_table(bad)),
    "threshold_table dice": ("dice", 0, 1000, lambda bad: sa.threshold_table(bad, 4)),
    "threshold_table threshold": ("threshold", -BIG, BIG, lambda bad: sa.threshold_table(3, bad)),
    "threshold_table modifier": ("modifier", -BIG, BIG, lambda bad: sa.threshold_table(3, 4, modifier=bad)),
    "contest_table dice_a": ("dice_a", 0, 1000, lambda bad: sa.contest_table(bad, 2)),
    "contest_table dice_b": ("dice_b", 0, 1000, lambda bad: sa.contest_table(2, bad)),
    "contest_table modifier": ("modifier", -BIG, BIG, lambda bad: sa.contest_table(2, 2, modifier=bad)),
    "margin_summary_table dice_b": ("dice_b", 0, 1000, lambda bad: sa.margin_summary_table(2, bad)),
    "outcome_table dice_a": ("dice_a", 0, 1000, lambda bad: sa.outcome_table(bad, 2)),
    "outcome_table dice_b": ("dice_b", 0, 1000, lambda bad: sa.outcome_table(2, bad)),
    "outcome_table modifier": ("modifier", -BIG, BIG, lambda bad: sa.outcome_table(2, 2, modifier=bad)),
    "decision_table dice_a": ("dice_a", 0, 1000, lambda bad: sa.decision_table(bad, 2)),
    "shared_roll_table levels": ("levels", 1, 1000, lambda bad: sa.shared_roll_table(bad)),
    "level_pairs_table levels": ("levels", 1, 1000, lambda bad: sa.level_pairs_table(bad)),
    "beaten_table levels": ("levels", 1, 1000, lambda bad: sa.beaten_table(bad, 3)),
    "beaten_table threshold": ("threshold", -BIG, BIG, lambda bad: sa.beaten_table([1, 2], threshold=bad)),
    "beaten_table modifier": ("modifier", -BIG, BIG, lambda bad: sa.beaten_table([1, 2], 3, modifier=bad)),
    "beaten_table opponent": ("opponent", 0, 1000, lambda bad: sa.beaten_table([1, 2], bad)),
}  # fmt: skip
every_argument = pytest.mark.parametrize(("name", "low", "high", "call"), CALLS.values(), ids=CALLS)


@every_argument
def test_what_is_no_whole_number_is_refused_with_what_is_allowed_and_what_was_given(
    idle_engine, name, low, high, call
):
    optional = (CALLS["beaten_table threshold"][3], CALLS["beaten_table opponent"][3])
    for bad in NOT_WHOLE:
        if bad is not None or call not in optional:  # None is no threshold, which is an error of its own
            with pytest.raises(
                TypeError, match=f"{name} must be a whole number from {low} to {high}"
            ) as caught:
                call(bad)
            assert re.search(r"given .+\(\w+\)$", str(caught.value))
        with pytest.raises(TypeError, match=f"{name} must be a whole number from {low} to {high}.*, given"):
            call([2, bad])


@every_argument
def test_a_number_out_of_bounds_is_refused_and_not_clipped(idle_engine, name, low, high, call):
    for bad in (low - 1, high + 1, *TOO_LARGE):
        for given in (bad, [2, bad], (bad,)):
            with pytest.raises(
                ValueError, match=f"{name} must be a whole number from {low} to {high}, given"
            ):
                call(given)


@every_argument
def test_an_endless_or_huge_iterable_is_refused_at_once(idle_engine, name, low, high, call):
    for endless in ENDLESS:
        with pytest.raises(ValueError, match=f"{name}.* given"):
            call(endless())


@every_argument
def test_no_number_at_all_is_refused(idle_engine, name, low, high, call):
    for nothing in ([], (), range(0), iter(())):
        with pytest.raises(ValueError, match=f"{name} must be .*, given none"):
            call(nothing)


RULED = {
    "roll_table": lambda rule: sa.roll_table(2, rule=rule),
    "summary_table": lambda rule: sa.summary_table(2, rule=rule),
    "threshold_table": lambda rule: sa.threshold_table(2, 4, rule=rule),
    "contest_table": lambda rule: sa.contest_table(2, 2, rule=rule),
    "margin_summary_table": lambda rule: sa.margin_summary_table(2, 2, rule=rule),
    "outcome_table": lambda rule: sa.outcome_table(2, 2, rule=rule),
    "decision_table": lambda rule: sa.decision_table(2, 2, rule=rule),
    "transition_table": lambda rule: sa.transition_table(rule=rule),
    "shared_roll_table": lambda rule: sa.shared_roll_table(2, rule=rule),
    "level_pairs_table": lambda rule: sa.level_pairs_table([1, 2], rule=rule),
    "beaten_table": lambda rule: sa.beaten_table(2, 2, rule=rule),
}


@pytest.mark.parametrize("call", RULED.values(), ids=RULED)
def test_what_is_no_rule_is_refused(idle_engine, call):
    for bad in (None, 6, "Rule()", sa.Rule, {"faces": 6}):
        with pytest.raises(TypeError, match=r"rule must be a Rule or a SkillPlusDie, given .+"):
            call(bad)


@pytest.mark.parametrize(
    "call",
    [
        lambda ties: sa.outcome_table(2, 2, ties=ties),
        lambda ties: sa.beaten_table([1, 2], 2, ties=ties),
    ],
)
def test_an_unknown_tie_rule_is_refused_with_those_that_are_known(idle_engine, call):
    for bad in ("next", "", "Next_die", "NEXT_DIE"):
        with pytest.raises(ValueError, match=f"one of 'stand', 'next_die', .*'reroll', given '{bad}'"):
            call(bad)
    for bad in (None, 1, True, b"stand"):
        with pytest.raises(
            TypeError, match="'stand', 'next_die', 'defender', 'higher_skill', 'reroll', given"
        ):
            call(bad)


def test_no_tie_rule_at_all_is_refused(idle_engine):
    with pytest.raises(ValueError, match=r"one or several of 'stand', .* given none"):
        sa.outcome_table(2, 2, ties=[])
    with pytest.raises(ValueError, match="given 'next'"):
        sa.outcome_table(2, 2, ties=["stand", "next"])
    with pytest.raises(ValueError, match="at most 1000000 names, given more"):
        sa.outcome_table(2, 2, ties=repeat("stand"))
    with pytest.raises(TypeError, match="given array"):
        sa.outcome_table(2, 2, ties=np.array("stand"))


def test_every_tie_rule_of_a_long_list_is_answered():
    every = sa.outcome_table(2, 2, ties=[*["stand"] * 20, "next_die", "reroll"])["ties"]
    assert list(every.unique()) == ["stand", "next_die", "reroll"]
    assert sa.outcome_table(3, 3, ties=every)["ties"].tolist() == every.tolist()
    with pytest.raises(ValueError, match="given 'bogus'"):
        sa.outcome_table(2, 2, ties=[*["stand"] * 20, "bogus"])


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("dice_a", lambda: sa.outcome_table(0, 2)),
        ("dice_b", lambda: sa.outcome_table(2, [0, 1])),
        ("dice_a", lambda: sa.outcome_table(range(3), 2, ties=["stand", "next_die"])),
        ("dice_a", lambda: sa.decision_table(0, 2)),
        ("dice_b", lambda: sa.decision_table(2, 0)),
        ("opponent", lambda: sa.beaten_table([1, 2], 0)),
    ],
)
def test_the_unskilled_roll_has_no_next_die(idle_engine, name, call):
    with pytest.raises(
        ValueError, match=f"{name} must be 1 to 1000 with ties='next_die', given 0: the unskilled"
    ):
        call()


def test_the_unskilled_roll_is_taken_wherever_the_rule_speaks_of_it():
    assert sa.outcome_table(0, 1, ties="defender")["ways"].sum() == 216
    assert len(sa.beaten_table([1, 2], 0, ties="stand")) == 3
    assert sa.contest_table(0, 0)["ways"].sum() == 36**2


@pytest.mark.parametrize(
    "call", [sa.shared_roll_table, sa.level_pairs_table, lambda levels: sa.beaten_table(levels, 2)]
)
def test_levels_are_from_one_up_and_different(idle_engine, call):
    for bad in ([1, 1], (3, 2, 3), [2, np.int64(2)]):
        with pytest.raises(ValueError, match="levels must be different whole numbers from 1 to 1000, given"):
            call(bad)
    for bad in (0, [0, 1], [-1, 2]):
        with pytest.raises(ValueError, match=r"levels must be a whole number from 1 to 1000, given (0|-1)$"):
            call(bad)


def test_one_level_makes_no_pair(idle_engine):
    with pytest.raises(ValueError, match=r"levels must be at least two, to make a pair, given \[3\]"):
        sa.level_pairs_table(3)


def test_levels_are_compared_with_an_opponent_or_a_threshold_and_not_with_both(idle_engine):
    with pytest.raises(
        ValueError, match=r"either opponent .* or threshold, given opponent=None and threshold=None"
    ):
        sa.beaten_table([1, 2])
    with pytest.raises(ValueError, match="given opponent=3 and threshold=4"):
        sa.beaten_table([1, 2], 3, threshold=4)


@pytest.mark.parametrize(
    "call",
    [
        lambda: sa.contest_table(range(1001), range(1001)),
        lambda: sa.contest_table(range(1, 11), range(1, 11), rule=sa.Rule(fumble=-10_000)),
        lambda: sa.contest_table(
            range(1, 11), range(1, 11), modifier=10_000, rule=sa.Rule(fumble_modified=False)
        ),
        lambda: sa.outcome_table(range(1, 1001), range(1, 1001)),
        lambda: sa.roll_table(range(1001), rule=sa.Rule(faces=1000)),
        lambda: sa.threshold_table(range(1001), range(1001)),
        lambda: sa.decision_table(range(1, 1001), range(1, 1001)),
        lambda: sa.margin_summary_table(range(1001), range(1000)),
    ],
)
def test_a_table_larger_than_anybody_reads_is_refused(idle_engine, call):
    with pytest.raises(ValueError, match=r"one table holds at most 1000000 rows, given [\dx ]+ combinations"):
        call()


def test_the_result_alone_is_no_chain_where_several_faces_earn_the_bonus(idle_engine):
    for rule in (sa.Rule(bonus_from=5), sa.SkillPlusDie(10)):
        with pytest.raises(ValueError, match="bonus_from at the highest face or above it, given"):
            sa.transition_table(rule=rule)


def test_arguments_beyond_the_main_ones_are_given_by_name():
    for call in (
        lambda: sa.roll_table(2, sa.SILHOUETTE),
        lambda: sa.threshold_table(2, 4, 1),
        lambda: sa.contest_table(2, 2, 1),
        lambda: sa.outcome_table(2, 2, 1),
        lambda: sa.beaten_table([1], 2, 3),
        lambda: sa.resolve((1,), (2,), 1),
    ):
        with pytest.raises(TypeError, match="positional argument"):
            call()


def test_several_numbers_may_come_in_any_iterable_and_any_order():
    series = pd.Series([1, 2, 3, 1])
    arrays = (np.array([3, 2, 1]), series, pd.Index(series), series.astype("Int64"))
    for several in ([3, 1, 2], (2, 3, 1), {1, 2, 3}, range(1, 4), iter([1, 2, 3, 3]), *arrays):
        found = many("dice", several, 0, 10)
        assert found == [1, 2, 3]
        assert {type(number) for number in found} == {int}


def test_one_number_may_be_any_whole_number():
    for one in (3, np.int64(3), np.uint8(3), np.array(3)):
        assert many("dice", one, 0, 10) == [3]


def test_the_bounds_themselves_are_allowed():
    assert dice_list("dice", [0, 1000]) == [0, 1000]
    assert number_list("modifier", [-10_000, 10_000]) == [-10_000, 10_000]
    assert level_list(range(1, 101)) == tuple(range(1, 101))
    with pytest.raises(ValueError, match="levels may be at most 100 different numbers, given more"):
        level_list(range(1, 102))
    check_size(1000, list(range(1000)))


def test_a_rule_is_handed_on_as_it_is():
    for rule in (sa.SILHOUETTE, sa.PLAIN_HIGHEST, sa.SkillPlusDie(20)):
        assert check_rule(rule) is rule


def test_the_bounds_are_those_of_the_readme_and_the_messages():
    assert (arguments.MAX_DICE, arguments.MAX_NUMBER, arguments.MAX_ROWS) == (1000, 10_000, 1_000_000)
