"""Exact ways of one roll that several levels read: their joint results, and how many beat an opponent.

Standard library only.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache, partial, reduce
from itertools import accumulate, combinations_with_replacement, pairwise
from math import comb, factorial, prod, sqrt
from typing import Any, TypeVar

from silhouette_analysis.arguments import MAX_ROWS
from silhouette_analysis.contests import outcome_ways
from silhouette_analysis.distributions import pool_ways, result_ways, score_ways, total_ways
from silhouette_analysis.rules import (
    SILHOUETTE,
    AnyRule,
    Rule,
    SkillPlusDie,
    is_fumble,
    result_of,
    score_of,
)

Key = TypeVar("Key")

MAX_RANKED = 200_000
"""The most different rolls of a side that :func:`separate_chances` puts in order (26 d6 have 169,911)."""


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
        further = cache(partial(_further, level - lower, rule))
        paths = [
            ((*results, result), merged, ways * more)
            for results, pool, ways in paths
            for result, merged, more in further(pool)
        ]
        if several:
            paths = [(*key, ways) for key, ways in _added((path[:2], path[2]) for path in paths).items()]
    joint = ((results, ways) for results, _, ways in paths)
    return dict(sorted(_added(joint).items())) if several else dict(joint)


def _check_paths(levels: tuple[int, ...], rule: Rule) -> None:
    """Refuse levels with more joint results than anybody reads; they are counted, by pools, not listed."""
    paths = {(0, 0): 1}
    for lower, level in pairwise((0, *levels)):
        paths = _added(
            (merged, count)
            for pool, count in paths.items()
            for _, merged, _ in _further(level - lower, rule, pool)
        )
        if sum(paths.values()) > MAX_ROWS:
            raise ValueError(
                f"the levels of one roll may have at most {MAX_ROWS} joint results (d6: levels 1 to 15), "
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


def _further(dice: int, rule: AnyRule, pool: tuple[int, int]) -> list[tuple[int, tuple[int, int], int]]:
    """Return each (result, pool, ways) that so many further dice make of a pool, by rising result.

    A pool is that of :func:`pool_ways`.

    >>> _further(1, SILHOUETTE, (5, 0))
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


