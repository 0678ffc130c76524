"""The panel of a contest."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import altair as alt

from silhouette_analysis.answers import NO_NEXT_DIE, dice_words
from silhouette_analysis.charts import SERIES
from silhouette_analysis.contests import margin_ways, outcome_ways
from silhouette_analysis.distributions import fumble_ways, total_ways
from silhouette_analysis.panel import (
    FUMBLES,
    HEIGHT,
    READINGS,
    TIE_RULES,
    WIDEST,
    WIDTH,
    Control,
    Panel,
    browser_counts,
    chance_axis,
    in_view,
    mean_and_sd,
    outcome_colour,
    params,
    reading_title,
    with_values,
)
from silhouette_analysis.rules import OUTCOMES, Rule

EXACTLY = "reading == 'exactly'"
"""Whether a bar is one margin, in Vega's expression language."""


def contest_panel(
    dice: Iterable[int] = range(11),
    others: Iterable[int] | None = None,
    modifiers: range = range(-5, 6),
    fumbles: Iterable[int] = (0, 1),
    **state: Any,
) -> Panel:
    """Return the panel of a contest: margins coloured by outcome, with a modifier and any tie rule.

    The keywords are the numbers of dice of A and B that its table holds, its modifiers and values of a
    fumble, and the controls' values.
    """
    dice, start = list(dice), modifiers[0]
    controls = with_values(
        state,
        Control("dice_a", "A's dice (0 is unskilled)", 3, 0, 10),
        Control("dice_b", "B's dice (0 is unskilled)", 2, 0, 10),
        Control("modifier", "A's modifier", 0, start, modifiers[-1]),
        Control("ties", "Equal scores", "next_die", options=TIE_RULES),
        Control("reading", "Margin", "exactly", options=READINGS),
        Control("fumble", "A fumble counts", 0, options=FUMBLES),
    )
    rows = [
        _contest_row(a, b, fumble, modifiers)
        for a, b, fumble in product(dice, dice if others is None else list(others), list(fumbles))
    ]
    furthest = max(10, *(max(-row["low"], row["low"] + len(row["ways"]) - 1) for row in rows))
    furthest += max(map(abs, modifiers))
    lowest, highest = -furthest, furthest
    if furthest > WIDEST:
        lowest, highest = (end + modifiers[side] for side, end in zip((0, -1), in_view(rows), strict=True))
    # Whatever the room, 0 is among the margins that are named.
    band = f"width / {highest - lowest + 1}"
    step = f"({band} > 26 ? 1 : {band} > 12 ? 2 : {band} > 6 ? 5 : 10)"
    higher = "ties == 'higher_skill' && datum.dice_a"
    equal = "(datum.ways[-modifier - datum.low] || 0)"
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("margin:O")
            .title("Margin of A (MoS above 0)")
            .scale(domain=list(range(lowest, highest + 1)))
            .axis(
                labelOverlap="parity", labelSeparation=4, labelExpr=f"datum.value % {step} ? '' : datum.label"
            ),
            y=chance_axis("shown", f"{EXACTLY} ? 0.5 : 1"),
            # A bar of several margins belongs to no outcome.
            color=alt.condition(EXACTLY, outcome_colour(EXACTLY), alt.value(SERIES[1])),
            order=alt.Order("order:Q"),
        )
        .add_params(
            *params(controls),
            alt.param(
                name="refused",
                expr=f"ties == 'next_die' && (dice_a == 0 || dice_b == 0) ? '{NO_NEXT_DIE}' : ''",
            ),
        )
        .transform_filter("datum.dice_a == dice_a && datum.dice_b == dice_b && datum.rule_fumble == fumble")
        .transform_calculate(
            margin="sequence(datum.low + modifier, datum.low + modifier + length(datum.ways))",
            equal=equal,
            # Where both roll again, what counts is the roll that stands.
            kept=f"datum.total - (ties == 'reroll' ? {equal} : 0)",
            # What a tie rule makes of equal scores; by next die it was worked out for each modifier.
            tie_up=f"ties == 'next_die' ? datum.up[modifier - {start}] : "
            f"{higher} > datum.dice_b ? {equal} : 0",
            tie_down=f"ties == 'next_die' ? datum.down[modifier - {start}] : "
            f"ties == 'defender' || {higher} < datum.dice_b ? {equal} : 0",
            tie_even=f"ties == 'next_die' ? datum.even[modifier - {start}] : ties == 'stand' || "
            f"{higher} == datum.dice_b ? {equal} : 0",
        )
        .transform_flatten(["margin", "ways"])
        .transform_calculate(
            stands="ties == 'reroll' && datum.margin == 0 ? 0 : datum.ways",
            lost="datum.margin < 0 ? datum.ways : 0",
            won="datum.margin > 0 ? datum.ways : 0",
            success="max(datum.margin, 0) * datum.ways",
        )
        # Whole numbers are added, and divided once: what is certain is 1, and every digit shown is right.
        .transform_window(down_to="sum(stands)", frame=[None, 0], sort=[alt.SortField("margin")])
        .transform_window(up_from="sum(stands)", frame=[0, None], sort=[alt.SortField("margin")])
        .transform_joinaggregate(losing="sum(lost)", winning="sum(won)", successes="sum(success)")
        .transform_calculate(
            **{
                "at_most": "datum.down_to / datum.kept",
                "at_least": "datum.up_from / datum.kept",
                "loss": "datum.margin < 0 ? datum.ways / datum.kept : 0",
                "marginal loss": "datum.margin == 0 ? datum.tie_down / datum.kept : 0",
                "tie": "datum.margin == 0 ? datum.tie_even / datum.kept : 0",
                "marginal win": "datum.margin == 0 ? datum.tie_up / datum.kept : 0",
                "win": "datum.margin > 0 ? datum.ways / datum.kept : 0",
                "prevail": "(datum.winning + datum.tie_up) / datum.kept",
                "fail": "(datum.losing + datum.tie_down) / datum.kept",
                "marginal_win": "datum.tie_up / datum.kept",
                "true_tie": "datum.tie_even / datum.kept",
                "mos": "datum.successes / datum.kept",
                "mean": "(datum.mean_0 + modifier) * datum.total / datum.kept",
                "sd": "sqrt((pow(datum.sd_0, 2) + pow(datum.mean_0 + modifier, 2)) * datum.total / datum.kept"
                " - pow((datum.mean_0 + modifier) * datum.total / datum.kept, 2))",
            }
        )
        .transform_fold(list(OUTCOMES), as_=["outcome", "share"])
        .transform_calculate(
            order=f"indexof({list(OUTCOMES)}, datum.outcome)",
            main="datum.margin < 0 ? 'loss' : datum.margin > 0 ? 'win' : 'tie'",
            shown="reading == 'exactly' ? datum.share : datum.outcome == datum.main ? datum[reading] : 0",
        )
        .transform_filter("datum.outcome == datum.main || datum.share > 0")
        .transform_filter(f"datum.margin >= {lowest} && datum.margin <= {highest}")
        .properties(
            title=reading_title("margin"),
            description="Bars: the chance of each margin, coloured by the outcome for side A; "
            "or of this margin or more, or or less, in one colour.",
        )
    )
    return Panel(
        "contest",
        "A contest",
        chart,
        controls,
        "A ({words_a}, {modifier:+}) against B ({words_b}): A prevails {prevail:%}, marginal wins "
        "({marginal_win:%}) included; B prevails {fail:%}; a tie remains {true_tie:%}. Mean margin "
        "{mean:+.2f}, SD {sd:.2f}, mean MoS {mos:.2f}. A fumbles {fumble_a:%}, B {fumble_b:%}.",
        "Silhouette; a fumble counts {fumble_words}; equal scores: {ties_words}.",
        "sa.outcome_table({dice_a}, {dice_b}, modifier={modifier}{ties_code}{fumble_code})",
        {
            "margin": "Margin",
            "outcome": "Outcome for A",
            "share": "Chance",
            "at_least": "This margin or more",
        },
    )


def _contest_row(a: int, b: int, fumble: int, modifiers: range) -> dict[str, Any]:
    rule = Rule(fumble=fumble)
    ways, total = margin_ways(a, b, 0, rule), total_ways(a, rule) * total_ways(b, rule)
    about = mean_and_sd(ways)
    broken = [
        outcome_ways(a, b, modifier, "next_die" if a and b else "stand", rule) for modifier in modifiers
    ]
    return {
        "dice_a": a,
        "dice_b": b,
        "rule_fumble": fumble,
        "words_a": dice_words(a),
        "words_b": dice_words(b),
        "low": min(ways),
        "mean_0": about["mean"],
        "sd_0": about["sd"],
        "fumble_a": fumble_ways(a, rule) / total_ways(a, rule),
        "fumble_b": fumble_ways(b, rule) / total_ways(b, rule),
        "total": browser_counts([total], total)[0],
        "ways": browser_counts(ways.values(), total),
        "up": browser_counts([outcomes["marginal win"] for outcomes in broken], total),
        "even": browser_counts([outcomes["tie"] for outcomes in broken], total),
        "down": browser_counts([outcomes["marginal loss"] for outcomes in broken], total),
    }
