"""Ways of consecutive numbers, packed: side by side in one large number, a slot of bytes each.

One multiplication of two such numbers is the whole convolution of two sides, and the bytes of the product can
be read as they stand.  Standard library only.
"""

from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from silhouette_analysis.distributions import Ways

WORD = 4  # bytes; slots are whole words, so that few widths occur and words can be read as numbers


class Packed(NamedTuple):
    """The ways of `first` and the numbers after it, each in `width` bytes of `slots`, highest byte first."""

    first: int
    total: int
    width: int
    slots: bytes

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.slots) // self.width


class Side:
    """The ways of one side of a contest, which rise and leave no gap, ready for :func:`difference`."""

    def __init__(self, ways: Ways) -> None:
        self.first, self.last = next(iter(ways)), next(reversed(ways))
        self.total = sum(ways.values())
        self._counts = list(ways.values())
        self._numbers: dict[int, int] = {}

    def number(self, width: int, sign: int) -> int:
        """Return the ways as one number of slots of `width` bytes, of minus the numbers if sign is -1."""
        number = self._numbers.get(sign * width)
        if number is None:
            number = int.from_bytes(_slots(self._counts[::sign], width))
            self._numbers[sign * width] = number
        return number


def pack(ways: Ways) -> Packed:
    """Return the ways, which rise and leave no gap, packed.

    >>> unpack(pack({2: 1, 3: 500}))
    {2: 1, 3: 500}
    """
    total = sum(ways.values())
    width = _width(total)
    return Packed(next(iter(ways)), total, width, _slots(ways.values(), width))


def unpack(packed: Packed) -> Ways:
    """Return the ways of each number."""
    return dict(enumerate(numbers(packed.slots, packed.width), packed.first))


def numbers(slots: bytes, width: int) -> Iterable[int]:
    """Return the number in each slot."""
    parts = [slots[i : i + width] for i in range(0, len(slots), width)]
    return map(int.from_bytes, parts)


def difference(side_a: Side, side_b: Side) -> Packed:
    """Return the ways of each difference of two independent numbers, A's minus B's.

    No slot can overflow, since none holds more than all the pairs.

    >>> unpack(difference(Side({1: 1, 2: 1}), Side({1: 1, 2: 2})))
    {-1: 2, 0: 3, 1: 1}
    """
    total = side_a.total * side_b.total
    first, last = side_a.first - side_b.last, side_a.last - side_b.first
    width = _width(total)
    product = side_a.number(width, 1) * side_b.number(width, -1)
    return Packed(first, total, width, product.to_bytes(width * (last - first + 1)))


def _width(total: int) -> int:
    """Return the bytes of a slot that holds any number up to the total."""
    return WORD * (total.bit_length() // (8 * WORD) + 1)


def _slots(counts: Iterable[int], width: int) -> bytes:
    """Return the counts one after the other, each in `width` bytes."""
    return b"".join(map(int.to_bytes, counts, repeat(width)))
