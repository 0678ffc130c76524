"""Tables in, charts out: one chained expression each, with neither data work nor configuration.

How a chart looks beyond its marks is the theme's affair (:mod:`display`).  Colour never stands alone:
figures, shapes, dashes or places say it too.  A `title` is the message, with which the description begins.
What is no DataFrame raises a ``TypeError``; missing columns, or several rows for a mark, a ``ValueError``.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, cast

import altair as alt
import pandas as pd

OUTCOME_COLOURS = {
    "loss": "#b33045",
    "marginal loss": "#9b6014",
    "tie": "#78797c",
    "marginal win": "#67907a",
    "win": "#5e97dd",
}
"""The colour of each outcome of side A, the same in every chart: the better for A, the lighter.

Each has a contrast of at least 3:1 on white and on near-black, and all five differ for colour-blind readers.
"""

GRADE = [OUTCOME_COLOURS[outcome] for outcome in ("loss", "tie", "win")]
"""The colours of a scale from bad for A over even to good."""

SERIES = ["#5b8db8", "#9c3f8e", "#5e9732", "#8f6012"]
"""The colours of rules that are compared, and the first of them of bars that belong to no outcome."""

ACCENT = "#c2571a"
"""The colour of what is pointed out."""

READINGS = {"exactly": "probability", "at_least": "at_least", "at_most": "at_most"}
"""The column of a table that holds each reading of a chance."""

DICE = "(datum.value == 0 ? 'unskilled' : datum.value == 1 ? '1 die' : datum.value + ' dice')"
"""A number of dice in words, in Vega's expression language."""

ROWS = {
    "dice": DICE,
    "dice_a": f"'A has ' + {DICE}",
    "dice_b": f"'B has ' + {DICE}",
    "modifier": "datum.value == 0 ? 'no modifier' : 'modifier ' + format(datum.value, '+')",
    "ahead": "datum.value + (datum.value == 1 ? ' level ahead' : ' levels ahead')",
}
"""What stands above a row of a chart, by its key."""

WIDTH = 540
"""Natural width of a chart without its axis, in pixels."""

AnyChart = alt.Chart | alt.LayerChart | alt.FacetChart


def roll_chart(table: pd.DataFrame, *, reading: str = "exactly", title: str | None = None) -> AnyChart:
    """Draw the chance of each result, a row of bars for each number of dice.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`roll_table`.
    reading : {"exactly", "at_least", "at_most"}
        Whether a bar is the chance of this result, of this or more, or of this or less.
    title : str, optional
        The message.
    """
    column, words = READINGS[one_of("reading", reading, READINGS)], reading.replace("_", " ")
    base = alt.Chart(checked(table, "dice", "result", column), width=WIDTH, height=80).encode(
        x=alt.X("result:O").title("Result"), y=chance_axis(column, fixed=reading != "exactly")
    )
    shape = f"Bars with percentages, results {span(table, 'result')}, a row for {span(table, 'dice')} dice."
    return (
        alt.layer(base.mark_bar(color=SERIES[0]), figures(base, column))
        .facet(row=row_of("dice"), spacing=12)
        .properties(**titled(title or f"The chance of {words} each result", shape))
    )


def mean_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw the mean result by number of dice, a line for each rule.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`summary_table`, with a column `rule` of names.
    title : str, optional
        The message.
    """
    base = alt.Chart(checked(table, "rule", "dice", "mean"), width=WIDTH, height=280).encode(
        x=alt.X("dice:O").title("Dice"), y=alt.Y("mean:Q").title("Mean result").scale(domainMin=0)
    )
    shape = f"Lines for {_names(table)}: the mean result with {span(table, 'dice')} dice."
    return _lines(base, table).properties(**titled(title or "The mean result", shape))


def gain_chart(
    table: pd.DataFrame, *, limit: Fraction = Fraction(1, 6), title: str | None = None
) -> AnyChart:
    """Draw how much each further die adds to the mean, a line for each rule, and the limit it falls to.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`summary_table`, with a column `rule` of names.
    limit : fractions.Fraction
        What the horizontal line marks: 1/6 for Silhouette.
    title : str, optional
        The message.
    """
    base = (
        alt.Chart(checked(table, "rule", "dice", "gain"), width=WIDTH, height=280)
        .transform_filter("isValid(datum.gain)")
        .encode(
            x=alt.X("dice:O").title("Dice, the new one included"),
            y=alt.Y("gain:Q").title("Added to the mean result").scale(domain={"unionWith": [0, 1.25]}),
        )
    )
    floor = alt.Chart(pd.DataFrame({"gain": [float(limit)], "words": f"limit {limit}"})).encode(y="gain:Q")
    shape = f"Lines for {_names(table)}, {span(table, 'dice')} dice, and a level line at the limit {limit}."
    return alt.layer(
        _lines(base, table),
        floor.mark_rule(strokeDash=[2, 3]),
        floor.mark_text(align="left", dx=6, dy=-8).encode(x=alt.value(0), text="words:N"),
    ).properties(**titled(title or "What one more die adds to the mean result", shape))


def advantage_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw the chance to win against a less skilled opponent, a line for each rule, all on one scale.

    Parameters
    ----------
    table : pandas.DataFrame
        The wins of :func:`outcome_table` by `dice_b`, the opponent's level, with a column `rule` of names and
        a column `ahead` of the levels that A is ahead.
    title : str, optional
        The message.
    """
    data = checked(table, "rule", "ahead", "dice_b", "probability")
    base = alt.Chart(data, width=WIDTH, height=150).encode(
        x=alt.X("dice_b:O").title("Level of the opponent"), y=chance_axis("probability", fixed=True)
    )
    shape = f"Lines for {_names(table)}, opponents of level {span(table, 'dice_b')}, a row for each lead."
    return (
        _lines(base, table)
        .facet(row=row_of("ahead"), spacing=12)
        .properties(**titled(title or "The chance to win against a less skilled opponent", shape))
    )


