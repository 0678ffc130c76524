"""The published pages: executed notebooks in, a site of pages that stand on their own out."""

import json
import os
import re
import shutil
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from silhouette_analysis import __version__, display, figures
from silhouette_analysis.live import Live, live_panel
from silhouette_analysis.pages import Block, Page, page_of
from silhouette_analysis.panels import PANELS
from silhouette_analysis.pictures import roll_picture
from silhouette_analysis.rules import SILHOUETTE
from silhouette_analysis.running import ReportError, digest, executed_notebooks, library_versions
from silhouette_analysis.writing import check_self_contained, write

PDF = "silhouette_dice.pdf"
"""The name of the printed site, which stands beside its pages."""

RULE_WORDS = "Silhouette: the highest die, +1 for each further six; a fumble (all ones) counts 0 in a test."


def build_site(notebooks: Path, out: Path, work: Path) -> list[Path]:
    """Execute the notebooks of a folder and write the site; a failure leaves the last good one in place.

    Parameters
    ----------
    notebooks : Path
        The folder of the notebooks.
    out : Path
        The folder of the site.  An older site in it is replaced as a whole, at the end; its PDF stays.
    work : Path
        What was executed and drawn is kept here, so that only what changed is made anew.

    Returns
    -------
    list of Path
        The pages.

    Raises
    ------
    ReportError
        If a notebook fails, a page asks for an outside source, or `out` holds something else than a site.
    """
    _check_replaceable(out)
    found = executed_notebooks(notebooks, work / "notebooks")
    made = digest(json.dumps([found, _own_key()], sort_keys=True))
    if names := _already_made(out, work / "site.json", made):
        return [out / name for name in names]
    maker = Maker(work / "stills")
    pages = site_pages(found, notebooks, maker)
    out.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        for name, text in pages.items():
            (new / name).write_text(text, encoding="utf-8", newline="\n")
        if (out / PDF).exists():
            shutil.copy2(out / PDF, new / PDF)
        new.chmod(0o755)
        _swap(new, out)
        maker.forget()
        files = {name: digest(text) for name, text in pages.items()}
        (work / "site.json").write_text(json.dumps({"made": made, "files": files}), encoding="utf-8")
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return [out / name for name in pages]


