"""A notebook becomes a page: prose, figures, panels and tables in the order of its cells."""

import json
import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from latex2mathml.converter import convert
from nbconvert.filters import ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from silhouette_analysis.display import FIGURE, PANEL
from silhouette_analysis.figures import headings, numbers, renamed
from silhouette_analysis.page_tables import tidy_tables
from silhouette_analysis.running import ReportError, digest
from silhouette_analysis.words import unbroken

Block = dict[str, Any]


@dataclass
class Page:
    """A page of the site: its words and its blocks, which the templates write."""

    slug: str
    title: str = ""
    question: str = ""
    answer: str = ""
    blocks: list[Block] = field(default_factory=list)
    contents: list[tuple[str, str]] = field(default_factory=list)
    panels: list[str] = field(default_factory=list)


class Names:
    """Names of the parts of a page, each given once; in a book each begins with its chapter."""

    def __init__(self, prefix: str = "") -> None:
        self.prefix, self.taken = prefix, set[str]()

    def take(self, wanted: str) -> str:
        """Return the name wanted, or the next free one."""
        name = wanted = self.prefix + wanted
        number = 1
        while name in self.taken:
            number += 1
            name = f"{wanted}-{number}"
        self.taken.add(name)
        return name


class _Prose(IPythonRenderer):
    """Markdown as HTML: formulas as MathML, headings with names and in order."""

    def __init__(self, page: Page, names: Names, folder: Path, attachments: Any) -> None:
        super().__init__(
            escape=False,
            embed_images=True,
            exclude_anchor_links=True,
            path=str(folder),
            attachments=attachments,
        )
        self.page, self.names = page, names

    def heading(self, text: str, level: int, **_: Any) -> str:
        """Return a heading; the first of the page is its title, the others are below it and skip no level."""
        words = BeautifulSoup(text, "html.parser").get_text()
        if level == 1 and not self.page.title:
            self.page.title = words
            return ""
        level = 2 if level <= 2 or not self.page.contents else 3
        name = self.names.take(slug_of(words))
        if level == 2:
            self.page.contents.append((name, words))
        return f'<h{level} id="{name}">{text}</h{level}>\n'

    def text(self, text: str) -> str:
        """Return plain text."""
        return unbroken(super().text(text))

    def inline_math(self, body: str) -> str:
        """Return a formula within a line."""
        return _mathml(body, "inline")

    def block_math(self, body: str) -> str:
        """Return a formula of its own; a wide one scrolls within its line, by keyboard too."""
        return (
            '<div class="formula" tabindex="0" role="group" aria-label="Formula">'
            f"{_mathml(body, 'block')}</div>\n"
        )

    def multiline_math(self, text: str) -> str:
        """Return a formula of several lines, as older versions of the parser call it."""
        return self.block_math(text)

    def latex_environment(self, name: str, body: str) -> str:
        """Return an environment, such as aligned equations."""
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")


def page_of(slug: str, notebook: Any, folder: Path, maker: Any, prefix: str = "") -> Page:
    """Return the page of an executed notebook.

    Parameters
    ----------
    slug : str
        The name of the page's file.
    notebook : NotebookNode
        The notebook with its outputs; media types and metadata that nobody knows are left out.
    folder : Path
        Where pictures that the prose shows are looked for.
    maker : Maker
        Makes stills and panels, and remembers those it has made.
    prefix : str
        Begins all names of the page; a book of several pages needs it.

    Returns
    -------
    Page
        What the templates write.
    """
    page, names = Page(slug), Names(prefix)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            renderer = _Prose(page, names, folder, cell.get("attachments"))
            html = MarkdownWithMath(renderer=renderer).render(cell.source)
            html = tidy_tables(_first_cell(page, html) if not page.blocks else html)
            if html.strip():
                page.blocks.append({"kind": "prose", "html": html})
        elif cell.cell_type == "code" and cell.source.strip():
            outputs = [_output(page, names, output, cell.source, maker) for output in cell.get("outputs", [])]
            shown = [output for output in outputs if output]
            code = highlight(cell.source, PythonLexer(), HtmlFormatter(nowrap=True))
            # A figure has the code that made it among its tools.
            drawn = any(output["kind"] in ("figure", "picture") for output in shown)
            cover = "cover" in cell.metadata.get("tags", [])
            page.blocks.append(
                {"kind": "cell", "outputs": shown, "code": code, "drawn": drawn, "cover": cover}
            )
    page.title = page.title or slug.replace("_", " ")
    return page


