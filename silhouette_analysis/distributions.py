"""Exact ways of one side: results and scores.

*Ways* are exact counts of equally likely rolls, Python ints of any size; nothing here divides.  All of it
is derived from :func:`rules.result_of` and :func:`rules.score_of`.  Standard library only.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import comb, sqrt

from silhouette_analysis.rules import SILHOUETTE, AnyRule, Rule, SkillPlusDie, result_of, score_of

Ways = dict[int, int]


def total_ways(dice: int, rule: AnyRule = SILHOUETTE) -> int:
    """Return how many equally likely rolls there are (0 dice is the unskilled roll of two).

    >>> total_ways(3), total_ways(0), total_ways(3, SkillPlusDie(10))
    (216, 36, 10)
    """
    if isinstance(rule, SkillPlusDie):
        return rule.faces
    return int(rule.faces ** (dice or 2))


@lru_cache(maxsize=64)
def pool_ways(dice: int, rule: Rule = SILHOUETTE) -> dict[tuple[int, int], int]:
    """Return the ways of each (highest die, number of dice that earn the bonus) of a pool; (0, 0) is no dice.

    Two pools merge as (maximum, sum), so this pair is all that has to be remembered of the dice read.

    >>> pool_ways(1)
    {(1, 0): 1, (2, 0): 1, (3, 0): 1, (4, 0): 1, (5, 0): 1, (6, 1): 1}
    """
    return dict(_pools(dice, rule))


def _pools(dice: int, rule: Rule) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield what :func:`pool_ways` holds; with many faces that earn the bonus this is a great deal."""
    if dice == 0:
        yield (0, 0), 1
        return
    faces, low = rule.faces, _plain_faces(rule)
    for high in range(1, low + 1):
        yield (high, 0), high**dice - (high - 1) ** dice
    for bonus in range(1, dice + 1):
        rest = comb(dice, bonus) * low ** (dice - bonus)
        if not rest:
            continue
        powers = [step**bonus for step in range(faces - low + 1)]
        for step in range(1, faces - low + 1):
            yield (low + step, bonus), rest * (powers[step] - powers[step - 1])


def pool_count(dice: int, rule: Rule = SILHOUETTE) -> int:
    """Return how many pools :func:`pool_ways` goes through.

    >>> pool_count(3)
    8
    """
    low = _plain_faces(rule)
    return low + dice * (rule.faces - low)


def _plain_faces(rule: Rule) -> int:
    """Return how many faces earn no bonus."""
    return min(rule.bonus_from - 1, rule.faces)


@lru_cache(maxsize=64)
def result_ways(dice: int, rule: AnyRule = SILHOUETTE) -> Ways:
    """Return the ways of each result as read off `dice` dice; 0 dice is the unskilled roll.

    The unskilled roll is two dice of which the lowest counts, with no bonus.

    >>> result_ways(2)
    {1: 1, 2: 3, 3: 5, 4: 7, 5: 9, 6: 10, 7: 1}
    >>> result_ways(0)
    {1: 11, 2: 9, 3: 7, 4: 5, 5: 3, 6: 1}
    """
    faces = range(1, rule.faces + 1)
    if isinstance(rule, SkillPlusDie):
        return {dice + face: 1 for face in faces}
    if dice == 0:
        return {face: 2 * (rule.faces - face) + 1 for face in faces}
    ways: Ways = defaultdict(int)
    for (high, bonus), count in _pools(dice, rule):
        ways[result_of(high, bonus)] += count
    return _filled(ways)


def score_ways(dice: int, modifier: int = 0, rule: AnyRule = SILHOUETTE) -> Ways:
    """Return the ways of each score of `dice` dice: what a test compares.

    >>> score_ways(2)
    {0: 1, 1: 0, 2: 3, 3: 5, 4: 7, 5: 9, 6: 10, 7: 1}
    """
    results = result_ways(dice, rule)
    # All ones is the lowest result there is and nothing else gives it; unskilled, either die a 1 is a fumble
    # and the lowest die is a 1 in just these cases.
    fumble = min(results)
    ways: Ways = defaultdict(int)
    for result, count in results.items():
        ways[score_of(result, result == fumble, modifier, rule)] += count
    return _filled(ways)


def fumble_ways(dice: int, rule: AnyRule = SILHOUETTE) -> int:
    """Return the ways of a fumble.

    >>> fumble_ways(3), fumble_ways(0)
    (1, 11)
    """
    return 0 if isinstance(rule, SkillPlusDie) else next(iter(result_ways(dice, rule).values()))


def moments(ways: Ways) -> tuple[int, int, int]:
    """Return the total of the ways and their first and second moment, in whole numbers."""
    return (
        sum(ways.values()),
        sum(number * count for number, count in ways.items()),
        sum(number**2 * count for number, count in ways.items()),
    )


def sd(total: int, first: int, second: int) -> float:
    """Return the standard deviation from the moments: whole numbers until the one division."""
    return sqrt((total * second - first**2) / total**2)


def _filled(ways: Ways) -> Ways:
    """Return `ways` in rising order, with 0 for what is impossible inside the range of what is possible."""
    return {key: ways.get(key, 0) for key in range(min(ways), max(ways) + 1)}
