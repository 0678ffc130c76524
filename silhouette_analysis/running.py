"""Notebooks are executed here: two at a time, once for the same sources, and stored clean."""

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from tqdm import tqdm

from silhouette_analysis.display import FIGURE, WIDGET, paper_svg

RESERVED = {"index", "explore"}
"""The pages that no notebook may replace."""

README_PICTURE = Path("docs", "gain.svg")
"""The picture of the README, beside the folder of the notebooks."""

LIBRARIES = ("altair", "ipywidgets", "numpy", "pandas", "vl-convert-python")
"""What a notebook's outputs depend on beside this package and Python, and what a page's footer names."""

TIMEOUT = 600
"""Seconds that a cell may take."""

# The rooms that turn notebooks into pages: a notebook's outputs do not depend on them.
_PUBLISHING = {
    *("__main__.py", "figures.py", "live.py", "page_tables.py", "pages.py", "paper.py", "report.py"),
    *("running.py", "writing.py"),
}


class ReportError(Exception):
    """The pages cannot be built; the text is for the person who asked for them."""


def read_notebooks(folder: Path) -> dict[str, Any]:
    """Return the notebooks of a folder by name, in the order of their names."""
    paths = sorted(folder.glob("*.ipynb")) if folder.is_dir() else []
    if not paths:
        raise ReportError(f"no notebooks in {folder}: run this in the project's folder, or give --notebooks")
    found = {}
    for path in paths:
        if path.stem in RESERVED:
            raise ReportError(
                f"{path} must have another name: the site has a page {path.stem}.html of its own"
            )
        try:
            found[path.stem] = nbformat.read(path, as_version=4)
        except (ValueError, KeyError, AttributeError, TypeError, nbformat.ValidationError) as error:
            raise ReportError(f"{path} cannot be read as a notebook: {error}") from None
    return found


def executed_notebooks(folder: Path, cache: Path) -> dict[str, Any]:
    """Return the notebooks of a folder with their outputs; what was executed before is taken from the cache.

    Parameters
    ----------
    folder : Path
        Where the notebooks are, and where their code runs.
    cache : Path
        Where executed notebooks are kept, by a hash of all that their outputs depend on.

    Returns
    -------
    dict
        Executed notebooks by name.

    Raises
    ------
    ReportError
        If a cell fails; the text names notebook, cell and error.
    """
    notebooks = read_notebooks(folder)
    world = environment_key()
    stored = {name: cache / f"{name}-{notebook_key(found, world)}.ipynb" for name, found in notebooks.items()}
    fresh = {name: found for name, found in notebooks.items() if not stored[name].exists()}
    cache.mkdir(parents=True, exist_ok=True)
    for name, found in execute(fresh, folder).items():
        store(clean(found), stored[name])
    for old in set(cache.glob("*.ipynb")) - set(stored.values()):
        old.unlink(missing_ok=True)
    return {name: nbformat.read(path, as_version=4) for name, path in stored.items()}


def store_outputs(folder: Path) -> list[Path]:
    """Execute the notebooks of a folder and store their outputs in them; return their paths.

    None is written unless all have run.
    """
    notebooks = execute(read_notebooks(folder), folder)
    picture = readme_picture(notebooks)
    for name, found in notebooks.items():
        store(clean(found), folder / f"{name}.ipynb")
    paths = [folder / f"{name}.ipynb" for name in notebooks]
    if picture:
        path = folder.parent / README_PICTURE
        path.parent.mkdir(exist_ok=True)
        path.write_text(picture, encoding="utf-8")
        paths.append(path)
    return paths


def readme_picture(notebooks: dict[str, Any]) -> str:
    """Return the picture of the README, the chart of a cell tagged "readme"; nothing if there is none."""
    cells = [cell for found in notebooks.values() for cell in found.cells]
    tagged = [cell for cell in cells if "readme" in cell.metadata.get("tags", [])]
    data = [output.get("data", {}) for cell in tagged for output in cell.get("outputs", [])]
    return next((paper_svg(each[FIGURE]) for each in data if FIGURE in each), "")


