"""The panel of a shared roll."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Any

import altair as alt

from silhouette_analysis.answers import NO_SUCCESS, dice_words
from silhouette_analysis.beaten import separate_chances, shared_chances
from silhouette_analysis.panel import (
    HEIGHT,
    TIE_RULES,
    WIDTH,
    Control,
    Panel,
    browser_counts,
    chance_axis,
    params,
    with_values,
)
from silhouette_analysis.rules import TIES
from silhouette_analysis.shared_charts import HOW
from silhouette_analysis.words import percent

THRESHOLD = "against[0] == 't'"
"""Whether a threshold is to be beaten, in Vega's expression language."""


def shared_panel(
    level_sets: Sequence[tuple[int, ...]] = (),
    opponents: Sequence[int] = range(1, 6),
    thresholds: Sequence[int] = range(2, 9),
    modifiers: range = range(-2, 3),
    tie_rules: Sequence[str] = TIES,
    **state: Any,
) -> Panel:
    """Return the panel of a shared roll: how many levels beat an opponent or a threshold.

    The keywords are what its table holds: sets of levels, numbers of dice of the opponent, thresholds,
    modifiers and tie rules; and the controls' values.
    """
    sets = level_sets or [levels for size in (2, 3) for levels in combinations(range(1, 6), size)] + [
        (1, 2, 3, 4, 5)
    ]
    against = tuple(
        [(f"d{n}", f"a roll of {dice_words(n)}" if n else "an unskilled roll", str(n)) for n in opponents]
        + [(f"t{n}", f"the threshold {n}", f"threshold={n}") for n in thresholds]
    )
    controls = with_values(
        state,
        Control(
            "levels",
            "Levels of the one roll",
            "1, 2, 3",
            options=tuple((", ".join(map(str, s)), ", ".join(map(str, s)), str(s)) for s in sets),
        ),
        Control("against", "Against", "d3", options=against),
        Control("modifier", "The levels' modifier", 0, modifiers[0], modifiers[-1]),
        Control("ties", "Equal scores", "next_die", options=TIE_RULES),
    )
    rows = [_shared_row(levels, bar, modifiers, tie_rules) for levels, (bar, _, _) in product(sets, against)]
    most = max(map(len, sets))
    words = {ties: words for ties, words, _ in TIE_RULES}
    code = {ties: code for ties, _, code in TIE_RULES}
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("beaten:O").title("How many levels beat it").scale(domain=list(range(most + 1))),
            xOffset=alt.XOffset("how:N").sort(list(HOW)),
            y=chance_axis("share"),
            color=alt.Color("how:N").title(None).scale(domain=list(HOW), range=list(HOW.values())),
        )
        .add_params(*params(controls), alt.param(name="idle", expr=f"{THRESHOLD} ? 'ties' : ''"))
        .transform_filter("datum.levels == levels && datum.against == against")
        .transform_calculate(
            at=f"({THRESHOLD} ? 0 : indexof({list(tie_rules)}, ties)) * {len(modifiers)}"
            f" + modifier - {modifiers[0]}"
        )
        .transform_calculate(
            # A threshold has no tie to break.
            ties_words=f"{THRESHOLD} ? '{NO_SUCCESS}' : {words}[ties]",
            ties_code=f"{THRESHOLD} ? '' : {code}[ties]",
            beaten="sequence(0, datum.count + 1)",
            one="datum.shared[datum.at]",
            each="datum.separate[datum.at]",
        )
        .transform_calculate(
            first="datum.one[0]",
            last="datum.one[datum.count]",
            none_each="datum.each[0]",
            all_each="datum.each[datum.count]",
        )
        .transform_flatten(["beaten", "one", "each"])
        .transform_calculate(part="datum.beaten * datum.one")
        # Whole numbers are added, and divided once: every digit shown is right.
        .transform_joinaggregate(parts="sum(part)", total="sum(one)")
        .transform_calculate(
            **{
                "one roll": "datum.one / datum.total",
                "separate rolls": "datum.each",
                "mean": "datum.parts / datum.total",
                "all_one": "datum.last / datum.total",
                "none_one": "datum.first / datum.total",
            }
        )
        .transform_fold(list(HOW), as_=["how", "share"])
        .properties(description="Bars: how many levels beat it by one shared roll, beside separate rolls.")
    )
    return Panel(
        "shared",
        "One roll, many levels",
        chart,
        controls,
        "Levels {levels} against {against_words}, {modifier:+}: on average {mean:.2f} of them beat it either "
        "way. By one roll all do {all_one:%} and none {none_one:%} of the time; rolled separately all "
        "{all_each:%} and none {none_each:%}.",
        "Silhouette, a fumble counts 0; equal scores: {ties_words}.",
        "sa.beaten_table({levels_code}, {against_code}, modifier={modifier}{ties_code})",
        {"beaten": "Levels that beat it", "how": "Rolled", "share": "Chance"},
    )


def _together(chances: Sequence[Fraction]) -> list[float]:
    """Return chances that add to 1 as counts of the same whole."""
    total = lcm(*(chance.denominator for chance in chances))
    return browser_counts([chance.numerator * total // chance.denominator for chance in chances], total)


def _brief(chance: Fraction) -> float:
    """Return a chance with as few digits as it takes to be said right; nothing is added to it."""
    brief = (float(f"{float(chance):.{digits}g}") for digits in range(6, 17))
    return next((number for number in brief if percent(number) == percent(chance)), float(chance))


def _shared_row(
    levels: tuple[int, ...], bar: str, modifiers: range, tie_rules: Sequence[str]
) -> dict[str, Any]:
    opponent, threshold = (int(bar[1:]), None) if bar[0] == "d" else (None, int(bar[1:]))
    cases = [
        (opponent, threshold, add, ties)
        for ties in (tie_rules if threshold is None else tie_rules[:1])
        for add in modifiers
    ]
    return {
        "levels": ", ".join(map(str, levels)),
        "against": bar,
        "count": len(levels),
        "shared": [_together(shared_chances(levels, *case)) for case in cases],
        "separate": [list(map(_brief, separate_chances(levels, *case))) for case in cases],
    }
