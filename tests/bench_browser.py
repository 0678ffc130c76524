"""Time the published pages in Chromium: how light they are, how soon they show, how fast a panel answers."""

import gzip
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from statistics import median

HOME = Path(__file__).parent.parent

# Move a slider of a panel to and fro, and time each move until its chart, sentence and table are drawn.
MOVES = """async (id) => {
  const root = document.getElementById(id), input = root.querySelector('input[type=range]'), times = [];
  const seen = { attributes: true, attributeFilter: ['data-drawn'] };
  for (let i = 0; i < 60; i++) {
    const low = Number(input.min), high = Number(input.max);
    input.value = Number(input.value) < high ? Number(input.value) + 1 : low;
    const drawn = new Promise((next) => new MutationObserver(() => next()).observe(root, seen));
    const start = performance.now();
    input.dispatchEvent(new Event('input'));
    await drawn;
    times.push(performance.now() - start);
  }
  return times;
}"""


@contextmanager
def chromium(path):
    """The system's Chromium, driven by Playwright."""
    from conftest import CHROMIUM_OPTIONS
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield running
        running.close()


def built_site():
    """Build the site in a folder of its own, from what `make report` has executed."""
    from silhouette_analysis.report import build_site

    out = Path(tempfile.mkdtemp()) / "site"
    build_site(HOME / "notebooks", out, HOME / "build")
    return out


def page_sizes(site):
    """Kilobytes of each page, raw and compressed."""
    found = {path.stem: path.read_bytes() for path in sorted(site.glob("*.html"))}
    return {name: (len(raw) / 1000, len(gzip.compress(raw, 9)) / 1000) for name, raw in found.items()}


def first_charts(browser, site):
    """Milliseconds from opening each page to its first chart on the screen, and to its last panel alive."""
    times = {}
    for path in sorted(site.glob("*.html")):
        page = browser.new_page()
        page.goto(path.as_uri())
        times[path.stem] = page.evaluate(
            """async () => {
              const turn = () => new Promise((next) => setTimeout(next));
              const panels = [...document.querySelectorAll('.panel')];
              while (!panels.every((it) => it.matches('.live'))) await turn();
              const alive = performance.now();
              for (;;) {
                const [paint] = performance.getEntriesByName('first-contentful-paint');
                if (paint) return [paint.startTime, alive];
                await turn();
              }
            }"""
        )
        page.close()
    return times


def redraws(browser, site):
    """Milliseconds from moving a slider to the panel drawn anew: the median of 60 moves, for each panel."""
    page = browser.new_page()
    page.goto((site / "explore.html").as_uri())
    page.wait_for_selector(".panel:last-of-type.live")
    names = page.locator(".panel").evaluate_all("(panels) => panels.map((it) => it.id)")
    times = {name: median(page.evaluate(MOVES, name)) for name in names}
    page.close()
    return times


def report():
    """Print the figures of the pages, a line each."""
    from silhouette_analysis.paper import find_browser
    from silhouette_analysis.running import ReportError

    site = built_site()
    for name, (raw, packed) in page_sizes(site).items():
        print(f"page {name}: {raw:,.0f} kB, {packed:,.0f} kB gzipped (limits 1,300 and 350)")
    try:
        path = find_browser()
    except ReportError:
        print("charts and sliders were not timed: there is no Chromium on PATH")
        return
    with chromium(path) as browser:
        for name, (paint, alive) in first_charts(browser, site).items():
            print(f"page {name}: chart after {paint:.0f} ms, panels alive after {alive:.0f} ms (limit 1,000)")
        for name, time in redraws(browser, site).items():
            print(f"page explore, {name}: slider to redraw {time:.1f} ms, median of 60 (target 20)")


if __name__ == "__main__":
    sys.exit(report())
