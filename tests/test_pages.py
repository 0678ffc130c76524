"""The published pages in a real browser: every request for what is not the site is refused and counted."""

import csv
import io
import json
import random
import re
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from silhouette_analysis.live import live_panel
from silhouette_analysis.panels import PANELS

pytestmark = pytest.mark.browser

HOME = "https://pages.test/"
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
NOTEBOOKS = sorted(path.stem for path in (Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))
PAGES = ["index", *NOTEBOOKS, "explore"]


@contextmanager
def opened(browser, site, name, size="desk", **options):
    """A page of the site; at the end, that it asked for nothing outside and that nothing went wrong in it."""
    context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone", **options)
    outside, wrong = [], []

    def serve(route):
        address = urlsplit(route.request.url)
        if address.hostname == "pages.test" and (site / address.path[1:]).is_file():
            route.fulfill(path=site / address.path[1:], content_type="text/html")
        else:
            outside.append(route.request.url)
            route.abort()

    context.route("**/*", serve)
    page = context.new_page()
    page.on(
        "console",
        lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(HOME + name)
    if options.get("java_script_enabled", True):
        until(page, "[...document.querySelectorAll('.panel')].every((it) => it.matches('.live'))")
    yield page
    context.close()
    assert (outside, wrong) == ([], [])


def until(page, what, argument=None):
    """Wait until an expression is true; the page's policy does not let Playwright's own function do that."""
    for _ in range(2000):
        if page.evaluate(what, argument):
            return
        page.wait_for_timeout(5)
    raise AssertionError(f"never true: {what}")


def state_link(panel, state):
    return f"explore.html#panel-{panel}?" + "&".join(f"{name}={value}" for name, value in state.items())


def shown(page, panel):
    """What a panel says and draws."""
    root = page.locator(f"#panel-{panel}")
    return {
        "answer": root.locator(".answer").text_content().replace("\u00a0", " "),
        "rule": root.locator(".rule").text_content(),
        "python": root.locator(".python code").text_content(),
        "table": root.locator(".numbers tbody").evaluate(
            "(body) => [...body.rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
        ),
        "picture": root.locator(".picture").inner_html(),
    }


def redrawn(page, panel, action):
    """Do something to a panel and wait until it has drawn."""
    root = page.locator(f"#panel-{panel}")
    before = root.get_attribute("data-drawn")
    action()
    changed = "([id, before]) => document.getElementById(id).dataset.drawn !== before"
    until(page, changed, [f"panel-{panel}", before])
    return shown(page, panel)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_stands_on_its_own_and_fits_the_screen(browser, site, name, size):
    with opened(browser, site, f"{name}.html", size) as page:
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1]
        assert page.locator("svg[role=img]:visible, .picture svg:visible").count()
        assert page.title() and page.locator("h1").count() == 1


@pytest.mark.parametrize(("scheme", "size"), [("light", "desk"), ("dark", "phone")])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_barrier(browser, site, name, scheme, size):
    import axe_core_python

    axe = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text("utf-8")
    with opened(browser, site, f"{name}.html", size, color_scheme=scheme) as page:
        page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    violations = [
        (v["id"], v["help"], [n["html"][:200] for n in v["nodes"]][:3]) for v in found["violations"]
    ]
    assert violations == []


@pytest.mark.parametrize("name", PAGES)
def test_without_scripts_a_page_has_pictures_answers_and_no_dead_control(browser, site, name):
    with opened(browser, site, f"{name}.html", "phone", java_script_enabled=False) as page:
        assert page.locator("button:visible, input:visible, select:visible").count() == 0
        assert page.locator("svg[role=img]:visible").count() >= page.locator("figure, .panel").count()
        for answer in page.locator(".answer").all():
            assert re.search(r"\d\s%", answer.text_content())


@pytest.mark.parametrize("name", PAGES)
def test_no_percent_sign_is_parted_from_its_figure(browser, site, name):
    with opened(browser, site, f"{name}.html", "phone") as page:
        page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
        # A percent sign stands beside its figure in every line box that it is in.
        parted = page.evaluate("""() => {
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [], range = document.createRange();
          const top = (node, at) => (range.setStart(node, at), range.setEnd(node, at + 1),
            range.getClientRects()[0]?.top);
          while (texts.nextNode()) {
            const text = texts.currentNode.data;
            for (const {index} of text.matchAll(/\\d\\s%/g))
              if (top(texts.currentNode, index) !== top(texts.currentNode, index + 2))
                found.push(text.slice(Math.max(0, index - 30), index + 3));
          }
          return found;
        }""")
        assert parted == []


