from itertools import combinations

import numpy as np
import oracle
import pandas as pd
import pytest
from pandas.api.types import is_float_dtype, is_integer_dtype, is_object_dtype

import silhouette_analysis as sa


@pytest.mark.parametrize("levels", [(1, 2), (1, 3), (2, 4, 5), (1, 2, 3, 4, 5, 6)])
def test_the_table_of_a_shared_roll_counts_all_rolls(levels):
    table = sa.shared_roll_table(levels)
    keys = [f"level_{level}" for level in levels]
    assert list(table.columns) == [*keys, "ways", "probability"]
    rows = table[keys].itertuples(index=False, name=None)
    assert dict(zip(rows, table["ways"], strict=True)) == oracle.joint(levels)
    assert table["probability"].tolist() == [ways / 6 ** max(levels) for ways in table["ways"]]


@pytest.mark.parametrize("levels", [3, [1], (5, 2, 4), range(1, 6), np.array([4, 2])])
def test_the_tables_of_levels_have_their_keys_first_sorted_and_typed(levels):
    table = sa.shared_roll_table(levels)
    keys = [column for column in table if column.startswith("level_")]
    assert keys == [f"level_{level}" for level in sorted(np.atleast_1d(levels))]
    assert isinstance(table.index, pd.RangeIndex)
    assert not table.duplicated(keys).any()
    assert table.equals(table.sort_values(keys, ignore_index=True))
    assert all(is_integer_dtype(table[key]) for key in keys)
    assert is_object_dtype(table["ways"]) and {type(ways) for ways in table["ways"]} == {int}
    assert is_float_dtype(table["probability"])


def test_marginals_and_conditionals_are_a_line_of_pandas():
    table = sa.shared_roll_table([1, 3])
    assert table.groupby("level_3")["ways"].sum().tolist() == sa.roll_table(3)["ways"].tolist()
    novice_has_5 = table.query("level_1 == 5")
    assert dict(zip(novice_has_5["level_3"], novice_has_5["ways"], strict=True)) == {5: 25, 6: 10, 7: 1}


def test_the_table_of_pairs_has_every_pair_once_in_order():
    table = sa.level_pairs_table([5, 1, 3, 2])
    assert list(table.columns) == ["low", "high", "equal", "equal_separate", "correlation"]
    assert list(zip(table["low"], table["high"], strict=True)) == list(combinations([1, 2, 3, 5], 2))
    assert isinstance(table.index, pd.RangeIndex)
    assert all(is_integer_dtype(table[key]) for key in ("low", "high"))
    for row in table.itertuples():
        joint = oracle.joint((row.low, row.high))
        assert row.equal == sum(ways for (x, y), ways in joint.items() if x == y) / 6**row.high
        assert 0 < row.equal_separate < row.equal < 1
        assert 0 < row.correlation < 1


@pytest.mark.parametrize("ties", ["stand", "next_die", "defender", "higher_skill"])
def test_the_table_of_levels_that_beat_an_opponent_counts_all_rolls(ties):
    table = sa.beaten_table([3, 1, 2], [1, 2], modifier=[1, 0], ties=ties)
    assert list(table.columns) == ["opponent", "modifier", "beaten", "shared", "separate"]
    for (opponent, modifier), block in table.groupby(["opponent", "modifier"]):
        assert block["beaten"].tolist() == [0, 1, 2, 3]
        one, each = (
            count((1, 2, 3), opponent, modifier, ties) for count in (oracle.beaten, oracle.beaten_separately)
        )
        assert block["shared"].tolist() == [float(chance) for chance in one]
        assert block["separate"].tolist() == [float(chance) for chance in each]


def test_levels_that_tie_throw_again_together():
    table = sa.beaten_table([1, 2], 2, ties="reroll")
    assert table["shared"].tolist() == [float(chance) for chance in oracle.beaten_with_rerolls((1, 2), 2)]


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ({"opponent": 3}, []),
        ({"opponent": np.array(3)}, []),
        ({"threshold": 4}, []),
        ({"opponent": [3]}, ["opponent"]),
        ({"threshold": range(2, 5)}, ["threshold"]),
        ({"opponent": 3, "modifier": [0, 1]}, ["modifier"]),
        ({"threshold": [4, 3], "modifier": [1, 0]}, ["threshold", "modifier"]),
    ],
)
def test_only_what_was_given_as_several_is_a_key(given, keys):
    table = sa.beaten_table([1, 2], **given)
    assert list(table.columns) == [*keys, "beaten", "shared", "separate"]
    assert isinstance(table.index, pd.RangeIndex)
    assert not table.duplicated([*keys, "beaten"]).any()
    assert table.equals(table.sort_values([*keys, "beaten"], ignore_index=True))
    assert is_float_dtype(table["shared"]) and is_float_dtype(table["separate"])


def test_the_order_of_the_levels_asked_for_does_not_matter():
    pd.testing.assert_frame_equal(sa.shared_roll_table([3, 1]), sa.shared_roll_table([1, 3]))
    pd.testing.assert_frame_equal(sa.beaten_table([3, 1], 2), sa.beaten_table([1, 3], 2))


@pytest.mark.parametrize("rule", [sa.PLAIN_HIGHEST, sa.SkillPlusDie(10), sa.Rule(bonus_from=4)])
def test_every_table_takes_every_rule(rule):
    assert sum(sa.shared_roll_table([1, 3], rule=rule)["ways"]) in (216, 10)
    assert not sa.level_pairs_table([1, 3], rule=rule).isna().any(axis=None)
    assert sa.beaten_table([1, 3], 2, rule=rule)["shared"].sum() == pytest.approx(1)
