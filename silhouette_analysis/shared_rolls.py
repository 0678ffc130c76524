"""Exact ways of one roll that several levels read: their joint results, and how closely they move together.

Standard library only.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import sqrt
from typing import TypeVar

from silhouette_analysis.arguments import MAX_ROWS
from silhouette_analysis.distributions import pool_count, pool_ways, result_ways, total_ways
from silhouette_analysis.rules import SILHOUETTE, AnyRule, Rule, SkillPlusDie, result_of

Key = TypeVar("Key")

MAX_MERGES = 4_000_000
"""The most merges of two pools that :func:`shared_ways` makes from one level to the next."""


def shared_ways(levels: tuple[int, ...], rule: AnyRule = SILHOUETTE) -> dict[tuple[int, ...], int]:
    """Return the ways of the results of several levels that read one roll.

    Level k reads dice 1 to k.  The levels are taken in rising order: from one to the next a further pool is
    read and merged, so the joint is a path of the chain and no roll is enumerated.

    >>> {results: ways for results, ways in shared_ways((1, 2)).items() if results[0] == 5}
    {(5, 5): 5, (5, 6): 1}
    """
    if isinstance(rule, SkillPlusDie):
        # One die in all, and every level adds its own skill to it.
        return {tuple(level + face for level in levels): 1 for face in range(1, rule.faces + 1)}
    _check_paths(levels, rule)
    # Where several faces earn the bonus, the same results may come of different pools.  Else of one alone:
    # every path has its own results, and they rise as they are found.
    several = rule.bonus_from < rule.faces
    paths: list[tuple[tuple[int, ...], tuple[int, int], int]] = [((), (0, 0), 1)]
    for lower, level in pairwise((0, *levels)):
        further = cache(partial(further_ways, level - lower, rule))
        longer = (
            ((*results, result), merged, ways * more)
            for results, pool, ways in paths
            for result, merged, more in further(pool)
        )
        if several and level == levels[-1]:
            # Nothing is read after these dice, so their results are all that is kept.
            return dict(sorted(_added((results, ways) for results, _, ways in longer).items()))
        if several:
            paths = [(*key, ways) for key, ways in _added((path[:2], path[2]) for path in longer).items()]
        else:
            paths = list(longer)
    return {results: ways for results, _, ways in paths}


def _check_paths(levels: tuple[int, ...], rule: Rule) -> None:
    """Refuse levels with more joint results than anybody reads; they are counted, by pools, not listed."""
    paths = {(0, 0): 1}
    for lower, level in pairwise((0, *levels)):
        further = partial(further_ways, level - lower, rule)
        if len(paths) * pool_count(level - lower, rule) > MAX_MERGES:
            rows = MAX_ROWS + 1
        elif level == levels[-1]:
            rows = sum(count * len({result for result, *_ in further(pool)}) for pool, count in paths.items())
        else:
            paths = _added((merged, count) for pool, count in paths.items() for _, merged, _ in further(pool))
            rows = sum(paths.values())
        if rows > MAX_ROWS:
            raise ValueError(
                f"the levels of one roll may have at most {MAX_ROWS} joint results (d6: levels 1 to 15), "
                "those of different numbers of bonus dice counted apart, "
                f"given {len(levels)} levels, of which those up to {level} have more: choose fewer"
            )


def _added(items: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    """Return the ways of each key, those of a key that comes again added.

    >>> _added([(1, 5), (2, 1), (1, 1)])
    {1: 6, 2: 1}
    """
    total: dict[Key, int] = defaultdict(int)
    for key, ways in items:
        total[key] += ways
    return dict(total)


def further_ways(dice: int, rule: Rule, pool: tuple[int, int]) -> list[tuple[int, tuple[int, int], int]]:
    """Return each (result, pool, ways) that so many further dice make of a pool, by rising result.

    A pool is that of :func:`pool_ways`.

    >>> further_ways(1, SILHOUETTE, (5, 0))
    [(5, (5, 0), 5), (6, (6, 1), 1)]
    """
    merged: dict[tuple[int, int], int] = defaultdict(int)
    for (highest, bonus_dice), ways in pool_ways(dice, rule).items():
        merged[max(pool[0], highest), pool[1] + bonus_dice] += ways
    return sorted((result_of(*both), both, ways) for both, ways in merged.items())


def level_pair(low: int, high: int, rule: AnyRule = SILHOUETTE) -> tuple[Fraction, Fraction, float]:
    """Return the chance of equal results of two levels, by one roll and by two, and the correlation by one.

    >>> level_pair(2, 4)[:2]
    (Fraction(335, 648), Fraction(10067, 46656))
    """
    joint = shared_ways((low, high), rule)
    total = sum(joint.values())
    equal = sum(ways for (x, y), ways in joint.items() if x == y)
    ways_low, ways_high = result_ways(low, rule), result_ways(high, rule)
    apart = sum(ways * ways_high.get(result, 0) for result, ways in ways_low.items())
    x_sum, y_sum, xx, yy, xy = (
        sum(ways * weigh(x, y) for (x, y), ways in joint.items())
        for weigh in (
            lambda x, _: x,
            lambda _, y: y,
            lambda x, _: x * x,
            lambda _, y: y * y,
            lambda x, y: x * y,
        )
    )
    covariance = total * xy - x_sum * y_sum
    squared = Fraction(covariance**2, (total * xx - x_sum**2) * (total * yy - y_sum**2))
    return (
        Fraction(equal, total),
        Fraction(apart, total_ways(low, rule) * total_ways(high, rule)),
        sqrt(squared) * (1 if covariance >= 0 else -1),
    )
