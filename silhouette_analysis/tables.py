"""Exact ways as tidy DataFrames: one side and two sides.

Arguments are checked where a table is asked for, once.  Every table has its keys as the first columns,
unique and sorted, on a RangeIndex; `ways` are Python ints, and a probability is one division of two of them.
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, chain, islice, pairwise, product, repeat
from math import sqrt
from operator import truediv

import numpy as np
import pandas as pd

from silhouette_analysis.arguments import (
    check_next_die,
    check_rule,
    check_size,
    dice_list,
    number_list,
)
from silhouette_analysis.contests import difference_ways, margin_ways, outcome_ways, tie_ways
from silhouette_analysis.distributions import Ways, fumble_ways, result_ways, score_ways
from silhouette_analysis.rules import OUTCOMES, SILHOUETTE, TIES, AnyRule, Rule, check_ties, next_result

Numbers = int | Iterable[int]


def roll_table(dice: Numbers, *, rule: AnyRule = SILHOUETTE) -> pd.DataFrame:
    """Tabulate the chance of each result, as read off the dice.

    Parameters
    ----------
    dice : int or iterable of int
        Numbers of dice, 0 to 1000; 0 is the unskilled roll.  With `SkillPlusDie` it is the skill.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        dice : int, number of dice; key.
        result : int, highest die and bonus, all ones being a 1; key.
        ways : object (Python int), how many of the ``rule.faces**dice`` rolls give it.
        probability : float, 0 to 1.
        at_least, at_most : float, chance of this result or more, this result or less.

    Raises
    ------
    TypeError, ValueError
        If a number of dice is not a whole number from 0 to 1000.

    Examples
    --------
    >>> roll_table(2)[["result", "ways"]].T.to_numpy().tolist()
    [[1, 2, 3, 4, 5, 6, 7], [1, 3, 5, 7, 9, 10, 1]]
    """
    many_dice, rule = dice_list("dice", dice), check_rule(rule)
    check_size(max(many_dice) + rule.faces, many_dice)
    return _distribution_frame(("dice",), "result", {(n,): result_ways(n, rule) for n in many_dice}, {})


def summary_table(dice: Numbers, *, rule: AnyRule = SILHOUETTE) -> pd.DataFrame:
    """Tabulate mean, spread, gain per die and fumble chance of the result as read.

    Parameters
    ----------
    dice : int or iterable of int
        Numbers of dice, 0 to 1000; 0 is the unskilled roll.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        dice : int; key.
        mean : float, average result.
        sd : float, standard deviation of the result.
        gain : float, mean minus the mean of one die fewer; NaN where no roll of one die fewer exists.
        fumble : float, chance that all dice show 1 (unskilled: that either does).

    Raises
    ------
    TypeError, ValueError
        If a number of dice is not a whole number from 0 to 1000.

    Examples
    --------
    >>> summary_table([1, 2])[["mean", "gain", "fumble"]].round(4).to_numpy().tolist()
    [[3.5, nan, 0.1667], [4.5, 1.0, 0.0278]]
    """
    many_dice, rule = dice_list("dice", dice), check_rule(rule)
    check_size(1, many_dice)
    # The unskilled roll is no roll of one die fewer: only skill + die has a step from 0 to 1.
    first = 1 if isinstance(rule, Rule) else 0
    rows = []
    for n in many_dice:
        ways = result_ways(n, rule)
        total, first_moment, second_moment = _moments(ways)
        gain = float("nan")
        if n > first:
            before, lower, _ = _moments(result_ways(n - 1, rule))
            gain = (first_moment * before - lower * total) / (total * before)
        rows.append(
            {
                "dice": n,
                "mean": first_moment / total,
                "sd": _sd(total, first_moment, second_moment),
                "gain": gain,
                "fumble": fumble_ways(n, rule) / total,
            }
        )
    return pd.DataFrame(rows)


def threshold_table(
    dice: Numbers, threshold: Numbers, *, modifier: Numbers = 0, rule: AnyRule = SILHOUETTE
) -> pd.DataFrame:
    """Tabulate tests against a threshold: success is a score strictly above it.

    Parameters
    ----------
    dice : int or iterable of int
        Numbers of dice, 0 to 1000.
    threshold, modifier : int or iterable of int
        What the score must exceed, and what is added to the dice.
    rule : Rule or SkillPlusDie
        How dice are read.

    Returns
    -------
    pandas.DataFrame
        dice, threshold, modifier : int; keys.
        success, equal, failure : float, chance of a score above, at and below the threshold; they add to 1.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of bounds.

    Examples
    --------
    >>> threshold_table(3, 4)[["success", "equal"]].to_numpy()[0] * 216
    array([152.,  37.])
    """
    many_dice, rule = dice_list("dice", dice), check_rule(rule)
    thresholds, modifiers = number_list("threshold", threshold), number_list("modifier", modifier)
    check_size(1, many_dice, thresholds, modifiers)
    scores = {(n, add): score_ways(n, add, rule) for n in many_dice for add in modifiers}
    rows = []
    for n, bar, add in product(many_dice, thresholds, modifiers):
        ways = scores[n, add]
        total, equal = sum(ways.values()), ways.get(bar, 0)
        above = sum(count for score, count in ways.items() if score > bar)
        rows.append((n, bar, add, above / total, equal / total, (total - above - equal) / total))
    return pd.DataFrame(rows, columns=["dice", "threshold", "modifier", "success", "equal", "failure"])


def contest_table(
    dice_a: Numbers, dice_b: Numbers, *, modifier: Numbers = 0, rule: AnyRule = SILHOUETTE
) -> pd.DataFrame:
    """Tabulate the margin of a contest, score of A minus score of B.

    Parameters
    ----------
    dice_a, dice_b : int or iterable of int
        Numbers of dice of the two sides, 0 to 1000.
    modifier : int or iterable of int
        Side A's net advantage.
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
    check_size(2 * rule.faces + max(side_a) + max(side_b), side_a, side_b, modifiers)
    scores = {key: score_ways(*key, rule) for key in {*product(side_a, modifiers), *product(side_b, [0])}}
    # Swapping the sides mirrors the margins, unless a modifier does not move a fumble as it moves the rest.
    mirrors = getattr(rule, "fumble_modified", True)
    found: dict[tuple[int, ...], Ways] = {}
    mirrored: dict[tuple[int, ...], tuple[int, ...]] = {}
    for a, b, add in product(side_a, side_b, modifiers):
        if (mirrors or add == 0) and (b, a, -add) in found:
            mirrored[a, b, add] = b, a, -add
        else:
            found[a, b, add] = difference_ways(scores[a, add], scores[b, 0])
    table = _distribution_frame(("dice_a", "dice_b", "modifier"), "margin", found, mirrored)
    return table.drop(columns="at_most")


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
        total, first, second = _moments(ways)
        success = sum(margin * count for margin, count in ways.items() if margin > 0)
        rows.append((a, b, add, first / total, _sd(total, first, second), success / total))
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
        by_score = outcome_ways(a, b, add, "stand", rule)
        total = sum(by_score.values())
        decided = {(1, -2): by_score["loss"], (1, 2): by_score["win"]} | tie_ways(a, b, add, rule)
        rows += [
            (a, b, add, die, OUTCOMES[lead + 2], ways, ways / total)
            for (die, lead), ways in sorted(decided.items())
            if ways
        ]
    columns = ["dice_a", "dice_b", "modifier", "die", "outcome", "ways", "probability"]
    return _typed(pd.DataFrame(rows, columns=columns).astype({"ways": object}))


