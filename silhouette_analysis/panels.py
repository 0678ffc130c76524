"""One panel, two lives: a chart over a precomputed table whose Vega-Lite parameters are its controls.

In JupyterLab :mod:`explorers` drives the parameters by widgets; in a published page :mod:`report` binds them
to HTML inputs, and no kernel is needed.  What is said beside the chart are templates, which
:func:`words.fill` fills in the lab, and the page's script in a page, from the first row of the chart's data.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import Any

import altair as alt

from silhouette_analysis.answers import ANSWERS, Answer, dice_words, place_words
from silhouette_analysis.charts import ACCENT, OUTCOME_COLOURS, SERIES
from silhouette_analysis.contests import decision_ways, margin_ways, outcome_ways
from silhouette_analysis.distributions import Ways, fumble_ways, moments, result_ways, sd, total_ways
from silhouette_analysis.rules import OUTCOMES, TIES, Rule, ordinal
from silhouette_analysis.shared_charts import HOW
from silhouette_analysis.shared_rolls import separate_chances, shared_chances
from silhouette_analysis.words import fill, percent

WIDEST, LAST_NAMED = 60, 12
"""What the axes of a chart have room for: so many numbers, and the names of so many dice."""

WIDTH, HEIGHT = 560, 260
"""Natural size of a panel's chart, in pixels; a page narrows it to its reader's screen."""

EXACT = 2**53
"""Up to this, whole numbers are exact in the browser, too."""

Options = tuple[tuple[Any, str, str], ...]

READINGS: Options = (("exactly", "exactly", ""), ("at_least", "at least", ""), ("at_most", "at most", ""))
BONUSES: Options = (
    (6, "each six after the first (Silhouette)", ""),
    (5, "each other die of 5 or 6", ", rule=sa.Rule(bonus_from=5)"),
    (4, "each other die of 4 to 6", ", rule=sa.Rule(bonus_from=4)"),
    (7, "no die: the plain highest", ", rule=sa.PLAIN_HIGHEST"),
)
FUMBLES: Options = ((0, "0 (Silhouette)", ""), (1, "1, as it reads", ", rule=sa.Rule(fumble=1)"))
TIE_RULES: Options = tuple(
    (ties, words, "" if ties == "next_die" else f', ties="{ties}"')
    for ties, words in (
        ("next_die", "the next die decides"),
        ("stand", "the tie stands"),
        ("defender", "the defender, B, wins"),
        ("higher_skill", "more dice win"),
        ("reroll", "both roll again"),
    )
)


@dataclass(frozen=True)
class Control:
    """One control of a panel: the parameter it sets, its label, and what it may be set to.

    A range goes from `low` to `high`; a choice has `options`, each a value, its words and its Python.
    """

    name: str
    label: str
    value: Any
    low: int = 0
    high: int = 0
    options: Options = ()


@dataclass(frozen=True)
class Panel:
    """A chart with parameters, its controls, and templates of what is said beside it.

    Fields of the templates are the controls, their ``_words`` and ``_code``, and the fields of the first row
    of the chart's data.  `columns` maps the fields of the table beside the chart to their headings.
    """

    name: str
    title: str
    chart: alt.Chart
    controls: tuple[Control, ...]
    sentence: str
    rule: str
    python: str
    columns: dict[str, str]

    @property
    def state(self) -> dict[str, Any]:
        """Return the value of each control."""
        return {control.name: control.value for control in self.controls}

    def holds(self, state: dict[str, Any]) -> bool:
        """Return whether the table of the chart has this state of the controls."""
        return all(
            state[control.name]
            in ([value for value, _, _ in control.options] or range(control.low, control.high + 1))
            for control in self.controls
        )

    def answer(self, state: dict[str, Any] | None = None, *, exact: bool = False) -> Answer:
        """Return what is said beside the chart in this state, worked out exactly.

        Parameters
        ----------
        state : dict, optional
            Values of controls that are not as in `controls`.
        exact : bool
            Whether the sentence says the exact fractions too.

        Returns
        -------
        Answer
            Sentence, rule, Python line and table.

        Raises
        ------
        ValueError
            If the state is refused, with the reason.
        """
        state = self.state | (state or {})
        fields, table = ANSWERS[self.name](state)
        values = self.values(state) | fields
        return Answer(
            fill(self.sentence, values, exact=exact),
            fill(self.rule, values),
            fill(self.python, values),
            table,
        )

    def at(self, state: dict[str, Any]) -> "Panel":
        """Return the panel in another state: its controls and the parameters of its chart."""
        controls = tuple(replace(control, value=state[control.name]) for control in self.controls)
        chart = self.chart.copy(deep=False)
        others = [param for param in self.chart.params if param.name not in state]
        chart.params = [*(param.param for param in _params(controls)), *others]
        return replace(self, controls=controls, chart=chart)

    def values(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return a state of the controls with the words and the Python of each choice."""
        values = dict(state)
        for control in self.controls:
            for value, words, code in control.options:
                if value == state[control.name]:
                    values |= {f"{control.name}_words": words, f"{control.name}_code": code}
        return values


