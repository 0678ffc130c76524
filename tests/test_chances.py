"""Every float is compared with Python's own division of the whole numbers, to the last bit."""

from itertools import accumulate

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from silhouette_analysis.chances import MOST_BYTES, chances
from silhouette_analysis.packing import WORD, Packed


def check(distributions, width):
    packed = [
        Packed(0, sum(counts), width, b"".join(count.to_bytes(width) for count in counts))
        for counts in distributions
    ]
    ways, *columns = chances(packed)
    assert ways.tolist() == [count for counts in distributions for count in counts]
    one_by_one = [[], [], []]
    for counts in distributions:
        total = sum(counts)
        sums = accumulate(counts), accumulate(counts[::-1])
        at_most, at_least = ([number / total for number in column] for column in sums)
        for expected, found in zip(
            one_by_one, ([count / total for count in counts], at_least[::-1], at_most), strict=True
        ):
            expected += found
    assert [column.tolist() for column in columns] == one_by_one


def distributions(width):
    """Counts of every size, many of them 0, whose sum stays within the width."""
    count = st.integers(0, 8 * width - 6).flatmap(lambda bits: st.integers(0, 2**bits))
    return st.lists(st.lists(count | st.just(0), min_size=1, max_size=9).filter(any), min_size=1, max_size=4)


@given(
    st.integers(1, MOST_BYTES // WORD + 2).flatmap(
        lambda n: st.tuples(distributions(n * WORD), st.just(n * WORD))
    )
)
def test_chances_are_whole_numbers_divided_once(case):
    check(*case)


@given(
    st.integers(2, 40).flatmap(lambda dice: st.sampled_from([6**dice, 10**dice, 4**dice, 2**dice])),
    st.integers(2**52, 2**53 - 1),
    st.integers(0, 60),
)
def test_what_lies_next_to_the_middle_of_two_floats_is_rounded_the_right_way(total, digits, scale):
    # The whole numbers around the middle of two floats, times the total: nearer than two floats can tell.
    below = (2 * digits + 1) * total >> (54 + scale)
    for number in (below, below + 1):
        check([[number, total - number]], MOST_BYTES)


def test_totals_around_the_largest_machine_numbers_are_divided_as_exactly_as_others():
    distributions = [
        [total // 3 + 1, total - total // 3 - 1] for total in (2**63 - 1, 2**63 - 513, 6**24 - 1, 2**62 + 1)
    ]
    check(distributions, 8)
    check([*distributions, [2**64 // 7, 2**64 - 2**64 // 7 - 1], [2**64 + 5, 2**63 - 7]], 12)


def test_where_it_cannot_be_told_python_is_asked():
    # Exactly the middle of two floats, which goes to the even one.
    total = 2**60
    number = 2**53 + 1
    _, chance, _, _ = chances(
        [Packed(0, total, 8, b"".join(n.to_bytes(8) for n in (number, total - number)))]
    )
    assert chance[0] == np.float64(2.0**-7) == number / total
    check([[number, total - number], [2**53 + 3, total - 2**53 - 3]], 8)
