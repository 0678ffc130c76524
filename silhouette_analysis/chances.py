"""Packed ways over their total as floats, many at once, each rounded as Python rounds ``ways / total``.

Python's division of two whole numbers of any size is right to the last bit, and slow.  Where the total is not
too large the same is found here with pairs of floats, a float and what it leaves over, which hold twice the
digits.  Only where even these leave open which way to round is Python asked.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, repeat
from operator import truediv
from typing import Any

import numpy as np
import numpy.typing as npt

from silhouette_analysis.packing import WORD, Packed, numbers

Floats = npt.NDArray[np.float64]
Pair = tuple[Floats, Floats]

MOST_BYTES = 48  # of a slot: up to here nothing below is too large or too small for a float
ERROR = 2.0**-95  # of a quotient of two pairs, as a part of it: all steps together err by less than 2**-98


def chances(packed: Sequence[Packed]) -> tuple[npt.NDArray[Any], *tuple[Floats, ...]]:
    """Return the ways in all slots, which have one width, and the chances of each number, or more, or less.

    >>> from silhouette_analysis.packing import pack
    >>> chances([pack({1: 1, 2: 2})])[2].tolist()
    [1.0, 0.6666666666666666]
    """
    width = packed[0].width
    slots = b"".join([each.slots for each in packed])
    sizes = [each.size for each in packed]
    stops = np.cumsum(sizes)
    ways = np.fromiter(numbers(slots, width), object, stops[-1])
    if width > MOST_BYTES:
        return ways, *_one_by_one([part.tolist() for part in np.split(ways, stops[:-1])])
    # Sums of words grow longer than a word, and stay exact: nothing has to be carried.
    words = np.frombuffer(slots, f">u{WORD}").reshape(-1, width // WORD).T.astype(np.int64, order="C")
    sums = words.cumsum(axis=1)
    before = sums - words
    at_least = sums[:, np.repeat(stops, sizes) - 1] - before
    at_most = sums - before[:, np.repeat(stops - sizes, sizes)]
    totals = [each.total for each in packed]
    high = np.array([float(total) for total in totals])
    low = np.array([float(total - int(float(total))) for total in totals])
    divisor = high.repeat(sizes), low.repeat(sizes)
    found = []
    for column in (words, at_least, at_most):
        quotient, doubtful = _divided(_pair(column), divisor)
        for row in np.flatnonzero(doubtful):
            number = sum(int(word) << 8 * WORD * place for place, word in enumerate(column[::-1, row]))
            quotient[row] = number / totals[np.searchsorted(stops, row, "right")]
        found.append(quotient)
    return ways, *found


def _one_by_one(counts: list[list[int]]) -> Iterator[Floats]:
    """Yield the chances of each number, or more, or less by a division each."""
    sums = [list(accumulate(column)) for column in counts]
    tails = [list(accumulate(reversed(column)))[::-1] for column in counts]
    totals = [total for column in sums for total in repeat(column[-1], len(column))]
    for columns in (counts, tails, sums):
        yield np.fromiter(map(truediv, chain.from_iterable(columns), totals), float, len(totals))


def _pair(words: npt.NDArray[np.int64]) -> Pair:
    """Return the numbers whose words are given, the highest first, as pairs of floats."""
    high, *others = words.astype(float)
    low = np.zeros_like(high)
    for word in others:
        scaled = high * 2.0 ** (8 * WORD)
        high = scaled + word
        # And exactly what this sum loses: it is rounded only where the word is the smaller part.
        low = low * 2.0 ** (8 * WORD) + (word - (high - scaled))
    return high, low


def _divided(number: Pair, divisor: Pair) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return the quotients, and where a quotient may be rounded the wrong way.

    What one division leaves over is divided once more, and is rounded the same way if that is off by `ERROR`
    either way, or else is doubtful (Ziv's test).
    """
    first = number[0] / divisor[0]
    product = first * divisor[0]
    # Exactly what this product loses by rounding (Dekker's product, of halves that do not round).
    (a, b), (c, d) = _halves(first), _halves(divisor[0])
    lost = b * d - (((product - a * c) - b * c) - a * d)
    second = ((number[0] - product - lost) + (number[1] - first * divisor[1])) / divisor[0]
    error = first * ERROR
    low, high = first + (second - error), first + (second + error)
    return low, low != high


def _halves(numbers: Floats) -> Pair:
    """Return two floats of half the digits each that add up to each number (Veltkamp's split)."""
    scaled = numbers * (2.0**27 + 1)
    upper = scaled - (scaled - numbers)
    return upper, numbers - upper
