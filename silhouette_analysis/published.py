"""The figures of the published tables, as data: percentages of rolls and of contests.

Source: the probability tables for Silhouette on John Kim's page on dice mechanics.
"""

import csv
from importlib.resources import files
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def published_roll_table() -> "pd.DataFrame":
    """Return the published chances of each result, as read off the dice (all ones is a 1).

    Returns
    -------
    pandas.DataFrame
        dice : int, 1 to 10; key.
        result : int, 1 to 12, or ``<NA>`` in the row of the average; key.
        percent : float, percent with two digits; of the average, the mean itself with three digits.

    Examples
    --------
    >>> table = published_roll_table()
    >>> len(table), float(table["percent"][5])
    (130, 16.67)
    """
    import pandas as pd

    wide = pd.DataFrame(_figures("roll_percent"))
    table = wide.melt("dice", var_name="result", value_name="percent")
    table["dice"] = table["dice"].astype(int)
    table["result"] = pd.to_numeric(table["result"], errors="coerce").astype("Int64")
    return table.sort_values(["dice", "result"], ignore_index=True)


def published_contest_table() -> "pd.DataFrame":
    """Return the published chances of each margin, in which a fumble counts 0.

    Returns
    -------
    pandas.DataFrame
        dice_a, dice_b : int, the ten contests of up to four dice in which A has no fewer; keys.
        margin : int, -9 to 9, score of A minus score of B; key.
        percent : float, percent with two digits.

    Examples
    --------
    >>> table = published_contest_table()
    >>> len(table), float(table.query("dice_a == 1 and margin == -1")["percent"].iloc[0])
    (190, 11.11)
    """
    import pandas as pd

    wide = pd.DataFrame(_figures("contest_percent"))
    table = wide.melt(["dice_a", "dice_b"], var_name="margin", value_name="percent")
    table = table.astype({"dice_a": int, "dice_b": int, "margin": int})
    return table.sort_values(["dice_a", "dice_b", "margin"], ignore_index=True)


def rounded(ways: int, total: int, digits: int = 2, scale: int = 100) -> float:
    """Return `ways` of `total` as a percentage rounded half up, as the published tables do.

    >>> rounded(1, 6), rounded(1, 800)
    (16.67, 0.13)
    """
    parts = prod((scale, 10**digits, 2 * ways))
    return float((parts // total + 1) // 2 / 10**digits)


def _figures(name: str) -> list[dict[str, float]]:
    """Return the rows of one of the published tables."""
    text = files("silhouette_analysis").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return [{key: float(cell) for key, cell in row.items()} for row in csv.DictReader(text.splitlines())]
