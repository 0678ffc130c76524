"""The explorers as an app without code, one at a time: what `make dashboard` serves."""

from typing import Any

import ipywidgets as widgets

from silhouette_analysis.explorers import contest_explorer, roll_explorer, shared_roll_explorer, tie_explorer

EXPLORERS = {
    "One roll": roll_explorer,
    "A contest": contest_explorer,
    "Breaking a tie": tie_explorer,
    "One roll, many levels": shared_roll_explorer,
}


def dashboard() -> widgets.VBox:
    """Return all explorers in one widget; each is made when it is first chosen.

    Returns
    -------
    ipywidgets.VBox
        A choice, and the explorer that is chosen.
    """
    made: dict[str, widgets.Widget] = {}
    choice = widgets.ToggleButtons(options=list(EXPLORERS), style={"button_width": "auto"})
    app = widgets.VBox([choice])
    app.add_class("sa-dashboard")

    def chosen(change: dict[str, Any]) -> None:
        name = change["new"]
        if name not in made:
            made[name] = EXPLORERS[name]()
        app.children = [choice, made[name]]

    choice.observe(chosen, "value")
    chosen({"new": choice.value})
    return app
