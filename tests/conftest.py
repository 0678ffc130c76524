import os
import shutil
from pathlib import Path

import pytest

CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def chromium():
    """Path of the system's Chromium; without one a test is skipped at home and fails in CI."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    if os.environ.get("CI"):
        pytest.fail("No Chromium on PATH: .ci/run installs it.")
    pytest.skip("no Chromium on PATH (looked for chromium, chromium-browser and google-chrome)")


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
