"""Charts of tie-breaks and of one roll that several levels read: tables in, charts out.

As in :mod:`charts`, one chained expression each, neither data work nor configuration, colour never alone, and
a `title` that is the message.  Figures have their size as a value, which a narrow page keeps.
"""

import altair as alt
import pandas as pd

from silhouette_analysis.charts import (
    ACCENT,
    OUTCOME_COLOURS,
    SERIES,
    AnyChart,
    checked,
    percentage,
    span,
    titled,
)
from silhouette_analysis.rules import OUTCOMES, TIES
from silhouette_analysis.words import ordinal

HOW = {"one roll": ACCENT, "separate rolls": SERIES[0]}
"""The colours of one roll that all levels share and of a roll for each."""

TIE_WORDS = {
    "stand": "The tie stands",
    "next_die": "The next die decides",
    "defender": "The defender, B, wins it",
    "higher_skill": "More dice win it",
    "reroll": "Both roll again",
}
"""The tie rules in words."""

PLACES = ["Score", *(f"{ordinal(die).capitalize()} die" for die in range(2, 13))]
"""What decides a contest, by the number of the die."""

CELL = ["#dde8f1", SERIES[0]]
"""The colours of a cell from rare to frequent; black figures can be read on all of them."""

WIDTH = 420
"""Natural width of a chart of bars, in pixels: shrunk to a phone its words can still be read."""


