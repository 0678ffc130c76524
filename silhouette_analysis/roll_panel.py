"""The panel of one roll."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import altair as alt

from silhouette_analysis.answers import BONUSES, dice_words, rule_words
from silhouette_analysis.charts import ACCENT, SERIES
from silhouette_analysis.distributions import fumble_ways, result_ways, total_ways
from silhouette_analysis.panel import (
    HEIGHT,
    READINGS,
    WIDEST,
    WIDTH,
    Control,
    Options,
    Panel,
    browser_counts,
    chance_axis,
    in_view,
    mean_and_sd,
    params,
    reading_title,
    with_values,
)
from silhouette_analysis.rules import Rule

BONUS_RULES: Options = (
    (6, BONUSES[6], ""),
    (5, BONUSES[5], ", rule=sa.Rule(bonus_from=5)"),
    (4, BONUSES[4], ", rule=sa.Rule(bonus_from=4)"),
    (7, "none (plain highest)", ", rule=sa.PLAIN_HIGHEST"),
)


def roll_panel(dice: Iterable[int] = range(11), bonuses: Iterable[int] = (6, 5, 4, 7), **state: Any) -> Panel:
    """Return the panel of one roll: the chance of each result, exactly, at least or at most.

    The keywords are the numbers of dice and bonuses that its table holds, and the controls' values.
    """
    controls = with_values(
        state,
        Control("dice", "Dice (0 is unskilled)", 3, 0, 10),
        Control("reading", "Chance of", "at_least", options=READINGS),
        Control("target", "the result", 5, 1, 15),
        Control("bonus", "+1 for", 6, options=BONUS_RULES),
    )
    rows = [_roll_row(n, bonus) for n, bonus in product(dice, bonuses)]
    lowest, highest = 1, max(15, *(row["low"] + len(row["ways"]) - 1 for row in rows))
    if highest > WIDEST:
        lowest, highest = in_view(rows)
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("result:O")
            .title("Result")
            .scale(domain=list(range(lowest, highest + 1)))
            .axis(labelOverlap="parity", labelSeparation=4),
            y=chance_axis("shown", "reading == 'exactly' && bonus < 7 ? 0.5 : 1"),
            color=alt.condition("datum.result == target", alt.value(ACCENT), alt.value(SERIES[0])),
        )
        .add_params(*params(controls), alt.param(name="idle", expr="dice == 0 ? 'bonus' : ''"))
        .transform_filter("datum.dice == dice && datum.bonus == bonus")
        .transform_calculate(result="sequence(datum.low, datum.low + length(datum.ways))")
        .transform_flatten(["result", "ways"])
        # Whole numbers are added, and divided once: what is certain is 1, and every digit shown is right.
        .transform_window(down_to="sum(ways)", frame=[None, 0])
        .transform_window(up_from="sum(ways)", frame=[0, None])
        .transform_calculate(
            p="datum.ways / datum.total",
            at_most="datum.down_to / datum.total",
            at_least="datum.up_from / datum.total",
        )
        .transform_calculate(
            shown="reading == 'exactly' ? datum.p : datum[reading]",
            hit="datum.result == target ? datum.shown : 0",
            # A target below all results is reached by all, one above them by none.
            beyond="reading == 'at_least' && target < datum.low "
            "|| reading == 'at_most' && target > datum.high",
        )
        .transform_joinaggregate(hit="max(hit)")
        .transform_calculate(chance="datum.beyond ? 1 : datum.hit")
        .transform_filter(f"datum.result >= {lowest} && datum.result <= {highest}")
        .properties(
            title=reading_title("result"),
            description="Bars: the chance of each result of the roll. The chosen result is orange.",
        )
    )
    return Panel(
        "roll",
        "One roll",
        chart,
        controls,
        "{words}: a result of {reading_words} {target} has a chance of {chance:%}. "
        "Mean {mean:.2f}, SD {sd:.2f}; fumble {fumble:%}.",
        "{reads}.",
        "sa.roll_table({dice}{bonus_code})",
        {"result": "Result", "p": "exactly", "at_least": "at least", "at_most": "at most"},
    )


def _roll_row(dice: int, bonus: int) -> dict[str, Any]:
    rule = Rule(bonus_from=bonus)
    ways, total = result_ways(dice, rule), total_ways(dice, rule)
    return mean_and_sd(ways) | {
        "dice": dice,
        "bonus": bonus,
        "words": dice_words(dice).capitalize(),
        "reads": rule_words(dice, bonus),
        "low": min(ways),
        "high": max(ways),
        "fumble": fumble_ways(dice, rule) / total,
        "total": browser_counts([total], total)[0],
        "ways": browser_counts(ways.values(), total),
    }