def _lines(base: alt.Chart, table: pd.DataFrame) -> AnyChart:
    """Return a line for each rule, told apart by colour, shape and dash, in the order of the table."""
    names = list(table["rule"].unique())
    colour = alt.Color("rule:N").title(None).scale(domain=names, range=SERIES)
    dash = alt.StrokeDash("rule:N").title(None).scale(domain=names)
    shape = alt.Shape("rule:N").title(None).scale(domain=names)
    return alt.layer(
        base.mark_line().encode(color=colour, strokeDash=dash),
        base.mark_point(filled=True, opacity=1, size=60).encode(color=colour, shape=shape),
    )


def figures(base: alt.Chart, column: str) -> alt.Chart:
    """Return the percentages that stand on bars."""
    marks = base.mark_text(dy=-7, fontSize=11).transform_calculate(
        figure=percentage(f"datum.{column}", never="")
    )
    return cast("alt.Chart", marks.encode(text="figure:N"))


def percentage(chance: str, digits: int = 0, *, never: str = "0%") -> str:
    """Return a percentage in Vega's expression language: what is possible never reads 0% or 100%."""
    least = 10**-digits
    nearly = f"{chance} < 1 && {chance} >= {1 - least / 200:g} ? '>{100 - least:g}%'"
    written = f"{nearly} : format({chance}, '.{digits}%')"
    return f"({chance} <= 0 ? '{never}' : {chance} < {least / 200:g} ? '<{least:g}%' : {written})"


def chance_axis(column: str, *, fixed: bool = False) -> alt.Y:
    """Return the axis of a chance, from 0 and, if `fixed`, to 100 %."""
    scale = alt.Scale(domain=[0, 1]) if fixed else alt.Scale(domainMin=0)
    return alt.Y(f"{column}:Q", scale=scale).title("Chance").axis(format="%", tickCount=3)


def row_of(key: str) -> alt.Row:
    """Return a row for each value of `key`, with its words above it."""
    header = alt.Header(labelExpr=ROWS[key], labelOrient="top", labelAnchor="start")
    return alt.Row(f"{key}:O", header=header, title=None)


def titled(title: str, shape: str) -> dict[str, str]:
    """Return a chart's title and its description: the message, then the shape."""
    return {"title": title, "description": f"{title.rstrip('.')}. {shape}"}


def span(table: pd.DataFrame, column: str) -> str:
    """Return the range of a column in words."""
    low, high = table[column].min(), table[column].max()
    return f"{low}" if low == high else f"{low} to {high}"


def _names(table: pd.DataFrame) -> str:
    """Return the names of the rules in words."""
    return ", ".join(map(str, table["rule"].unique()))


def one_of(name: str, value: Any, allowed: Iterable[str]) -> str:
    """Return a choice, or say which there are."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, given {value!r}")
    return str(value)


def checked(table: Any, *columns: str) -> pd.DataFrame:
    """Return the columns that a chart draws, all but the last being keys, or say what is wrong with them."""
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"table must be a pandas DataFrame, given {type(table).__name__}")
    wanted, given, keys = ", ".join(columns), ", ".join(map(str, table.columns)), list(columns[:-1])
    if missing := [column for column in columns if column not in table]:
        raise ValueError(f"table must have the columns {wanted}; {', '.join(missing)} missing, given {given}")
    if table.duplicated(keys).any():
        raise ValueError(f"table must have one row for each {', '.join(keys)}, given several for some")
    return table[list(columns)]