def joint_heatmap(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw how often two levels of one roll have which results, cells of equal results framed.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`shared_roll_table` of two levels.  Beyond 30 % the colour no longer changes.
    """
    levels = [name for name in getattr(table, "columns", []) if str(name).startswith("level_")]
    low, high = [*levels, "level_<low>", "level_<high>"][:2]
    lower, higher = low.replace("_", " "), high.replace("_", " ")
    base = (
        alt.Chart(checked(table, low, high, "probability"), width=alt.Step(48), height=alt.Step(32))
        .transform_calculate(figure=percentage("datum.probability", 1))
        .encode(
            x=alt.X(f"{low}:O").title(f"Result of {lower}"),
            y=alt.Y(f"{high}:O").title(f"Result of {higher}").sort("descending"),
        )
    )
    colour = alt.Color("probability:Q").scale(domain=[0, 0.3], range=CELL, clamp=True).title("Chance")
    shape = (
        f"Cells with percentages: {lower} has {span(table, low)} across, {higher} {span(table, high)} "
        "upwards. No cell lies below the framed diagonal, where both are equal."
    )
    return alt.layer(
        base.mark_rect().encode(color=colour.legend(format="%", values=[0, 0.1, 0.2, 0.3])),
        base.transform_filter(f"datum.{low} == datum.{high}").mark_rect(
            filled=False, stroke="black", strokeWidth=2
        ),
        base.mark_text(color="black").encode(text="figure:N", size=alt.value(12)),
    ).properties(**titled(title or f"What {lower} and {higher} of one roll have", shape))


def ladder_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw the ladder of levels: each level's own results as circles on a rung, its mean marked above them.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`roll_table` of the levels.
    """
    base = (
        alt.Chart(checked(table, "dice", "result", "probability"), width=WIDTH, height=alt.Step(66))
        .transform_filter("datum.probability > 0")
        .transform_calculate(
            figure=percentage("datum.probability", 0), part="datum.result * datum.probability"
        )
        .encode(y=alt.Y("dice:O").title("Level: how many dice it reads").sort("descending"))
    )
    results = alt.Scale(domain=[0.5, table["result"].max() + 0.5], nice=False)
    circles = base.encode(x=alt.X("result:Q", scale=results).title("Result").axis(tickMinStep=1, format="d"))
    means = (
        base.transform_aggregate(mean="sum(part)", groupby=["dice"])
        .transform_calculate(figure="'mean ' + format(datum.mean, '.2f')")
        .encode(x="mean:Q")
    )
    area = alt.Size("probability:Q").scale(domain=[0, 0.5], range=[0, 600]).legend(None)
    shape = (
        f"Circles with percentages, the larger the likelier, for results {span(table, 'result')} across and "
        f"levels {span(table, 'dice')} upwards; a mark above them, the mean, moves right as the level rises."
    )
    return alt.layer(
        circles.mark_circle(color=SERIES[0], opacity=1).encode(size=area),
        circles.mark_text(dy=22).encode(text="figure:N", size=alt.value(11)),
        means.mark_point(shape="triangle-down", fill=SERIES[1], stroke=None, opacity=1, size=90, yOffset=-21),
        means.mark_text(align="left", dx=8, dy=-22).encode(text="figure:N", size=alt.value(12)),
    ).properties(**titled(title or "The ladder of levels, and the mean of each", shape))


def beaten_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw how many levels beat an opponent, by one roll for all beside a roll for each.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`beaten_table` for one opponent or threshold and one modifier.
    """
    data = checked(table, "beaten", "shared").join(checked(table, "beaten", "separate")["separate"])
    base = (
        alt.Chart(data, width=WIDTH, height=170)
        .transform_calculate(**{"one roll": "datum.shared", "separate rolls": "datum.separate"})
        .transform_fold(list(HOW), as_=["how", "chance"])
        .transform_calculate(figure=percentage("datum.chance", 0))
        .encode(
            x=alt.X("beaten:O").title("How many of the levels beat it"),
            xOffset=alt.XOffset("how:N").scale(domain=list(HOW)),
            y=alt.Y("chance:Q").title("Chance").scale(domain=[0, 1]).axis(format="%", tickCount=5),
        )
    )
    # One roll is full and separate rolls are hollow, so that black and white tells them apart.
    fills = alt.Scale(domain=list(HOW), range=[HOW["one roll"], "transparent"])
    strokes = alt.Stroke("how:N", title=None).scale(domain=list(HOW), range=list(HOW.values()))
    bars = base.mark_bar(strokeWidth=2).encode(alt.Fill("how:N", scale=fills, title=None), strokes)
    shape = (
        "Pairs of bars with percentages, one roll for all levels (full) beside a roll for each (hollow): "
        f"{span(table, 'beaten')} levels beat it."
    )
    words = titled(title or "How many levels beat it: one roll for all, or a roll for each", shape)
    return alt.layer(bars, base.mark_text(dy=-8).encode(text="figure:N", size=alt.value(11))).properties(
        **words
    )


def decision_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw how a contest is decided: by the score, by which die, out of dice, or not at all.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`decision_table`; each match-up has its own bars.
    """
    data = checked(table, "dice_a", "dice_b", "modifier", "die", "outcome", "probability")
    header = alt.Header(labelOrient="top", labelAnchor="start", labelFontWeight="bold")
    row = alt.Row("match_up:N", header=header, title=None).sort(field="order", op="min")
    dice = "datum.dice_{0} + (datum.dice_{0} == 1 ? ' die' : ' dice')"
    shape = "Bars with percentages for the score, the next dice, lack of dice, true tie: A's wins and B's."
    panels: AnyChart = (
        _bars(data, "Decided by")
        .facet(row=row, spacing=12)
        .transform_calculate(
            match_up=f"'A ' + {dice.format('a')} + ', B ' + {dice.format('b')}"
            " + (datum.modifier ? ', ' + format(datum.modifier, '+') + ' for A' : '')",
            order="(datum.dice_a * 1001 + datum.dice_b) * 20001 + datum.modifier",
            place="datum.die || 1001",
            name="!datum.die ? 'True tie' : datum.die > min(datum.dice_a, datum.dice_b) ? 'Out of dice' : "
            f"{PLACES}[datum.die - 1] || 'Die ' + datum.die",
        )
        .resolve_scale(y="independent")
    )
    return panels.properties(**titled(title or "What decides a contest", shape))


def tie_rules_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw the outcomes of one match-up under several tie rules, all on one scale.

    Parameters
    ----------
    table : pandas.DataFrame
        From :func:`outcome_table` with several `ties`, for one match-up.
    """
    shape = "Bars from loss to win, in all 100%, and in figures how often A prevails, B prevails or nobody."
    return (
        _bars(checked(table, "ties", "outcome", "probability"), "Tie rule")
        .transform_calculate(place=f"indexof({list(TIES)}, datum.ties)", name=f"{TIE_WORDS}[datum.ties]")
        .properties(**titled(title or "One match-up under each tie rule", shape))
    )


def purchase_chart(table: pd.DataFrame, *, title: str | None = None) -> AnyChart:
    """Draw what different purchases are worth, a line for each, by the skill of two equal sides.

    Parameters
    ----------
    table : pandas.DataFrame
        The wins of :func:`outcome_table` by `dice_b`, the dice of the opponent and, before the purchase, of
        the buyer, with a column `purchase` of names.
    """
    base = (
        alt.Chart(checked(table, "purchase", "dice_b", "probability"), width=WIDTH, height=240)
        .transform_joinaggregate(best="max(probability)", groupby=["dice_b"])
        .transform_calculate(figure=percentage("datum.probability", 1))
        .encode(
            x=alt.X("dice_b:O").title("Dice of both before the purchase"),
            y=alt.Y("probability:Q", title="Chance to prevail")
            .scale(domain={"unionWith": [0.5, 1]})
            .axis(format="%"),
        )
    )
    names = list(table["purchase"].unique())
    colour = alt.Color("purchase:N", title=None).scale(domain=names, range=SERIES)
    dash = alt.StrokeDash("purchase:N", title=None).scale(domain=names)
    marks = alt.Shape("purchase:N", title=None).scale(domain=names)
    above = alt.ExprRef("datum.probability == datum.best ? -13 : 15")
    shape = (
        f"Lines with percentages for {', '.join(names)}, told apart by mark and dash: the chance to prevail "
        f"at {span(table, 'dice_b')} dice. The axis goes from 50% to 100%."
    )
    return alt.layer(
        base.mark_line().encode(color=colour, strokeDash=dash),
        base.mark_point(filled=True, opacity=1, size=70).encode(color=colour, shape=marks),
        base.mark_text(dy=above).encode(text="figure:N", size=alt.value(12)),
    ).properties(**titled(title or "What a purchase is worth between equals", shape))


def _bars(data: pd.DataFrame, title: str) -> AnyChart:
    """Return a bar from loss to win for each `place`, and above it its `name` and who prevails how often."""
    base = (
        alt.Chart(data, width=WIDTH, height=alt.Step(42))
        .transform_calculate(worth=f"indexof({list(OUTCOMES)}, datum.outcome)")
        .transform_calculate(
            a="(datum.worth > 2) * datum.probability",
            b="(datum.worth < 2) * datum.probability",
            tie="(datum.worth == 2) * datum.probability",
        )
        .encode(y=alt.Y("place:O").title(title).axis(labels=False, ticks=False, domain=False))
    )
    colours = alt.Scale(domain=list(OUTCOMES), range=[OUTCOME_COLOURS[outcome] for outcome in OUTCOMES])
    shares = f"'A ' + {percentage('datum.a', 1)} + ', B ' + {percentage('datum.b', 1)}"
    return alt.layer(
        base.mark_bar(height=16, yOffset=8).encode(
            x=alt.X("probability:Q", stack="zero", title="Chance").scale(domain=[0, 1]).axis(format="%"),
            color=alt.Color("outcome:N", scale=colours, title="For A"),
            order=alt.Order("worth:Q"),
        ),
        base.transform_aggregate(a="sum(a)", b="sum(b)", tie="sum(tie)", groupby=["place", "name"])
        .transform_calculate(both=shares, nobody=percentage("datum.tie", 1))
        .transform_calculate(
            said="datum.name + ': ' + (datum.a + datum.b == 0 ? datum.nobody : "
            "datum.both + (datum.tie == 0 ? '' : ', tie ' + datum.nobody))"
        )
        .mark_text(align="left", dy=-10)
        .encode(x=alt.value(0), text="said:N", size=alt.value(13)),
    )
