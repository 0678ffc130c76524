"""What the pictures of rolls are drawn of, as pieces of inline SVG.

Standard library only.
"""

from dataclasses import dataclass
from hashlib import sha256
from html import escape

from silhouette_analysis.rules import Rule

COLOURS = {
    **{"green": "#2e7d32", "blue": "#1f5fbf", "black": "#1c1c1c", "red": "#c62828", "white": "#ffffff"},
    **{"yellow": "#f6c945", "purple": "#6a3d9a", "orange": "#f28c28", "brown": "#795548"},
    **{"pink": "#f4a6c0", "grey": "#a3a3a3", "cyan": "#7fd8e8"},
}
"""The dice there are, in the order they are used."""

DARK_PIPS = {"white", "yellow", "orange", "pink", "grey", "cyan"}
"""The dice with dark pips; the others have white ones."""

_CORNERS = [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)]
_PIPS = [[(0, 0)] * (face % 2) + _CORNERS[: face // 2 * 2] for face in range(7)]


@dataclass(frozen=True, repr=False)
class Picture:
    """A picture: `svg`, one element to be set into a page, and `words`, the same in words."""

    svg: str
    words: str

    def __str__(self) -> str:
        """Return the words, so that a reader of plain text gets what a screen reader speaks."""
        return self.words

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the element itself: within an ``<img>`` it could not take the colour of the page."""
        return self.svg


def die(x: float, y: float, size: float, face: int, rule: Rule, colour: str) -> str:
    """Return a die with its pips, or with its number if it has more than six faces."""
    box, middle = f'x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}"', size / 2
    if rule.faces > 6:
        letters = size * (0.5 if face < 100 else 0.34)
        marks = text(x + middle, y + middle + letters * 0.36, f"{face}", letters, bold=True)
    else:
        dots = [(x + middle + dx * size * 0.255, y + middle + dy * size * 0.255) for dx, dy in _PIPS[face]]
        marks = "".join(dot(*centre, size * 0.095) for centre in dots)
    # The rounder, slightly shaded square within is the top of the die, which has rounded edges.
    return (
        f'<g data-face="{face}" fill="{"#1c1c1c" if colour in DARK_PIPS else "#ffffff"}"><rect {box} '
        f'rx="{size * 0.2:.1f}" fill="{COLOURS[colour]}" stroke="currentColor" stroke-width="1.4"/>'
        f'<rect {box} rx="{size * 0.46:.1f}" fill-opacity=".06"/>{marks}</g>'
    )


def frame(x: float, y: float, width: float, height: float, style: str = 'stroke-width="2.5"') -> str:
    """Return an empty box around something."""
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" rx="9"'
    return f'<rect {box} fill="none" stroke="currentColor" {style}/>'


def bracket(left: float, right: float, y: float) -> str:
    """Return a bracket under what stands from `left` to `right`."""
    path = f"M{left:.1f} {y - 13:.1f}v9q0 4 4 4H{right - 4:.1f}q4 0 4 -4v-9"
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="1.8"/>'


def dot(x: float, y: float, radius: float = 4) -> str:
    """Return a dot."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def sign(x: float, y: float, a: int, b: int) -> str:
    """Return how side A's number above compares with side B's below."""
    return text(x, y, "=", 17) if a == b else text(x, y + 1, ">" if a > b else "<", 22, bold=True)


def text(
    x: float,
    y: float,
    text: str,
    size: float,
    anchor: str = "middle",
    *,
    bold: bool = False,
    turned: bool = False,
) -> str:
    """Return `text` at its baseline; if turned, it hangs down from there and is read upwards."""
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    if turned:
        where = f'transform="translate({x + 4:.1f} {y:.1f}) rotate(-90)" text-anchor="end"'
    weight = ' font-weight="bold"' * bold
    return f'<text {where} font-size="{size:.1f}"{weight}>{escape(text)}</text>' if text else ""


def picture(title: str, words: str, body: list[str], width: float, height: float) -> Picture:
    """Return the picture; its ids come from its content, so the same call gives the same text."""
    inside = "".join(body)
    key = f"roll-{sha256((title + words + inside).encode()).hexdigest()[:12]}"
    # Shown a quarter larger where there is room; a narrower page shrinks it to fit.
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{key}-title {key}-desc" '
        f'width="{width * 1.25:.0f}" height="{height * 1.25:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        'style="max-width:100%;height:auto" fill="currentColor" font-family="system-ui, sans-serif">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(words)}</desc>{inside}</svg>'
    )
    return Picture(svg, words)
