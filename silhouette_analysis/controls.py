"""The controls of an explorer: each a row of widgets with its label, its value and a message of its own.

A control tells its explorer what changed; set by the explorer it says nothing, so that a change is one
change.
"""

import re
from collections.abc import Callable
from html import escape
from typing import Any

import ipywidgets as widgets

from silhouette_analysis.checks import MAX_DICE, MAX_NUMBER, whole
from silhouette_analysis.panel import Control

Tell = Callable[[dict[str, Any]], None]

LABEL = {"description_width": "11.5em"}
TYPED = {"width": "5.2em", "margin": "2px 0 2px 6px", "flex": "0 0 auto"}
WIDE = {"flex": "1 1 auto", "width": "auto", "min_width": "0"}


class Field:
    """A control: `row` is what is shown, `tell` hears ``{name: value}`` when somebody changes it."""

    def __init__(self, control: Control, tell: Tell) -> None:
        self.control, self.tell, self.quiet = control, tell, False
        self.message = widgets.HTML()
        self.message.add_class("sa-message")
        line = widgets.HBox(self.parts(), layout={"width": "100%"})
        line.add_class("sa-field")
        self.row = widgets.VBox([line, self.message], layout={"width": "100%"})
        self.set(control.value)

    def parts(self) -> list[widgets.Widget]:
        """Return the widgets of the row, the one with the label first."""
        raise NotImplementedError

    def show(self, value: Any) -> None:
        """Make the widgets show a value."""
        raise NotImplementedError

    def set(self, value: Any) -> None:
        """Show a value without telling anybody."""
        self.quiet = True
        try:
            self.show(value)
        finally:
            self.quiet = False
        self.message.value = ""

    def read(self, widget: widgets.Widget, reader: Callable[[Any], Any]) -> None:
        """Have what is put into `widget` read and told, or complained of beside it."""

        def changed(change: dict[str, Any]) -> None:
            if self.quiet:
                return
            try:
                value = reader(change["new"])
            except (TypeError, ValueError) as error:
                self.message.value = escape(str(error))
                return
            self.set(value)
            self.tell({self.control.name: value})

        widget.observe(changed, "value")


class Number(Field):
    """A whole number: a slider for what is usual, a box beside it for whatever is allowed."""

    def parts(self) -> list[widgets.Widget]:
        """Return slider and box."""
        control = self.control
        dice = control.name.startswith("dice")
        self.low, self.high = (control.low, MAX_DICE) if dice else (-MAX_NUMBER, MAX_NUMBER)
        self.slider = widgets.IntSlider(
            min=control.low,
            max=max(control.high, 10) if dice else control.high,
            description=control.label,
            readout=False,
            style=LABEL,
            layout=WIDE,
        )
        self.typed = widgets.Text(continuous_update=False, layout=TYPED)
        self.read(self.slider, int)
        self.read(self.typed, self.number)
        return [self.slider, self.typed]

    def show(self, value: int) -> None:
        """Show a number; the slider goes as far as it can."""
        self.slider.value = min(max(value, self.slider.min), self.slider.max)
        self.typed.value = str(value)

    def number(self, text: str) -> int:
        """Return the number that was typed."""
        return typed_number(self.control.label, text, self.low, self.high)


class Choice(Field):
    """One of several options, in words."""

    def parts(self) -> list[widgets.Widget]:
        """Return a list to choose from."""
        options = [(words, value) for value, words, _ in self.control.options]
        self.choice = widgets.Dropdown(
            options=options,
            value=self.control.value,
            description=self.control.label,
            style=LABEL,
            layout=WIDE,
        )
        self.read(self.choice, lambda value: value)
        return [self.choice]

    def show(self, value: Any) -> None:
        """Show an option."""
        self.choice.value = value


def two_lines(*lines: list[widgets.Widget]) -> widgets.Widget:
    """Return the widgets of a control that needs two lines, each with its label."""
    boxes = [widgets.HBox(line, layout={"width": "100%"}) for line in lines]
    for box in boxes:
        box.add_class("sa-field")
    return widgets.VBox(boxes, layout={"width": "100%"})