def shared_chances(
    levels: tuple[int, ...],
    opponent: int | None,
    threshold: int | None = None,
    modifier: int = 0,
    ties: str = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> list[Fraction]:
    """Return the chance that exactly 0, 1, ... of the levels beat the opponent's roll, or the threshold.

    A further die never lowers a level's score or the dice behind it, so the levels that prevail are always a
    run from some level upwards, and exactly this run prevails as often as its lowest level does and the next
    lower one does not: the chances are differences of those of the single levels.

    >>> [str(chance) for chance in shared_chances((2, 4), 3, ties="stand")]
    ['4279/7776', '413/2592', '1129/3888']
    """
    _check_order(levels, opponent, threshold, modifier, ties, rule)
    single = [
        _threshold_chance(level, threshold, modifier, rule)
        if opponent is None
        else _prevail_chance(level, opponent, modifier, ties, rule)
        for level in levels
    ]
    at_least = [Fraction(1), *reversed(single), Fraction(0)]
    return [more - less for more, less in pairwise(at_least)]


@lru_cache(maxsize=256)
def separate_chances(
    levels: tuple[int, ...],
    opponent: int | None,
    threshold: int | None = None,
    modifier: int = 0,
    ties: str = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> list[Fraction]:
    """Return the same chances if each level throws dice of its own against the one roll of the opponent.

    With "reroll" a level that ties throws again with the opponent, by themselves, until they differ.

    >>> separate_chances((1, 2, 3), None, 4)[3]
    Fraction(95, 729)
    """
    if opponent is None:
        return _number_of([_threshold_chance(level, threshold, modifier, rule) for level in levels])
    if len(levels) == 1:
        return _number_of([_prevail_chance(levels[0], opponent, modifier, ties, rule)])
    ranks = _ranked_rolls if ties == "next_die" else _ranked_scores
    sides: list[tuple[list[Any], list[int], int, int]] = []
    for level in levels:
        mine = sorted(ranks(level, modifier, rule).items())
        sums = [0, *accumulate(ways for _, ways in mine)]
        share = _tie_share(level, opponent, modifier, ties, rule)
        sides.append(([position for position, _ in mine], sums, share.numerator, share.denominator))
    beaten = [0] * (len(levels) + 1)
    for position, ways in ranks(opponent, 0, rule).items():
        numbers = [ways]
        for positions, sums, won, of in sides:
            last = bisect_right(positions, position)
            equal = sums[last] - sums[last - 1] if last and positions[last - 1] == position else 0
            prevails = (sums[-1] - sums[last]) * of + equal * won
            numbers = _one_more(numbers, prevails, sums[-1] * of)
        beaten = [x + y for x, y in zip(beaten, numbers, strict=True)]
    return [Fraction(ways, sum(beaten)) for ways in beaten]


def _one_more(numbers: list[int], success: int, total: int) -> list[int]:
    """Return the ways of 0, 1, ... successes once an independent trial is added.

    >>> _one_more([1], 1, 6)
    [5, 1]
    """
    return [
        fails * (total - success) + succeeds * success
        for fails, succeeds in zip([*numbers, 0], [0, *numbers], strict=True)
    ]


def _number_of(chances: list[Fraction]) -> list[Fraction]:
    """Return the chance of each number of independent successes."""
    numbers = reduce(lambda n, chance: _one_more(n, chance.numerator, chance.denominator), chances, [1])
    return [Fraction(ways, sum(numbers)) for ways in numbers]


def _threshold_chance(level: int, threshold: int | None, modifier: int, rule: AnyRule) -> Fraction:
    """Return the chance of a score strictly above the threshold."""
    ways = score_ways(level, modifier, rule)
    return Fraction(sum(n for score, n in ways.items() if score > (threshold or 0)), sum(ways.values()))


def _prevail_chance(level: int, opponent: int, modifier: int, ties: str, rule: AnyRule) -> Fraction:
    """Return the chance of a win or a marginal win."""
    ways = outcome_ways(level, opponent, modifier, ties, rule)
    return Fraction(ways["win"] + ways["marginal win"], sum(ways.values()))


def _tie_share(level: int, opponent: int, modifier: int, ties: str, rule: AnyRule) -> Fraction:
    """Return how much of an equal rank goes to the level; by next die, equal ranks are true ties."""
    if ties == "reroll":
        return _prevail_chance(level, opponent, modifier, ties, rule)
    return Fraction(ties == "higher_skill" and level > opponent)


def _ranked_scores(dice: int, modifier: int, rule: AnyRule) -> dict[int, int]:
    """Return the ways of each possible score."""
    return {score: ways for score, ways in score_ways(dice, modifier, rule).items() if ways}


def _ranked_rolls(dice: int, modifier: int, rule: AnyRule) -> dict[tuple[int, tuple[int, ...]], int]:
    """Return the ways of each (score, dice below the top), the order in which next-die ties are decided.

    Python compares tuples just as the tie-break compares dice: the first that differs decides, and
    who runs out loses.
    """
    if isinstance(rule, SkillPlusDie):
        return {(score, ()): ways for score, ways in _ranked_scores(dice, modifier, rule).items()}
    if (different := comb(dice + rule.faces - 1, dice)) > MAX_RANKED:
        raise ValueError(
            f"several levels that roll separately are ranked by next die up to {MAX_RANKED} different rolls "
            f"a side (26 d6), given {different} for {dice} dice: choose another tie rule or fewer dice"
        )
    ranked: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
    for roll in combinations_with_replacement(range(rule.faces, 0, -1), dice):
        result = result_of(roll[0], sum(face >= rule.bonus_from for face in roll))
        score = score_of(result, is_fumble(roll), modifier, rule)
        ways = factorial(dice) // prod(factorial(roll.count(face)) for face in set(roll))
        ranked[score, roll[1:]] += ways
    return ranked


def _check_order(
    levels: tuple[int, ...],
    opponent: int | None,
    threshold: int | None,
    modifier: int,
    ties: str,
    rule: AnyRule,
) -> None:
    """Refuse a rule under which a fumble that counts high lets a level prevail where a higher one fails."""
    if not isinstance(rule, Rule) or len(levels) == 1:
        return
    fumble = score_of(1, True, modifier, rule)
    lowest = score_of(2, False, modifier, rule)
    beatable = (threshold or 0) + 1 if opponent is None else min(_ranked_scores(opponent, 0, rule))
    if fumble > lowest and (fumble > beatable or (fumble == beatable and ties != "stand")):
        raise ValueError(
            "levels of one roll keep their order only where a fumble counts at most the next result: "
            f"allowed is a fumble of at most {lowest} (a 2, modified), given {fumble}; choose another "
            "modifier or rule, or ask for one level at a time"
        )
