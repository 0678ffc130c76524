"""What nobody can mean, for the tests of whatever takes a whole number."""

from itertools import count, repeat

import numpy as np

NOT_WHOLE = [
    True,
    False,
    np.True_,
    2.0,
    2.5,
    np.float64(3),
    float("nan"),
    float("inf"),
    None,
    "3",
    b"3",
    3 + 0j,
    {3: 1},
    object(),
]
"""Each is a TypeError, alone and in a list."""

TOO_LARGE = [10**9, 10**5000, -(10**9)]
"""Each is a ValueError."""

ENDLESS = [lambda: count(), lambda: repeat(1), lambda: range(10**12), lambda: range(-(10**12), 0)]
"""Each is a ValueError at once, however long it is."""
