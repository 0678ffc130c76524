"""Charts of contests: tables in, charts out, as in :mod:`charts`."""

import altair as alt
import pandas as pd

from silhouette_analysis.charts import (
    GRADE,
    WIDTH,
    AnyChart,
    chance_axis,
    checked,
    figures,
    one_of,
    percentage,
    row_of,
    span,
    titled,
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
    key = one_of("rows", rows, ("modifier", "dice_a", "dice_b"))
    base = (
        alt.Chart(checked(table, key, "margin", "probability"), width=WIDTH, height=100)
        .transform_calculate(outcome="datum.margin > 0 ? 'win' : datum.margin < 0 ? 'loss' : 'tie'")
        .encode(
            x=alt.X("margin:O")
            .title("Margin of A: Failure (MoF) below 0, Success (MoS) above 0")
            .axis(labelExpr="datum.value > 0 ? '+' + datum.label : datum.label"),
            y=chance_axis("probability"),
        )
    )
    colour = (
        alt.Color("outcome:N")
        .title("Outcome for A, by score")
        .scale(domain=["loss", "tie", "win"], range=GRADE)
    )
    shape = f"Bars with percentages: losses left of 0, wins right; margins {span(table, 'margin')}."
    return (
        alt.layer(base.mark_bar().encode(color=colour), figures(base, "probability"))
        .facet(row=row_of(key), spacing=12)
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
    name, form = names[one_of("column", column, names)], "+.1f" if column == "mean" else ".2f"
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


def _sides(table: pd.DataFrame) -> str:
    """Return the axes of a grid in words."""
    return f"A's dice ({span(table, 'dice_a')}) downwards, B's ({span(table, 'dice_b')}) across"