def execute(notebooks: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Execute notebooks in `folder`, two at a time, with a progress bar that counts cells."""
    if not notebooks:
        return {}
    code = [cell for found in notebooks.values() for cell in found.cells if cell.cell_type == "code"]
    bar = tqdm(total=len(code), desc="notebooks", unit="cell", file=sys.stderr)
    # In a thread of its own, since the caller may be within a running loop, as in a notebook.
    with bar, ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_execute_all(notebooks, folder, bar))).result()
    return notebooks


async def _execute_all(notebooks: dict[str, Any], folder: Path, bar: Any) -> None:
    """Execute the notebooks; once one has failed no other is begun, and those that run end in peace."""
    places, failed = asyncio.Semaphore(2), list[ReportError]()

    async def one(name: str, found: Any) -> None:
        async with places:
            try:
                if not failed:
                    await _execute_one(name, found, folder, bar)
            except ReportError as error:
                failed.append(error)

    await asyncio.gather(*(one(name, found) for name, found in notebooks.items()))
    if failed:
        raise failed[0]


async def _execute_one(name: str, notebook: Any, folder: Path, bar: Any) -> None:
    """Execute one notebook in place, or say which cell failed and how."""
    at = 0

    def started(cell: Any, cell_index: int) -> None:
        nonlocal at
        at = cell_index

    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        # A kernel that is talked to on this machine need not warn that others could listen.
        extra_arguments=["--IPKernelApp.log_level=40"],
        resources={"metadata": {"path": str(folder)}},
        on_cell_start=started,
        on_cell_executed=lambda **_: bar.update(),
    )
    try:
        await client.async_execute()
    except CellExecutionError as error:
        what = f"{error.ename}: {error.evalue}"
    except CellTimeoutError:
        what = f"it takes more than {TIMEOUT} seconds"
    except DeadKernelError:
        what = "its kernel died"
    else:
        return
    source = notebook.cells[at].source.strip().splitlines() or [""]
    shown = "\n".join(f"    {line}" for line in source[:12])
    raise ReportError(f"{name}.ipynb, cell {at + 1} fails with {what}\n\n{shown}\n")


def clean(notebook: Any) -> Any:
    """Return an executed notebook without what differs from run to run or belongs to one editor.

    Cells are counted from 1; timings, widget state, live views of widgets and all metadata but the kernel's
    name and the cells' tags go.  What is shown without a kernel stays.
    """
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    cells = []
    count = 0
    for number, cell in enumerate(notebook.cells, 1):
        tags = sorted(cell.get("metadata", {}).get("tags", []))
        kept = {
            "id": cell.get("id") or f"cell-{number}",
            "cell_type": cell.cell_type,
            "metadata": {"tags": tags} if tags else {},
            "source": cell.source,
        }
        if cell.get("attachments"):
            kept["attachments"] = cell.attachments
        if cell.cell_type == "code":
            count += 1
            kept["execution_count"] = count
            kept["outputs"] = list(_clean_outputs(cell.outputs, count))
        cells.append(kept)
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return nbformat.from_dict(whole)


def _clean_outputs(outputs: Iterable[Any], count: int) -> Iterable[dict[str, Any]]:
    """Yield outputs without live views of widgets, which have a random name and need a kernel."""
    for output in outputs:
        kept = dict(output)
        if "data" in kept:
            kept["data"] = {kind: value for kind, value in kept["data"].items() if kind != WIDGET}
            kept["metadata"] = {}
            # What is left of a widget alone is the text of its Python object.
            if WIDGET in output["data"] and kept["data"].keys() <= {"text/plain"}:
                continue
        if kept["output_type"] == "execute_result":
            kept["execution_count"] = count
        kept.pop("transient", None)
        yield kept


def store(notebook: Any, path: Path) -> None:
    """Write a notebook, the same bytes for the same notebook; a failure leaves the old file whole."""
    text = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(text, encoding="utf-8", newline="\n")
    new.replace(path)


def notebook_key(notebook: Any, world: str) -> str:
    """Return a short hash of a notebook's sources and of the world they run in; outputs do not count."""
    cells = [(cell.cell_type, cell.source, cell.get("attachments")) for cell in notebook.cells]
    tags = [cell.get("metadata", {}).get("tags") for cell in notebook.cells]
    return digest(json.dumps([world, cells, tags], sort_keys=True))


def environment_key() -> str:
    """Return a short hash of this package's sources and of the versions of what it stands on."""
    root = Path(__file__).parent
    sources = [path for kind in ("*.py", "data/*", "templates/explorer.*") for path in root.rglob(kind)]
    texts = [
        (path.relative_to(root).as_posix(), digest(path.read_bytes()))
        for path in sorted(sources)
        if path.name not in _PUBLISHING
    ]
    return digest(json.dumps([texts, library_versions()]))


def library_versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries, by name."""
    found = {"Python": ".".join(map(str, sys.version_info[:3]))}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def digest(text: str | bytes) -> str:
    """Return a short hash of a text.

    >>> digest("dice")
    'e1e025805cd63af3'
    """
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()[:16]
