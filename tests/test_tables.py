from fractions import Fraction
from itertools import product
from math import isnan, sqrt

import numpy as np
import oracle
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pandas.api.types import is_float_dtype, is_integer_dtype, is_object_dtype
from strategies import rules

import silhouette_analysis as sa
from silhouette_analysis.arguments import check_tie_rules
from silhouette_analysis.rules import OUTCOMES, TIES, next_result

FLAT = sa.Rule(fumble_modified=False)

# Each public table: how it is called, its keys, its other columns, and whether it has ways.
TABLES = {
    "roll": (
        lambda: sa.roll_table([3, 0, 1, 12]),
        ["dice", "result"],
        ["ways", "probability", "at_least", "at_most"],
    ),
    "summary": (lambda: sa.summary_table([3, 0, 1, 12]), ["dice"], ["mean", "sd", "gain", "fumble"]),
    "threshold": (
        lambda: sa.threshold_table([3, 1], [4, -2, 5], modifier=[1, 0]),
        ["dice", "threshold", "modifier"],
        ["success", "equal", "failure"],
    ),
    "contest": (
        lambda: sa.contest_table([3, 1, 0], [2, 3], modifier=[1, -1, 0]),
        ["dice_a", "dice_b", "modifier", "margin"],
        ["ways", "probability", "at_least"],
    ),
    "contest of a flat fumble": (
        lambda: sa.contest_table([3, 1, 0], [2, 3], modifier=[1, -1, 0], rule=FLAT),
        ["dice_a", "dice_b", "modifier", "margin"],
        ["ways", "probability", "at_least"],
    ),
    "margin_summary": (
        lambda: sa.margin_summary_table([3, 1], [2, 3], modifier=[1, 0]),
        ["dice_a", "dice_b", "modifier"],
        ["mean", "sd", "mean_mos"],
    ),
    "outcome": (
        lambda: sa.outcome_table([3, 1], [2, 1], modifier=[1, 0], ties=reversed(TIES)),
        ["dice_a", "dice_b", "modifier", "ties", "outcome"],
        ["ways", "probability"],
    ),
    "decision": (
        lambda: sa.decision_table([3, 1], [2, 1], modifier=[1, 0]),
        ["dice_a", "dice_b", "modifier", "die", "outcome"],
        ["ways", "probability"],
    ),
}
every_table = pytest.mark.parametrize(("call", "keys", "values"), TABLES.values(), ids=TABLES)


@every_table
def test_a_table_has_its_keys_first_unique_and_sorted_on_a_plain_index(call, keys, values):
    table = call()
    assert type(table) is pd.DataFrame
    assert list(table.columns) == keys + values
    assert isinstance(table.index, pd.RangeIndex)
    assert table.index.equals(pd.RangeIndex(len(table)))
    assert not table.duplicated(keys).any()
    order = {"ties": TIES.index, "outcome": OUTCOMES.index}
    rows = [
        tuple(order.get(key, int)(value) for key, value in zip(keys, row, strict=True))
        for row in table[keys].itertuples(index=False)
    ]
    assert rows == sorted(rows)


@every_table
def test_a_table_has_ints_floats_and_exact_ways_in_their_columns(call, keys, values):
    table = call()
    for column in table:
        if column == "ways":
            assert is_object_dtype(table[column])
            assert {type(ways) for ways in table[column]} == {int}
        elif column == "outcome":
            assert isinstance(table[column].dtype, pd.CategoricalDtype)
            assert table[column].cat.ordered
            assert tuple(table[column].cat.categories) == OUTCOMES
        elif column == "ties":
            assert {type(name) for name in table[column]} == {str}
        elif column in keys:
            assert is_integer_dtype(table[column])
        else:
            assert is_float_dtype(table[column])


