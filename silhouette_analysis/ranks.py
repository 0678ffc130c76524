"""What the rolls of a side are worth in a contest, in their order: by score, or also by the dice below it.

Standard library only.
"""

from bisect import bisect_right
from collections import defaultdict
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from silhouette_analysis.distributions import pool_count, score_ways
from silhouette_analysis.rules import SILHOUETTE, AnyRule, Rule, SkillPlusDie, is_fumble, result_of, score_of
from silhouette_analysis.shared_rolls import further_ways

Ordered = tuple[list[Any], list[int]]

MAX_RANKED = 200_000
"""The most different rolls of a side that are put in order (26 d6 have 169,911)."""


def ranks_of(dice: int, modifier: int, ties: str, rule: AnyRule, ones: int = 0) -> dict[Any, int]:
    """Return the ways of each rank in a contest, where the first `ones` of the dice show 1."""
    ranks = _ranked_rolls if ties == "next_die" else ranked_scores
    return ranks(dice, modifier, rule, ones)


def count_of_ranks(dice: int, ties: str, rule: Rule) -> int:
    """Return about how many rolls a side has that :func:`ranks_of` goes through.

    >>> count_of_ranks(3, "next_die", SILHOUETTE), count_of_ranks(3, "stand", SILHOUETTE)
    (56, 8)
    """
    if ties == "next_die":
        return comb(dice + rule.faces - 1, dice)
    return pool_count(dice, rule)


def ranked_scores(dice: int, modifier: int, rule: AnyRule = SILHOUETTE, ones: int = 0) -> dict[int, int]:
    """Return the ways of each possible score.

    >>> ranked_scores(2, 0, ones=1)
    {0: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}
    """
    if not ones or isinstance(rule, SkillPlusDie):
        return {score: ways for score, ways in score_ways(dice, modifier, rule).items() if ways}
    ranked: dict[int, int] = defaultdict(int)
    start, lowest = _all_ones(ones, rule), _all_ones(dice, rule)
    for result, pool, ways in further_ways(dice - ones, rule, start):
        ranked[score_of(result, pool == lowest, modifier, rule)] += ways
    return dict(ranked)


def _all_ones(dice: int, rule: Rule) -> tuple[int, int]:
    """Return the pool of so many dice that show 1: the highest, and how many of them earn the bonus."""
    return 1, dice if rule.bonus_from == 1 else 0


def _ranked_rolls(
    dice: int, modifier: int, rule: AnyRule, ones: int = 0
) -> dict[tuple[int, tuple[int, ...]], int]:
    """Return the ways of each (score, dice below the top), the order in which next-die ties are decided.

    Python compares tuples just as the tie-break compares dice: the first that differs decides, and
    who runs out loses.
    """
    if isinstance(rule, SkillPlusDie):
        return {(score, ()): ways for score, ways in ranked_scores(dice, modifier, rule).items()}
    if (different := count_of_ranks(dice, "next_die", rule)) > MAX_RANKED:
        raise ValueError(
            f"several levels that roll separately are ranked by next die up to {MAX_RANKED} different rolls "
            f"a side (26 d6), given {different} for {dice} dice: choose another tie rule or fewer dice"
        )
    ranked: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
    thrown = dice - ones
    for others in combinations_with_replacement(range(rule.faces, 0, -1), thrown):
        roll = others + (1,) * ones
        result = result_of(roll[0], sum(face >= rule.bonus_from for face in roll))
        score = score_of(result, is_fumble(roll), modifier, rule)
        ways = factorial(thrown) // prod(factorial(others.count(face)) for face in set(others))
        ranked[score, roll[1:]] += ways
    return ranked


def in_order(ranks: dict[Any, int]) -> Ordered:
    """Return the ranks of a side in rising order, and the ways of the first none, one, two, ... of them."""
    mine = sorted(ranks.items())
    return [rank for rank, _ in mine], [0, *accumulate(ways for _, ways in mine)]


def compared(side: Ordered, bar: Any) -> tuple[int, int]:
    """Return the ways of a side to rank above a bar, and those to be equal to it.

    >>> compared(in_order({1: 2, 4: 3, 5: 1}), 4)
    (1, 3)
    """
    ranks, sums = side
    last = bisect_right(ranks, bar)
    return sums[-1] - sums[last], sums[last] - sums[last - 1] if last and ranks[last - 1] == bar else 0