def transition_table(*, rule: AnyRule = SILHOUETTE) -> pd.DataFrame:
    """Tabulate how one more die changes the result: the chain of which every distribution is a power.

    Parameters
    ----------
    rule : Rule
        One under which the result alone says how the next die changes it: the bonus from the highest face
        only (Silhouette), or none (the plain highest die).

    Returns
    -------
    pandas.DataFrame
        Wide.  One row a `result` (index), 0 standing for no dice yet; one column a next result; the values
        are probabilities, and each row adds to 1.  It goes on for as many results again as the die has
        faces; every further row is the last one, moved one to the right.

    Raises
    ------
    TypeError, ValueError
        If the rule is not of this kind.

    Examples
    --------
    >>> table = transition_table()
    >>> (table.loc[5] * 6).round().astype(int).loc[4:7].tolist()
    [0, 5, 1, 0]
    """
    rule = check_rule(rule)
    if not isinstance(rule, Rule) or rule.bonus_from < rule.faces:
        raise ValueError(
            "the result alone is a chain only for a Rule with bonus_from at the highest face or above it, "
            f"given {rule}"
        )
    bonus = rule.bonus_from == rule.faces
    results = range(2 * rule.faces + 1) if bonus else range(rule.faces + 1)
    matrix = np.zeros((len(results), len(results) + bonus))
    for result in results:
        steps = [next_result(result, face, rule) for face in range(1, rule.faces + 1)]
        for step in steps:
            matrix[result, step] = steps.count(step) / rule.faces
    table = pd.DataFrame(matrix, index=pd.RangeIndex(len(results), name="result"))
    return table.rename_axis(columns="next_result")


