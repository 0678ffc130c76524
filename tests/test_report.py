"""The site as files: what is executed, what is escaped, how light it is, and the same each time."""

import gzip
import json
import os
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from silhouette_analysis import __main__ as command
from silhouette_analysis import figures, live, pages, report, running
from silhouette_analysis.display import FIGURE

HOME = Path(__file__).parent.parent
SPEC = {
    "title": "A <b>title</b>",
    "description": 'Said "so"',
    "width": 400,
    "data": {"values": [{"dice": 1, "probability": 0.5}, {"dice": 2, "probability": 1e-9}]},
    "mark": "bar",
    "encoding": {
        "x": {"field": "dice", "type": "ordinal"},
        "y": {"field": "probability", "type": "quantitative"},
    },
}


def notebook(*cells, metadata=None):
    """A notebook of the cells: text is prose, a list is a code cell with these outputs."""
    made = []
    for i, cell in enumerate(cells):
        if isinstance(cell, str):
            made.append(nbformat.v4.new_markdown_cell(cell, id=f"c{i}"))
        else:
            made.append(nbformat.v4.new_code_cell("show()", outputs=cell, id=f"c{i}"))
    whole = nbformat.v4.new_notebook(cells=made)
    whole["metadata"] = nbformat.from_dict(metadata or {})
    return whole


def output(**data):
    return nbformat.v4.new_output("display_data", data=data)


def code(source):
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, id="only")])


@pytest.fixture
def maker(tmp_path):
    return report.Maker(tmp_path / "stills")


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    """A folder with one small notebook, and a command that builds its site there."""
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HOME), os.environ.get("PYTHONPATH", "")]))

    def write(source, name="01_small"):
        nbformat.write(code(source), tmp_path / "notebooks" / f"{name}.ipynb")

    write("print('first')")
    return write


def page(maker, *cells, **options):
    return pages.page_of("01_x", notebook(*cells, **options), Path(), maker)


def text_of(maker, *cells, **options):
    return report.site_pages({"01_x": notebook(*cells, **options)}, Path(), maker)["01_x.html"]


def test_only_what_changed_is_executed_again(workshop, monkeypatch):
    ran = []
    execute = running.execute
    monkeypatch.setattr(
        running, "execute", lambda found, folder: ran.append(sorted(found)) or execute(found, folder)
    )
    workshop("print('other')", "02_other")
    assert command.main(["report"]) == 0
    assert command.main(["report"]) == 0
    workshop("print('changed')", "02_other")
    assert command.main(["report"]) == 0
    assert ran == [["01_small", "02_other"], [], ["02_other"]]
    assert "changed" in Path("site/02_other.html").read_text()


def test_a_failing_notebook_is_named_with_its_cell_and_leaves_the_last_good_site(workshop, capsys):
    assert command.main(["report"]) == 0
    before = {path.name: path.read_bytes() for path in Path("site").iterdir()}
    workshop("result = 6\nresult / 0")
    assert command.main(["report"]) == 1
    said = capsys.readouterr().err
    assert (
        "01_small.ipynb, cell 1" in said
        and "ZeroDivisionError: division by zero" in said
        and "result / 0" in said
    )
    assert {path.name: path.read_bytes() for path in Path("site").iterdir()} == before
    assert sorted(path.name for path in Path().iterdir()) == ["build", "notebooks", "site"]


def test_a_failure_leaves_the_stored_notebooks_as_they_were(workshop):
    workshop("1 / 0", "02_bad")
    before = Path("notebooks/01_small.ipynb").read_bytes()
    assert command.main(["notebooks"]) == 1
    assert Path("notebooks/01_small.ipynb").read_bytes() == before


def test_a_folder_that_is_no_site_is_not_replaced(workshop, capsys):
    Path("site").mkdir()
    Path("site/mine.txt").write_text("precious")
    assert command.main(["report"]) == 1
    assert "something else" in capsys.readouterr().err
    assert Path("site/mine.txt").read_text() == "precious"