@pytest.mark.parametrize("name", ["roll", "contest", "contest of a flat fumble", "outcome", "decision"])
def test_a_chance_is_one_division_of_exact_ways(name):
    call, keys, _ = TABLES[name]
    table = call()
    for _, block in table.groupby([key for key in keys if key not in ("result", "margin", "die", "outcome")]):
        total = sum(block["ways"])
        assert block["probability"].tolist() == [ways / total for ways in block["ways"]]
        counts = block["ways"].tolist()
        if "at_least" in block:
            assert block["at_least"].tolist() == [sum(counts[i:]) / total for i in range(len(counts))]
        if "at_most" in block:
            assert block["at_most"].tolist() == [sum(counts[: i + 1]) / total for i in range(len(counts))]


@pytest.mark.parametrize("dice", range(8))
def test_the_table_of_a_roll_counts_all_rolls(dice):
    table = sa.roll_table(dice)
    counted = oracle.results(dice)
    assert dict(zip(table["result"], table["ways"], strict=True)) == counted
    assert table["at_least"].iloc[0] == table["at_most"].iloc[-1] == 1


@pytest.mark.parametrize("rule", [sa.SILHOUETTE, FLAT, sa.Rule(4, 3, 5), sa.Rule(3, 1, -1, False)])
def test_every_contest_of_a_table_is_that_of_all_rolls_also_where_sides_are_swapped(rule):
    game = oracle.game_of(rule)
    table = sa.contest_table(range(4), range(4), modifier=range(-2, 3), rule=rule)
    for (a, b, modifier), block in table.groupby(["dice_a", "dice_b", "modifier"]):
        counted = oracle.margins(a, b, modifier, game)
        assert block["margin"].tolist() == list(range(min(counted), max(counted) + 1))
        assert block["ways"].tolist() == [counted[margin] for margin in block["margin"]]


@settings(max_examples=30)
@given(rules(6), st.integers(0, 6), st.integers(0, 6), st.integers(-4, 4))
def test_a_contest_does_not_depend_on_what_else_is_in_the_table(rule, a, b, modifier):
    wide = sa.contest_table([a, b], [a, b], modifier=[modifier, -modifier], rule=rule)
    mine = wide.query("dice_a == @a and dice_b == @b and modifier == @modifier").reset_index(drop=True)
    pd.testing.assert_frame_equal(
        mine, sa.contest_table(a, b, modifier=modifier, rule=rule), check_exact=True
    )


@pytest.mark.parametrize("a", [0, 1, 3])
@pytest.mark.parametrize("b", [0, 2, 3])
def test_the_summary_of_a_margin_is_that_of_all_rolls(a, b):
    for modifier in (-1, 0, 2):
        row = sa.margin_summary_table(a, b, modifier=modifier).iloc[0]
        margins = oracle.margins(a, b, modifier)
        total = sum(margins.values())
        mean = Fraction(sum(margin * ways for margin, ways in margins.items()), total)
        variance = Fraction(sum((margin - mean) ** 2 * ways for margin, ways in margins.items()), total)
        assert row["mean"] == float(mean)
        assert row["sd"] == sqrt(variance)
        assert row["mean_mos"] == float(
            Fraction(sum(margin * ways for margin, ways in margins.items() if margin > 0), total)
        )


@pytest.mark.parametrize("dice", range(8))
def test_the_summary_of_a_roll_is_that_of_all_rolls(dice):
    def mean_of(number):
        results = oracle.results(number)
        return Fraction(sum(r * ways for r, ways in results.items()), sum(results.values()))

    row = sa.summary_table(dice).iloc[0]
    results = oracle.results(dice)
    total, mean = sum(results.values()), mean_of(dice)
    assert row["mean"] == float(mean)
    assert row["sd"] == sqrt(Fraction(sum((r - mean) ** 2 * ways for r, ways in results.items()), total))
    if dice > 1:
        assert row["gain"] == float(mean - mean_of(dice - 1))
    else:
        assert isnan(row["gain"])
    assert row["fumble"] == sum(oracle.fumbles(dice, roll) for roll in oracle.all_rolls(dice)) / total


