"""Distributions as the rows of a DataFrame."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter

import numpy as np
import pandas as pd

from silhouette_analysis.chances import chances
from silhouette_analysis.packing import Packed

Key = tuple[int, ...]


def distribution_frame(
    names: Iterable[str],
    number: str,
    found: Mapping[Key, Packed],
    mirrored: Mapping[Key, Key],
    tails: Iterable[str] = ("at_least", "at_most"),
) -> pd.DataFrame:
    """Return distributions one below the other by rising key: each number, its ways, chance and tails.

    A key that is `mirrored` has the distribution of another key, of minus the number.
    """
    by_width = sorted(found, key=lambda key: found[key].width)
    packed = [found[key] for key in by_width]
    groups = [list(group) for _, group in groupby(packed, key=attrgetter("width"))]
    ways, probability, at_least, at_most = map(np.concatenate, zip(*map(chances, groups), strict=True))
    # Of each key of the table: which distribution is its own, and whether that is to be read backwards.
    keys = sorted([*found, *mirrored])
    place = {key: index for index, key in enumerate(by_width)}
    take = np.array([place[mirrored.get(key, key)] for key in keys])
    back = np.array([key in mirrored for key in keys])
    # The row in the columns above and the number that its rows begin with, and then step by step on or back.
    sizes = np.array([each.size for each in packed])
    size, start = sizes[take], (sizes.cumsum() - sizes)[take]
    lowest = np.array([each.first for each in packed])[take]
    first_row = np.where(back, start + size - 1, start)
    first_number = np.where(back, -(lowest + size - 1), lowest)
    step = np.arange(size.sum()) - np.repeat(size.cumsum() - size, size)
    row = np.repeat(first_row, size) + np.repeat(np.where(back, -1, 1), size) * step
    table = {name: np.repeat(column, size) for name, column in zip(names, np.array(keys).T, strict=True)}
    table[number] = np.repeat(first_number, size) + step
    table |= {"ways": ways[row], "probability": probability[row]}
    # Backwards, this number or more was minus the number or less.
    mirrors = np.repeat(back, size)
    columns = {"at_least": (at_most, at_least), "at_most": (at_least, at_most)}
    table |= {tail: np.where(mirrors, *(column[row] for column in columns[tail])) for tail in tails}
    return pd.DataFrame(table, copy=False)
