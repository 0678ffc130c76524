"""How numbers are said: percentages that never call a possible event impossible.  Standard library."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from math import floor, inf
from numbers import Real
from typing import Any

from silhouette_analysis.checks import brief, whole


def percent(probability: float | Fraction, digits: int = 2) -> str:
    """Return a probability as a percentage in words for people.

    What is possible never reads 0 % and what is not certain never reads 100 %.

    Parameters
    ----------
    probability : float or Fraction
        From 0 to 1.
    digits : int
        Decimals shown, 0 to 10.

    Returns
    -------
    str
        Rounded, with a space before the sign.  Rounded percentages need not add to 100.

    Raises
    ------
    TypeError, ValueError
        If the probability is no number from 0 to 1, or digits no whole number from 0 to 10.

    Examples
    --------
    >>> percent(1 / 6), percent(6**-10), percent(0), percent(1 - 6**-10)
    ('16.67 %', '<0.01 %', '0 %', '>99.99 %')
    """
    chance = probability if isinstance(probability, Fraction) else _float(probability)
    digits = whole("digits", digits, 0, 10)
    if not 0 <= chance <= 1:
        raise ValueError(f"probability must be a number from 0 to 1, given {brief(probability)}")
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    # In units of the last digit, half up, as the published tables and a page's script round too.
    scaled = (
        chance * 10 ** (digits + 2)
        if isinstance(chance, Fraction)
        # Shifted as a decimal: 0.14375 is half-way to a person, though 100 times the float is a little less.
        else Fraction(float(Decimal(repr(chance)).scaleb(digits + 2)))
    )
    units = floor(scaled + Fraction(1, 2))
    shown = min(max(units, 1), 100 * 10**digits - 1)
    sign = "<" if shown > units else ">" if shown < units else ""
    return f"{sign}{Decimal(shown).scaleb(-digits):f} %"


def _float(probability: Any) -> float:
    """Return a number as a float; one that is too large for it is above any chance."""
    if isinstance(probability, bool) or not isinstance(probability, Real):
        raise TypeError(
            "probability must be a number from 0 to 1, "
            f"given {brief(probability)} ({type(probability).__name__})"
        )
    try:
        return float(probability)
    except OverflowError:
        return inf


def unbroken(text: str) -> str:
    r"""Return a text for a screen, on which no percent sign begins a line without its figure.

    >>> unbroken("A wins 51.07 %.")
    'A wins 51.07\xa0%.'
    """
    return text.replace(" %", "\u00a0%")


def half_up(number: float, digits: int) -> Decimal:
    """Return a number rounded half up, as the published tables and a page's script round too.

    >>> str(half_up(3.125, 2)), str(half_up(-0.5, 0))
    ('3.13', '-1')
    """
    return Decimal(number).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def exactly(chance: Fraction) -> str:
    """Return a chance as a fraction, as far as anybody would read it.

    >>> exactly(Fraction(19, 27)), exactly(Fraction(1, 6**100))
    ('19/27', 'a fraction of 79 digits')
    """
    text = str(chance)
    return text if len(text) <= 60 else f"a fraction of {len(text) - 1} digits"


def fill(template: str, values: dict[str, Any], *, exact: bool = False) -> str:
    """Return a template with its fields filled in, as the script of a published page does too.

    Parameters
    ----------
    template : str
        Text with fields ``{name}``, ``{name:%}`` (a percentage), ``{name:.2f}`` and ``{name:+}`` or
        ``{name:+.2f}`` (with its sign).
    values : dict
        The value of each field.
    exact : bool
        Whether a percentage that is given as a ``Fraction`` is said as a fraction too.

    Returns
    -------
    str
        The text.  A field that is not among the values raises a ``KeyError``.

    Examples
    --------
    >>> fill("{dice} dice: {chance:%}, mean {mean:+.2f}", {"dice": 3, "chance": 1 / 8, "mean": 0.5})
    '3 dice: 12.50 %, mean +0.50'
    """

    def written(match: re.Match[str]) -> str:
        value, form = values[match[1]], match[2] or ""
        if decimals := re.fullmatch(r"(\+?)\.(\d)f", form):
            return format(half_up(float(value), int(decimals[2])), decimals[1])
        if form != "%":
            return format(value, form)
        said = percent(value)
        if not exact or value in (0, 1):
            return said
        return f"{exactly(value)} = {said}" if said[0].isdecimal() else f"{exactly(value)} ({said})"

    return re.sub(r"\{(\w+)(?::([^}]*))?\}", written, template)


def ordinal(number: int) -> str:
    """Return the word for a die's place, counted from the highest.

    >>> ordinal(3), ordinal(12), ordinal(21), ordinal(22)
    ('third', '12th', '21st', '22nd')
    """
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number - 1] if number <= len(words) else place(number)


def place(number: int) -> str:
    """Return a place in figures.

    >>> place(1), place(12), place(22)
    ('1st', '12th', '22nd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 20 else ending}"
