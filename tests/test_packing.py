from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from silhouette_analysis.packing import Side, difference, pack, unpack

counts = st.lists(st.integers(0, 10**30), min_size=1, max_size=9).filter(any)


@given(counts, st.integers(-9, 9))
def test_what_is_packed_is_unpacked_the_same(numbers, low):
    ways = dict(enumerate(numbers, low))
    packed = pack(ways)
    assert unpack(packed) == ways
    assert (packed.first, packed.total, packed.size) == (low, sum(numbers), len(numbers))


@given(counts, counts, st.integers(-9, 9))
def test_one_multiplication_gives_every_difference(counts_a, counts_b, low):
    ways_a, ways_b = dict(enumerate(counts_a, low)), dict(enumerate(counts_b))
    slowly = {}
    for (a, x), (b, y) in product(ways_a.items(), ways_b.items()):
        slowly[a - b] = slowly.get(a - b, 0) + x * y
    side_a, side_b = Side(ways_a), Side(ways_b)
    there, back = difference(side_a, side_b), difference(side_b, side_a)
    assert unpack(there) == slowly
    assert unpack(back) == {-number: ways for number, ways in slowly.items()}
    assert there.total == back.total == sum(slowly.values())