class Levels(Field):
    """Several levels, chosen from a list or typed."""

    def parts(self) -> list[widgets.Widget]:
        """Return list and box."""
        self.choice = widgets.Dropdown(
            options=[value for value, _, _ in self.control.options],
            description=self.control.label,
            style=LABEL,
            layout=WIDE,
        )
        self.typed = widgets.Text(
            description="or others, typed", continuous_update=False, style=LABEL, layout=WIDE
        )
        self.read(self.choice, str)
        self.read(self.typed, self.levels)
        return [two_lines([self.choice], [self.typed])]

    def show(self, value: str) -> None:
        """Show levels; the list is blank if it does not have them."""
        self.choice.value = value if value in self.choice.options else None
        self.typed.value = value

    def levels(self, text: str) -> str:
        """Return the levels that were typed, in order."""
        numbers = typed_numbers("a level", text, 1, MAX_DICE)
        if len(set(numbers)) < len(numbers):
            raise ValueError(f"levels must be different, given {text}")
        return ", ".join(map(str, sorted(numbers)))


class Against(Field):
    """What is to be beaten: an opponent's dice or a threshold, and its number."""

    def parts(self) -> list[widgets.Widget]:
        """Return kind, slider and box."""
        kinds = [("a roll", "d"), ("a threshold", "t")]
        self.kind = widgets.Dropdown(options=kinds, description="Against", style=LABEL, layout=WIDE)
        self.slider = widgets.IntSlider(
            min=0, max=10, description="dice or threshold", readout=False, style=LABEL, layout=WIDE
        )
        self.typed = widgets.Text(continuous_update=False, layout=TYPED)
        self.read(self.kind, lambda kind: f"{kind}{self.value[1:]}")
        self.read(self.slider, lambda number: f"{self.kind.value}{number}")
        self.read(self.typed, self.number)
        return [two_lines([self.kind], [self.slider, self.typed])]

    def show(self, value: str) -> None:
        """Show kind and number."""
        self.value, number = value, int(value[1:])
        self.kind.value = value[0]
        self.slider.value = min(max(number, self.slider.min), self.slider.max)
        self.typed.value = str(number)

    def number(self, text: str) -> str:
        """Return what is to be beaten, its number typed."""
        dice = self.kind.value == "d"
        low, high = (0, MAX_DICE) if dice else (-MAX_NUMBER, MAX_NUMBER)
        return f"{self.kind.value}{typed_number('its dice' if dice else 'the threshold', text, low, high)}"


class Seed(Field):
    """The seed of a throw, typed: the same seed throws the same dice."""

    def parts(self) -> list[widgets.Widget]:
        """Return a box."""
        self.typed = widgets.Text(
            description=self.control.label, continuous_update=False, style=LABEL, layout=WIDE
        )
        self.read(self.typed, lambda text: typed_number("the seed", text, 0, 999_999))
        return [self.typed]

    def show(self, value: int) -> None:
        """Show the seed."""
        self.typed.value = str(value)


class Pool(Field):
    """The dice of a side as they lie on the table, typed."""

    def parts(self) -> list[widgets.Widget]:
        """Return a box."""
        self.typed = widgets.Text(
            description=self.control.label, continuous_update=False, style=LABEL, layout=WIDE
        )
        self.read(self.typed, lambda text: tuple(typed_numbers("a die", text, 1, 6)))
        return [self.typed]

    def show(self, value: tuple[int, ...]) -> None:
        """Show the faces."""
        self.typed.value = ", ".join(map(str, value))


def typed_number(name: str, text: str, low: int, high: int) -> int:
    """Return a number that was typed, or say what may be.

    >>> typed_number("dice", " 25 ", 0, 1000), typed_number("modifier", "−2", -5, 5)
    (25, -2)
    >>> typed_number("dice", "many", 0, 1000)
    Traceback (most recent call last):
    ValueError: dice must be a whole number from 0 to 1000, given 'many'
    """
    try:
        number = int(text.strip()[:20].replace("−", "-"))
    except ValueError:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, given {text[:40]!r}") from None
    return whole(name, number, low, high)


def typed_numbers(name: str, text: str, low: int, high: int) -> list[int]:
    """Return numbers that were typed with commas, blanks or neither ("654") between them.

    >>> typed_numbers("a die", "6,5 4", 1, 6), typed_numbers("a die", "654", 1, 6)
    ([6, 5, 4], [6, 5, 4])
    """
    parts = re.findall(r"[^\s,;]+", text)
    if high < 10 and len(parts) == 1 and parts[0].isdecimal():
        parts = list(parts[0])
    if not parts:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, given none")
    return [typed_number(name, part, low, high) for part in parts]
