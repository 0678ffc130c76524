"""Exact chances that so many levels beat an opponent or a threshold: by one roll or by one for each.

Standard library only.
"""

from collections import defaultdict
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import pairwise
from typing import Any

from silhouette_analysis.contests import outcome_ways
from silhouette_analysis.distributions import result_ways, score_ways
from silhouette_analysis.ranks import Ordered, compared, count_of_ranks, in_order, ranked_scores, ranks_of
from silhouette_analysis.rules import SILHOUETTE, AnyRule, Rule, score_of
from silhouette_analysis.shared_rolls import shared_ways

MAX_STEPS = 10_000_000
"""The most comparisons of levels one by one, where a fumble counts high: some ten seconds."""


def shared_chances(
    levels: tuple[int, ...],
    opponent: int | None,
    threshold: int | None = None,
    modifier: int = 0,
    ties: str = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> tuple[Fraction, ...]:
    """Return the chance that exactly 0, 1, ... of the levels beat the opponent's roll, or the threshold.

    Where a further die never lowers a level's score or the dice behind it, the levels that prevail are always
    a run from some level upwards, and exactly this run prevails as often as its lowest level does and the
    next lower one does not: the chances are differences of those of the single levels.

    >>> [str(chance) for chance in shared_chances((2, 4), 3, ties="stand")]
    ['4279/7776', '413/2592', '1129/3888']
    """
    if isinstance(rule, Rule) and len(levels) > 1 and score_of(1, True, modifier, rule) > 2 + modifier:
        # A fumble counts more than a result of 2 or more: a further die may lower a score.
        if opponent is not None and ties == "reroll":
            return _thrown_again(levels, opponent, modifier, rule)
        return _fumbles_apart(levels, opponent, threshold, modifier, ties, rule)
    single = [
        _threshold_chance(level, threshold, modifier, rule)
        if opponent is None
        else _prevail_chance(level, opponent, modifier, ties, rule)
        for level in levels
    ]
    return tuple(more - less for more, less in pairwise([Fraction(1), *reversed(single), Fraction(0)]))


def _fumbles_apart(
    levels: tuple[int, ...], opponent: int | None, threshold: int | None, modifier: int, ties: str, rule: Rule
) -> tuple[Fraction, ...]:
    """Return :func:`shared_chances` where a fumble may count more than what a further die makes of it.

    The levels that fumble are those up to some level.  Those above it keep their order, so by each number of
    levels that fumble the rest is a run from above, as ever.
    """
    ties = "stand" if opponent is None else ties
    ranks = [count_of_ranks(dice, ties, rule) for dice in (levels[-1], opponent or 0)]
    _check_steps(levels, sum(ranks) * len(levels) ** 2)
    bars = {threshold: 1} if opponent is None else ranks_of(opponent, 0, ties, rule)
    sides: dict[tuple[int, int], Ordered] = {}

    def prevailing(level: int, ones: int, bar: Any) -> int:
        """Return the ways of a level to prevail if its first so many dice show 1."""
        if (level, ones) not in sides:
            sides[level, ones] = in_order(ranks_of(level, modifier, ties, rule, ones))
        above, equal = compared(sides[level, ones], bar)
        return above + equal * _takes_ties(level, opponent, ties)

    beaten, most = [0] * (len(levels) + 1), levels[-1]
    for bar, ways in bars.items():
        fumbled = 0
        for number, (ones, more) in enumerate(pairwise((0, *levels))):
            # The levels before the `number`-th fumble, the others do not.
            run = [
                (prevailing(level, ones, bar) - prevailing(level, more, bar)) * rule.faces ** (most - level)
                for level in reversed(levels[number:])
            ]
            rolls = rule.faces ** (most - ones) - rule.faces ** (most - more)
            for others, (at_least, above) in enumerate(pairwise([rolls, *run, 0])):
                beaten[fumbled + others] += (at_least - above) * ways
            fumbled += prevailing(more, more, bar)
        beaten[fumbled] += ways
    return tuple(Fraction(ways, sum(beaten)) for ways in beaten)


def _thrown_again(levels: tuple[int, ...], opponent: int, modifier: int, rule: Rule) -> tuple[Fraction, ...]:
    """Return :func:`shared_chances` where levels that tie throw again, and those between them need not."""
    bars = ranked_scores(opponent, 0, rule)
    # No other roll has as low a result as a fumble has.
    lowest = {level: min(result_ways(level, rule)) for level in levels}

    @cache
    def chances(levels: tuple[int, ...]) -> tuple[Fraction, ...]:
        if len(levels) < 2:
            single = [_prevail_chance(level, opponent, modifier, "reroll", rule) for level in levels]
            return _number_of(single)
        joint = shared_ways(levels, rule)
        # What tied is a run of levels, and some that fumbled: so many such sets at most.
        _check_steps(levels, len(joint) * len(bars) * len(levels) ** 2)
        found: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for results, ways in joint.items():
            scores = [
                (level, score_of(result, result == lowest[level], modifier, rule))
                for level, result in zip(levels, results, strict=True)
            ]
            for bar, times in bars.items():
                tied = tuple(level for level, score in scores if score == bar)
                found[sum(score > bar for _, score in scores), tied] += ways * times
        found.pop((0, levels), None)
        settled = sum(found.values())
        beaten = [Fraction(0)] * (len(levels) + 1)
        for (more, tied), ways in found.items():
            for number, chance in enumerate(chances(tied), start=more):
                beaten[number] += chance * ways
        return tuple(chance / settled for chance in beaten)

    return chances(levels)


def _check_steps(levels: tuple[int, ...], steps: int) -> None:
    """Refuse what would take minutes."""
    if steps > MAX_STEPS:
        raise ValueError(
            "where a fumble counts more than a 2, the levels of one roll are compared in at most "
            f"{MAX_STEPS} steps, given about {steps} for {len(levels)} levels up to {levels[-1]}: choose "
            "fewer levels, fewer dice or another tie rule"
        )


@lru_cache(maxsize=256)
def separate_chances(
    levels: tuple[int, ...],
    opponent: int | None,
    threshold: int | None = None,
    modifier: int = 0,
    ties: str = "next_die",
    rule: AnyRule = SILHOUETTE,
) -> tuple[Fraction, ...]:
    """Return the same chances if each level throws dice of its own against the one roll of the opponent.

    With "reroll" a level that ties throws again with the opponent, by themselves, until they differ.

    >>> separate_chances((1, 2, 3), None, 4)[3]
    Fraction(95, 729)
    """
    if opponent is None:
        return _number_of([_threshold_chance(level, threshold, modifier, rule) for level in levels])
    if len(levels) == 1:
        return _number_of([_prevail_chance(levels[0], opponent, modifier, ties, rule)])
    sides = [
        (in_order(ranks_of(level, modifier, ties, rule)), _tie_share(level, opponent, modifier, ties, rule))
        for level in levels
    ]
    beaten = [0] * (len(levels) + 1)
    for bar, ways in ranks_of(opponent, 0, ties, rule).items():
        numbers = [ways]
        for side, share in sides:
            above, equal = compared(side, bar)
            prevails = above * share.denominator + equal * share.numerator
            numbers = _one_more(numbers, prevails, side[1][-1] * share.denominator)
        beaten = [x + y for x, y in zip(beaten, numbers, strict=True)]
    return tuple(Fraction(ways, sum(beaten)) for ways in beaten)


def _one_more(numbers: list[int], success: int, total: int) -> list[int]:
    """Return the ways of 0, 1, ... successes once an independent trial is added.

    >>> _one_more([1], 1, 6)
    [5, 1]
    """
    return [
        fails * (total - success) + succeeds * success
        for fails, succeeds in zip([*numbers, 0], [0, *numbers], strict=True)
    ]


def _number_of(chances: list[Fraction]) -> tuple[Fraction, ...]:
    """Return the chance of each number of independent successes."""
    numbers = reduce(lambda n, chance: _one_more(n, chance.numerator, chance.denominator), chances, [1])
    return tuple(Fraction(ways, sum(numbers)) for ways in numbers)


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
    return Fraction(_takes_ties(level, opponent, ties))


def _takes_ties(level: int, opponent: int | None, ties: str) -> bool:
    """Return whether an equal rank goes to the level."""
    return ties == "higher_skill" and level > (opponent or 0)
