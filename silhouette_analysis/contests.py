"""Exact ways of two sides: margins, and how equal scores are broken by the next die.

Everything is counted in whole numbers over ``total_ways(a) * total_ways(b)`` pairs of rolls.  Standard
library only.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from math import comb

from silhouette_analysis.distributions import Ways, pool_ways, score_ways
from silhouette_analysis.packing import Side, difference, unpack
from silhouette_analysis.ranks import compared, in_order
from silhouette_analysis.rules import OUTCOMES, SILHOUETTE, AnyRule, Rule, score_of

TieWays = dict[tuple[int, int], int]


def margin_ways(dice_a: int, dice_b: int, modifier: int = 0, rule: AnyRule = SILHOUETTE) -> Ways:
    """Return the ways of each margin, score of A minus score of B.

    >>> margin_ways(1, 1)[0]
    6
    """
    sides = Side(score_ways(dice_a, modifier, rule)), Side(score_ways(dice_b, 0, rule))
    return unpack(difference(*sides))


def outcome_ways(
    dice_a: int, dice_b: int, modifier: int = 0, ties: str = "next_die", rule: AnyRule = SILHOUETTE
) -> dict[str, int]:
    """Return the ways of each of the five outcomes for side A.

    With "reroll" the ties are left out: what is counted are the rolls that stand.

    >>> outcome_ways(2, 1)
    {'loss': 55, 'marginal loss': 0, 'tie': 0, 'marginal win': 35, 'win': 126}
    """
    lost, tied, won = _outcomes(score_ways(dice_a, modifier, rule), score_ways(dice_b, 0, rule))
    leads = {-2: lost, -1: 0, 0: 0, 1: 0, 2: won}
    if ties == "next_die":
        for (_, lead), ways in tie_ways(dice_a, dice_b, modifier, rule).items():
            leads[lead] += ways
    elif ties == "defender":
        leads[-1] = tied
    elif ties == "higher_skill":
        leads[(dice_a > dice_b) - (dice_a < dice_b)] = tied
    elif ties == "stand":
        leads[0] = tied
    elif not (leads[-2] or leads[2]):
        raise ValueError(
            "ties='reroll' needs scores that can differ, given two sides whose scores are always equal: "
            f"{dice_a} against {dice_b} dice, modifier {modifier}, {rule}"
        )
    return {outcome: leads[lead] for lead, outcome in enumerate(OUTCOMES, start=-2)}


def _outcomes(mine: Ways, theirs: Ways) -> tuple[int, int, int]:
    """Return the ways of scores below, equal to and above those of the other side; no margin is counted.

    >>> _outcomes({1: 1, 2: 1}, {2: 3})
    (3, 3, 0)
    """
    side, tied, won = in_order(mine), 0, 0
    for score, ways in theirs.items():
        above, equal = compared(side, score)
        tied += ways * equal
        won += ways * above
    return sum(mine.values()) * sum(theirs.values()) - tied - won, tied, won


def decision_ways(dice_a: int, dice_b: int, modifier: int = 0, rule: AnyRule = SILHOUETTE) -> TieWays:
    """Return how a contest with ties by the next die is decided: ways of each (die, lead).

    Die 1 is the score, with a lead of 2 or -2; the others are those of :func:`tie_ways`.

    >>> decision_ways(2, 1)
    {(1, -2): 55, (1, 2): 126, (2, 1): 35}
    """
    by_score = outcome_ways(dice_a, dice_b, modifier, "stand", rule)
    decided = {(1, -2): by_score["loss"], (1, 2): by_score["win"]} | tie_ways(dice_a, dice_b, modifier, rule)
    return dict(sorted(item for item in decided.items() if item[1]))


@lru_cache(maxsize=256)
def tie_ways(dice_a: int, dice_b: int, modifier: int = 0, rule: AnyRule = SILHOUETTE) -> TieWays:
    """Return how the rolls with equal scores are decided by the next die: ways of each (die, lead).

    `die` is the die that decides, counted from the highest, so at least 2; lead is 1 if side A prevails and
    -1 if side B does.  A die beyond the smaller pool means that this side ran out of dice.  A true tie is
    (0, 0).  Both sides have at least one die.

    Notes
    -----
    Whatever the scores, it is the *rest* of the dice, those below the two tops, that is compared: the highest
    face whose counts differ decides, and the side with more of it prevails.  So the faces are gone through
    downwards, and all there is to remember of the rests that agree so far is how many dice they matched.
    Where several faces earn the bonus, equal scores also ask that B ends with `need` more bonus dice than A.

    Examples
    --------
    >>> tie_ways(2, 1)
    {(2, 1): 35}
    >>> tie_ways(1, 1)
    {(0, 0): 6}
    """
    if not isinstance(rule, Rule):
        # Skill + die rolls one die: nothing is left to compare.
        tied = margin_ways(dice_a, dice_b, modifier, rule).get(0)
        return {(0, 0): tied} if tied else {}
    found: TieWays = defaultdict(int)
    agreeing: TieWays = {}
    for face in range(rule.faces, 0, -1):
        bonus = 1 < rule.bonus_from <= face
        further: TieWays = defaultdict(int)
        for (need, count), ways in agreeing.items():
            if need and not bonus:
                continue  # no bonus die is left to come: the scores turn out to differ
            a, b = dice_a - 1 - count, dice_b - 1 - count
            below = face - (rule.bonus_from if bonus else 1)
            for x, y, times in _relevant(a, b, need, bonus, rule):
                _decide(found, _spread(x, below), _spread(y, below), ways * times, count)
            for same, (x, y) in enumerate(zip(_spread(a, 1), _spread(b, 1), strict=False)):
                further[need, count + same] += ways * (x * y)
        for high in range(face, rule.faces + 1):
            for top_a, top_b in {(face, high), (high, face)}:
                _start(found, further, (dice_a, dice_b), (top_a, top_b), modifier, rule)
        agreeing = further
    if dice_a == dice_b:
        found[0, 0] = agreeing.get((0, dice_a - 1), 0)
    return dict(sorted(item for item in found.items() if item[1]))


def _start(
    found: TieWays,
    further: TieWays,
    dice: tuple[int, int],
    tops: tuple[int, int],
    modifier: int,
    rule: Rule,
) -> None:
    """Take up the rolls with these two tops whose scores are equal, at the face of the lower top."""
    face = min(tops)
    bases = [
        score_of(top + (n - 1 if rule.bonus_from == 1 else 0), top == 1, given, rule)
        for n, top, given in zip(dice, tops, (modifier, 0), strict=True)
    ]
    need = bases[0] - bases[1]
    earns = [1 < rule.bonus_from <= top for top in tops]
    bonus = all(earns)
    if any(earns) and not bonus:
        # One side has bonus dice, the other none: the scores are equal for one number of them only.
        side = earns.index(True)
        extra = need if side else -need
        if 0 < extra < dice[side]:
            more = pool_ways(dice[side], rule)[tops[side], extra + 1]
            found[2, -1 if side else 1] += more * pool_ways(dice[1 - side], rule)[face, 0]
        need = extra
    if need and not bonus:
        return
    for x, y, times in _relevant(*dice, need, bonus, rule):
        if not (x and y):
            continue  # the tops themselves earn the bonus
        (early_a, rest_a), (early_b, rest_b) = (
            _below_top(n, top, face, earns[side], bonus, rule)
            for side, (n, top) in enumerate(zip((x, y), tops, strict=True))
        )
        found[2, 1] += times * early_a * sum(rest_b)
        found[2, -1] += times * early_b * sum(rest_a)
        _decide(found, rest_a, rest_b, times, 0)
    for same in range(min(dice)):
        ways = 1
        for n, top in zip(dice, tops, strict=True):
            ways *= comb(n, same + 1) if top == face else n * comb(n - 1, same)
        further[need, same] += ways


def _below_top(n: int, top: int, face: int, earns: bool, bonus: bool, rule: Rule) -> tuple[int, list[int]]:
    """Return, for n dice with this top, the ways that a second die is above `face`, and else of each count.

    The count is of the dice below the top that show `face`.
    """
    low = rule.bonus_from - 1 if bonus else 0
    if top == face:
        return 0, _spread(n, face - low - 1)[1:]
    one_above = n * (face - low) ** (n - 1)
    # A top that earns the bonus against one that does not is the only bonus die: the others are below it.
    if earns and not bonus:
        ways = n * (rule.bonus_from - 1) ** (n - 1)
    else:
        ways = (top - low) ** n - (top - low - 1) ** n
    return ways - one_above, [n * ways for ways in _spread(n - 1, face - low - 1)]


def _relevant(a: int, b: int, need: int, bonus: bool, rule: Rule) -> Iterator[tuple[int, int, int]]:
    """Yield how many of the dice left on each side matter at this face, and in how many ways.

    Among the faces that earn the bonus these are the bonus dice, `need` more of them on side B.
    """
    if not bonus:
        yield a, b, 1
        return
    low = rule.bonus_from - 1
    for x in range(max(0, -need), min(a, b - need) + 1):
        y = x + need
        yield x, y, comb(a, x) * low ** (a - x) * comb(b, y) * low ** (b - y)


@lru_cache(maxsize=64)
def _spread(n: int, below: int) -> list[int]:
    """Return the ways of each number, 0 to n, of dice that show a face, with `below` faces below it.

    That is ``comb(n, count) * below ** (n - count)``, each from the one before, since large ones are slow.
    """
    ways = [1]
    for count in range(n, 0, -1):
        ways.append(ways[-1] * (below * count) // (n - count + 1))
    return ways[::-1]


def _decide(found: TieWays, side_a: list[int], side_b: list[int], ways: int, matched: int) -> None:
    """Add the ways that the counts of a face differ: the side with more of it prevails, by the next die."""
    more_a, more_b = sum(side_a), sum(side_b)
    for count, (a, b) in enumerate(zip_longest(side_a, side_b, fillvalue=0)):
        more_a, more_b = more_a - a, more_b - b
        wins = ways * (more_a * b)
        losses = wins if side_a is side_b else ways * (more_b * a)
        if wins:
            found[matched + count + 2, 1] += wins
        if losses:
            found[matched + count + 2, -1] += losses
        if not (more_a or more_b):
            break
