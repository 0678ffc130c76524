"""The project's own files agree with each other, and hold to the limits the project set itself."""

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml
from packaging.requirements import Requirement

import silhouette_analysis
from silhouette_analysis.running import README_PICTURE, readme_picture

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "silhouette_analysis"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

# A room imports only from rooms before it.
ROOMS = [
    "checks",
    "words",
    "rules",
    "arguments",
    "distributions",
    "packing",
    "shared_rolls",
    "ranks",
    "contests",
    "beaten",
    "published",
    "chances",
    "frames",
    "tables",
    "exact",
    "contest_tables",
    "shared_tables",
    "shapes",
    "pictures",
    "charts",
    "contest_charts",
    "shared_charts",
    "display",
    "answers",
    "panel",
    "roll_panel",
    "contest_panel",
    "tie_panel",
    "shared_panel",
    "panels",
    "panel_chart",
    "controls",
    "lifetimes",
    "explorer",
    "explorers",
    "dashboard",
    "running",
    "figures",
    "page_tables",
    "live",
    "pages",
    "writing",
    "report",
    "paper",
    "__main__",
]
STANDARD_LIBRARY_ONLY = [
    "checks",
    "rules",
    "distributions",
    "packing",
    "contests",
    "shared_rolls",
    "ranks",
    "beaten",
    "words",
    "arguments",
    "shapes",
    "pictures",
]


def fresh(code):
    """Run code in a Python of its own, warnings as errors, and return what it prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# --- versions and dependencies ----------------------------------------------------------------------------


def test_version_is_the_installed_one():
    assert importlib.metadata.version("silhouette_analysis") == silhouette_analysis.__version__


def floors(specs):
    """Map each name to its floor; a spec is a name with `>=` and a version, and nothing else."""
    found = {}
    for spec in specs:
        requirement = Requirement(spec)
        assert re.fullmatch(r">=[\d.]+", str(requirement.specifier)), f"not a loose floor: {spec}"
        assert found.setdefault(requirement.name, str(requirement.specifier)) == str(requirement.specifier)
    return found


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def test_conda_environment_agrees_with_the_project():
    extras = project()["optional-dependencies"]
    runtime = project()["dependencies"]
    *conda, pip = environment()["dependencies"]
    python, pip_itself, *packages = conda
    assert (python, pip_itself) == ("python=3.12", "pip")

    (editable,) = pip["pip"]
    named = re.fullmatch(r"-e \.\[([a-z,]+)\]", editable).group(1).split(",")
    known = floors(runtime + [spec for extra in named for spec in extras[extra]])
    listed = floors(packages)
    assert len(listed) == len(packages), "a package is listed twice"
    assert listed.items() <= known.items(), "unknown to pyproject.toml, or with another floor"
    assert listed.items() >= floors(runtime + extras["lab"]).items(), "missing, or with another floor"


def test_conda_environment_names_its_one_channel():
    assert environment()["name"] == project()["name"]
    assert environment()["channels"] == ["conda-forge"]


@pytest.mark.parametrize("extra", ["dev", "bench"])
def test_pins_cover_the_project(extra):
    def dependencies(name):
        for spec in project()["optional-dependencies"][name]:
            requirement = Requirement(spec)
            if requirement.name == project()["name"]:
                for inner in requirement.extras:
                    yield from dependencies(inner)
            else:
                yield requirement

    text = (ROOT / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^([a-z\d.-]+)==([\w.]+)", text, flags=re.MULTILINE))
    for requirement in [*map(Requirement, project()["dependencies"]), *dependencies(extra)]:
        assert requirement.specifier.contains(pins[requirement.name.replace("_", "-")]), requirement


def test_every_pin_has_a_hash():
    for path in (ROOT / "requirements").glob("*.txt"):
        text = path.read_text(encoding="utf-8").replace("\\\n", "")
        pins = [line for line in text.splitlines() if not line.startswith("#")]
        assert pins
        assert all("==" in pin and "--hash=sha256:" in pin for pin in pins), path.name


# --- what is stored ---------------------------------------------------------------------------------------


def stored_texts():
    """Yield the path and text of every file that git keeps or would keep, pictures aside."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listing.stdout.split("\0")):
        content = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
        if b"\0" not in content:
            yield name, content.decode("utf-8")


