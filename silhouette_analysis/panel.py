"""One panel, two lives: a chart over a precomputed table whose Vega-Lite parameters are its controls.

In JupyterLab :mod:`explorer` drives the parameters by widgets; in a published page, for which :mod:`live`
compiles the chart, a script drives them by HTML inputs, and no kernel is needed.  What is said beside the
chart are templates, which :func:`words.fill` fills in the lab, and the page's script in a page, from the
first row of the chart's data.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import altair as alt

from silhouette_analysis.answers import ANSWERS, Answer
from silhouette_analysis.charts import OUTCOME_COLOURS
from silhouette_analysis.distributions import Ways, moments, sd
from silhouette_analysis.rules import OUTCOMES
from silhouette_analysis.words import fill

WIDEST = 60
"""What the axis of a chart has room for: so many numbers."""

WIDTH, HEIGHT = 560, 260
"""Natural size of a panel's chart, in pixels; a page narrows it to its reader's screen."""

NARROW = "width < 400"
"""Whether a legend has to take less room, in Vega's expression language."""

EXACT = 2**53
"""Up to this, whole numbers are exact in the browser, too."""

Options = tuple[tuple[Any, str, str], ...]

READINGS: Options = (("exactly", "exactly", ""), ("at_least", "at least", ""), ("at_most", "at most", ""))
FUMBLES: Options = ((0, "0 (Silhouette)", ""), (1, "1, as it reads", ", rule=sa.Rule(fumble=1)"))
TIE_RULES: Options = tuple(
    (ties, words, "" if ties == "next_die" else f', ties="{ties}"')
    for ties, words in (
        ("next_die", "next die decides"),
        ("stand", "tie stands"),
        ("defender", "defender (B) wins"),
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
        chart.params = [*(param.param for param in params(controls)), *others]
        return replace(self, controls=controls, chart=chart)

    def values(self, state: dict[str, Any]) -> dict[str, Any]:
        """Return a state of the controls with the words and the Python of each choice."""
        values = dict(state)
        for control in self.controls:
            for value, words, code in control.options:
                if value == state[control.name]:
                    values |= {f"{control.name}_words": words, f"{control.name}_code": code}
        return values


def with_values(state: dict[str, Any], *controls: Control) -> tuple[Control, ...]:
    """Return the controls with the values of `state`."""
    if unknown := state.keys() - {control.name for control in controls}:
        raise TypeError(
            f"allowed are {', '.join(c.name for c in controls)}, given {', '.join(sorted(unknown))}"
        )
    return tuple(replace(control, value=state.get(control.name, control.value)) for control in controls)


def params(controls: tuple[Control, ...]) -> list[alt.Parameter]:
    """Return the parameters that the controls set."""
    return [alt.param(name=control.name, value=control.value) for control in controls]


def chance_axis(field: str, top: str = "1") -> alt.Y:
    """Return the axis of chances up to `top`, a Vega expression."""
    # The end of the axis depends on what is asked for, never on the figures: bars can be compared by eye.
    scale = alt.Scale(domainMin=0, domainMax=alt.ExprRef(top), nice=False)
    return alt.Y(f"{field}:Q").title("Chance").axis(format="%", tickCount=5).scale(scale)


def reading_title(what: str) -> alt.Title:
    """Return a title that says what a bar is the chance of, as the control `reading` has it."""
    readings = {
        "exactly": f"each {what}",
        "at_least": f"this {what} or more",
        "at_most": f"this {what} or less",
    }
    text = alt.ExprRef(f"'Chance of ' + {readings}[reading]")
    return alt.Title(text, fontSize=13, fontWeight="normal")


def outcome_colour(shown: str = "true") -> alt.Color:
    """Return the colours of the outcomes, the same as in every chart; their legend is there while `shown`."""
    seen = alt.ExprRef(f"{shown} ? 1 : 0")
    return (
        alt.Color("outcome:N")
        .title("Outcome for A")
        # In the lab the height is fixed: three columns need two lines, which it has.
        .legend(
            columns=alt.ExprRef(f"{NARROW} ? 3 : 5"),
            columnPadding=alt.ExprRef(f"{NARROW} ? 6 : 18"),
            labelFontSize=alt.ExprRef(f"{NARROW} ? 11 : 13"),
            titleOpacity=seen,
            labelOpacity=seen,
            symbolOpacity=seen,
        )
        .sort(list(OUTCOMES))
        .scale(domain=list(OUTCOMES), range=[OUTCOME_COLOURS[outcome] for outcome in OUTCOMES])
    )


def browser_counts(counts: Iterable[int], total: int) -> list[float]:
    """Return counts as they are where the browser has them exactly, and else as chances."""
    return [count if total <= EXACT else count / total for count in counts]


def in_view(rows: Sequence[dict[str, Any]]) -> tuple[int, int]:
    """Return the first and the last number with a chance that could be seen in a picture."""
    seen = [
        row["low"] + i
        for row in rows
        for i, count in enumerate(row["ways"])
        if count > row["total"] / 1_000_000
    ]
    return min(seen), max(seen)


def mean_and_sd(ways: Ways) -> dict[str, float]:
    """Return mean and standard deviation as fields of a row."""
    total, first, second = moments(ways)
    return {"mean": first / total, "sd": sd(total, first, second)}