@pytest.mark.parametrize("name", PAGES)
def test_on_paper_there_are_no_controls_and_ink_is_dark(browser, site, name):
    with opened(browser, site, f"{name}.html", color_scheme="dark") as page:
        page.emulate_media(media="print")
        assert page.locator("button:visible, input:visible, select:visible, header nav:visible").count() == 0
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


@pytest.mark.parametrize("panel", PANELS)
def test_every_control_is_moved_by_keyboard_and_answers(browser, site, panel):
    with opened(browser, site, "explore.html") as page:
        controls = page.locator(f"#panel-{panel} [data-control]")
        assert controls.count() == len(live_panel(panel).panel.controls)
        before = shown(page, panel)
        for control in controls.all():
            control.focus()
            after = redrawn(page, panel, lambda: page.keyboard.press("ArrowDown"))
            assert after != before, control.get_attribute("data-control")
            before = after


@pytest.mark.parametrize("panel", PANELS)
def test_a_page_says_what_the_exact_tables_say(browser, site, panel):
    live, dice = live_panel(panel), random.Random(panel)
    controls = live.panel.controls
    states = [
        {
            c.name: dice.choice([value for value, *_ in c.options] or range(c.low, c.high + 1))
            for c in controls
        }
        for _ in range(30)
    ]
    # Also there and back again: what a view has drawn must not change what it draws next.
    states = [state for pair in zip(states[1:], states, strict=False) for state in pair]
    with opened(browser, site, "explore.html") as page:
        for state in states:
            try:
                expected = live.panel.answer(state)
            except ValueError:
                continue
            if shown(page, panel)["python"] == expected.python:
                continue
            said = redrawn(page, panel, lambda state=state: page.goto(HOME + state_link(panel, state)))
            assert (said["answer"], said["rule"], said["python"], said["table"]) == (
                expected.sentence,
                expected.rule,
                expected.python,
                expected.cells(),
            )


def test_a_link_shows_the_same_picture_to_another_person(browser, site):
    with opened(browser, site, "explore.html", permissions=["clipboard-read", "clipboard-write"]) as page:
        page.locator("#panel-contest-dice_a").fill("5")
        page.locator("#panel-contest-ties").select_option(label="both roll again")
        until(page, "location.hash.includes('dice_a=5') && location.hash.includes('reroll')")
        page.locator("#panel-contest [data-do=link]").click()
        page.locator("#panel-contest .done", has_text="copied").wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
        here = shown(page, "contest")
    with opened(browser, site, link.removeprefix(HOME)) as page:
        assert shown(page, "contest") == here
        assert page.locator("#panel-contest").evaluate("(it) => it.getBoundingClientRect().top") < 740


def test_a_link_with_nonsense_in_it_does_no_harm(browser, site):
    start = live_panel("roll").panel.answer().sentence
    for query in ("dice=99&bonus=x", "dice=3e0", "dice=<b>&nothing=1", "%E0%A4%A", ""):
        with opened(browser, site, f"explore.html#panel-roll?{query}") as page:
            assert shown(page, "roll")["answer"] == start


def test_what_the_rule_refuses_is_said_beside_the_controls_and_the_last_picture_stays(browser, site):
    with opened(browser, site, "explore.html") as page:
        good = shown(page, "contest")
        refused = redrawn(page, "contest", lambda: page.locator("#panel-contest-dice_a").fill("0"))
        assert refused == good
        assert "no next die" in page.locator("#panel-contest .error").text_content()
        # What stays is dimmed, and not handed out as what was asked for.
        panel = page.locator("#panel-contest")
        assert float(panel.locator(".answer").evaluate("(it) => getComputedStyle(it).opacity")) < 0.5
        assert panel.locator(".tools button:enabled").count() == 0
        redrawn(
            page, "contest", lambda: page.locator("#panel-contest-ties").select_option(label="tie stands")
        )
        assert page.locator("#panel-contest .error").text_content() == ""
        assert float(panel.locator(".answer").evaluate("(it) => getComputedStyle(it).opacity")) == 1
        assert panel.locator(".tools button:disabled").count() == 0
        assert "unskilled" in shown(page, "contest")["answer"]


