"""The boundary: what a caller may ask for, checked once, before anything is computed.

Standard library only.
"""

from collections.abc import Iterable, Sized
from itertools import islice
from math import prod
from typing import Any

from silhouette_analysis.checks import MAX_DICE, MAX_NUMBER, TEXT, brief, several, whole
from silhouette_analysis.rules import TIES, AnyRule, Rule, SkillPlusDie, check_ties

MAX_ROWS = 1_000_000
"""The most rows of one table."""

MAX_LEVELS = 100
"""The most levels of one roll."""

LOWEST_DICE = 0
"""No dice is the unskilled roll: two dice, the lowest counts."""


def check_rule(rule: Any) -> AnyRule:
    """Return `rule`, or say what may be one.

    >>> check_rule(6)
    Traceback (most recent call last):
    TypeError: rule must be a Rule or a SkillPlusDie, given 6 (int)
    """
    if not isinstance(rule, (Rule, SkillPlusDie)):
        raise TypeError(f"rule must be a Rule or a SkillPlusDie, given {brief(rule)} ({type(rule).__name__})")
    return rule


def many(name: str, values: Any, low: int, high: int) -> list[int]:
    """Return one int or an iterable of ints as a sorted list without repeats.

    >>> many("dice", [3, 1, 3], 0, 1000), many("dice", 2, 0, 1000)
    ([1, 3], [2])
    >>> many("dice", "12", 0, 1000)
    Traceback (most recent call last):
    TypeError: dice must be a whole number from 0 to 1000, or several, given '12' (str)
    """
    if isinstance(values, TEXT):
        raise TypeError(
            f"{name} must be a whole number from {low} to {high}, or several, "
            f"given {brief(values)} ({type(values).__name__})"
        )
    if not several(values):
        return [whole(name, values, low, high)]
    # An endless iterable is noticed by its length, a huge range by its first number out of bounds.
    most = 2 * (high - low + 1)
    numbers = [whole(name, value, low, high) for value in islice(values, most + 1)]
    if not numbers:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, or several, given none")
    if len(numbers) > most:
        raise ValueError(f"{name} may be at most {most} numbers, given more")
    return sorted(set(numbers))


def dice_list(name: str, dice: Any, low: int = LOWEST_DICE) -> list[int]:
    """Return numbers of dice, from `low` to 1000."""
    return many(name, dice, low, MAX_DICE)


def number_list(name: str, numbers: Any) -> list[int]:
    """Return thresholds or modifiers."""
    return many(name, numbers, -MAX_NUMBER, MAX_NUMBER)


def level_list(levels: Any) -> tuple[int, ...]:
    """Return the levels of a shared roll in rising order; repeats are an error, since they always agree.

    >>> level_list([3, 1])
    (1, 3)
    >>> level_list([1, 1])
    Traceback (most recent call last):
    ValueError: levels must be different whole numbers from 1 to 1000, given [1, 1]
    """
    if several(levels):
        levels = list(islice(levels, MAX_LEVELS + 1))
    chosen = many("levels", levels, 1, MAX_DICE)
    if isinstance(levels, list) and len(chosen) != len(levels):
        raise ValueError(
            f"levels must be different whole numbers from 1 to {MAX_DICE}, given {brief(levels)}"
        )
    if len(chosen) > MAX_LEVELS:
        raise ValueError(f"levels may be at most {MAX_LEVELS} different numbers, given more")
    return tuple(chosen)


def check_size(rows: int, *keys: Sized) -> None:
    """Refuse a cross product that would be larger than any table anybody reads.

    >>> check_size(100, list(range(1000)), list(range(1000)))
    Traceback (most recent call last):
    ValueError: one table holds at most 1000000 rows, given 1000 x 1000 combinations of about 100 rows
    """
    if rows * prod(map(len, keys)) > MAX_ROWS:
        sizes = " x ".join(str(len(key)) for key in keys)
        raise ValueError(
            f"one table holds at most {MAX_ROWS} rows, given {sizes} combinations of about {rows} rows"
        )


def check_next_die(ties: str, rule: AnyRule, **sides: list[int]) -> None:
    """Refuse an unskilled side in a next-die tie-break, of which the rule says nothing."""
    for name, dice in sides.items():
        if ties == "next_die" and 0 in dice and isinstance(rule, Rule):
            raise ValueError(
                f"{name} must be 1 to {MAX_DICE} with ties='next_die', given 0: the unskilled roll has no "
                "next die; choose another tie rule"
            )


def check_tie_rules(ties: str | Iterable[str]) -> list[str]:
    """Return one tie rule or several as a list in the order of ``rules.TIES``."""
    if not several(ties):
        return [check_ties(ties)]
    given = list(islice(ties, MAX_ROWS + 1))
    chosen = {check_ties(tie_rule) for tie_rule in given}
    allowed = f"ties must be one or several of {', '.join(map(repr, TIES))}"
    if not given:
        raise ValueError(f"{allowed}, given none")
    if len(given) > MAX_ROWS:
        raise ValueError(f"{allowed}, at most {MAX_ROWS} names, given more")
    return [tie_rule for tie_rule in TIES if tie_rule in chosen]
