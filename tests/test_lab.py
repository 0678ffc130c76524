"""Claims about the explorers in a real JupyterLab, driven by keyboard and mouse, with the network blocked."""

import re
import shutil
from pathlib import Path

import lab
import nbformat
import pytest

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"

COUNT = """() => {
    window.redraws = 0;
    window.counter?.disconnect();
    const picture = document.querySelector(".sa-picture");
    window.counter = new MutationObserver((records) => {
        window.redraws += records.some((record) => record.target !== picture || record.type === "childList");
    });
    const all = { childList: true, subtree: true, attributes: true, characterData: true };
    window.counter.observe(picture, all);
}"""

SAID = (
    """() => document.querySelector(".sa-answer").innerText + document.querySelector(".sa-table").innerText"""
)

SVG_HEIGHT = 'document.querySelector(".sa-picture").getBoundingClientRect().height'


def calls(path, kind):
    """Whether the notebook at `path` has the explorer."""
    return any(f"{lab.EXPLORERS[kind]}()" in cell.source for cell in nbformat.read(path, 4).cells)


@pytest.fixture(scope="module")
def jupyterlab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    for kind, name in lab.EXPLORERS.items():
        # The notebook that ends in this explorer, and a small one as long as there is none.
        path = folder / f"{kind}.ipynb"
        for real in sorted(NOTEBOOKS.glob("*.ipynb")):
            if calls(real, kind):
                shutil.copy(real, path)
                break
        else:
            lab.write_notebook(path, f"import silhouette_analysis as sa\nsa.{name}()")
    with lab.lab_server(folder) as address:
        yield folder, address


@pytest.fixture(scope="module")
def tab(jupyterlab, browser):
    """One tab for all, so that the browser loads JupyterLab once."""
    with lab.Visit(browser, jupyterlab[1]) as visit:
        yield visit


@pytest.fixture(scope="module", params=lab.EXPLORERS)
def visit(request, tab):
    page = tab.open(f"{request.param}.ipynb")
    page.wait_for_selector(".sa-picture svg", timeout=40_000)
    page.locator(".sa-explorer").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    return tab


@pytest.fixture
def change(visit):
    """Do something and return how often the picture was redrawn; what is said must change, if it is to."""
    page = visit.page

    def change(act, *, said=True):
        page.evaluate(COUNT)
        before = page.evaluate(SAID)
        act()
        if said:
            page.wait_for_function(f"before => ({SAID})() !== before", arg=before, timeout=10_000)
        page.wait_for_timeout(120)
        return page.evaluate("window.redraws")

    return change


def test_the_live_explorer_takes_the_place_of_the_still_picture(visit):
    page = visit.page
    assert page.locator(".sa-picture svg").is_visible()
    assert page.locator(".sa-still").count() == 1 and not page.locator(".sa-still").is_visible()
    assert "%" in page.locator(".sa-answer").inner_text()


def test_each_control_has_a_name(visit):
    unnamed = visit.page.evaluate(
        """() => [...document.querySelectorAll(
            ".sa-explorer :is(input, select, button, .noUi-handle, [tabindex='0'])")]
            .filter(part => !(part.getAttribute("aria-label") || part.labels?.[0]?.textContent
                || part.textContent).trim())
            .map(part => part.outerHTML.slice(0, 200))"""
    )
    assert unnamed == []


def test_each_slider_moves_by_keyboard_and_by_mouse_with_one_redraw(visit, change):
    page = visit.page
    for handle in page.locator(".sa-explorer .noUi-handle").all():
        assert change(lambda handle=handle: (handle.focus(), page.keyboard.press("ArrowRight"))) == 1
        assert change(lambda handle=handle: (handle.focus(), page.keyboard.press("ArrowLeft"))) == 1
    height = page.evaluate(SVG_HEIGHT)
    for slider in page.locator(".sa-explorer .noUi-target").all():
        box = slider.bounding_box()
        at = {"x": box["width"] * 0.85, "y": box["height"] / 2}
        assert change(lambda slider=slider, at=at: slider.click(position=at)) == 1
        assert page.evaluate(SVG_HEIGHT) == height, "the picture must not jump"


def test_reset_puts_everything_back_with_one_redraw(visit, change):
    page = visit.page
    page.locator(".sa-explorer .noUi-handle").first.focus()
    assert change(lambda: page.keyboard.press("PageDown")) == 1
    assert change(lambda: page.get_by_role("button", name="Reset").press("Enter")) == 1


def test_each_choice_is_made_by_keyboard_with_at_most_one_redraw(visit, change):
    page = visit.page
    for choice in page.locator(".sa-explorer select").all():
        before = choice.input_value()
        redraws = change(lambda choice=choice: (choice.focus(), page.keyboard.press("ArrowDown")), said=False)
        assert choice.input_value() != before and redraws <= 1
    assert page.locator(".sa-message:visible").count() == 0
    page.get_by_role("button", name="Reset").click()
    page.wait_for_timeout(300)


def test_a_number_is_typed_beyond_the_slider_and_rubbish_changes_nothing(visit, change):
    page = visit.page
    typed = page.locator(".sa-field:has(.noUi-target) input").first
    assert change(lambda: (typed.fill("12"), typed.press("Enter"))) == 1
    assert page.locator(".sa-picture svg").count() == 1
    assert change(lambda: (typed.fill("rubbish"), typed.press("Enter")), said=False) == 0
    assert "must be a whole number" in page.locator(".sa-message:visible").inner_text()
    assert change(lambda: page.get_by_role("button", name="Reset").click()) == 1
    assert page.locator(".sa-message:visible").count() == 0 and typed.input_value() == "3"


