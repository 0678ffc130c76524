"""Distributions as the rows of a DataFrame."""

from itertools import accumulate, chain, pairwise, repeat
from operator import truediv

import numpy as np
import pandas as pd

from silhouette_analysis.distributions import Ways


def distribution_frame(
    names: tuple[str, ...],
    number: str,
    found: dict[tuple[int, ...], Ways],
    mirrored: dict[tuple[int, ...], tuple[int, ...]],
) -> pd.DataFrame:
    """Return distributions one below the other by rising key: each number, its ways, chance and tails.

    A key that is `mirrored` has the distribution of another key, of minus the number.
    """
    counts = [list(ways.values()) for ways in found.values()]
    sums = [list(accumulate(column)) for column in counts]
    tails = [list(accumulate(reversed(column)))[::-1] for column in counts]
    totals = [total for column in sums for total in repeat(column[-1], len(column))]
    numbers = np.fromiter(chain.from_iterable(found.values()), int, len(totals))
    ways = np.fromiter(chain.from_iterable(counts), object, len(totals))
    chance, at_least, at_most = (
        np.fromiter(map(truediv, chain.from_iterable(columns), totals), float, len(totals))
        for columns in (counts, tails, sums)
    )
    # Which of these rows make up the table: those of a mirrored key backwards, and its tails change places.
    ends = accumulate(map(len, counts), initial=0)
    rows = {key: np.arange(start, end) for key, (start, end) in zip(found, pairwise(ends), strict=True)}
    rows |= {key: rows[other][::-1] for key, other in mirrored.items()}
    keys = sorted(rows)
    sizes = [len(rows[key]) for key in keys]
    row, back = (
        np.concatenate([rows[key] for key in keys]),
        np.repeat([key in mirrored for key in keys], sizes),
    )
    table = dict(zip(names, np.repeat(np.array(keys), sizes, axis=0).T, strict=True))
    table |= {
        number: np.where(back, -numbers[row], numbers[row]),
        "ways": ways[row],
        "probability": chance[row],
    }
    table["at_least"] = np.where(back, at_most[row], at_least[row])
    table["at_most"] = np.where(back, at_least[row], at_most[row])
    return pd.DataFrame(table, copy=False)
