"""Explorers for JupyterLab: each call returns a fresh widget, and nothing is fetched from a network."""

from collections.abc import Callable
from html import escape
from secrets import randbelow
from typing import Any

import ipywidgets as widgets

from silhouette_analysis import answers, controls, pictures
from silhouette_analysis.explorer import Explorer, button, column, html_part, row
from silhouette_analysis.panel import Control
from silhouette_analysis.rules import Rule
from silhouette_analysis.shapes import Picture


def roll_explorer() -> Explorer:
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


def contest_explorer() -> Explorer:
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


class Thrower(Explorer):
    """An explorer that throws the dice as well: `seed` in `asked` gives the throw, and can be repeated."""

    def __init__(self, name: str) -> None:
        self.thrown = html_part("thrown")
        super().__init__(name)

    def extras(self) -> list[Control]:
        """Return the controls of the throw."""
        return [Control("seed", "Seed", 1)]

    def parts(self) -> list[widgets.Widget]:
        """Return what the explorer is made of, the throw last."""
        parts = super().parts()
        for control in self.extras():
            kind = controls.Seed if control.name == "seed" else controls.Pool
            self.fields[control.name] = kind(control, self.tell)
            self.asked[control.name] = control.value
        again = button(
            "Throw the dice", "Throw with a new seed", lambda: self.change(seed=randbelow(1_000_000))
        )
        rows = [self.fields[control.name].row for control in self.extras()]
        throw = column("sa-controls", *rows, row("sa-buttons", again))
        return [*parts, row("sa-top sa-throw", throw, column("sa-side", self.thrown))]

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
        rolls = [Control(f"roll_{side}", f"{side.upper()} rolls", roll) for side, roll in sides]
        return [*rolls, *super().extras()]

    def change(self, **values: Any) -> None:
        """Set controls; the rolls have as many dice as the sides, and the sides as the typed rolls."""
        values |= {f"dice_{side}": len(values[f"roll_{side}"]) for side in "ab" if f"roll_{side}" in values}
        asked = self.asked | values
        if "seed" in values or any(len(asked[f"roll_{side}"]) != asked[f"dice_{side}"] for side in "ab"):
            values["roll_a"], values["roll_b"] = answers.throw(
                asked["seed"], asked["dice_a"], asked["dice_b"]
            )
        super().change(**values)

    def swap(self) -> None:
        """Let A and B change places, with their rolls."""
        roll_a, roll_b, modifier = (self.asked[name] for name in ("roll_a", "roll_b", "modifier"))
        self.change(roll_a=roll_b, roll_b=roll_a, modifier=-modifier)

    def throw(self, state: dict[str, Any]) -> str:
        """Return both rolls, who wins and why, and how likely that was."""
        a, b, modifier, fumble = (
            self.asked["roll_a"],
            self.asked["roll_b"],
            state["modifier"],
            state["fumble"],
        )
        chance = answers.tie_chance(a, b, modifier, fumble)
        code = f", modifier={modifier}" * bool(modifier) + f", rule=sa.Rule(fumble={fumble})" * bool(fumble)
        picture = _drawn(lambda: pictures.tie_picture(a, b, modifier=modifier, rule=Rule(fumble=fumble)))
        return _thrown(picture, chance, f"sa.resolve({a}, {b}{code})")


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


def _drawn(draw: Callable[[], Picture]) -> str:
    """Return a picture, or why there is none: more dice can be counted than drawn."""
    try:
        return draw().svg
    except ValueError as error:
        return f"<p>{escape(str(error))}</p>"


def _thrown(picture: str, words: str, code: str) -> str:
    return f"{picture}<p>{escape(words)}</p><p>In Python: <code>{escape(code)}</code></p>"
