"""Time from a key press to the redrawn picture in JupyterLab: ours, and beside it that of anydyce.

`python tests/bench_lab.py` prints it; the variable ANYDYCE_PYTHON names a Python that has anydyce.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import lab

# The time from a key press to the first change of a picture, or to a new one.
TIMER = """(picture) => {
    const drawn = (record) => record.target.closest?.(picture)
        || [...record.addedNodes].some((node) => node.matches?.(picture) || node.querySelector?.(picture));
    window.started = 0;
    window.took = [];
    document.addEventListener("keydown", () => { window.started = performance.now(); }, true);
    new MutationObserver((records) => {
        if (!window.started || !records.some(drawn)) return;
        window.took.push(performance.now() - window.started);
        window.started = 0;
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""

# Its first plot, the burst, fails on current matplotlib, so another one is asked for.
PEER = """
from anydyce import jupyter_visualize
from dyce import H
jupyter_visualize([("3d6", 3 @ H(6)), ("4d6", 4 @ H(6))], controls_expanded=True, selected_name="Bar Plot")
"""


def timed(page, press, times):
    """Return how many milliseconds each press of a key took until the picture was redrawn."""
    page.evaluate("window.took = []")
    for count in range(times):
        press(count)
        page.wait_for_function("count => window.took.length > count", arg=count, timeout=20_000)
        page.wait_for_timeout(150)
    return page.evaluate("window.took")


def said(name, times):
    middle, slow = statistics.median(times), sorted(times)[int(0.9 * len(times))]
    return f"{name:<58}{middle:7.0f} ms median{slow:7.0f} ms at 90 %  ({len(times)} key presses)"


def ours(visit, kind):
    """Yield a line for key presses inside of what the panel's table holds, and one outside."""
    page = visit.open(f"{kind}.ipynb")
    page.wait_for_selector(".sa-picture svg", timeout=60_000)
    page.wait_for_timeout(500)
    page.evaluate(TIMER, ".sa-picture svg")
    handle = page.locator(".sa-explorer .noUi-handle").first

    def step(count):
        handle.focus()
        page.keyboard.press("ArrowRight" if count % 4 < 2 else "ArrowLeft")

    yield said(f"{lab.EXPLORERS[kind]}, a slider's key", timed(page, step, 20))
    typed = page.locator(".sa-field:has(.noUi-target) input").first

    def type_larger(count):
        typed.fill(str(12 + count))
        page.keyboard.press("Enter")

    yield said(f"{lab.EXPLORERS[kind]}, 12 and more dice typed", timed(page, type_larger, 10))


def peer(visit):
    """Yield a line for the redraw of anydyce's widget after a key on one of its sliders."""
    page = visit.open("anydyce.ipynb")
    page.wait_for_selector(".jp-OutputArea-output img", timeout=60_000)
    page.wait_for_timeout(1_000)
    page.evaluate(TIMER, ".jp-OutputArea-output img")
    handle = page.locator(".noUi-handle:visible").first

    def step(count):
        handle.focus()
        page.keyboard.press("ArrowLeft" if count % 4 < 2 else "ArrowRight")

    yield said("anydyce's jupyter_visualize, a slider's key", timed(page, step, 12))


def peer_kernel(folder, python):
    """Make a kernel of the Python that has anydyce, or return why there is none."""
    check = "import anydyce, ipykernel, matplotlib; from anydyce import jupyter_visualize"
    tried = subprocess.run([python, "-W", "ignore", "-c", check], capture_output=True, text=True, check=False)
    if tried.returncode:
        return tried.stderr.strip().splitlines()[-1]
    spec = {
        "argv": [str(Path(python).absolute()), "-m", "ipykernel_launcher", "-f", "{connection_file}"],
        "display_name": "anydyce",
        "language": "python",
    }
    kernel = folder / "data" / "kernels" / "anydyce"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps(spec))
    lab.write_notebook(folder / "anydyce.ipynb", PEER, kernel="anydyce")
    return ""


def lines():
    """Yield the lines of the report one by one."""
    from conftest import CHROMIUM_OPTIONS
    from playwright.sync_api import sync_playwright

    from silhouette_analysis.paper import find_browser
    from silhouette_analysis.running import ReportError

    try:
        chromium = find_browser()
    except ReportError:
        yield "not timed: there is no Chromium on PATH"
        return

    python = os.environ.get("ANYDYCE_PYTHON")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, maker in lab.EXPLORERS.items():
            lab.write_notebook(folder / f"{kind}.ipynb", f"import silhouette_analysis as sa\nsa.{maker}()")
        why_not = (
            peer_kernel(folder, python) if python else "ANYDYCE_PYTHON does not name a Python that has it"
        )
        with sync_playwright() as playwright, lab.lab_server(folder) as address:
            browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
            with lab.Visit(browser, address) as visit:
                for kind in lab.EXPLORERS:
                    yield from ours(visit, kind)
                if why_not:
                    yield f"anydyce was not timed: {why_not}"
                else:
                    try:
                        yield from peer(visit)
                    except Exception as error:
                        # What keeps a peer from running today is part of the comparison.
                        failed = visit.page.locator(".jp-OutputArea-output").all_inner_texts()
                        shown = " ".join(failed)[-300:]
                        yield f"anydyce was not timed: {type(error).__name__}; it shows {shown!r}"
            browser.close()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    print("Key press to redraw in JupyterLab:")
    for line in lines():
        print("  " + line, flush=True)
