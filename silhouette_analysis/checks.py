"""Whole numbers within bounds, or what is allowed and what was given.  Standard library only."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

MAX_DICE = 1_000
"""The most dice a side may roll, and the most faces a die may have."""

MAX_NUMBER = 10_000
"""The largest size of a modifier, a threshold or the value of a fumble, in either direction."""


TEXT = (str, bytes, bytearray, memoryview, Mapping)
"""What can be gone through and yet is no list of values."""


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int from `low` to `high`, or say what is allowed and what was given.

    >>> whole("dice", 3, 0, 10)
    3
    >>> whole("dice", 2.0, 0, 10)
    Traceback (most recent call last):
    TypeError: dice must be a whole number from 0 to 10, given 2.0 (float)
    """
    allowed = f"{name} must be a whole number from {low} to {high}"
    if type(value).__name__ in ("bool", "bool_") or isinstance(value, (str, bytes)):
        raise TypeError(f"{allowed}, given {brief(value)} ({type(value).__name__})")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{allowed}, given {brief(value)} ({type(value).__name__})") from None
    if not low <= number <= high:
        raise ValueError(f"{allowed}, given {brief(number)}")
    return number


def several(values: Any) -> bool:
    """Return whether this is an iterable of values; an array without a dimension is one, text is none.

    >>> several([1]), several(1), several("12")
    (True, False, False)
    """
    return isinstance(values, Iterable) and not isinstance(values, TEXT) and getattr(values, "ndim", 1) > 0


def brief(value: Any) -> str:
    """Return a short text of `value`; a huge int is not worth the megabytes of its digits."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 64:
        return f"an int of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