def test_a_pdf_of_the_site_stays_where_it_is(workshop):
    pdf = Path("site", report.PDF)
    pdf.parent.mkdir()
    pdf.write_text("printed")
    assert command.main(["report"]) == 0
    workshop("print('second')")
    assert command.main(["report"]) == 0
    assert "second" in Path("site/01_small.html").read_text("utf-8") and pdf.read_text() == "printed"


@pytest.mark.parametrize("name", ["index", "explore"])
def test_a_notebook_cannot_replace_a_page_of_the_site(workshop, capsys, name):
    workshop("print('mine')", name)
    assert command.main(["report"]) == 1
    assert f"{name}.ipynb must have another name" in capsys.readouterr().err


def test_a_further_notebook_leaves_the_picture_of_the_readme_alone(workshop):
    Path("docs").mkdir()
    Path("docs/gain.svg").write_text("as it is")
    assert command.main(["notebooks"]) == 0
    assert Path("docs/gain.svg").read_text() == "as it is"


def test_a_chart_that_needs_a_network_is_refused_with_what_to_do(maker):
    chart = output(**{"text/html": '<style></style><div id="altair-viz-1"></div><script></script>'})
    with pytest.raises(running.ReportError, match=r"01_x: .* call sa.show_offline\(\) before it"):
        page(maker, "# T", [chart])


def test_no_notebooks_and_no_notebook_are_said(workshop, capsys):
    assert command.main(["report", "--notebooks", "nowhere"]) == 1
    assert "no notebooks in nowhere" in capsys.readouterr().err
    Path("notebooks/03_bad.ipynb").write_text("{}")
    assert command.main(["report"]) == 1
    assert "03_bad.ipynb cannot be read" in capsys.readouterr().err


def test_stored_notebooks_have_nothing_that_differs_from_run_to_run(workshop):
    workshop(
        "import ipywidgets\nfrom IPython.display import display\ndisplay(ipywidgets.IntSlider())\n"
        "bundle = {'text/html': 'kept', 'application/vnd.jupyter.widget-view+json': {'model_id': 'x'}}\n"
        "display(bundle, raw=True)\n7"
    )
    assert command.main(["notebooks"]) == 0
    first = Path("notebooks/01_small.ipynb").read_bytes()
    assert command.main(["notebooks"]) == 0
    assert Path("notebooks/01_small.ipynb").read_bytes() == first
    stored = nbformat.reads(first.decode(), as_version=4)
    nbformat.validate(stored)
    assert [out["data"] for out in stored.cells[0].outputs] == [{"text/html": "kept"}, {"text/plain": "7"}]
    assert stored.cells[0].execution_count == 1 and set(stored.metadata) == {"kernelspec", "language_info"}


def test_titles_names_and_descriptions_are_escaped(maker):
    text = text_of(
        maker, '# Odds & "ends" <script>\n\nWhy?\n\n**In one sentence:** so.', [output(**{FIGURE: SPEC})]
    )
    assert "<script>alert" not in text and "<b>title" not in text
    assert BeautifulSoup(text, "html.parser").title.get_text().startswith('Odds & "ends"')


def test_question_and_answer_are_found_in_the_first_cell(maker):
    for first in ("Why?\n\n**In one sentence:** because.", "**Question.** Why?\n\n**Answer.** because."):
        made = page(maker, f"# Title\n\n{first}\n\nMore.", "## Part\n\n$1/6$")
        assert (made.title, made.question, made.answer) == ("Title", "Why?", "Because.")
        assert "More." in made.blocks[0]["html"] and "<math" in made.blocks[1]["html"]
        assert made.contents == [("part", "Part")]