def test_skill_and_a_die_gains_from_skill_0_on():
    gains = sa.summary_table(range(4), rule=sa.SkillPlusDie(10))["gain"].tolist()
    assert isnan(gains[0])
    assert gains[1:] == [1, 1, 1]


@pytest.mark.parametrize("rule", [sa.SILHOUETTE, FLAT, sa.Rule(4, 3, 5)])
def test_a_test_against_a_threshold_is_that_of_all_rolls(rule):
    table = sa.threshold_table(range(4), range(-2, 9), modifier=[-1, 0, 2], rule=rule)
    assert len(table) == 4 * 11 * 3
    for row in table.itertuples():
        scores = oracle.scores(row.dice, row.modifier, oracle.game_of(rule))
        total = sum(scores.values())
        assert row.success == sum(n for score, n in scores.items() if score > row.threshold) / total
        assert row.equal == scores[row.threshold] / total
        assert row.failure == sum(n for score, n in scores.items() if score < row.threshold) / total


@pytest.mark.parametrize("ties", TIES)
def test_outcomes_are_those_of_all_rolls_and_always_five(ties):
    table = sa.outcome_table(range(1, 4), range(1, 4), modifier=[0, 1], ties=ties)
    for (a, b, modifier), block in table.groupby(["dice_a", "dice_b", "modifier"]):
        counted = oracle.outcomes(a, b, modifier, ties)
        assert block["outcome"].tolist() == list(OUTCOMES)
        assert block["ways"].tolist() == [counted[outcome] for outcome in OUTCOMES]
        if ties != "reroll":
            assert sum(block["ways"]) == 6 ** (a + b)


def test_decisions_are_those_of_all_rolls():
    table = sa.decision_table(range(1, 4), range(1, 4), modifier=[0, 1])
    for (a, b, modifier), block in table.groupby(["dice_a", "dice_b", "modifier"]):
        found = {(row.outcome, row.die): row.ways for row in block.itertuples()}
        assert found == oracle.decisions(a, b, modifier)


def test_several_numbers_give_every_combination_with_the_first_key_slowest():
    table = sa.outcome_table([2, 1], (4, 3), modifier=range(2), ties=["defender", "stand"])
    keys = table[["dice_a", "dice_b", "modifier", "ties"]].drop_duplicates()
    assert [tuple(row) for row in keys.itertuples(index=False)] == list(
        product([1, 2], [3, 4], [0, 1], ["stand", "defender"])
    )


def test_one_number_has_its_key_column_too():
    assert sa.contest_table(2, 3)[["dice_a", "dice_b", "modifier"]].drop_duplicates().to_numpy().tolist() == [
        [2, 3, 0]
    ]
    assert set(sa.outcome_table(2, 3)["ties"]) == {"next_die"}


@pytest.mark.parametrize("rule", [sa.SILHOUETTE, sa.PLAIN_HIGHEST, sa.Rule(4, 4), sa.Rule(3, 8)])
def test_the_transitions_are_those_of_one_more_die(rule):
    table = sa.transition_table(rule=rule)
    assert table.index.name == "result"
    assert table.columns.name == "next_result"
    assert (table.sum(axis="columns").round(12) == 1).all()
    for result in table.index:
        steps = [next_result(result, face, rule) for face in range(1, rule.faces + 1)]
        for reached in table.columns:
            assert table.loc[result, reached] == steps.count(reached) / rule.faces


def test_the_powers_of_the_transitions_give_every_roll_they_have_room_for():
    table = sa.transition_table()
    square = table.reindex(index=table.columns, fill_value=0).to_numpy()
    chances = np.eye(len(square))[0]
    for dice in range(1, 9):
        chances = chances @ square
        roll = sa.roll_table(dice).set_index("result")["probability"]
        assert chances[roll.index] == pytest.approx(roll.to_numpy(), abs=1e-15)


@pytest.mark.parametrize("name", ["roll", "contest", "outcome", "decision"])
def test_fractions_are_the_exact_chances(name):
    table = TABLES[name][0]()
    with_fractions = sa.fraction_table(table)
    assert list(with_fractions.columns) == [*table.columns, "fraction"]
    assert "fraction" not in table
    assert {type(part) for part in with_fractions["fraction"]} == {Fraction}
    assert [float(part) for part in with_fractions["fraction"]] == table["probability"].tolist()


