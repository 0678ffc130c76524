"""Claims about the app that `make dashboard` serves, on a phone."""

import lab
import pytest

from silhouette_analysis.dashboard import EXPLORERS

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def app(tmp_path_factory, browser):
    with lab.voila_server(tmp_path_factory.mktemp("app")) as address, lab.Visit(browser, address) as visit:
        visit.page.set_viewport_size({"width": 360, "height": 740})
        visit.page.goto(address)
        visit.page.wait_for_selector(".sa-picture svg", timeout=40_000)
        yield visit


@pytest.mark.parametrize("name", EXPLORERS)
def test_each_explorer_is_used_on_a_phone_without_typing(app, name):
    page = app.page
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_function("document.querySelectorAll('.sa-picture svg').length === 1")
    page.wait_for_timeout(200)
    answer = page.locator(".sa-answer")
    before = answer.inner_text()
    page.locator(".noUi-target").first.tap() if app.page.evaluate("'ontouchstart' in window") else (
        page.locator(".noUi-target").first.click()
    )
    page.wait_for_function("before => document.querySelector('.sa-answer').innerText !== before", arg=before)
    sideways = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert sideways <= 0
    wide = page.evaluate(
        """() => [...document.querySelectorAll(
                ".sa-dashboard :is(input, select, button, svg, p, .widget-label)")]
            .filter(part => part.getBoundingClientRect().right > 361)
            .map(part => part.outerHTML.slice(0, 150))"""
    )
    assert wide == []


def test_there_is_no_code_and_no_network(app):
    assert app.page.locator(".jp-InputArea:visible").count() == 0
    assert "dashboard()" not in app.page.inner_text("body")
    assert (app.outside, app.errors) == ([], [])