def test_odd_outputs_and_metadata_do_not_stop_a_build(maker):
    odd = [
        output(**{"application/vnd.jupyter.widget-view+json": {"model_id": "gone"}}),
        output(**{"application/x-nobody": "nobody knows"}),
        output(**{pages.PANEL: {"panel": "nobody", "state": None}, "text/html": "<p>still</p>"}),
        output(**{pages.PANEL: {"panel": "contest", "state": {"dice_a": 99, "dice_b": 4, "other": []}}}),
        output(**{pages.PANEL: {"panel": "contest", "state": {"dice_a": 0}}}),
        output(**{FIGURE: {"mark": "bar"}}),
        nbformat.v4.new_output("stream", text=["a", "b"]),
        nbformat.v4.new_output("display_data", data={}, metadata={"isolated": True}),
    ]
    made = notebook(
        "# T", odd, metadata={"widgets": {"state": "x"}, "vscode": {"a": 1}, "kernelspec": {"name": "r"}}
    )
    del made.cells[1]["outputs"][1]["metadata"]
    made.cells[1]["metadata"] = {"collapsed": "yes", "tags": [], "jupyter": None}
    kinds = [out["kind"] for out in pages.page_of("x", made, Path(), maker).blocks[-1]["outputs"]]
    assert kinds == ["html", "panel", "panel", "figure", "text"]


def test_a_panel_opens_in_the_state_of_its_cell(maker):
    made = page(
        maker, "# T", [output(**{pages.PANEL: {"panel": "contest", "state": {"dice_a": 4, "dice_b": 2}}})]
    )
    said = made.blocks[0]["outputs"][0]["said"]
    assert said["answer"] == live.live_panel("contest").panel.answer({"dice_a": 4, "dice_b": 2}).sentence
    assert said["cells"] and "4 dice" in said["answer"]


def test_a_page_says_which_state_it_has_no_room_for(maker):
    asked = {"panel": "contest", "state": {"dice_a": 25, "dice_b": 4}}
    text = text_of(maker, "# T", [output(**{pages.PANEL: asked})])
    assert "no room for what the notebook asks: A&#39;s dice (0 is unskilled): 25." in text
    assert "A (3 dice, +0) against B (4 dice)" in text


def test_a_figure_shows_its_numbers_and_nothing_possible_is_0(maker):
    [figure] = page(maker, "# T", [output(**{FIGURE: SPEC})]).blocks[-1]["outputs"]
    assert figure["tables"][0]["shown"] == [["1", "50.00 %"], ["2", "<0.01 %"]]
    assert figure["csv"] == [{"fields": ["dice", "probability"], "rows": [[1, 0.5], [2, 1e-9]]}]


def test_the_overview_shows_the_cover_of_a_notebook_or_else_its_first_chart(maker):
    figures_of = [output(**{FIGURE: SPEC | {"title": title}}) for title in ("The first", "The cover")]
    whole = notebook("# Title", [figures_of[0]], [figures_of[1]])

    def captions():
        index = report.site_pages({"01_x": whole}, Path(), maker)["index.html"]
        return [found.get_text() for found in BeautifulSoup(index, "html.parser").select("figcaption")]

    assert captions() == ["The first"]
    whole.cells[2].metadata["tags"] = ["cover"]
    assert captions() == ["The cover"]


def test_two_figures_of_a_page_share_no_name(maker):
    text = text_of(maker, "# T", [output(**{FIGURE: SPEC}), output(**{FIGURE: SPEC})])
    names = re.findall(r'\bid="([^"]+)"', text)
    assert len(names) == len(set(names)) > 2


def test_labels_that_would_be_written_over_others_are_left_out():
    label = '<text transform="translate({},5)" font-size="10px" fill="x">{}</text>'
    group = '<g class="mark-text role-mark">{}</g>'
    text = group.format(label.format(0, "&lt;1%") + label.format(8, "30%") + label.format(60, "5%"))
    assert re.findall(r">([^<]+)</text>", figures.spaced(text)) == ["30%", "5%"]


def test_tables_lose_row_numbers_and_join_their_heads():
    head = '<table border="1"><thead><tr style="text-align: right;"><th></th><th>a</th></tr></thead><tbody>'
    numbered = (
        head + "".join(f"<tr><th>{i}</th><td>{i / 2} %</td></tr>" for i in range(3)) + "</tbody></table>"
    )
    soup = BeautifulSoup(pages.tidy_tables(numbered), "html.parser")
    assert [cell.get_text() for cell in soup.find_all(["th", "td"])] == ["a", "0.0 %", "0.5 %", "1.0 %"]
    assert soup.th["class"] == ["n"] and soup.div["tabindex"] == "0"
    head = "<tr><th>margin</th><th>1</th></tr><tr><th>dice</th><th></th></tr>"
    named = f"<table><thead>{head}</thead><tbody></tbody></table>"
    soup = BeautifulSoup(pages.tidy_tables(named), "html.parser")
    assert [[cell.get_text() for cell in row.find_all("th")] for row in soup.find_all("tr")] == [
        ["dice", "margin"],
        ["1"],
    ]


