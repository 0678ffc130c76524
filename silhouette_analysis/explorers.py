"""Explorers for JupyterLab: controls, the picture of a panel that they drive, and what is to be said of it.

One change of a control is one computation and one redraw.  What a panel's table does not hold is worked out
in the kernel.  Nothing is fetched from a network, and stored notebooks hold a still picture, not the widget.
"""

import base64
import io
from collections.abc import Callable
from functools import cache
from html import escape
from importlib.resources import files
from secrets import randbelow
from typing import Any

import altair as alt
import ipywidgets as widgets
from IPython.display import publish_display_data

from silhouette_analysis import answers, controls, display, panels, pictures
from silhouette_analysis.lifetimes import close_all, hold
from silhouette_analysis.panels import Control, Panel
from silhouette_analysis.rules import Rule, whole

PANEL = "application/vnd.silhouette.panel+json"
"""Media type that names a panel and its state, for reports and for tests."""

HEIGHT = 350
"""Height of a picture with axes and legend: what stands below it never moves."""

WAKE = "A still picture: run this cell to wake the controls."

# A live explorer hides the still picture before it; a lost one would say "Loading widget..." for ever.
LOST = "<style>.jp-OutputArea-child:has(.sa-still) + .jp-OutputArea-child:not(:has(.jupyter-widgets)){display:none}</style>"


def roll_explorer() -> "Explorer":
    """Return a widget that explores one roll: the chance of each result.

    Returns
    -------
    Explorer
        A fresh widget, independent of all others.

    Examples
    --------
    >>> explorer = roll_explorer()
    >>> explorer.change(dice=2, target=7)
    >>> explorer.answer.sentence
    '2 dice: a result of at least 7 has a chance of 2.78 %. Mean 4.50, SD 1.44; fumble 2.78 %.'
    """
    return Explorer("roll")


def contest_explorer() -> "Explorer":
    """Return a widget that explores a contest: margins and who prevails, under any tie rule.

    Returns
    -------
    Explorer
        A fresh widget, independent of all others.
    """
    return Explorer("contest")


def tie_explorer() -> "TieExplorer":
    """Return a widget that explores a tie-break, and decides two rolls that are typed or thrown.

    Returns
    -------
    TieExplorer
        A fresh widget, independent of all others.
    """
    return TieExplorer("tie")


def shared_roll_explorer() -> "SharedExplorer":
    """Return a widget that explores one roll for many levels, and throws its coloured dice.

    Returns
    -------
    SharedExplorer
        A fresh widget, independent of all others.
    """
    return SharedExplorer("shared")


@cache
def _panel(name: str) -> Panel:
    return panels.PANELS[name]()


@cache
def _bundled() -> str:
    """Return the script of the picture with all it needs."""
    script = files("silhouette_analysis").joinpath("templates/explorer.js").read_text("utf-8")
    return str(display._converter().javascript_bundle(script))


def _themed(chart: alt.Chart) -> alt.Chart:
    """Return a chart with the look of this package, whatever the session's theme is, in a fixed height."""
    size = {"width": 600, "height": HEIGHT, "autosize": {"type": "fit", "contains": "padding"}}
    return chart.properties(config=display.theme()["config"], **size)


class PanelChart(alt.JupyterChart):
    """A `JupyterChart` that needs no network, and is redrawn once for each message."""

    _css = files("silhouette_analysis").joinpath("templates/explorer.css").read_text("utf-8")

    def __init__(self, chart: alt.Chart) -> None:
        type(self)._esm = _bundled()
        super().__init__(_themed(chart))

    def put(self, state: dict[str, Any]) -> None:
        """Set the parameters, all of them in one message."""
        self._params = {**self._params, **state}

    def save(self, name: str, kind: str, content: bytes) -> None:
        """Have the browser save a file."""
        self.send({"name": name, "uri": f"data:{kind};base64,{base64.b64encode(content).decode()}"})