def test_no_stored_file_names_a_registry_or_a_place_on_one_machine():
    # Put together from pieces, so that this file does not find itself.
    hosts = ["pypi", "pythonhosted", "npmjs", "anaconda", "debian"]
    tops = ["root", "home", "Users", "work", "tmp", "opt", "mnt", "srv"]
    host = "(?:" + "|".join(map(re.escape, hosts)) + r")\.(?:org|com)\b"
    place = r"(?<![\w.:/*)\]}-])" + "/(?:" + "|".join(tops) + ")/" + r"\w"
    forbidden = re.compile(f"{host}|{place}")
    found = [f"{name}: {hit.group()}" for name, text in stored_texts() if (hit := forbidden.search(text))]
    assert not found


def test_there_are_notebooks():
    assert NOTEBOOKS


def each_notebook():
    return pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def code_cells(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@each_notebook()
def test_notebook_is_small(path):
    assert path.stat().st_size < 500_000


@each_notebook()
def test_notebook_stores_no_runtime_and_no_widget_state(path):
    text = path.read_text(encoding="utf-8")
    assert "widgets" not in json.loads(text)["metadata"]
    assert "application/vnd.jupyter.widget-state+json" not in text
    scripts = re.findall(r"<script.*?</script", text, flags=re.DOTALL)
    assert max(map(len, scripts), default=0) < 100_000, "a script this long is a library, not a chart"


@each_notebook()
def test_notebook_is_executed_from_top_to_bottom_without_an_error(path):
    cells = [cell for cell in code_cells(path) if "".join(cell["source"]).strip()]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert outputs, "an executed notebook shows something"
    assert not [output for output in outputs if output["output_type"] == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]


@each_notebook()
def test_code_cells_are_short(path):
    lengths = [len("".join(cell["source"]).splitlines()) for cell in code_cells(path)]
    assert max(lengths) <= 12


# --- the package's rooms ----------------------------------------------------------------------------------


def imported(room):
    """Yield the dotted names that a room imports, at its top or deeper; a room not built yet has none."""
    path = PACKAGE / f"{room}.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = ".".join(filter(None, ["silhouette_analysis" if node.level else None, node.module]))
            if origin == "silhouette_analysis":
                yield from (f"{origin}.{alias.name}" for alias in node.names)
            else:
                yield origin


def test_every_module_is_a_known_room():
    assert {path.stem for path in PACKAGE.rglob("*.py")} <= {"__init__", *ROOMS}


def test_imports_run_one_way_only():
    wrong = [
        f"{room} imports {name}"
        for room in ROOMS
        for name in imported(room)
        if name.split(".")[0] == "silhouette_analysis"
        and name != "silhouette_analysis.__version__"
        and name.split(".")[1:2] not in [[before] for before in ROOMS[: ROOMS.index(room)]]
    ]
    assert not wrong


def test_the_exact_rooms_need_only_the_standard_library():
    allowed = sys.stdlib_module_names | {"silhouette_analysis"}
    for room in STANDARD_LIBRARY_ONLY:
        assert {name.split(".")[0] for name in imported(room)} <= allowed, room


def test_importing_the_package_loads_nothing_heavy():
    heavy = {"pandas", "altair", "ipywidgets", "anywidget", "IPython", "numpy", "vl_convert"}
    loaded = fresh("import json, sys, silhouette_analysis; print(json.dumps(sorted(sys.modules)))")
    assert heavy.isdisjoint(loaded)


def test_importing_every_module_changes_no_global_setting():
    before, after = fresh(
        """
import importlib, json, pkgutil
import altair, IPython, pandas

def settings():
    plugins = [altair.theme, altair.renderers, altair.data_transformers]
    named = [[plugin.active, dict(plugin.options)] for plugin in plugins]
    return [named, pandas.describe_option(_print_desc=False), str(IPython.get_ipython())]

before = settings()
import silhouette_analysis
for module in pkgutil.iter_modules(silhouette_analysis.__path__):
    if module.name != "__main__":
        importlib.import_module(f"silhouette_analysis.{module.name}")
print(json.dumps([before, settings()]))
"""
    )
    assert before == after


# --- the commands -----------------------------------------------------------------------------------------


def test_make_lists_every_command_that_a_person_calls():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", text, flags=re.MULTILINE).group(1).split()
    described = re.findall(r"^([a-z]+):.*## ", text, flags=re.MULTILINE)
    assert described == phony


@pytest.mark.browser
def test_chromium_draws_a_page_without_a_network(browser):
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.set_content("<title>Silhouette</title><p>6, 6, 1 is 7</p>")
    assert (page.title(), page.inner_text("p")) == ("Silhouette", "6, 6, 1 is 7")
    context.close()


def test_picture_of_the_readme_is_that_of_the_notebook():
    notebooks = {path.stem: nbformat.read(path, as_version=4) for path in NOTEBOOKS}
    assert (ROOT / README_PICTURE).read_text(encoding="utf-8") == readme_picture(notebooks)