def test_a_figure_gives_its_numbers_its_picture_and_its_caption(browser, site, tmp_path):
    options = {"permissions": ["clipboard-read", "clipboard-write"], "accept_downloads": True}
    with opened(browser, site, f"{NOTEBOOKS[0]}.html", color_scheme="dark", **options) as page:
        figure = page.locator("figure.figure").first
        files = {}
        for kind in ("csv", "svg", "png"):
            with page.expect_download() as download:
                figure.locator(f"[data-do={kind}]").click()
            download.value.save_as(tmp_path / kind)
            files[kind] = (tmp_path / kind).read_bytes()
        rows = list(csv.reader(io.StringIO(files["csv"].decode())))
        data = json.loads(figure.locator(".figure-data").text_content())[0]
        assert rows[0] == data["fields"] and len(rows) >= len(data["rows"]) + 1
        drawn = files["svg"].decode().lower()
        assert "currentcolor" not in drawn and 'fill="#ffffff"' in drawn and "#000000" in drawn
        assert files["png"].startswith(b"\x89PNG") and len(files["png"]) > 5000
        figure.locator("[data-do=caption]").click()
        figure.locator(".done", has_text="copied").wait_for()
        caption = page.evaluate("navigator.clipboard.readText()")
        assert figure.get_attribute("data-title") in caption and "Rule: Silhouette" in caption
        figure.locator("[data-do=python]").click()
        figure.locator(".done", has_text="Python copied").wait_for()
        assert "sa." in page.evaluate("navigator.clipboard.readText()")


def test_a_panel_gives_its_numbers_and_its_picture(browser, site, tmp_path):
    with opened(browser, site, "explore.html", color_scheme="dark", accept_downloads=True) as page:
        for kind in ("csv", "svg"):
            with page.expect_download() as download:
                page.locator(f"#panel-roll [data-do={kind}]").click()
            assert download.value.suggested_filename == f"panel-roll_3_at_least_5_6.{kind}"
            download.value.save_as(tmp_path / kind)
        rows = list(csv.DictReader(io.StringIO((tmp_path / "csv").read_text())))
        assert [float(row["probability"]) for row in rows][-1] == 1 / 216
        drawn = (tmp_path / "svg").read_text()
        assert "currentcolor" not in drawn.lower()
        assert "One roll: 3 dice." in drawn and "Chance of this result or more" in drawn


def test_a_control_without_effect_is_out_of_use(browser, site):
    with opened(browser, site, "explore.html") as page:
        equal, bonus = page.locator("#panel-shared-ties"), page.locator("#panel-roll-bonus")
        assert equal.is_enabled() and bonus.is_enabled()
        threshold = page.locator("#panel-shared-against")
        redrawn(page, "shared", lambda: threshold.select_option(label="the threshold 4"))
        assert equal.is_disabled()
        assert "no success against a threshold" in shown(page, "shared")["rule"]
        assert "ties" not in shown(page, "shared")["python"]
        redrawn(page, "roll", lambda: page.locator("#panel-roll-dice").fill("0"))
        assert bonus.is_disabled() and "lower of two dice" in shown(page, "roll")["rule"]


def test_a_bar_of_several_margins_belongs_to_no_outcome(browser, site):
    bars = "#panel-contest .picture path[fill^='#']"
    with opened(browser, site, "explore.html") as page:
        colours = "(bars) => [...new Set(bars.map((bar) => bar.getAttribute('fill')))].sort()"
        apart = page.locator(bars).evaluate_all(colours)
        reading = page.locator("#panel-contest-reading")
        redrawn(page, "contest", lambda: reading.select_option(label="at least"))
        together = page.locator("#panel-contest .mark-rect path[fill^='#']").evaluate_all(colours)
        assert len(apart) >= 5 and len(together) == 1 and together[0] not in apart
        assert "Chance of this margin or more" in page.locator("#panel-contest .picture").text_content()


def test_the_next_page_is_one_click_away_and_links_stay_within_the_site(browser, site):
    with opened(browser, site, "index.html") as page:
        for name in NOTEBOOKS:
            page.locator("a[rel=next], .findings h3 a").first.click()
            assert page.url == f"{HOME}{name}.html"
        page.locator("a[rel=next]").click()
        assert page.url == f"{HOME}explore.html"


def test_the_tables_of_a_phone_scroll_by_keyboard(browser, site):
    with opened(browser, site, f"{NOTEBOOKS[0]}.html", "phone") as page:
        lost = page.evaluate(
            """[...document.querySelectorAll('main *')].filter((it) =>
                it.scrollWidth > it.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(it).overflowX)
                && it.tabIndex < 0 && !it.closest('[tabindex]')).map((it) => it.className)"""
        )
        assert lost == []