@pytest.mark.parametrize(
    "asks",
    [
        '<img src="https://far.example/x.png">',
        "<link rel=stylesheet href='//far.example/x.css'>",
        '<iframe src="https://far.example"></iframe>',
        "<style>@import 'x.css';</style>",
        '<p style="background: url(https://far.example/x.png)">',
        '<svg><use href="other.svg#a"/></svg>',
    ],
)
def test_a_page_that_asks_for_an_outside_source_is_refused(maker, asks):
    with pytest.raises(report.ReportError, match="outside source"):
        text_of(maker, "# T", asks)


def test_a_link_to_elsewhere_is_no_request(maker):
    assert "far.example" in text_of(maker, "# T", "[there](https://far.example/x)")


def test_the_policy_allows_the_scripts_of_the_page_and_no_eval(site):
    for path in sorted(site.glob("*.html")):
        soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        policy = soup.find("meta", attrs={"http-equiv": "Content-Security-Policy"})["content"]
        own = [script for script in soup.find_all("script") if not script.get("type")]
        assert "unsafe-eval" not in policy and "default-src 'none'" in policy
        assert policy.count("sha256-") == len(own)
        assert not re.search(r"https?:", policy)


def test_each_page_is_light_enough_to_be_mailed(site):
    for path in sorted(site.glob("*.html")):
        raw = path.read_bytes()
        assert len(raw) <= 1_300_000, path.name
        assert len(gzip.compress(raw, 9)) <= 350_000, path.name


def test_pages_have_a_title_a_description_a_language_and_headings_in_order(site):
    for path in sorted(site.glob("*.html")):
        soup = BeautifulSoup(path.read_text("utf-8"), "html.parser")
        assert soup.html["lang"] == "en" and len(soup.title.get_text()) > 10
        assert len(soup.find("meta", attrs={"name": "description"})["content"]) > 40
        levels = [int(heading.name[1]) for heading in soup.find_all(re.compile("^h[1-6]$"))]
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        footer = soup.footer.get_text()
        for word in ("Rule(", "make report", "altair", "John Kim", "Walter Chie", "unofficial"):
            assert word in footer
        for target in soup.find_all("a", href=re.compile("^#")):
            assert soup.find(id=target["href"][1:]), target
        for target in soup.find_all("a", href=re.compile(r"^[\w-]+\.html")):
            assert (site / target["href"].split("#")[0]).exists()


def test_every_explorer_of_the_notebooks_is_live_in_its_page(site):
    panels = 0
    for path in sorted((HOME / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        wanted = sum("_explorer(" in "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        assert (site / f"{path.stem}.html").read_text("utf-8").count('<section class="panel"') == wanted
        panels += wanted
    assert panels


def test_two_builds_are_the_same_to_the_byte_and_name_no_place(site, tmp_path):
    again = tmp_path / "again"
    report.build_site(HOME / "notebooks", again, HOME / "build")
    for path in sorted(site.iterdir()):
        assert path.read_bytes() == (again / path.name).read_bytes(), path.name
        assert not re.search(rb"/(home|root|tmp|work|Users)/\w", path.read_bytes()), path.name


def test_the_pdf_needs_a_chromium_and_says_so(workshop, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert command.main(["pdf"]) == 1
    assert "printed by Chromium" in capsys.readouterr().err


@pytest.mark.browser
def test_the_pdf_is_tagged_and_outlined(chromium, workshop):
    assert command.main(["pdf"]) == 0
    printed = Path("site/silhouette_dice.pdf").read_bytes()
    assert printed.startswith(b"%PDF") and b"/StructTreeRoot" in printed and b"/Outlines" in printed
    assert command.main(["pdf"]) == 0
    assert Path("site/silhouette_dice.pdf").read_bytes() == printed
