import os
from pathlib import Path

import pytest
from hypothesis import settings

# A slow machine is no failure: no example is timed.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def theme():
    """The look of the package, as notebooks have it, without a trace of it left."""
    import altair as alt

    from silhouette_analysis import display

    alt.theme.register("tested", enable=False)(display.theme)
    with alt.theme.enable("tested"):
        yield
    alt.theme.unregister("tested")


@pytest.fixture(scope="session")
def chromium():
    """Path of the system's Chromium; without one a test is skipped at home and fails in CI."""
    from silhouette_analysis.paper import find_browser
    from silhouette_analysis.running import ReportError

    try:
        return find_browser()
    except ReportError:
        if os.environ.get("CI"):
            pytest.fail("No Chromium on PATH: .ci/run installs it.")
        pytest.skip("no Chromium on PATH")


@pytest.fixture(scope="session")
def browser(chromium):
    """One running Chromium; each test opens its own context in it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The published pages; what `make report` has executed is not executed again."""
    from silhouette_analysis.report import build_site

    root = Path(__file__).parent.parent
    folder = tmp_path_factory.mktemp("published") / "site"
    build_site(root / "notebooks", folder, root / "build")
    return folder
