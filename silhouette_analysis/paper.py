"""The whole site as one PDF on A4, printed by the Chromium of the system."""

import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from silhouette_analysis.pages import page_of
from silhouette_analysis.report import PDF, Maker, example, site_facts
from silhouette_analysis.running import ReportError, executed_notebooks
from silhouette_analysis.writing import environment, style

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

_FOOTER = (
    '<div style="width:100%;font:8px sans-serif;color:#444;text-align:center">'
    '<span class="pageNumber"></span> / <span class="totalPages"></span></div>'
)


def print_book(notebooks: Path, out: Path, work: Path) -> Path:
    """Print the notebooks as one tagged PDF with an outline, and return where it is.

    Parameters
    ----------
    notebooks, out, work : Path
        As for :func:`~silhouette_analysis.report.build_site`; the PDF is written into `out`.

    Returns
    -------
    Path
        The PDF.

    Raises
    ------
    ReportError
        If a notebook fails, or if there is no Chromium.
    """
    browser = find_browser()
    text = book(notebooks, work)
    out.mkdir(parents=True, exist_ok=True)
    path = out / PDF
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / "book.pdf"
        # In a thread of its own, since the caller may be within a running loop, as in a notebook.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_print, text, browser, new).result()
        # The time of printing is the one thing that differs from print to print.
        path.write_bytes(re.sub(rb"(?<=Date \(D:)\d{14}", b"20000101000000", new.read_bytes()))
    return path


def find_browser() -> str:
    """Return the path of the system's Chromium."""
    if found := next(filter(None, map(shutil.which, BROWSERS)), None):
        return found
    raise ReportError(f"a PDF is printed by Chromium, and none is on PATH (looked for {', '.join(BROWSERS)})")


def book(notebooks: Path, work: Path) -> str:
    """Return the whole site as one page of HTML without scripts, made to be printed."""
    found = executed_notebooks(notebooks, work / "notebooks")
    maker = Maker(work / "stills")
    pages = [page_of(name, run, notebooks, maker, f"{name}-") for name, run in found.items()]
    template = environment().get_template("book.html.j2")
    return template.render(pages=pages, site=site_facts(pages), style=style(), example=example())


def _print(text: str, browser: str, path: Path) -> None:
    """Print a page of HTML as a PDF."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = running.new_page(java_script_enabled=False)
        page.set_content(text)
        page.pdf(
            path=path,
            format="A4",
            prefer_css_page_size=True,
            print_background=True,
            tagged=True,
            outline=True,
            display_header_footer=True,
            header_template="<span></span>",
            footer_template=_FOOTER,
        )
        running.close()
