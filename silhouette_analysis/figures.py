"""Figures for a page: the same chart for a wide screen and for a phone, and its numbers."""

import copy
import re
from textwrap import wrap
from typing import Any

from silhouette_analysis import display
from silhouette_analysis.words import percent

NARROW = 268
"""Width of a chart's drawing on a phone, in pixels: with its axis it fits a screen of 360."""

MOST_LETTERS = 38
"""Letters of a title in one line on a phone."""

CHANCES = {
    *("probability", "at_least", "at_most", "success", "equal", "failure", "fumble", "shared", "separate"),
    *("equal_separate", "share", "chance"),
}
"""Columns of the package's tables that are chances; a field with a percent format is one, too."""

MOST_ROWS = 400
"""Rows of a chart's table that a page shows; its CSV has all of them."""


def both_widths(spec: dict[str, Any]) -> dict[str, str]:
    """Return a chart as inline SVG without its title, which the page has, for wide and narrow screens."""
    wide = {key: value for key, value in spec.items() if key != "title"}
    wide["config"] = display.theme()["config"]
    wide.setdefault("description", display.title_of(spec))
    return {
        "wide": slim(display.figure_svg(wide)),
        "narrow": spaced(slim(display.figure_svg(narrowed(wide)))),
    }


def slim(svg: str) -> str:
    """Return a picture without what says nothing, so that a page of many pictures stays light."""
    for needless in (
        ' opacity="1"',
        ' pointer-events="none"',
        f' font-family="{display.FONT}"',
        ' font-weight="normal"',
    ):
        svg = svg.replace(needless, "")
    svg = re.sub(r'<path class="(?:background|foreground)" d="(?:M0,0h0v0h0Z)?"[^>]*/>', "", svg)
    svg = re.sub(r' class="[^"]*"', lambda found: found[0] if "mark-text role-mark" in found[0] else "", svg)
    svg = re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), svg)
    return svg.replace("<svg ", f'<svg font-family="{display.FONT}" ', 1)


def spaced(svg: str) -> str:
    """Return a picture without those of its labels that would be written over others; a "<1%" goes first."""

    def thinned(group: re.Match[str]) -> str:
        kept: list[tuple[float, float, float]] = []
        drop = set()
        labels = list(_LABEL.finditer(group[0]))
        for label in sorted(labels, key=lambda label: label[5].startswith(("&lt;", "<"))):
            x, y, size = float(label[2]), float(label[3]), float(label[4])
            # As wide as Helvetica and Arial set figures, and a little air.
            text = label[5].replace("&lt;", "<").replace("&gt;", ">")
            width = size * sum({"%": 0.89, ".": 0.28, " ": 0.28}.get(sign, 0.57) for sign in text) + 1.5
            if any(abs(x - x2) < (width + w2) / 2 and abs(y - y2) < size for x2, y2, w2 in kept):
                drop.add(label.start())
            else:
                kept.append((x, y, width))
        return _LABEL.sub(lambda label: "" if label.start() in drop else label[0], group[0])

    return re.sub(r'<g class="mark-text role-mark[^"]*">.*?</g>', thinned, svg, flags=re.DOTALL)


_LABEL = re.compile(
    r'<text( [^>]*?)? transform="translate\((-?[\d.]+),(-?[\d.]+)\)"'
    r'[^>]*? font-size="([\d.]+)px"[^>]*>([^<]*)</text>'
)


