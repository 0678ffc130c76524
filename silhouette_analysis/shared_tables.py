"""Exact ways of one roll that several levels read, as tidy DataFrames."""

from collections.abc import Iterable
from itertools import chain, combinations, product
from typing import Any

import numpy as np
import pandas as pd

from silhouette_analysis.arguments import (
    check_next_die,
    check_rule,
    check_size,
    dice_list,
    level_list,
    number_list,
)
from silhouette_analysis.beaten import separate_chances, shared_chances
from silhouette_analysis.checks import brief, several
from silhouette_analysis.rules import SILHOUETTE, AnyRule, check_ties
from silhouette_analysis.shared_rolls import level_pair, shared_ways

Numbers = int | Iterable[int]


def shared_roll_table(levels: Numbers, *, rule: AnyRule = SILHOUETTE) -> pd.DataFrame:
    """Tabulate the joint results of several levels that read one roll: level k reads dice 1 to k.

    Parameters
    ----------
    levels : int or iterable of int
        Up to 100 different levels from 1 to 1000 in any order, contiguous or not; they are sorted.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        level_1, level_3, ... : int, the result of each level asked for; keys.  Possible combinations only.
        ways : object (Python int), how many rolls of as many dice as the highest level needs give them.
        probability : float, 0 to 1.

    Raises
    ------
    TypeError, ValueError
        If there is no level, one is repeated, or one is not a whole number from 1 to 1000, or if there are
        more than a million joint results (d6: levels 1 to 15).

    Notes
    -----
    The marginal of a level is ``table.groupby("level_3")["ways"].sum()``, the conditional "the novice has 5:
    what does the veteran have?" is ``table.query("level_1 == 5")``, divided by its own sum.

    Source: house rule 4.3.2 add, "one roll, many levels", credited there to Walter Chie.

    Examples
    --------
    >>> shared_roll_table([1, 2]).query("level_1 == 5")[["level_2", "ways"]].to_numpy().tolist()
    [[5, 5], [6, 1]]
    """
    chosen, rule = level_list(levels), check_rule(rule)
    joint = shared_ways(chosen, rule)
    total = sum(joint.values())
    results = np.fromiter(chain.from_iterable(joint), int).reshape(len(joint), len(chosen))
    table = pd.DataFrame(results, columns=[f"level_{level}" for level in chosen])
    table["ways"] = np.fromiter(joint.values(), object, len(joint))
    table["probability"] = [ways / total for ways in joint.values()]
    return table


def level_pairs_table(levels: Numbers, *, rule: AnyRule = SILHOUETTE) -> pd.DataFrame:
    """Tabulate how closely two levels of one roll move together.

    Parameters
    ----------
    levels : int or iterable of int
        At least two different levels from 1 to 1000.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        low, high : int, the two levels; keys.
        equal : float, chance that both have the same result by one roll.
        equal_separate : float, the same if they roll separately.
        correlation : float, -1 to 1, of the two results by one roll.

    Raises
    ------
    TypeError, ValueError
        If there are fewer than two levels, one is repeated, or one is not a whole number from 1 to 1000.

    Examples
    --------
    >>> float(level_pairs_table([2, 4])["equal"].iloc[0] * 648)
    335.0
    """
    chosen, rule = level_list(levels), check_rule(rule)
    if len(chosen) < 2:
        raise ValueError(f"levels must be at least two, to make a pair, given {list(chosen)}")
    check_size(len(chosen), list(chosen))
    rows = []
    for low, high in combinations(chosen, 2):
        equal, separate, correlation = level_pair(low, high, rule)
        rows.append((low, high, float(equal), float(separate), correlation))
    return pd.DataFrame(rows, columns=["low", "high", "equal", "equal_separate", "correlation"])


def beaten_table(
    levels: Numbers,
    opponent: Numbers | None = None,
    *,
    threshold: Numbers | None = None,
    modifier: Numbers = 0,
    ties: str = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> pd.DataFrame:
    """Tabulate how many levels of one roll beat an opponent's roll or a threshold, and if rolled separately.

    Parameters
    ----------
    levels : int or iterable of int
        Up to 100 different levels from 1 to 1000 in any order; they are side A.
    opponent : int or iterable of int, optional
        Number of dice of the opponent's one roll, which all the levels are compared with.
    threshold : int or iterable of int, optional
        What a score must exceed, instead of an opponent.
    modifier : int or iterable of int
        The levels' net advantage.
    ties : {"next_die", "stand", "defender", "higher_skill", "reroll"}
        What equal scores come to; "beats" is a win or a marginal win.  With "reroll" the levels that tie
        throw again against a fresh roll of the opponent: together by one roll, each for itself separately.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        opponent, threshold, modifier : int; keys, each only where several were given.
        beaten : int, 0 to the number of levels; key.
        shared, separate : float, chance that exactly so many levels beat it, by one roll for all levels and
            by a roll for each.

    Raises
    ------
    TypeError, ValueError
        If neither or both of opponent and threshold are given, a level is repeated, or a number is not whole
        or out of bounds; if more than 200,000 different rolls of a side would have to be ranked (separate
        rolls by next die: 26 d6), if a fumble counts more than a 2 and the levels are too many for that, or
        if with "reroll" scores can never differ.

    Notes
    -----
    Source: house rule 4.3.2 add, "one roll, many levels", credited there to Walter Chie.

    Examples
    --------
    >>> (beaten_table([1, 2, 3], threshold=4).set_index("beaten") * 729).round(6).T.to_numpy().tolist()
    [[216.0, 108.0, 162.0, 243.0], [64.0, 264.0, 306.0, 95.0]]
    """
    chosen, rule, ties = level_list(levels), check_rule(rule), check_ties(ties)
    if (opponent is None) == (threshold is None):
        raise ValueError(
            "give either opponent (a number of dice) or threshold, "
            f"given opponent={brief(opponent)} and threshold={brief(threshold)}"
        )
    modifiers = number_list("modifier", modifier)
    if threshold is None:
        name, bars = "opponent", dice_list("opponent", opponent)
        check_next_die(ties, rule, opponent=bars)
    else:
        name, bars = "threshold", number_list("threshold", threshold)
    check_size(len(chosen) + 1, bars, modifiers)
    rows: list[dict[str, Any]] = []
    for bar, add in product(bars, modifiers):
        dice, number = (bar, None) if name == "opponent" else (None, bar)
        # The separate rolls first: only they may be too many to rank, and that is said at once.
        separate = separate_chances(chosen, dice, number, add, ties, rule)
        shared = shared_chances(chosen, dice, number, add, ties, rule)
        rows += [
            {name: bar, "modifier": add, "beaten": beaten, "shared": float(one), "separate": float(each)}
            for beaten, (one, each) in enumerate(zip(shared, separate, strict=True))
        ]
    single = [
        key
        for key, given in ((name, opponent if threshold is None else threshold), ("modifier", modifier))
        if not several(given)
    ]
    return pd.DataFrame(rows).drop(columns=single)
