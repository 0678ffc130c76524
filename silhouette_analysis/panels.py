"""The panels by name."""

from collections.abc import Callable
from typing import Any

from silhouette_analysis.contest_panel import contest_panel
from silhouette_analysis.panel import Panel
from silhouette_analysis.roll_panel import roll_panel
from silhouette_analysis.shared_panel import shared_panel
from silhouette_analysis.tie_panel import tie_panel

PANELS: dict[str, Callable[..., Panel]] = {
    "roll": roll_panel,
    "contest": contest_panel,
    "tie": tie_panel,
    "shared": shared_panel,
}
"""Each is called without arguments for the panel that a page shows."""


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