def _first_cell(page: Page, html: str) -> str:
    """Take question and answer out of a notebook's first cell, and return what else it says.

    The answer is the paragraph that begins with a bold "In one sentence" or "Answer"; the question is what
    stands above it.
    """
    soup = BeautifulSoup(html, "html.parser")
    paragraphs = soup.find_all("p", recursive=False)
    for paragraph in paragraphs:
        label = paragraph.find(["strong", "em"])
        if label and label.get_text().strip(" .:").casefold() in _ANSWERS:
            label.extract()
            answer = re.sub(r"^[\s.:]+", "", _inner(paragraph))
            page.answer = answer[:1].upper() + answer[1:]
            above = paragraphs[: paragraphs.index(paragraph)]
            page.question = re.sub(
                r"^<strong>Question[\s.:]*</strong>[\s.:]*", "", " ".join(map(_inner, above))
            )
            for taken in (*above, paragraph):
                taken.extract()
            break
    return str(soup)


def _inner(paragraph: Any) -> str:
    return str(paragraph.decode_contents())


_ANSWERS = {"answer", "the answer", "in one sentence", "in short"}


def _output(page: Page, names: Names, output: Any, source: str, maker: Any) -> Block | None:
    """Return what a page shows for an output of a cell; nothing for what only a kernel could show."""
    if output.get("output_type") == "stream":
        text = _text(output.get("text"))
        return {"kind": "text", "html": str(ansi2html(text))} if text.strip() else None
    data = output.get("data", {})
    panel = data.get(PANEL)
    if isinstance(panel, dict) and (live := maker.panel(panel.get("panel"), panel.get("state"))):
        if live.panel.name not in page.panels:
            page.panels.append(live.panel.name)
        name = names.take(f"panel-{live.panel.name}")
        block: Block = maker.panel_block(live, name)
        return block
    if isinstance(data.get(FIGURE), dict):
        return _figure(names, data[FIGURE], source, maker)
    if html := _text(data.get("text/html")):
        if 'id="altair-viz-' in html:
            raise ReportError(f"{page.slug}: a chart that needs a network: call sa.show_offline() before it")
        if html.lstrip().startswith("<svg"):
            return _picture(names, html)
        return {"kind": "html", "html": tidy_tables(html)}
    if svg := _text(data.get("image/svg+xml")):
        return _picture(names, svg[svg.find("<svg") :])
    for kind in ("image/png", "image/jpeg"):
        if image := _text(data.get(kind)):
            words = escape(_text(data.get("text/plain")), quote=True)
            return {"kind": "html", "html": f'<img alt="{words}" src="data:{kind};base64,{image.strip()}">'}
    for kind in ("text/markdown", "text/latex"):
        if text := _text(data.get(kind)):
            renderer = _Prose(page, names, Path(), None)
            return {"kind": "html", "html": tidy_tables(MarkdownWithMath(renderer=renderer).render(text))}
    text = _text(data.get("text/plain"))
    return {"kind": "text", "html": escape(text)} if text else None


def _figure(names: Names, spec: dict[str, Any], source: str, maker: Any) -> Block:
    """Return a chart: its picture for wide and narrow screens, its words and its numbers."""
    title, subtitle, words = headings(spec)
    key = digest(json.dumps(spec, sort_keys=True))[:12]
    name = names.take(f"fig-{key}")
    stills = maker.stills(spec)
    tables = numbers(spec)
    return {
        "kind": "figure",
        "id": name,
        "title": title,
        "subtitle": subtitle,
        "words": words,
        "wide": renamed(stills["wide"], name),
        "narrow": renamed(stills["narrow"], name),
        "tables": tables,
        "csv": [{"fields": table["fields"], "rows": table["rows"]} for table in tables],
    }


def _picture(names: Names, svg: str) -> Block:
    """Return a picture of dice."""
    name = names.take(f"dice-{digest(svg)[:12]}")
    words = re.search(r"<desc[^>]*>([^<]*)</desc>", svg)
    title = re.search(r"<title[^>]*>([^<]*)</title>", svg)
    plain = [BeautifulSoup(found[1], "html.parser").get_text() if found else "" for found in (title, words)]
    return {"kind": "picture", "id": name, "title": plain[0], "words": plain[1], "svg": renamed(svg, name)}


def slug_of(words: str) -> str:
    """Return words as a name in an address.

    >>> slug_of("Why 1/6, and not 0?")
    'why-1-6-and-not-0'
    """
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "section"


def _mathml(body: str, how: str) -> str:
    try:
        return str(convert(body, display=how))
    except Exception:  # Whatever a formula has that the converter cannot read, the page shows its source.
        return f"<code>{escape(body)}</code>"


def _text(value: Any) -> str:
    """Return a media bundle's text, which may be a list of lines."""
    return "".join(value) if isinstance(value, list) else value if isinstance(value, str) else ""
