"""Exact ways as tidy DataFrames: one side.

Arguments are checked where a table is asked for, once.  Every table has its keys as the first columns,
unique and sorted, on a RangeIndex; `ways` are Python ints, and a probability is one division of two of them.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import product

import numpy as np
import pandas as pd

from silhouette_analysis.arguments import check_rule, check_size, dice_list, number_list
from silhouette_analysis.distributions import fumble_ways, moments, result_ways, score_ways, sd
from silhouette_analysis.frames import Key, distribution_frame
from silhouette_analysis.packing import Packed, pack
from silhouette_analysis.rules import SILHOUETTE, AnyRule, Rule, next_result

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
        ways : object (Python int), how many of the ``rule.faces**dice`` rolls give it (of ``faces**2``
            unskilled, of ``faces`` with `SkillPlusDie`).
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
    check_size(sum(many_dice) // len(many_dice) + rule.faces, many_dice)
    found: dict[Key, Packed] = {(n,): pack(result_ways(n, rule)) for n in many_dice}
    return distribution_frame(["dice"], "result", found, mirrored={})


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
        total, first_moment, second_moment = moments(ways)
        gain = float("nan")
        if n > first:
            before, lower, _ = moments(result_ways(n - 1, rule))
            gain = (first_moment * before - lower * total) / (total * before)
        rows.append(
            {
                "dice": n,
                "mean": first_moment / total,
                "sd": sd(total, first_moment, second_moment),
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
        What the score must exceed, and what is added to the dice: -10,000 to 10,000.
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
        faces; every further row is the last one, moved one to the right.  So it is not square: one result
        more can come than has come.  To take a power of it, leave out the columns past its last row; what
        is then said of results up to its last row is right.

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
        steps = Counter(next_result(result, face, rule) for face in range(1, rule.faces + 1))
        for step, ways in steps.items():
            matrix[result, step] = ways / rule.faces
    table = pd.DataFrame(matrix, index=pd.RangeIndex(len(results), name="result"))
    return table.rename_axis(columns="next_result")
