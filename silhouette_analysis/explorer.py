"""An explorer: the controls of a panel, the picture that they drive, and what is to be said of it.

One change of a control is one computation and one redraw.  What the panel's table does not hold is worked out
in the kernel.
"""

import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any

import altair as alt
import ipywidgets as widgets
from IPython.display import publish_display_data

from silhouette_analysis import controls, panels
from silhouette_analysis.answers import Answer
from silhouette_analysis.display import PANEL, WIDGET
from silhouette_analysis.lifetimes import close_all, hold
from silhouette_analysis.panel import Control, Panel
from silhouette_analysis.panel_chart import PanelChart, png_of, still_html, svg_of
from silhouette_analysis.words import unbroken

WORDS = {"Outcome for A", "Decided by", "Rolled"}
"""The columns of words in the tables."""


@cache
def _panel(name: str) -> Panel:
    return panels.PANELS[name]()


class Explorer(widgets.VBox):  # type: ignore[misc]
    """A panel with its controls; `state` is what is shown, `answer` what is said of it."""

    def __init__(self, name: str) -> None:
        self.panel = self.shown = _panel(name)
        self.state = dict(self.panel.state)
        self.asked = dict(self.state)
        self.chart = PanelChart(self.panel.chart)
        self.fields = {control.name: self.field(control) for control in self.panel.controls}
        self.message, self.sentence, self.rule, self.python, self.table = (
            html_part(name) for name in ("message", "answer", "rule", "python", "table-box")
        )
        self.exact = widgets.Checkbox(description="exact fractions", indent=False, layout={"width": "auto"})
        self.exact.observe(lambda _: self.change(), "value")
        super().__init__(self.parts())
        self.add_class("sa-explorer")
        self.change()
        hold(self)

    def field(self, control: Control) -> controls.Field:
        """Return the control that a person uses for a control of the panel."""
        if control.name == "levels":
            return controls.Levels(control, self.tell)
        if control.name == "against":
            return controls.Against(control, self.tell)
        return (controls.Choice if control.options else controls.Number)(control, self.tell)

    def parts(self) -> list[widgets.Widget]:
        """Return what the explorer is made of, from the top down."""
        buttons = [button("Reset", "Set all controls as they were at first", self.reset)]
        if "dice_b" in self.fields:
            buttons.append(button("Swap sides", "Let A and B change places", self.swap))
        saves = [
            button("CSV", "Save the table as CSV", self.save_csv),
            button("PNG", "Save the picture as PNG", self.save_png),
            button("SVG", "Save the picture as SVG", self.save_svg),
        ]
        rows = [self.fields[name].row for name in self.panel.state]
        side = column("sa-controls", *rows, row("sa-buttons", *buttons, self.exact))
        save = row("sa-buttons", widgets.Label("Save"), *saves)
        return [
            row("sa-top", side, column("sa-side", self.chart)),
            self.message,
            self.sentence,
            row("sa-top", column("sa-controls", self.rule, self.python, save), column("sa-side", self.table)),
        ]

    def tell(self, values: dict[str, Any]) -> None:
        """Take a change from a control."""
        self.change(**values)

    def change(self, **values: Any) -> None:
        """Set controls and show what comes of it, in one redraw.

        What is refused is said, and leaves the picture as it was.

        Parameters
        ----------
        **values
            Controls of the panel by name.
        """
        self.asked |= values
        for name in values:
            self.fields[name].set(values[name])
        try:
            self.show({name: self.asked[name] for name in self.panel.state})
        except Exception as error:
            self.message.value = escape(f"{error}" or type(error).__name__)
            self.add_class("sa-stale")
            if not isinstance(error, (TypeError, ValueError)):
                raise
        else:
            self.message.value = ""
            self.remove_class("sa-stale")
        finally:
            self.remove_class("sa-busy")

    def show(self, state: dict[str, Any]) -> None:
        """Work out a state, and only then show it."""
        held = self.panel.holds(state)
        if not held:
            # Many dice may take long; what is quick is over before it is seen.
            self.add_class("sa-busy")
        shown = self.panel if held else panels.panel_of(self.panel.name, state)
        answer = shown.answer(state, exact=self.exact.value)
        if held and self.shown is self.panel:
            self.chart.put(state)
        elif state != self.state:
            self.chart.draw(shown.at(state).chart)
        self.shown, self.state, self.answer = shown, state, answer
        # A figure and its sign stay on one line.
        self.sentence.value = unbroken(escape(answer.sentence))
        self.rule.value = f"Rule: {escape(answer.rule)}"
        self.python.value = f"In Python: <code>{escape(answer.python)}</code>"
        self.table.value = table_html(answer, exact=self.exact.value)

    def reset(self) -> None:
        """Set all controls as they were at first."""
        self.change(**self.panel.state)

    def swap(self) -> None:
        """Let A and B change places."""
        a, b, modifier = (self.asked[name] for name in ("dice_a", "dice_b", "modifier"))
        self.change(dice_a=b, dice_b=a, modifier=-modifier)

    def picture(self) -> Any:
        """Return the chart as it is now."""
        return self.shown.at(self.state).chart

    def titled(self) -> Any:
        """Return the chart as it is saved: it stands alone, so it says who, and by which rule."""
        chart, who = self.picture(), f"{self.panel.title}: {self.answer.sentence.split(':')[0]}"
        if chart.title is alt.Undefined:
            return chart.properties(title=alt.Title(who, subtitle=[self.answer.rule]))
        return chart.properties(title=alt.Title(chart.title.text, subtitle=[who, self.answer.rule]))

    def save(self, kind: str, content: bytes, ending: str) -> None:
        """Have the browser save a file whose name tells the state."""
        name = re.sub(r"[^\w-]+", "-", "_".join(map(str, (self.panel.name, *self.state.values()))))
        self.chart.save(f"{name}.{ending}", kind, content)

    def save_csv(self) -> None:
        """Have the browser save the table."""
        self.save("text/csv", self.answer.csv().encode(), "csv")

    def save_png(self) -> None:
        """Have the browser save the picture as pixels."""
        self.save("image/png", png_of(self.titled()), "png")

    def save_svg(self) -> None:
        """Have the browser save the picture as lines."""
        self.save("image/svg+xml", svg_of(self.titled()), "svg")

    def _ipython_display_(self, **_: Any) -> None:
        hold(self)
        said = self.answer.sentence
        still = {"text/html": still_html(self.picture(), said), "text/plain": said}
        publish_display_data(still | {PANEL: {"panel": self.panel.name, "state": self.state}})
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        publish_display_data({WIDGET: view})

    def close(self) -> None:
        """Close the explorer with all that it is made of."""
        close_all(self)


