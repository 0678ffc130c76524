"""How long an explorer lives: as long as the output of a cell shows it.

A cell that is run again lets go of the explorers of its run before; one that no cell holds is closed, with
all the widgets it is made of, so that they do not pile up in the kernel and in the browser.
"""

from typing import Any

import ipywidgets as widgets
from IPython.core.getipython import get_ipython

HELD: dict[str, tuple[str, list[Any]]] = {}
"""For each cell its last run, and the explorers that were made or shown in it."""


def running_cell() -> tuple[str, str] | None:
    """Return the cell that is being run and this run of it, if a notebook says so."""
    shell: Any = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell, run = parent.get("metadata", {}).get("cellId"), parent.get("header", {}).get("msg_id")
    return (cell, run) if cell and run else None


def hold(explorer: Any) -> None:
    """Let the cell that is being run hold an explorer, and at its end let go of those of its run before."""
    if (running := running_cell()) is None:
        return
    cell, run = running
    last, held = HELD.get(cell, (run, []))
    if last != run:
        let_go_after(cell, held)
        held = []
    if explorer not in held:
        held = [*held, explorer]
    HELD[cell] = run, held


def let_go_after(cell: str, before: list[Any]) -> None:
    """Close what no cell holds any more once the cell that is being run has ended."""
    shell: Any = get_ipython()

    def ended(*_: Any) -> None:
        shell.events.unregister("post_run_cell", ended)
        for explorer in before:
            if not any(explorer in held for _, held in HELD.values()):
                explorer.close()

    shell.events.register("post_run_cell", ended)


def close_all(widget: widgets.Widget) -> None:
    """Close a widget with its layout, its style and its children."""
    for name in ("layout", "style", "children"):
        parts = getattr(widget, name, ())
        for part in parts if isinstance(parts, tuple) else (parts,):
            if isinstance(part, widgets.Widget):
                close_all(part)
    widgets.Widget.close(widget)