def test_any_column_tells_distributions_apart_for_their_fractions():
    rules = {"a": sa.SILHOUETTE, "b": sa.PLAIN_HIGHEST}
    both = pd.concat([sa.roll_table(2, rule=rule).assign(rule=name) for name, rule in rules.items()])
    assert [float(part) for part in sa.fraction_table(both)["fraction"]] == both["probability"].tolist()


def test_a_key_that_is_missing_is_a_key_too():
    parts = pd.concat([sa.roll_table(3).assign(rule="house"), sa.roll_table(2)], ignore_index=True)
    assert [float(part) for part in sa.fraction_table(parts)["fraction"]] == parts["probability"].tolist()


def test_a_table_that_is_not_whole_has_no_fractions():
    with pytest.raises(ValueError, match=r"ways, .*missing, given dice, mean, sd, gain, fumble"):
        sa.fraction_table(sa.summary_table(3))
    with pytest.raises(ValueError, match="must hold whole distributions"):
        sa.fraction_table(sa.roll_table(2).query("result > 3"))
    # What is missing here is too rare for a float: one way of 6**30.
    for table in (
        sa.roll_table(30).query("result < 35"),
        sa.contest_table(20, 0).query("margin < 25"),
        sa.outcome_table(1, 60, ties=["stand", "reroll"]).query("outcome != 'win'"),
        sa.roll_table(30)[1:],
        sa.decision_table(30, 1).iloc[:-1],
        sa.shared_roll_table([1, 40]).query("level_40 < 45"),
    ):
        with pytest.raises(ValueError, match="must hold whole distributions"):
            sa.fraction_table(table)
    with pytest.raises(TypeError, match="must be a pandas DataFrame, given list"):
        sa.fraction_table([1])


def test_tie_rules_come_in_their_own_order_however_often_they_are_named():
    assert check_tie_rules(["reroll", "stand", "reroll"]) == ["stand", "reroll"]
    assert check_tie_rules("stand") == ["stand"]


@pytest.mark.parametrize("rule", [sa.PLAIN_HIGHEST, sa.SkillPlusDie(10), sa.Rule(bonus_from=4), FLAT])
def test_every_table_takes_every_rule(rule):
    for table in (
        sa.roll_table([1, 2], rule=rule),
        sa.summary_table([1, 2], rule=rule),
        sa.threshold_table([1, 2], 4, rule=rule),
        sa.contest_table([1, 2], 3, rule=rule),
        sa.margin_summary_table([1, 2], 3, rule=rule),
        sa.outcome_table([1, 2], 3, ties=TIES, rule=rule),
        sa.decision_table([1, 2], 3, rule=rule),
    ):
        assert not table.drop(columns="gain", errors="ignore").isna().any(axis=None)


def test_scores_that_never_differ_cannot_be_rerolled():
    always_2 = sa.Rule(faces=2, bonus_from=3, fumble=2)
    for call in (
        lambda: sa.outcome_table(1, 1, ties="reroll", rule=always_2),
        lambda: sa.beaten_table(1, 1, ties="reroll", rule=always_2),
    ):
        with pytest.raises(
            ValueError, match="needs scores that can differ, given two sides whose scores are"
        ):
            call()


def test_a_thousand_dice_are_answered_and_stay_exact():
    table = sa.roll_table(1000)
    assert sum(table["ways"]) == 6**1000
    assert table["probability"].iloc[-1] == 0.0 < table["ways"].iloc[-1] == 1
    assert sum(sa.contest_table(1000, 1000)["ways"]) == 6**2000


def test_a_table_is_made_anew_each_time():
    first = sa.contest_table(2, 3)
    first.loc[:, "ways"] = 0
    assert sum(sa.contest_table(2, 3)["ways"]) == 6**5
