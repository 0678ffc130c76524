"""Panels for a page: compiled for a reader without a kernel, and what they say before a script wakes them."""

import base64
import gzip
import json
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import vl_convert

from silhouette_analysis import display
from silhouette_analysis.figures import MOST_LETTERS
from silhouette_analysis.panel import Panel
from silhouette_analysis.panels import PANELS

CHANCES = {"p", "share", "at_least", "at_most"}
"""Fields of the tables beside the panels that are chances."""

_INTERPRETER = Path(__file__).parent / "templates" / "vendor" / "vega-interpreter.js"


@dataclass(frozen=True)
class Live:
    """A panel that is ready to be written into a page.

    `spec` is the compiled Vega specification, and `data` the name of the data that its marks show.
    """

    panel: Panel
    spec: dict[str, Any]
    data: str
    beyond: str = ""

    def at(self, state: dict[str, Any]) -> "Live":
        """Return the panel in another state; what it has no room for is left, and told in `beyond`."""
        known, beyond = self.panel.state, []
        for control in self.panel.controls:
            value = state.get(control.name, control.value)
            if isinstance(value, str | int) and self.panel.holds(known | {control.name: value}):
                known[control.name] = value
            else:
                beyond.append(f"{control.label}: {value}")
        return replace(self, panel=self.panel.at(known), beyond=", ".join(beyond))

    def said(self) -> dict[str, Any]:
        """Return what stands beside the chart in this state: answer, rule, Python line, and the table."""
        try:
            answer = self.panel.answer()
        except ValueError as refused:
            columns = list(self.panel.columns.values())
            said = {"answer": str(refused), "rule": "", "python": "", "cells": []}
            return said | {"heads": columns, "numeric": [False] * len(columns)}
        first = [column.iloc[0] for _, column in answer.table.items()]
        return {
            "answer": answer.sentence,
            "rule": answer.rule,
            "python": answer.python,
            "cells": answer.cells(),
            "heads": [str(name) for name in answer.table.columns],
            "numeric": [isinstance(value, Fraction) or not isinstance(value, str) for value in first],
        }

    def packed(self) -> str:
        """Return all that the script of a page needs, as compressed JSON in letters."""
        panel = self.panel
        controls = {
            control.name: {"options": control.options}
            if control.options
            else {"low": control.low, "high": control.high}
            for control in panel.controls
        }
        about = {
            "title": panel.title,
            "sentence": panel.sentence,
            "rule": panel.rule,
            "python": panel.python,
            "columns": panel.columns,
            "chances": sorted(CHANCES & panel.columns.keys()),
            "controls": controls,
            "spec": self.spec,
            "data": self.data,
        }
        text = json.dumps(about, separators=(",", ":"), ensure_ascii=False)
        return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()

    def still_spec(self) -> dict[str, Any]:
        """Return the chart of this state as a specification for a still picture."""
        return {key: value for key, value in self.panel.chart.to_dict().items() if key != "config"}


@cache
def live_panel(name: str) -> Live:
    """Return a panel in its first state, compiled once."""
    panel = PANELS[name]()
    autosize, config = {"type": "fit-x", "contains": "padding"}, display.theme()["config"]
    compiled = vl_convert.vegalite_to_vega(panel.chart.to_dict() | {"autosize": autosize, "config": config})
    # The chart is one image with one description: its marks and axes have none of their own.
    for part in ("marks", "axes", "legends"):
        for drawn in compiled.get(part, []):
            drawn["aria"] = False
    # On a phone a legend has two columns, and a long title two lines.
    for legend in compiled.get("legends", []):
        legend["columns"] = {"signal": "width < 420 ? 2 : 0"}
    for axis in compiled["axes"]:
        # Numbers that merely touch read as one: "10 11" needs air.
        axis |= {"labelOverlap": False if axis.get("labelAngle") else "parity", "labelSeparation": 4}
        if isinstance(title := axis.get("title"), str) and len(title) > MOST_LETTERS:
            axis["title"] = {
                "signal": f"width < 420 ? {json.dumps(wrap(title, MOST_LETTERS))} : {json.dumps(title)}"
            }
    return Live(panel, compiled, compiled["marks"][0]["from"]["data"])


@cache
def runtime() -> tuple[str, str]:
    """Return the scripts that draw panels: Vega, and what evaluates its expressions without ``eval``."""
    module = f"/npm/vega@{vl_convert.get_vega_version()}/+esm"
    source = _INTERPRETER.read_text("utf-8")
    [needed] = re.findall(r"^import \{([^}]*)\} from 'vega-util';", source)
    names = f"{{parse, View, {needed}}}"
    vega = vl_convert.javascript_bundle(f"import {names} from {module!r};window.vega={names};")
    source = re.sub(r"^import .*", f"const {{{needed}}} = vega;", source)
    source = source.replace(
        "export { expression as expressionInterpreter };",
        "window.vegaInterpreter = { expressionInterpreter: expression };",
    )
    # Within braces nothing of a module becomes a name of the page.
    first, second = (
        script.replace("</script", "<\\/script") for script in (f"{{{vega}}}", f"{{\n{source}}}")
    )
    return first, second
