"""How charts appear: one theme, and one renderer that needs no network in the lab, in a report and on paper.

A chart becomes a still picture, inline SVG drawn by vl-convert, so a stored notebook, a page with scripts off
and a sheet of paper show the same.  Ink is `currentColor`: it follows the reader's light or dark theme.
"""

import hashlib
import json
import re
from html import escape
from typing import Any, cast

import altair as alt

NAME = "silhouette"
"""The name of the theme and of the renderer."""

FIGURE = "application/vnd.silhouette.figure+json"
"""Media type that carries a figure's specification beside its picture, for reports and for tests."""

PANEL = "application/vnd.silhouette.panel+json"
"""Media type that names a panel and its state beside the picture of an explorer."""

WIDGET = "application/vnd.jupyter.widget-view+json"
"""Media type of a live widget, which needs a kernel."""

# vl-convert measures text with the Liberation fonts that it brings: the picture is the same on every machine.
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"

INK = {"labelColor": "currentColor", "titleColor": "currentColor"}
SIZES = {"labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal"}


def show_offline() -> None:
    """Make every Altair chart of this session show without a network: call it at a notebook's top.

    It enables the theme and the renderer of this package for the session and nothing else.

    Raises
    ------
    ImportError
        If vl-convert is not installed (``pip install silhouette_analysis[lab]``).

    Examples
    --------
    >>> import altair as alt
    >>> with alt.theme.enable("default"), alt.renderers.enable("default"):
    ...     show_offline()
    ...     alt.theme.active, alt.renderers.active
    ('silhouette', 'silhouette')
    """
    converter()
    alt.theme.register(NAME, enable=True)(theme)
    alt.renderers.register(NAME, figure_bundle)
    alt.renderers.enable(NAME)


def theme() -> alt.theme.ThemeConfig:
    """Return the look of every chart: quiet axes, and ink that follows the page."""
    config: dict[str, Any] = {
        "background": "transparent",
        "font": FONT,
        "axis": INK
        | SIZES
        | {
            "domainColor": "currentColor",
            "tickColor": "currentColor",
            "gridColor": "#80808040",
            "titlePadding": 8,
        },
        "axisX": {"grid": False, "labelAngle": 0},
        "header": INK | SIZES,
        # A symbol is nearer to its own label than to the one before it, also where a font is wide.
        "legend": INK | SIZES | {"orient": "bottom", "columnPadding": 18},
        "title": {
            "color": "currentColor",
            "subtitleColor": "currentColor",
            "anchor": "start",
            "fontSize": 15,
        },
        "text": {"color": "currentColor", "fontSize": 12},
        "rule": {"color": "currentColor"},
        "view": {"stroke": None},
    }
    return {"config": cast("Any", config)}


def figure_bundle(spec: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Return what a notebook shows for a chart: the renderer's media bundle.

    Parameters
    ----------
    spec : dict
        A Vega-Lite specification.

    Returns
    -------
    dict
        ``text/html``, the picture; ``text/plain``, the description; and the specification as `FIGURE`.
    """
    words = spec.get("description") or title_of(spec)
    return {"text/html": figure_html(spec), "text/plain": f"Figure: {words}", FIGURE: spec}


def figure_html(spec: dict[str, Any]) -> str:
    """Return a chart as a ``<figure>`` with inline SVG, its id a hash of the specification."""
    key = digest(spec)
    return f'<figure class="sa-figure" id="fig-{key}" style="margin:0">{figure_svg(spec)}</figure>'


def figure_svg(spec: dict[str, Any]) -> str:
    """Return a chart as inline SVG that scales with the page and is one image to a screen reader."""
    svg = converter().vegalite_to_svg(spec)
    # One image with one description: the marks one by one are in the table beside it.
    svg = re.sub(r' (?:role|aria-[a-z]+)="[^"]*"', "", svg)
    # Pictures share a page, so what is named inside one must not be found by another.
    key = digest(spec)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", svg)
    words = escape(spec.get("description") or title_of(spec), quote=True)
    start = f'<svg role="img" aria-label="{words}" style="max-width:100%;height:auto" '
    return svg.replace("<svg ", start, 1).replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)


def paper_svg(spec: dict[str, Any]) -> str:
    """Return a chart as an SVG file of its own, in black on white whatever is around it."""
    return figure_svg(spec).replace('style="', 'style="color:#111;background:#fff;', 1) + "\n"


def title_of(spec: dict[str, Any]) -> str:
    """Return a chart's title as text."""
    title = spec.get("title", "")
    text = title.get("text", "") if isinstance(title, dict) else title
    return " ".join(text) if isinstance(text, list) else str(text)


def digest(spec: dict[str, Any]) -> str:
    """Return a short name for a specification, the same on every machine.

    >>> digest({"mark": "bar"})
    'ae82c0c3481d'
    """
    text = json.dumps(spec, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def converter() -> Any:
    """Return vl-convert, which is an extra because it has no build for a Python in the browser."""
    try:
        import vl_convert
    except ImportError as error:
        raise ImportError(
            "charts without a network need vl-convert-python: pip install 'silhouette_analysis[lab]'"
        ) from error
    return vl_convert