def fraction_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with a further column `fraction`, exact and in lowest terms.

    Parameters
    ----------
    table : pandas.DataFrame
        One with `ways`; whatever keys stand before the last one tell its distributions apart.

    Returns
    -------
    pandas.DataFrame
        A copy; `fraction` holds ``fractions.Fraction``.

    Raises
    ------
    ValueError
        If the table has no ways.

    Examples
    --------
    >>> [str(part) for part in fraction_table(roll_table(2))["fraction"][:3]]
    ['1/36', '1/12', '5/36']
    """
    if "ways" not in table:
        raise ValueError(f"table must have a column 'ways', given {', '.join(map(str, table.columns))}")
    keys = [key for key in ("dice", "dice_a", "dice_b", "modifier", "ties") if key in table]
    totals = table.groupby(keys)["ways"].transform("sum") if keys else [table["ways"].sum()] * len(table)
    parts = [Fraction(ways, total) for ways, total in zip(table["ways"], totals, strict=True)]
    return table.assign(fraction=pd.Series(parts, index=table.index, dtype=object))


def check_tie_rules(ties: str | Iterable[str]) -> list[str]:
    """Return one tie rule or several as a list in the order of ``rules.TIES``."""
    if isinstance(ties, str) or not isinstance(ties, Iterable):
        return [check_ties(ties)]
    chosen = {check_ties(tie_rule) for tie_rule in islice(ties, 2 * len(TIES))}
    if not chosen:
        raise ValueError(f"ties must be one or several of {', '.join(map(repr, TIES))}, given none")
    return [tie_rule for tie_rule in TIES if tie_rule in chosen]


def _contests(
    dice_a: Numbers, dice_b: Numbers, modifier: Numbers, rule: AnyRule
) -> tuple[list[int], list[int], list[int]]:
    """Return the checked keys of a table of contests."""
    check_rule(rule)
    return dice_list("dice_a", dice_a), dice_list("dice_b", dice_b), number_list("modifier", modifier)


def _moments(ways: Ways) -> tuple[int, int, int]:
    """Return the total of the ways and their first and second moment, in whole numbers."""
    return (
        sum(ways.values()),
        sum(number * count for number, count in ways.items()),
        sum(number**2 * count for number, count in ways.items()),
    )


def _sd(total: int, first: int, second: int) -> float:
    """Return the standard deviation from the moments: whole numbers until the one division."""
    return sqrt((total * second - first**2) / total**2)


def _distribution_frame(
    names: tuple[str, ...],
    number: str,
    found: dict[tuple[int, ...], Ways],
    mirrored: dict[tuple[int, ...], tuple[int, ...]],
) -> pd.DataFrame:
    """Return distributions one below the other by rising key: each number, its ways, chance and tails.

    A key that is `mirrored` has the distribution of another key, of minus the number.
    """
    counts = [list(ways.values()) for ways in found.values()]
    sums = [list(accumulate(column)) for column in counts]
    tails = [list(accumulate(reversed(column)))[::-1] for column in counts]
    totals = [total for column in sums for total in repeat(column[-1], len(column))]
    numbers = np.fromiter(chain.from_iterable(found.values()), int, len(totals))
    ways = np.fromiter(chain.from_iterable(counts), object, len(totals))
    chance, at_least, at_most = (
        np.fromiter(map(truediv, chain.from_iterable(columns), totals), float, len(totals))
        for columns in (counts, tails, sums)
    )
    # Which of these rows make up the table: those of a mirrored key backwards, and its tails change places.
    ends = accumulate(map(len, counts), initial=0)
    rows = {key: np.arange(start, end) for key, (start, end) in zip(found, pairwise(ends), strict=True)}
    rows |= {key: rows[other][::-1] for key, other in mirrored.items()}
    keys = sorted(rows)
    sizes = [len(rows[key]) for key in keys]
    row, back = (
        np.concatenate([rows[key] for key in keys]),
        np.repeat([key in mirrored for key in keys], sizes),
    )
    table = dict(zip(names, np.repeat(np.array(keys), sizes, axis=0).T, strict=True))
    table |= {
        number: np.where(back, -numbers[row], numbers[row]),
        "ways": ways[row],
        "probability": chance[row],
    }
    table["at_least"] = np.where(back, at_most[row], at_least[row])
    table["at_most"] = np.where(back, at_least[row], at_most[row])
    return pd.DataFrame(table, copy=False)


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table with its outcomes as an ordered categorical of all five."""
    return table.assign(outcome=pd.Categorical(table["outcome"], categories=list(OUTCOMES), ordered=True))