def html_part(name: str) -> widgets.HTML:
    """Return a place for words."""
    html = widgets.HTML(layout={"width": "100%", "margin": "0"})
    html.add_class(f"sa-{name}")
    return html


def row(names: str, *children: widgets.Widget) -> widgets.Box:
    """Return widgets beside each other, in a box of these CSS classes."""
    return _named(widgets.Box(children), names)


def column(names: str, *children: widgets.Widget) -> widgets.Box:
    """Return widgets one below the other, in a box of these CSS classes."""
    return _named(widgets.VBox(children), names)


def _named(box: widgets.Box, names: str) -> widgets.Box:
    for name in names.split():
        box.add_class(name)
    return box


def button(words: str, tooltip: str, act: Callable[[], None]) -> widgets.Button:
    """Return a button that does something."""
    made = widgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})
    made.on_click(lambda _: act())
    return made


def table_html(answer: Answer, *, exact: bool) -> str:
    """Return the table of an answer, its words to the left and its figures to the right."""
    names = [str(name) for name in answer.table.columns]
    kinds = [' class="sa-words"' if name in WORDS else "" for name in names]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(names, kinds, strict=True)
    )
    lines = [
        "".join(
            f"<td{kind}>{escape(cell).replace('/', '/<wbr>')}</td>"
            for cell, kind in zip(cells, kinds, strict=True)
        )
        for cells in answer.cells(exact=exact)
    ]
    kind = "sa-table sa-exact" if exact else "sa-table"
    return (
        f'<div class="{kind}" tabindex="0" role="region" aria-label="Table"><table>'
        f"<thead><tr>{head}</tr></thead><tbody><tr>{'</tr><tr>'.join(lines)}</tr></tbody></table></div>"
        "<p>Rounded percentages need not add to 100.</p>"
    )
