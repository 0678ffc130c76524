"""Exact ways as tidy DataFrames: two sides.

As in :mod:`tables`: arguments are checked here, once; keys come first; `ways` are Python ints.
"""

from collections.abc import Iterable
from itertools import product

import pandas as pd

from silhouette_analysis.arguments import (
    check_next_die,
    check_rule,
    check_size,
    check_tie_rules,
    dice_list,
    number_list,
)
from silhouette_analysis.contests import decision_ways, margin_ways, outcome_ways
from silhouette_analysis.distributions import moments, score_ways, sd
from silhouette_analysis.frames import Key, distribution_frame
from silhouette_analysis.packing import Packed, Side, difference
from silhouette_analysis.rules import OUTCOMES, SILHOUETTE, AnyRule

Numbers = int | Iterable[int]


def contest_table(
    dice_a: Numbers, dice_b: Numbers, *, modifier: Numbers = 0, rule: AnyRule = SILHOUETTE
) -> pd.DataFrame:
    """Tabulate the margin of a contest, score of A minus score of B.

    Parameters
    ----------
    dice_a, dice_b : int or iterable of int
        Numbers of dice of the two sides, 0 to 1000.
    modifier : int or iterable of int
        Side A's net advantage, -10,000 to 10,000.
    rule : Rule or SkillPlusDie
        How dice are read, and what a fumble counts.

    Returns
    -------
    pandas.DataFrame
        dice_a, dice_b, modifier : int; keys.
        margin : int, positive is A's Margin of Success, negative A's Margin of Failure; key.
        ways : object (Python int), how many of the pairs of rolls give it.
        probability : float, 0 to 1.
        at_least : float, chance of this margin or more.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of bounds, or the table would be too large.

    Examples
    --------
    >>> contest_table(1, 1).query("-2 <= margin <= 2")["ways"].tolist()
    [4, 4, 6, 4, 4]
    """
    side_a, side_b, modifiers = _contests(dice_a, dice_b, modifier, rule)
    # Swapping the sides mirrors the margins, unless a modifier does not move a fumble as it moves the rest.
    mirrors = getattr(rule, "fumble_modified", True)
    # A fumble may count far from all other scores, and a flat one stays where the modifier moves the others.
    far = abs(getattr(rule, "fumble", 0)) + (0 if mirrors else max(map(abs, modifiers)))
    check_size(2 * (rule.faces + far) + max(side_a) + max(side_b), side_a, side_b, modifiers)
    sides = {*product(side_a, modifiers), *product(side_b, [0])}
    scores = {key: Side(score_ways(*key, rule)) for key in sides}
    found: dict[Key, Packed] = {}
    mirrored: dict[Key, Key] = {}
    for a, b, add in product(side_a, side_b, modifiers):
        if (mirrors or add == 0) and (b, a, -add) in found:
            mirrored[a, b, add] = b, a, -add
        else:
            found[a, b, add] = difference(scores[a, add], scores[b, 0])
    names = ("dice_a", "dice_b", "modifier")
    return distribution_frame(names, "margin", found, mirrored, tails=["at_least"])


def margin_summary_table(
    dice_a: Numbers, dice_b: Numbers, *, modifier: Numbers = 0, rule: AnyRule = SILHOUETTE
) -> pd.DataFrame:
    """Tabulate mean and spread of the margin, and the mean Margin of Success that damage is made of.

    Parameters
    ----------
    dice_a, dice_b, modifier, rule
        As for :func:`contest_table`.

    Returns
    -------
    pandas.DataFrame
        dice_a, dice_b, modifier : int; keys.
        mean, sd : float, average and standard deviation of the margin.
        mean_mos : float, average of max(margin, 0); damage is the weapon's multiplier times this.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of bounds.

    Examples
    --------
    >>> float(margin_summary_table(2, 2)["mean_mos"].iloc[0] * 144)
    119.0
    """
    side_a, side_b, modifiers = _contests(dice_a, dice_b, modifier, rule)
    check_size(1, side_a, side_b, modifiers)
    rows = []
    for a, b, add in product(side_a, side_b, modifiers):
        ways = margin_ways(a, b, add, rule)
        total, first, second = moments(ways)
        success = sum(margin * count for margin, count in ways.items() if margin > 0)
        rows.append((a, b, add, first / total, sd(total, first, second), success / total))
    return pd.DataFrame(rows, columns=["dice_a", "dice_b", "modifier", "mean", "sd", "mean_mos"])