def _own_key() -> str:
    """Return a hash of the rooms and templates that make pages, and of the versions that the pages name."""
    root = Path(__file__).parent
    files = sorted(path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return digest(json.dumps([[digest(path.read_bytes()) for path in files], library_versions()]))


def _already_made(out: Path, record: Path, made: str) -> list[str]:
    """Return the names of the pages if the site in `out` is what would be made now, else nothing."""
    try:
        known = json.loads(record.read_text("utf-8"))
        same = known["made"] == made and all(
            digest((out / name).read_bytes()) == key for name, key in known["files"].items()
        )
    except (OSError, ValueError, KeyError):
        return []
    return list(known["files"]) if same else []


def _check_replaceable(out: Path) -> None:
    """Refuse to replace a folder that is not a site of ours."""
    if not out.exists() or (out.is_dir() and all(path.name == PDF for path in out.iterdir())):
        return
    index = out / "index.html"
    if (
        not index.is_file()
        or 'content="silhouette_analysis ' not in index.read_text("utf-8", "replace")[:4000]
    ):
        raise ReportError(
            f"{out} holds something else than a site of silhouette_analysis: give another --out"
        )


def _swap(new: Path, out: Path) -> None:
    """Put the new site in the place of the old one; should that fail, the old one comes back."""
    old = new.with_name(f"{new.name}-old")
    if out.exists():
        out.rename(old)
    try:
        new.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def site_pages(notebooks: dict[str, Any], folder: Path, maker: "Maker") -> dict[str, str]:
    """Return the pages of the site, each a text, by the names of their files."""
    pages = [page_of(name, found, folder, maker) for name, found in notebooks.items()]
    site = site_facts(pages)
    texts = {
        "index.html": write(
            "index.html.j2", site, "index", cards=[_card(page) for page in pages], example=example()
        )
    }
    for i, page in enumerate(pages):
        around = {
            "previous": pages[i - 1] if i else None,
            "next": pages[i + 1] if i + 1 < len(pages) else None,
            "number": i + 1,
        }
        texts[f"{page.slug}.html"] = write(
            "notebook.html.j2", site, page.slug, page.panels, page=page, **around
        )
    blocks = [maker.panel_block(live_panel(name), f"panel-{name}") for name in PANELS]
    texts["explore.html"] = write("explore.html.j2", site, "explore", list(PANELS), blocks=blocks)
    for name, text in texts.items():
        check_self_contained(name, text)
    return texts


def site_facts(pages: list[Page]) -> dict[str, Any]:
    """Return what every page says of the site."""
    named = [{"slug": page.slug, "title": page.title, "short": _short(page)} for page in pages]
    return {
        "version": __version__,
        "rule": repr(SILHOUETTE),
        "rule_words": RULE_WORDS,
        "versions": list(library_versions().items()),
        "pages": named,
    }


def _short(page: Page) -> str:
    """Return a page's name for the head of the site, from the name of its file."""
    return re.sub(r"^\d+_", "", page.slug).replace("_", " ").capitalize()


def _card(page: Page) -> dict[str, Any]:
    """Return what the overview shows of a page: title, answer, and the chart of the cell tagged "cover".

    Where no cell is tagged it is the page's first chart.
    """
    cells = sorted(page.blocks, key=lambda block: not block.get("cover"))
    outputs = [output for block in cells for output in block.get("outputs", [])]
    drawn = [output for output in outputs if output["kind"] in ("figure", "panel")]
    drawn += [output for output in outputs if output["kind"] == "picture"]
    cover = drawn[0] if drawn else {"title": "", "svg": ""}
    svg = figures.renamed(cover.get("narrow") or cover["svg"], page.slug)
    facts = {"slug": page.slug, "title": page.title, "answer": page.answer}
    return facts | {"message": cover["title"], "svg": svg}


def example() -> str:
    """Return the picture of one roll that explains the rule."""
    return roll_picture((6, 3, 6)).svg


class Maker:
    """Makes what pages show, and remembers what it has drawn in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.used = folder, set[Path]()
        folder.mkdir(parents=True, exist_ok=True)
        sources = [Path(str(room.__file__)) for room in (figures, display)]
        self.key = [digest(source.read_bytes()) for source in sources] + [version("vl-convert-python")]

    def stills(self, spec: dict[str, Any]) -> dict[str, str]:
        """Return a chart as pictures, for wide and narrow screens."""
        path = self.folder / f"{digest(json.dumps([self.key, spec], sort_keys=True))}.json"
        self.used.add(path)
        if not path.exists():
            new = path.with_suffix(f".{os.getpid()}")
            new.write_text(json.dumps(figures.both_widths(spec)), encoding="utf-8")
            new.replace(path)
        stills: dict[str, str] = json.loads(path.read_text("utf-8"))
        return stills

    def forget(self) -> None:
        """Remove what was not asked for."""
        for path in set(self.folder.iterdir()) - self.used:
            path.unlink(missing_ok=True)

    def panel(self, name: Any, state: Any) -> Live | None:
        """Return the panel that an output of a notebook asks for, if there is one of that name."""
        if not isinstance(name, str) or name not in PANELS:
            return None
        return live_panel(name).at(state if isinstance(state, dict) else {})

    def panel_block(self, live: Live, name: str) -> Block:
        """Return what the templates write of a panel."""
        said = live.said()
        controls = [
            {
                "name": control.name,
                "label": control.label,
                "value": control.value,
                "low": control.low,
                "high": control.high,
                "options": control.options,
                "longest": max((len(words) for _, words, _ in control.options), default=0),
            }
            for control in live.panel.controls
        ]
        stills = self.stills(live.still_spec())
        return {
            "kind": "panel",
            "id": name,
            "name": live.panel.name,
            "title": live.panel.title,
            "controls": controls,
            "said": said,
            "beyond": live.beyond,
            "wide": figures.renamed(stills["wide"], name),
            "narrow": figures.renamed(stills["narrow"], name),
        }