class Explorer(widgets.VBox):
    """A panel with its controls; `state` is what is shown, `answer` what is said of it."""

    def __init__(self, name: str) -> None:
        self.panel = self.shown = _panel(name)
        self.state = dict(self.panel.state)
        self.asked = dict(self.state)
        self.chart = PanelChart(self.panel.chart)
        self.fields = {control.name: self.field(control) for control in self.panel.controls}
        self.message, self.sentence, self.rule, self.python, self.table = (
            _html(name) for name in ("message", "answer", "rule", "python", "table-box")
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
        buttons = [_button("Reset", "Set all controls as they were at first", self.reset)]
        if "dice_b" in self.fields:
            buttons.append(_button("Swap sides", "Let A and B change places", self.swap))
        saves = [
            _button("CSV", "Save the table as CSV", self.save_csv),
            _button("PNG", "Save the picture as PNG", self.save_png),
            _button("SVG", "Save the picture as SVG", self.save_svg),
        ]
        rows = [self.fields[name].row for name in self.panel.state]
        side = _column("sa-controls", *rows, _box("sa-buttons", *buttons, self.exact))
        save = _box("sa-buttons", widgets.Label("Save"), *saves)
        return [
            _box("sa-top", side, _column("sa-side", self.chart)),
            self.message,
            self.sentence,
            _box("sa-top", _column("sa-controls", self.rule, self.python, save), _column("sa-side", self.table)),
        ]

    def tell(self, values: dict[str, Any]) -> None:
        """Take a change from a control."""
        self.change(**values)

    def change(self, **values: Any) -> None:
        """Set controls and show what comes of it, in one redraw; what is refused leaves the picture as it was.

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

    def show(self, state: dict[str, Any]) -> None:
        """Work out a state, and only then show it."""
        held = self.panel.holds(state)
        shown = self.panel if held else panels.panel_of(self.panel.name, state)
        answer = shown.answer(state, exact=self.exact.value)
        if held and self.shown is self.panel:
            self.chart.put(state)
        elif state != self.state:
            self.chart.chart = _themed(shown.at(state).chart)
        self.shown, self.state, self.answer = shown, state, answer
        self.sentence.value = escape(answer.sentence)
        self.rule.value = f"Rule: {escape(answer.rule)}"
        self.python.value = f"In Python: <code>{escape(answer.python)}</code>"
        self.table.value = _table(answer, self.exact.value)

    def reset(self) -> None:
        """Set all controls as they were at first."""
        self.change(**self.panel.state)

    def swap(self) -> None:
        """Let A and B change places."""
        a, b, modifier = (self.asked[name] for name in ("dice_a", "dice_b", "modifier"))
        self.change(dice_a=b, dice_b=a, modifier=-modifier)

    def spec(self) -> dict[str, Any]:
        """Return the specification of the picture as it is now."""
        spec: dict[str, Any] = _themed(self.shown.at(self.state).chart).to_dict()
        return spec

    def save_csv(self) -> None:
        """Have the browser save the table."""
        self.chart.save(f"{self.panel.name}.csv", "text/csv", self.answer.csv().encode())

    def save_png(self) -> None:
        """Have the browser save the picture as pixels, on white."""
        png = display._converter().vegalite_to_png(self.spec() | {"background": "white"}, scale=2)
        self.chart.save(f"{self.panel.name}.png", "image/png", png)

    def save_svg(self) -> None:
        """Have the browser save the picture as lines."""
        svg = display._converter().vegalite_to_svg(self.spec() | {"background": "white"})
        self.chart.save(f"{self.panel.name}.svg", "image/svg+xml", svg.encode())

    def still(self) -> str:
        """Return the picture and its answer for a notebook that is read without its kernel."""
        svg = display._converter().vegalite_to_svg(self.spec() | {"background": "white", "padding": 10})
        uri = f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
        said = escape(self.answer.sentence, quote=True)
        return (
            f'<div class="sa-still">{LOST}<img src="{uri}" alt="{said}" style="max-width:100%">'
            f"<p>{said}</p><p><em>{WAKE}</em></p></div>"
        )

    def _ipython_display_(self, **_: Any) -> None:
        hold(self)
        still = {"text/html": self.still(), "text/plain": self.answer.sentence}
        publish_display_data(still | {PANEL: {"panel": self.panel.name, "state": self.state}})
        view = {"model_id": self.model_id, "version_major": 2, "version_minor": 0}
        publish_display_data({"application/vnd.jupyter.widget-view+json": view})

    def close(self) -> None:
        """Close the explorer with all that it is made of."""
        close_all(self)


class Thrower(Explorer):
    """An explorer that throws the dice as well: `seed` in `asked` gives the throw, and can be repeated."""

    def __init__(self, name: str) -> None:
        self.thrown = _html("thrown")
        super().__init__(name)

    def extras(self) -> list[Control]:
        """Return the controls of the throw."""
        return [Control("seed", "Seed", 1)]

    def parts(self) -> list[widgets.Widget]:
        """Return what the explorer is made of, the throw last."""
        parts = super().parts()
        for control in self.extras():
            self.fields[control.name] = (controls.Seed if control.name == "seed" else controls.Pool)(control, self.tell)
            self.asked[control.name] = control.value
        button = _button("Throw the dice", "Throw with a new seed", lambda: self.change(seed=randbelow(1_000_000)))
        rows = [self.fields[control.name].row for control in self.extras()]
        throw = _column("sa-controls", *rows, _box("sa-buttons", button))
        return [*parts, _box("sa-top sa-throw", throw, _column("sa-side", self.thrown))]

    def show(self, state: dict[str, Any]) -> None:
        """Work out a state and a throw, and only then show them."""
        thrown = self.throw(state)
        super().show(state)
        self.thrown.value = thrown

    def throw(self, state: dict[str, Any]) -> str:
        """Return the throw as it is shown."""
        raise NotImplementedError

    def reset(self) -> None:
        """Set all controls as they were at first."""
        self.change(**self.panel.state, seed=1)


class TieExplorer(Thrower):
    """Which die decides; and two rolls, typed or thrown, decided."""

    def extras(self) -> list[Control]:
        """Return the controls of the throw."""
        sides = zip("ab", answers.throw(1, self.state["dice_a"], self.state["dice_b"]), strict=True)
        return [*(Control(f"roll_{side}", f"{side.upper()} rolls", roll) for side, roll in sides), *super().extras()]

    def change(self, **values: Any) -> None:
        """Set controls; the rolls have as many dice as the sides, and the sides as the rolls that are typed."""
        values |= {f"dice_{side}": len(values[f"roll_{side}"]) for side in "ab" if f"roll_{side}" in values}
        asked = self.asked | values
        if "seed" in values or any(len(asked[f"roll_{side}"]) != asked[f"dice_{side}"] for side in "ab"):
            values["roll_a"], values["roll_b"] = answers.throw(asked["seed"], asked["dice_a"], asked["dice_b"])
        super().change(**values)

    def swap(self) -> None:
        """Let A and B change places, with their rolls."""
        roll_a, roll_b, modifier = (self.asked[name] for name in ("roll_a", "roll_b", "modifier"))
        self.change(roll_a=roll_b, roll_b=roll_a, modifier=-modifier)

    def throw(self, state: dict[str, Any]) -> str:
        """Return both rolls, who wins and why, and how likely that was."""
        rolls, modifier, fumble = (self.asked["roll_a"], self.asked["roll_b"]), state["modifier"], state["fumble"]
        chance = answers.tie_chance(*rolls, modifier, fumble)
        code = f", modifier={modifier}" * bool(modifier) + f", rule=sa.Rule(fumble={fumble})" * bool(fumble)
        picture = _drawn(lambda: pictures.tie_picture(*rolls, modifier=modifier, rule=Rule(fumble=fumble)))
        return _thrown(picture, chance, f"sa.resolve({rolls[0]}, {rolls[1]}{code})")


class SharedExplorer(Thrower):
    """How many levels prevail; and a roll of coloured dice."""

    def throw(self, state: dict[str, Any]) -> str:
        """Return the coloured dice, what each level reads, and how it fares."""
        levels = tuple(map(int, state["levels"].split(",")))
        dice = int(state["against"][1:]) if state["against"][0] == "d" else 0
        roll, opponent = answers.throw(self.asked["seed"], max(levels), dice)
        fares = answers.levels_words(roll, state, opponent)
        picture = _drawn(lambda: pictures.shared_roll_picture(roll, levels))
        return _thrown(picture, fares, f"sa.shared_roll_picture({roll}, {levels})")


def _html(name: str) -> widgets.HTML:
    html = widgets.HTML(layout={"width": "100%", "margin": "0"})
    html.add_class(f"sa-{name}")
    return html


def _named(box: widgets.Box, names: str) -> widgets.Box:
    for name in names.split():
        box.add_class(name)
    return box


def _box(names: str, *children: widgets.Widget) -> widgets.Box:
    return _named(widgets.Box(children), names)


def _column(names: str, *children: widgets.Widget) -> widgets.Box:
    return _named(widgets.VBox(children), names)


def _drawn(draw: Callable[[], pictures.Picture]) -> str:
    """Return a picture, or why there is none: more dice can be counted than drawn."""
    try:
        return draw().svg
    except ValueError as error:
        return f"<p>{escape(str(error))}</p>"


def _thrown(picture: str, words: str, code: str) -> str:
    return f"{picture}<p>{escape(words)}</p><p>In Python: <code>{escape(code)}</code></p>"


def _button(words: str, tooltip: str, act: Callable[[], None]) -> widgets.Button:
    button = widgets.Button(description=words, tooltip=tooltip, layout={"width": "auto"})
    button.on_click(lambda _: act())
    return button


def _table(answer: answers.Answer, exact: bool) -> str:
    words = {"Outcome for A", "Decided by", "Rolled"}
    names = [str(name) for name in answer.table.columns]
    kinds = [' class="sa-words"' if name in words else "" for name in names]
    head = "".join(f'<th scope="col"{kind}>{escape(name)}</th>' for name, kind in zip(names, kinds, strict=True))
    rows = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in answer.cells(exact=exact)
    )
    return (
        '<div class="sa-table" tabindex="0" role="region" aria-label="Table"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        "<p>Rounded percentages need not add to 100.</p>"
    )
