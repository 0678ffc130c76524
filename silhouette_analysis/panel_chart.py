"""The picture of an explorer: a panel's chart that is alive, still, or saved, never with a network."""

import base64
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import altair as alt

from silhouette_analysis import display

HEIGHT = 350
"""Height of a picture with axes and legend: what stands below it never moves."""

WAKE = "A still picture: run this cell to wake the controls."

# A live explorer hides the still picture before it; a lost one would say "Loading widget..." for ever.
LOST = (
    "<style>.jp-OutputArea-child:has(.sa-still) + .jp-OutputArea-child:not(:has(.jupyter-widgets))"
    "{display:none}</style>"
)

TEMPLATES = files("silhouette_analysis") / "templates"


@cache
def _script() -> str:
    """Return the script of the picture, bundled with all it needs."""
    script = (TEMPLATES / "explorer.js").read_text("utf-8")
    return str(display.converter().javascript_bundle(script))


def themed(chart: alt.Chart) -> alt.Chart:
    """Return a chart with the look of this package, whatever the session's theme is, in a fixed height."""
    size = {"width": 600, "height": HEIGHT, "autosize": {"type": "fit", "contains": "padding"}}
    return chart.properties(config=display.theme()["config"], **size)


class PanelChart(alt.JupyterChart):
    """A `JupyterChart` that needs no network, and is redrawn once for each message."""

    _css = (TEMPLATES / "explorer.css").read_text("utf-8")

    def __init__(self, chart: alt.Chart) -> None:
        type(self)._esm = _script()
        super().__init__(themed(chart))

    def put(self, state: dict[str, Any]) -> None:
        """Set the parameters, all of them in one message."""
        self._params = {**self._params, **state}

    def draw(self, chart: alt.Chart) -> None:
        """Draw another chart in this place."""
        self.chart = themed(chart)

    def save(self, name: str, kind: str, content: bytes) -> None:
        """Have the browser save a file."""
        self.send({"name": name, "uri": _data_uri(kind, content)})


def png_of(chart: alt.Chart) -> bytes:
    """Return a chart as pixels, on white."""
    return bytes(display.converter().vegalite_to_png(_on_white(chart), scale=2))


def svg_of(chart: alt.Chart) -> bytes:
    """Return a chart as lines, on white."""
    return str(display.converter().vegalite_to_svg(_on_white(chart))).encode()


def still_html(chart: alt.Chart, words: str) -> str:
    """Return a chart and what it says, for a notebook that is read without its kernel or is not trusted."""
    said = escape(words, quote=True)
    return (
        f'<div class="sa-still">{LOST}<img src="{_data_uri("image/svg+xml", svg_of(chart))}" alt="{said}" '
        f'style="max-width:100%"><p>{said}</p><p><em>{WAKE}</em></p></div>'
    )


def _on_white(chart: alt.Chart) -> dict[str, Any]:
    spec: dict[str, Any] = themed(chart).to_dict()
    return spec | {"background": "white", "padding": 10}


def _data_uri(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
