import csv
from fractions import Fraction
from importlib.resources import files

import pandas as pd
import pytest
from pandas.api.types import is_float_dtype, is_integer_dtype

import silhouette_analysis as sa
from silhouette_analysis.published import rounded

ROLLS = sa.published_roll_table()
CONTESTS = sa.published_contest_table()


def raw(name):
    text = files("silhouette_analysis").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def wrong_contest_cells(rule):
    """How many of the published cells are not what the package says, and of how many."""
    wrong = 0
    for row in CONTESTS.itertuples():
        table = sa.contest_table(row.dice_a, row.dice_b, rule=rule)
        ways = dict(zip(table["margin"], table["ways"], strict=True))
        wrong += rounded(ways.get(row.margin, 0), 6 ** (row.dice_a + row.dice_b)) != row.percent
    return wrong, len(CONTESTS)


def test_the_120_published_chances_of_a_roll_come_out_to_the_last_cell():
    cells = ROLLS.dropna()
    ways = sa.roll_table(range(1, 11)).set_index(["dice", "result"])["ways"]
    assert len(cells) == 120
    for row in cells.itertuples():
        assert rounded(ways.get((row.dice, row.result), 0), 6**row.dice) == row.percent, row


def test_the_10_published_averages_come_out_to_the_last_cell():
    averages = ROLLS[ROLLS["result"].isna()]
    assert averages["dice"].tolist() == list(range(1, 11))
    for row in averages.itertuples():
        table = sa.roll_table(row.dice)
        moment = sum(result * ways for result, ways in zip(table["result"], table["ways"], strict=True))
        assert rounded(moment, 6**row.dice, digits=3, scale=1) == row.percent, row


def test_the_190_published_chances_of_a_contest_come_out_to_the_last_cell():
    assert wrong_contest_cells(sa.SILHOUETTE) == (0, 190)


def test_with_a_fumble_that_counts_1_exactly_111_of_the_190_cells_are_wrong():
    assert wrong_contest_cells(sa.Rule(fumble=1)) == (111, 190)


def test_no_published_row_ends_before_the_possible_results_and_margins_do():
    assert len(raw("roll_percent")) == 10 and len(raw("contest_percent")) == 10
    for dice_a, dice_b in {(row.dice_a, row.dice_b) for row in CONTESTS.itertuples()}:
        assert sa.contest_table(dice_a, dice_b)["margin"].abs().max() <= 9


@pytest.mark.parametrize("name", ["roll_percent", "contest_percent"])
def test_the_tables_hold_every_figure_of_the_files_and_no_other(name):
    table = ROLLS if name == "roll_percent" else CONTESTS
    keys = {"dice", "dice_a", "dice_b"}
    figures = [float(cell) for row in raw(name) for key, cell in row.items() if key not in keys]
    assert sorted(table["percent"]) == sorted(figures)


@pytest.mark.parametrize(
    ("table", "keys"), [(ROLLS, ["dice", "result"]), (CONTESTS, ["dice_a", "dice_b", "margin"])]
)
def test_published_tables_have_their_keys_first_sorted_and_unique(table, keys):
    assert list(table.columns) == [*keys, "percent"]
    assert isinstance(table.index, pd.RangeIndex)
    assert not table.duplicated(keys).any()
    assert table.equals(table.sort_values(keys, ignore_index=True))
    assert all(is_integer_dtype(table[key]) for key in keys)
    assert is_float_dtype(table["percent"])


def test_a_published_table_is_made_anew_each_time():
    mine = sa.published_roll_table()
    mine["percent"] = 0.0
    pd.testing.assert_frame_equal(sa.published_roll_table(), ROLLS)


@pytest.mark.parametrize(
    ("ways", "total", "percent"),
    [
        (1, 6, 16.67),
        (1, 800, 0.13),
        (1, 20_001, 0.0),
        (1, 20_000, 0.01),
        (0, 6, 0.0),
        (6, 6, 100.0),
        (5, 16, 31.25),
    ],
)
def test_figures_are_rounded_half_up(ways, total, percent):
    assert rounded(ways, total) == percent


def test_rounding_is_exact_at_any_size():
    assert rounded(6**1000, 6**1001) == 16.67
    assert Fraction(rounded(1, 8, digits=3)).limit_denominator(10) == Fraction(25, 2)
