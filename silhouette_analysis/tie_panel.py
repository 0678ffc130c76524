"""The panel of a tie-break."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import altair as alt

from silhouette_analysis.answers import dice_words, place_words
from silhouette_analysis.contests import decision_ways, outcome_ways
from silhouette_analysis.distributions import total_ways
from silhouette_analysis.panel import (
    FUMBLES,
    HEIGHT,
    WIDTH,
    Control,
    Panel,
    browser_counts,
    chance_axis,
    outcome_colour,
    params,
    with_values,
)
from silhouette_analysis.rules import OUTCOMES, Rule
from silhouette_analysis.words import ordinal

LAST_NAMED = 12
"""What the axis has room for: the names of so many dice."""


def tie_panel(
    dice: Iterable[int] = range(1, 7),
    others: Iterable[int] | None = None,
    modifiers: range = range(-3, 4),
    fumbles: Iterable[int] = (0, 1),
    **state: Any,
) -> Panel:
    """Return the panel of a tie-break: which die decides a contest, and for whom.

    The keywords are those of :func:`contest_panel`.
    """
    dice = list(dice)
    controls = with_values(
        state,
        Control("dice_a", "A's dice", 3, 1, 6),
        Control("dice_b", "B's dice", 3, 1, 6),
        Control("modifier", "A's modifier", 0, modifiers[0], modifiers[-1]),
        Control("fumble", "A fumble counts", 0, options=FUMBLES),
    )
    rows = [
        _tie_row(a, b, modifier, fumble)
        for a, b, modifier, fumble in product(
            dice, dice if others is None else list(others), modifiers, list(fumbles)
        )
    ]
    most = min(LAST_NAMED, max(6, *dice))
    places = ["score", *(f"{ordinal(n)} die" for n in range(2, 1 + most))]
    places += ["later dice"] * (max(dice) > most) + ["out of dice", "true tie"]
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("place:N").title("What decides").scale(domain=places).sort(places).axis(labelAngle=-35),
            y=chance_axis("p"),
            color=outcome_colour(),
            order=alt.Order("order:Q"),
        )
        .add_params(*params(controls))
        .transform_filter(
            "datum.dice_a == dice_a && datum.dice_b == dice_b && datum.modifier == modifier "
            "&& datum.rule_fumble == fumble"
        )
        .transform_flatten(["place", "order", "ways"])
        .transform_calculate(
            outcome=f"{list(OUTCOMES)}[datum.order]",
            p="datum.ways / datum.total",
            next_die="(datum.win + datum.up) / datum.total",
            left="datum.even / datum.total",
            stand="datum.win / datum.total",
            higher_skill="(datum.win + (dice_a > dice_b ? datum.tied : 0)) / datum.total",
            reroll="datum.win / (datum.total - datum.tied)",
            equal="datum.tied / datum.total",
        )
        .properties(description="Bars: how often the score, each next die or a lack of dice decides.")
    )
    return Panel(
        "tie",
        "Breaking a tie",
        chart,
        controls,
        "{words}: the scores are equal {equal:%} of the time. By the next die A prevails {next_die:%} and a "
        "tie remains {left:%}. If ties stood A would win {stand:%}, if the higher skill won them "
        "{higher_skill:%}, if both rolled again {reroll:%}.",
        "Silhouette, ties by the next die; a fumble counts {fumble_words}.",
        "sa.decision_table({dice_a}, {dice_b}, modifier={modifier}{fumble_code})",
        {"place": "Decided by", "outcome": "Outcome for A", "p": "Chance"},
    )


def _tie_row(a: int, b: int, modifier: int, fumble: int) -> dict[str, Any]:
    rule = Rule(fumble=fumble)
    total = total_ways(a, rule) * total_ways(b, rule)
    decided = decision_ways(a, b, modifier, rule)
    # A true tie is what is left when every die has spoken.
    parts = [
        ("later dice" if LAST_NAMED < die <= min(a, b) else place_words(die, min(a, b)), lead + 2, count)
        for (die, lead), count in sorted(decided.items(), key=lambda item: (item[0][0] == 0, item[0]))
    ]
    by_die = outcome_ways(a, b, modifier, "next_die", rule)
    tied = total - by_die["win"] - by_die["loss"]
    ways = (total, by_die["win"], tied, by_die["marginal win"], by_die["tie"])
    return dict(zip(("total", "win", "tied", "up", "even"), browser_counts(ways, total), strict=True)) | {
        "dice_a": a,
        "dice_b": b,
        "modifier": modifier,
        "rule_fumble": fumble,
        "words": f"A ({dice_words(a)}, {modifier:+}) against B ({dice_words(b)})",
        "place": [place for place, _, _ in parts],
        "order": [order for _, order, _ in parts],
        "ways": browser_counts([count for _, _, count in parts], total),
    }