def roll_panel(dice: Iterable[int] = range(11), bonuses: Iterable[int] = (6, 5, 4, 7), **state: Any) -> Panel:
    """Return the panel of one roll: the chance of each result, exactly, at least or at most.

    The keywords are the numbers of dice and bonuses that its table holds, and the controls' values.
    """
    controls = _set(
        state,
        Control("dice", "Dice (0 is unskilled)", 3, 0, 10),
        Control("reading", "Chance of", "at_least", options=READINGS),
        Control("target", "the result", 5, 1, 16),
        Control("bonus", "+1 for", 6, options=BONUSES),
    )
    rows = [_roll_row(n, bonus) for n, bonus in product(dice, bonuses)]
    lowest, highest = 1, max(16, *(row["low"] + len(row["ways"]) - 1 for row in rows))
    if highest > WIDEST:
        lowest, highest = _in_view(rows)
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("result:O")
            .title("Result")
            .scale(domain=list(range(lowest, highest + 1)))
            .axis(labelOverlap=True),
            y=_chance_axis("shown", "reading == 'exactly' && bonus < 7 ? 0.5 : 1"),
            color=alt.condition("datum.result == target", alt.value(ACCENT), alt.value(SERIES[0])),
        )
        .add_params(*_params(controls))
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
        .properties(description="Bars: the chance of each result of the roll. The chosen result is darker.")
    )
    return Panel(
        "roll",
        "One roll",
        chart,
        controls,
        "{words}: a result of {reading_words} {target} has a chance of {chance:%}. "
        "Mean {mean:.2f}, SD {sd:.2f}; fumble {fumble:%}.",
        "Highest die, +1 for {bonus_words}.",
        "sa.roll_table({dice}{bonus_code})",
        {"result": "Result", "p": "exactly", "at_least": "at least", "at_most": "at most"},
    )


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
    controls = _set(
        state,
        Control("dice_a", "A's dice (0 is unskilled)", 3, 0, 10),
        Control("dice_b", "B's dice", 2, 0, 10),
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
        lowest, highest = (end + modifiers[side] for side, end in zip((0, -1), _in_view(rows), strict=True))
    higher = "ties == 'higher_skill' && datum.dice_a"
    equal = "(datum.ways[-modifier - datum.low] || 0)"
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("margin:O")
            .title("Margin: B's success to the left, A's to the right")
            .scale(domain=list(range(lowest, highest + 1)))
            .axis(labelOverlap=True),
            y=_chance_axis("shown", "reading == 'exactly' ? 0.5 : 1"),
            color=_outcome_colour(),
            order=alt.Order("order:Q"),
        )
        .add_params(
            *_params(controls),
            alt.param(
                name="refused",
                expr="ties == 'next_die' && (dice_a == 0 || dice_b == 0) ? "
                "'The unskilled roll has no next die: choose another rule for equal scores.' : ''",
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
        .properties(description="Bars: the chance of each margin, coloured by the outcome for side A.")
    )
    return Panel(
        "contest",
        "A contest",
        chart,
        controls,
        "A ({words_a}, {modifier:+}) against B ({words_b}): A prevails {prevail:%}, of this {marginal_win:%} "
        "marginally; B prevails {fail:%}; a tie remains {true_tie:%}. Mean margin {mean:+.2f}, SD {sd:.2f}, "
        "mean MoS {mos:.2f}. A fumbles {fumble_a:%}, B {fumble_b:%}.",
        "Silhouette; a fumble counts {fumble_words}; equal scores: {ties_words}.",
        "sa.outcome_table({dice_a}, {dice_b}, modifier={modifier}{ties_code}{fumble_code})",
        {
            "margin": "Margin",
            "outcome": "Outcome for A",
            "share": "Chance",
            "at_least": "This margin or more",
        },
    )


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
    controls = _set(
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
            y=_chance_axis("p"),
            color=_outcome_colour(),
            order=alt.Order("order:Q"),
        )
        .add_params(*_params(controls))
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
        "{words}: the scores are equal {equal:%} of the time. By next die A prevails {next_die:%} and a tie "
        "remains {left:%}. If ties stood A would win {stand:%}, if the higher skill won them "
        "{higher_skill:%}, if both rolled again {reroll:%}.",
        "Silhouette, ties by the next die; a fumble counts {fumble_words}.",
        "sa.decision_table({dice_a}, {dice_b}, modifier={modifier}{fumble_code})",
        {"place": "Decided by", "outcome": "Outcome for A", "p": "Chance"},
    )


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
    controls = _set(
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
    chart = (
        alt.Chart(alt.Data(values=rows), width=WIDTH, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("beaten:O").title("How many levels beat it").scale(domain=list(range(most + 1))),
            xOffset=alt.XOffset("how:N").sort(list(HOW)),
            y=_chance_axis("share"),
            color=alt.Color("how:N").title(None).scale(domain=list(HOW), range=list(HOW.values())),
        )
        .add_params(*_params(controls))
        .transform_filter("datum.levels == levels && datum.against == against")
        .transform_calculate(
            at=f"(datum.against[0] == 't' ? 0 : indexof({list(tie_rules)}, ties)) * {len(modifiers)}"
            f" + modifier - {modifiers[0]}"
        )
        .transform_calculate(
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


def panel_of(name: str, state: dict[str, Any]) -> Panel:
    """Return a panel whose table holds one state only, whatever that is.

    Parameters
    ----------
    name : str
        One of `PANELS`.
    state : dict
        The value of each control.

    Returns
    -------
    Panel
        In this state.

    Raises
    ------
    TypeError, ValueError
        If there is no such state.
    """
    if name == "roll":
        return roll_panel([state["dice"]], [state["bonus"]]).at(state)
    modifiers = range(state["modifier"], state["modifier"] + 1)
    if name in ("contest", "tie"):
        panel = contest_panel if name == "contest" else tie_panel
        sides = [state["dice_a"]], [state["dice_b"]]
        return panel(*sides, modifiers=modifiers, fumbles=[state["fumble"]]).at(state)
    levels = tuple(map(int, state["levels"].split(",")))
    kind, number = state["against"][0], int(state["against"][1:])
    bars = [number] * (kind == "d"), [number] * (kind == "t")
    return shared_panel([levels], *bars, modifiers=modifiers, tie_rules=[state["ties"]]).at(state)


PANELS: dict[str, Callable[..., Panel]] = {
    "roll": roll_panel,
    "contest": contest_panel,
    "tie": tie_panel,
    "shared": shared_panel,
}
"""The panels by name: each is called without arguments for the one a page shows."""


def _set(state: dict[str, Any], *controls: Control) -> tuple[Control, ...]:
    """Return the controls with the values of `state`."""
    if unknown := state.keys() - {control.name for control in controls}:
        raise TypeError(
            f"allowed are {', '.join(c.name for c in controls)}, given {', '.join(sorted(unknown))}"
        )
    return tuple(replace(control, value=state.get(control.name, control.value)) for control in controls)


def _params(controls: tuple[Control, ...]) -> list[alt.Parameter]:
    return [alt.param(name=control.name, value=control.value) for control in controls]


def _chance_axis(field: str, top: str = "1") -> alt.Y:
    # The end of the axis depends on what is asked for, never on the figures: bars can be compared by eye.
    scale = alt.Scale(domainMin=0, domainMax=alt.ExprRef(top), nice=False)
    return alt.Y(f"{field}:Q").title("Chance").axis(format="%", tickCount=5).scale(scale)


def _outcome_colour() -> alt.Color:
    return (
        alt.Color("outcome:N")
        .title("Outcome for A")
        .legend(columns=alt.ExprRef("width < 420 ? 2 : 5"))
        .sort(list(OUTCOMES))
        .scale(domain=list(OUTCOMES), range=[OUTCOME_COLOURS[outcome] for outcome in OUTCOMES])
    )


def _counts(counts: Iterable[int], total: int) -> list[float]:
    """Return counts as they are where the browser has them exactly, and else as chances."""
    return [count if total <= EXACT else count / total for count in counts]


def _in_view(rows: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return the first and the last number with a chance that could be seen in a picture."""
    seen = [
        row["low"] + i
        for row in rows
        for i, count in enumerate(row["ways"])
        if count > row["total"] / 1_000_000
    ]
    return min(seen), max(seen)


def _mean_and_sd(ways: Ways) -> dict[str, float]:
    total, first, second = moments(ways)
    return {"mean": first / total, "sd": sd(total, first, second)}


def _roll_row(dice: int, bonus: int) -> dict[str, Any]:
    rule = Rule(bonus_from=bonus)
    ways, total = result_ways(dice, rule), total_ways(dice, rule)
    return _mean_and_sd(ways) | {
        "dice": dice,
        "bonus": bonus,
        "words": dice_words(dice).capitalize(),
        "low": min(ways),
        "high": max(ways),
        "fumble": fumble_ways(dice, rule) / total,
        "total": _counts([total], total)[0],
        "ways": _counts(ways.values(), total),
    }


def _contest_row(a: int, b: int, fumble: int, modifiers: range) -> dict[str, Any]:
    rule = Rule(fumble=fumble)
    ways, total = margin_ways(a, b, 0, rule), total_ways(a, rule) * total_ways(b, rule)
    about = _mean_and_sd(ways)
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
        "total": _counts([total], total)[0],
        "ways": _counts(ways.values(), total),
        "up": _counts([outcomes["marginal win"] for outcomes in broken], total),
        "even": _counts([outcomes["tie"] for outcomes in broken], total),
        "down": _counts([outcomes["marginal loss"] for outcomes in broken], total),
    }


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
    counts = (total, by_die["win"], tied, by_die["marginal win"], by_die["tie"])
    return dict(zip(("total", "win", "tied", "up", "even"), _counts(counts, total), strict=True)) | {
        "dice_a": a,
        "dice_b": b,
        "modifier": modifier,
        "rule_fumble": fumble,
        "words": f"A ({dice_words(a)}, {modifier:+}) against B ({dice_words(b)})",
        "place": [place for place, _, _ in parts],
        "order": [order for _, order, _ in parts],
        "ways": _counts([count for _, _, count in parts], total),
    }


def _together(chances: Sequence[Fraction]) -> list[float]:
    """Return chances that add to 1 as counts of the same whole."""
    total = lcm(*(chance.denominator for chance in chances))
    return _counts([chance.numerator * total // chance.denominator for chance in chances], total)


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
