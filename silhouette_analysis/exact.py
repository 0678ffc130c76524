"""Exact fractions beside the floats of a table."""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import exp, log

import pandas as pd

from silhouette_analysis.rules import OUTCOMES

DISTRIBUTED = {
    "result",
    "margin",
    "die",
    "outcome",
    "ways",
    "probability",
    "at_least",
    "at_most",
    "fraction",
}
"""The columns of a distribution; those of a table's levels are further ones, and all others are keys."""


def fraction_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with a further column `fraction`, exact and in lowest terms.

    Parameters
    ----------
    table : pandas.DataFrame
        One with `ways`, of whole distributions; whatever keys and names are not what is distributed (the
        result, the margin, the outcome) tell them apart.

    Returns
    -------
    pandas.DataFrame
        A copy; `fraction` holds ``fractions.Fraction``.

    Raises
    ------
    TypeError, ValueError
        If it is no table of ways, or if rows of a distribution are missing.  One too rare for a float to tell
        is missed by the numbers of dice, levels or outcomes, if the table still has them.

    Examples
    --------
    >>> from silhouette_analysis.tables import roll_table
    >>> [str(part) for part in fraction_table(roll_table(2))["fraction"][:3]]
    ['1/36', '1/12', '5/36']
    """
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"table must be a pandas DataFrame, given {type(table).__name__}")
    if missing := {"ways", "probability"} - {*table.columns}:
        raise ValueError(
            f"table must have ways and probability; {', '.join(sorted(missing, reverse=True))} missing, "
            f"given {', '.join(map(str, table.columns))}"
        )
    keys = [key for key in table if key not in DISTRIBUTED and not str(key).startswith("level_")]
    totals = [table["ways"].sum()] * len(table)
    if keys:
        totals = table.groupby(keys, dropna=False)["ways"].transform("sum")
    parts = [Fraction(ways, total) for ways, total in zip(table["ways"], totals, strict=True)]
    if list(map(float, parts)) != table["probability"].tolist() or not _whole(table, keys, totals):
        raise ValueError(
            "table must hold whole distributions, told apart by the columns before what is distributed; "
            "given rows whose ways do not add up to what their probability is a part of"
        )
    return table.assign(fraction=pd.Series(parts, index=table.index, dtype=object))


def _whole(table: pd.DataFrame, keys: list[str], totals: Iterable[int]) -> bool:
    """Return whether no row is missing that is too rare for a float to tell: so many dice have s**n rolls."""
    if "ties" in table:
        # With "reroll" the ways are those of the rolls that stand, but there are always five outcomes.
        return bool((table.groupby(keys, dropna=False)["ways"].transform("size") == len(OUTCOMES)).all())
    levels = [int(name[6:]) for name in map(str, table) if re.fullmatch(r"level_\d+", name)]
    if {"dice_a", "dice_b"} <= {*table}:
        thrown = list(table["dice_a"].replace(0, 2) + table["dice_b"].replace(0, 2))
    elif "dice" in table or levels:
        thrown = list(table["dice"].replace(0, 2)) if "dice" in table else [max(levels)] * len(table)
    else:
        return True
    return all(
        total < 2**53 or round(exp(log(total) / dice)) ** dice == total
        for total, dice in {*zip(totals, thrown, strict=True)}
    )
