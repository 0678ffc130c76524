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
    column, words = READINGS[_one_of("reading", reading, READINGS)], reading.replace("_", " ")
    base = alt.Chart(checked(table, "dice", "result", column), width=WIDTH, height=80).encode(
        x=alt.X("result:O").title("Result"), y=_chance(column, fixed=reading != "exactly")
    )
    shape = f"Bars with percentages, results {span(table, 'result')}, a row for {span(table, 'dice')} dice."
    return (
        alt.layer(base.mark_bar(color=SERIES[0]), _figures(base, column))
        .facet(row=_row("dice"), spacing=12)
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
        x=alt.X("dice_b:O").title("Level of the opponent"), y=_chance("probability", fixed=True)
    )
    shape = f"Lines for {_names(table)}, opponents of level {span(table, 'dice_b')}, a row for each lead."
    return (
        _lines(base, table)
        .facet(row=_row("ahead"), spacing=12)
        .properties(**titled(title or "The chance to win against a less skilled opponent", shape))
    )


def margin_chart(table: pd.DataFrame, *, rows: str = "modifier", title: str | None = None) -> AnyChart:
    """Draw the chance of each margin, coloured by what it means for side A.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`contest_table`.
    rows : {"modifier", "dice_a", "dice_b"}
        The key that gets a row of bars for each of its values; the other two have one value each.
    title : str, optional
        The message.
    """
    key = _one_of("rows", rows, ("modifier", "dice_a", "dice_b"))
    base = (
        alt.Chart(checked(table, key, "margin", "probability"), width=WIDTH, height=100)
        .transform_calculate(outcome="datum.margin > 0 ? 'win' : datum.margin < 0 ? 'loss' : 'tie'")
        .encode(
            x=alt.X("margin:O")
            .title("Margin of A: Failure (MoF) below 0, Success (MoS) above 0")
            .axis(labelExpr="datum.value > 0 ? '+' + datum.label : datum.label"),
            y=_chance("probability"),
        )
    )
    colour = (
        alt.Color("outcome:N")
        .title("Outcome for A, by score")
        .scale(domain=["loss", "tie", "win"], range=GRADE)
    )
    shape = f"Bars with percentages: losses left of 0, wins right; margins {span(table, 'margin')}."
    return (
        alt.layer(base.mark_bar().encode(color=colour), _figures(base, "probability"))
        .facet(row=_row(key), spacing=12)
        .properties(**titled(title or "The chance of each margin", shape))
    )


def contest_heatmap(table: pd.DataFrame, *, column: str = "mean", title: str | None = None) -> AnyChart:
    """Draw the mean margin, or the mean Margin of Success, of many contests as a grid of figures.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`margin_summary_table`, for one modifier.
    column : {"mean", "mean_mos"}
        What a cell shows.  Beyond 4 either way the colour no longer changes.
    title : str, optional
        The message.
    """
    names = {"mean": "Mean margin of A", "mean_mos": "Mean Margin of Success (MoS) of A"}
    name, form = names[_one_of("column", column, names)], "+.2f" if column == "mean" else ".2f"
    cells = alt.Chart(checked(table, "dice_a", "dice_b", column)).transform_calculate(
        value=f"datum.{column}", figure=f"format(datum.{column}, '{form}')"
    )
    grid = _grid(cells, name, ".0f", [-4, 0, 4] if column == "mean" else [0, 4])
    return grid.properties(**titled(title or name, f"Cells with figures: {_sides(table)}."))


def win_matrix(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw the chance that A prevails, win and marginal win together, as a grid of percentages.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`outcome_table`, for one modifier and one tie rule.
    title : str, optional
        The message.
    """
    name = "The chance that A prevails"
    cells = (
        alt.Chart(checked(table, "dice_a", "dice_b", "outcome", "probability"))
        .transform_filter("datum.outcome == 'win' || datum.outcome == 'marginal win'")
        .transform_aggregate(value="sum(probability)", groupby=["dice_a", "dice_b"])
        .transform_calculate(figure=percentage("datum.value", never=""))
    )
    grid = _grid(cells, name, "%", [0, 0.5, 1])
    return grid.properties(**titled(title or name, f"Cells with percentages: {_sides(table)}."))


def _grid(cells: alt.Chart, name: str, form: str, domain: list[float]) -> AnyChart:
    """Return cells coloured by `value` with `figure` in them, in ink that can be read on any colour."""
    base = cells.properties(width=WIDTH, height=alt.Step(34)).encode(
        x=alt.X("dice_b:O").title("B's dice").axis(orient="top"), y=alt.Y("dice_a:O").title("A's dice")
    )
    scale = alt.Scale(domain=domain, range=GRADE[-len(domain) :], interpolate="rgb", clamp=True)
    legend = alt.Legend(format=form, values=domain, gradientLength=200, titleLimit=WIDTH)
    # White stands out from the darker colours, black from the others; here both have a contrast of 4.6:1.
    dark = f"datum.value < {domain[-2] - 0.08 * (domain[-1] - domain[-2])}"
    ink = alt.condition(dark, alt.value("white"), alt.value("black"))
    return alt.layer(
        base.mark_rect().encode(color=alt.Color("value:Q", scale=scale, legend=legend, title=name)),
        base.mark_text(fontSize=13).encode(text="figure:N", color=ink),
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


def _figures(base: alt.Chart, column: str) -> alt.Chart:
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


def _chance(column: str, *, fixed: bool = False) -> alt.Y:
    """Return the axis of a chance, from 0 and, if `fixed`, to 100 %."""
    scale = alt.Scale(domain=[0, 1]) if fixed else alt.Scale(domainMin=0)
    return alt.Y(f"{column}:Q", scale=scale).title("Chance").axis(format="%", tickCount=3)


def _row(key: str) -> alt.Row:
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


def _sides(table: pd.DataFrame) -> str:
    """Return the axes of a grid in words."""
    return f"A's dice ({span(table, 'dice_a')}) downwards, B's ({span(table, 'dice_b')}) across"


def _names(table: pd.DataFrame) -> str:
    """Return the names of the rules in words."""
    return ", ".join(map(str, table["rule"].unique()))


def _one_of(name: str, value: Any, allowed: Iterable[str]) -> str:
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