def test_exact_fractions_are_shown_without_a_redraw(visit, change):
    box = visit.page.get_by_label("exact fractions")
    assert change(lambda: box.press("Space")) == 0
    assert re.search(r"\d/\d+ = ", visit.page.locator(".sa-answer").inner_text())
    assert change(lambda: box.press("Space")) == 0


def test_swapped_sides_are_one_redraw(visit, change):
    page = visit.page
    swap = page.get_by_role("button", name="Swap sides")
    has_sides = any(name in page.url for name in ("contest", "tie"))
    assert swap.count() == has_sides
    if not has_sides:
        return
    handle = page.locator(".sa-explorer .noUi-handle").first
    change(lambda: (handle.focus(), page.keyboard.press("ArrowRight")))
    assert change(lambda: swap.press("Enter")) == 1
    assert change(lambda: page.get_by_role("button", name="Reset").click()) == 1


def test_dice_are_thrown_and_pools_typed(visit, change):
    page = visit.page
    throw = page.get_by_role("button", name="Throw the dice")
    throws = any(name in page.url for name in ("tie", "shared"))
    assert throw.count() == throws
    if not throws:
        return
    before = page.locator(".sa-thrown").inner_html()

    def thrown():
        throw.press("Enter")
        # A busy machine may take its time.
        other = "before => document.querySelector('.sa-thrown').innerHTML !== before"
        page.wait_for_function(other, arg=before, timeout=10_000)

    assert change(thrown, said=False) == 0
    if (pool := page.get_by_label("A rolls, typed")).count():
        pool.fill("6,5,4")
        pool.press("Enter")
        pool = page.get_by_label("B rolls, typed")
        change(lambda: (pool.fill("6 5 2 1"), pool.press("Enter")))
        assert "A wins marginally" in page.locator(".sa-thrown").inner_text()
    page.get_by_role("button", name="Reset").click()


@pytest.mark.parametrize("kind", ["CSV", "PNG", "SVG"])
def test_files_are_saved(visit, kind):
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name=kind, exact=True).click()
    assert download.value.suggested_filename.endswith(f".{kind.lower()}")
    assert download.value.path().stat().st_size > 100


def test_ink_is_read_in_the_light_and_in_the_dark(visit):
    page = visit.page
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        page.evaluate(
            "theme => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
            theme,
        )
        page.wait_for_function(f"document.body.dataset.jpThemeName === '{theme}'")
        page.wait_for_timeout(400)
        for part in (".sa-picture svg text", ".sa-answer .widget-html-content", ".sa-table td"):
            assert page.evaluate(CONTRAST, part) > 4.5, (theme, part)


CONTRAST = """selector => {
    const light = colour => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255)
            .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const part = document.querySelector(selector), style = getComputedStyle(part);
    const ink = style.fill && part.closest("svg") ? style.fill : style.color;
    const paper = getComputedStyle(part).getPropertyValue("--jp-layout-color0");
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = paper;
    const pair = [light(ink), light(getComputedStyle(probe).color)].sort((a, b) => b - a);
    probe.remove();
    return (pair[0] + 0.05) / (pair[1] + 0.05);
}"""


def test_nothing_is_asked_of_a_network_and_nothing_fails(visit):
    assert visit.outside == []
    assert visit.errors == []


def test_runs_of_a_cell_leave_no_growing_number_of_widgets(jupyterlab, tab):
    count = "import ipywidgets\nprint('live:', len(ipywidgets.widget._instances))"
    path = jupyterlab[0] / "runs.ipynb"
    lab.write_notebook(path, "import silhouette_analysis as sa\nsa.roll_explorer()", count)
    page, seen = tab.open("runs.ipynb"), []
    for run in range(1, 4):
        if run > 1:
            tab.command("notebook:run-all-cells")
        page.wait_for_function(
            f"document.querySelectorAll('.jp-InputPrompt')[1].innerText.includes('{2 * run}')"
        )
        page.wait_for_selector(".sa-picture svg")
        seen.append(page.locator(".jp-OutputArea-output:has-text('live:')").last.inner_text())
        assert page.locator(".sa-explorer").count() == 1
    assert len(set(seen)) == 1, seen
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save').then(() => null)")
    assert (tab.outside, tab.errors) == ([], [])


@pytest.mark.parametrize("name", ["untrusted.ipynb", "asleep.ipynb"])
def test_reopened_without_its_kernel_a_notebook_shows_a_still_picture(jupyterlab, tab, name):
    saved = nbformat.read(jupyterlab[0] / "runs.ipynb", 4)
    saved.cells[0].source += "  # Changed elsewhere, hence not trusted."
    if name == "asleep.ipynb":
        saved.metadata.kernelspec.name = "none"
    nbformat.write(saved, jupyterlab[0] / name)
    page = tab.open(name, run=False)
    image = page.locator(".sa-still img")
    image.wait_for()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    assert "run this cell to wake the controls" in page.locator(".sa-still").inner_text()
    assert page.locator(".sa-explorer").count() == 0
    assert tab.outside == []