def narrowed(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a chart for a phone: not wider than the screen, and what stood side by side one below the other.

    >>> narrowed({"hconcat": [{"width": 500}, {"width": 100}]})["vconcat"]
    [{'width': 268}, {'width': 100}]
    """
    spec = copy.deepcopy(spec)
    _narrow(spec)
    legend = spec.setdefault("config", {}).get("legend", {})
    spec["config"]["legend"] = legend | {"columns": 2, "labelLimit": 130}
    axis = spec["config"].get("axis", {})
    spec["config"]["axis"] = axis | {
        "labelOverlap": "parity",
        "labelSeparation": 4,
        "labelFontSize": 12,
        "titleFontSize": 12,
    }
    return spec


def _narrow(node: Any) -> None:
    if isinstance(node, list):
        for child in node:
            _narrow(child)
        return
    if not isinstance(node, dict):
        return
    if isinstance(node.get("width"), int | float) and node["width"] > NARROW:
        node["width"] = NARROW
    mark = node.get("mark")
    if mark == "text" or (isinstance(mark, dict) and mark.get("type") == "text"):
        node["mark"] = ({"type": "text"} if mark == "text" else mark) | {"fontSize": 9}
    for channel in node.get("encoding", {}).values():
        if not isinstance(channel, dict):
            continue
        if (channel.get("axis") or {}).get("labelAngle"):
            channel["axis"] = channel["axis"] | {"labelOverlap": False}
        title = channel.get("title")
        if isinstance(title, str) and len(title) > MOST_LETTERS:
            channel["title"] = wrap(title, MOST_LETTERS)
    if "hconcat" in node:
        node["vconcat"] = node.pop("hconcat")
    if "columns" in node and ("concat" in node or "facet" in node):
        node["columns"] = 1
    title = node.get("title")
    if isinstance(title, str) and len(title) > MOST_LETTERS:
        node["title"] = wrap(title, MOST_LETTERS)
    for key in ("hconcat", "vconcat", "concat", "layer", "spec"):
        if key in node:
            _narrow(node[key])


def headings(spec: dict[str, Any]) -> tuple[str, str, str]:
    """Return a chart's title, subtitle and description."""
    title = spec.get("title", "")
    below = title.get("subtitle", "") if isinstance(title, dict) else ""
    below = " ".join(below) if isinstance(below, list) else below
    return display.title_of(spec), str(below), str(spec.get("description", ""))


def numbers(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the tables of a chart: `fields`, `rows` of raw values, and `shown`, the same for people."""
    found = [rows for _, rows in sorted(spec.get("datasets", {}).items())]
    found += [rows for rows in _inline(spec) if rows not in found]
    as_percent = CHANCES | set(_percent_fields(spec))
    return [_table(rows, as_percent) for rows in found if rows and all(isinstance(row, dict) for row in rows)]


def _table(rows: list[dict[str, Any]], as_percent: set[str]) -> dict[str, Any]:
    fields = list(dict.fromkeys(field for row in rows for field in row))
    values = [[row.get(field) for field in fields] for row in rows]
    shown = [
        [_shown(value, field in as_percent) for field, value in zip(fields, row, strict=True)]
        for row in values[:MOST_ROWS]
    ]
    heads = [field.replace("_", " ") for field in fields]
    numeric = [all(isinstance(row[i], int | float | None) for row in values) for i in range(len(fields))]
    return {"fields": fields, "heads": heads, "rows": values, "shown": shown, "numeric": numeric}


def _shown(value: Any, chance: bool) -> str:
    if value is None:
        return "–"
    if chance and isinstance(value, int | float) and 0 <= value <= 1:
        return percent(value)
    return f"{value:.4g}" if isinstance(value, float) and not value.is_integer() else str(value)


def _inline(node: Any) -> list[list[Any]]:
    """Return the data that stands in a specification itself."""
    if isinstance(node, list):
        return [rows for child in node for rows in _inline(child)]
    if not isinstance(node, dict):
        return []
    data = node.get("data")
    own = [data["values"]] if isinstance(data, dict) and isinstance(data.get("values"), list) else []
    parts = ("hconcat", "vconcat", "concat", "layer", "spec")
    return own + [rows for key in parts if key in node for rows in _inline(node[key])]


def _percent_fields(node: Any) -> list[str]:
    """Return the fields that a chart writes as percentages."""
    if isinstance(node, list):
        return [field for child in node for field in _percent_fields(child)]
    if not isinstance(node, dict):
        return []
    formats = [node.get("format"), (node.get("axis") or {}).get("format")] if "field" in node else []
    own = (
        [node["field"]]
        if any("%" in str(form) for form in formats) and isinstance(node["field"], str)
        else []
    )
    return own + [
        field
        for key, child in node.items()
        if key not in ("data", "datasets")
        for field in _percent_fields(child)
    ]


def renamed(svg: str, prefix: str) -> str:
    """Return a picture whose ids begin with `prefix`, so that no two pictures of a page share one.

    >>> renamed('<svg aria-labelledby="t d"><title id="t"/><g clip-path="url(#c)"/></svg>', "f2")
    '<svg aria-labelledby="f2-t f2-d"><title id="f2-t"/><g clip-path="url(#f2-c)"/></svg>'
    """

    def labels(match: re.Match[str]) -> str:
        names = " ".join(f"{prefix}-{name}" for name in match[2].split())
        return f'{match[1]}="{names}"'

    svg = re.sub(r'\b(id|aria-labelledby|aria-describedby)="([^"]+)"', labels, svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    return re.sub(r'href="#([^"]+)"', rf'href="#{prefix}-\1"', svg)