def outcome_table(
    dice_a: Numbers,
    dice_b: Numbers,
    *,
    modifier: Numbers = 0,
    ties: str | Iterable[str] = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> pd.DataFrame:
    """Tabulate who wins a contest: five outcomes for side A, equal scores treated by a tie rule.

    Parameters
    ----------
    dice_a, dice_b, modifier
        As for :func:`contest_table`; with "next_die" at least one die a side.
    ties : {"next_die", "stand", "defender", "higher_skill", "reroll"} or several of them
        What equal scores come to; see :func:`resolve`.  With "reroll" the ties are thrown again until they
        differ, so that `ways` count the rolls that stand.
    rule : Rule or SkillPlusDie
        How dice are read, and what a fumble counts.

    Returns
    -------
    pandas.DataFrame
        dice_a, dice_b, modifier : int; keys.
        ties : str; key, in the order given by ``rules.TIES``.
        outcome : ordered categorical: loss, marginal loss, tie, marginal win, win; key, always all five.
            Marginal is a tie that the tie rule decided (a margin of 0).
        ways : object (Python int), how many of the pairs of rolls give it.
        probability : float, 0 to 1.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of bounds, a tie rule is unknown, an unskilled side asks for a next
        die, or the scores can never differ and are to be rerolled.

    Notes
    -----
    Source: house rule 4.2.1 mod, "opposed ties".

    Examples
    --------
    >>> outcome_table(2, 1)["ways"].tolist()
    [55, 0, 0, 35, 126]
    """
    side_a, side_b, modifiers = _contests(dice_a, dice_b, modifier, rule)
    tie_rules = check_tie_rules(ties)
    for tie_rule in tie_rules:
        check_next_die(tie_rule, rule, dice_a=side_a, dice_b=side_b)
    check_size(5, side_a, side_b, modifiers, tie_rules)
    rows = []
    for a, b, add, tie_rule in product(side_a, side_b, modifiers, tie_rules):
        ways = outcome_ways(a, b, add, tie_rule, rule)
        total = sum(ways.values())
        rows += [(a, b, add, tie_rule, name, count, count / total) for name, count in ways.items()]
    columns = ["dice_a", "dice_b", "modifier", "ties", "outcome", "ways", "probability"]
    return _typed(pd.DataFrame(rows, columns=columns).astype({"ways": object}))


def decision_table(
    dice_a: Numbers, dice_b: Numbers, *, modifier: Numbers = 0, rule: AnyRule = SILHOUETTE
) -> pd.DataFrame:
    """Tabulate which die decides a contest with ties broken by the next die.

    Parameters
    ----------
    dice_a, dice_b, modifier, rule
        As for :func:`contest_table`, at least one die a side.

    Returns
    -------
    pandas.DataFrame
        dice_a, dice_b, modifier : int; keys.
        die : int; key.  1 is the score itself, 2 and up the next dice, one more than the smaller pool has
            that this side ran out of dice, 0 a true tie.
        outcome : ordered categorical, as in :func:`outcome_table`; key.
        ways : object (Python int); rows with 0 ways are left out, since the die and the outcome go together.
        probability : float, 0 to 1.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of bounds.

    Examples
    --------
    >>> decision_table(2, 1)[["die", "outcome", "ways"]].to_numpy().tolist()
    [[1, 'loss', 55], [1, 'win', 126], [2, 'marginal win', 35]]
    """
    side_a, side_b, modifiers = _contests(dice_a, dice_b, modifier, rule)
    check_next_die("next_die", rule, dice_a=side_a, dice_b=side_b)
    check_size(2 * min(max(side_a), max(side_b)) + 3, side_a, side_b, modifiers)
    rows = []
    for a, b, add in product(side_a, side_b, modifiers):
        decided = decision_ways(a, b, add, rule)
        total = sum(decided.values())
        rows += [
            (a, b, add, die, OUTCOMES[lead + 2], ways, ways / total) for (die, lead), ways in decided.items()
        ]
    columns = ["dice_a", "dice_b", "modifier", "die", "outcome", "ways", "probability"]
    return _typed(pd.DataFrame(rows, columns=columns).astype({"ways": object}))


def _contests(
    dice_a: Numbers, dice_b: Numbers, modifier: Numbers, rule: AnyRule
) -> tuple[list[int], list[int], list[int]]:
    """Return the checked keys of a table of contests."""
    check_rule(rule)
    return dice_list("dice_a", dice_a), dice_list("dice_b", dice_b), number_list("modifier", modifier)


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with its outcomes as an ordered categorical of all five."""
    return table.assign(outcome=pd.Categorical(table["outcome"], categories=list(OUTCOMES), ordered=True))
