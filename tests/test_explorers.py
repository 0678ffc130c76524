"""Claims about the explorers that need no browser: controls in, messages to the picture and words out."""

import base64
import json
from types import SimpleNamespace

import ipywidgets as widgets
import pytest

import silhouette_analysis as sa
from silhouette_analysis import explorer as explorer_room
from silhouette_analysis import explorers, lifetimes, panel_chart
from silhouette_analysis.dashboard import EXPLORERS, dashboard

MAKERS = {
    "roll": sa.roll_explorer,
    "contest": sa.contest_explorer,
    "tie": sa.tie_explorer,
    "shared": sa.shared_roll_explorer,
}


@pytest.fixture(params=MAKERS)
def explorer(request):
    made = MAKERS[request.param]()
    yield made
    made.close()


@pytest.fixture
def make():
    made = []

    def make(name):
        made.append(MAKERS[name]())
        return made[-1]

    yield make
    for explorer in made:
        explorer.close()


def heard(explorer):
    """The messages that the picture gets from now on."""
    messages = []
    explorer.chart.comm.send = lambda data=None, *_, **__: messages.append(data)
    return messages


def updates(messages):
    return [
        set(message["state"]) & {"spec", "_params"} for message in messages if message["method"] == "update"
    ]


def said_by(explorer):
    """The answer as it is read; that a figure and its sign stay on one line is not seen."""
    return explorer.sentence.value.replace("\u00a0", " ")


def live():
    return len(widgets.widget._instances)


def walk(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from walk(child)


def test_a_control_moves_picture_sentence_and_table(make):
    explorer = make("roll")
    explorer.fields["dice"].slider.value = 2
    explorer.fields["target"].slider.value = 7
    assert explorer.chart.params.dice == 2 and explorer.chart.params.target == 7
    assert "a result of at least 7 has a chance of 2.78 %" in said_by(explorer)
    assert "Mean 4.50, SD 1.44; fumble 2.78 %" in said_by(explorer)
    assert "<td>27.78 %</td>" in explorer.table.value
    assert "sa.roll_table(2)" in explorer.python.value
    assert "Rule: Highest die, +1 for each further 6" in explorer.rule.value


def test_exact_fractions_are_said_on_request(make):
    explorer = make("contest")
    assert "641/972" not in said_by(explorer)
    messages = heard(explorer)
    explorer.exact.value = True
    assert "641/972 = 65.95 %" in said_by(explorer) and "<td>593/<wbr>3888</td>" in explorer.table.value
    assert updates(messages) == []
    explorer.exact.value = False
    assert "641/972" not in said_by(explorer)


def test_one_change_is_one_computation_and_one_message(make, monkeypatch):
    explorer = make("contest")
    computed, answer = [], type(explorer.panel).answer
    monkeypatch.setattr(
        type(explorer.panel), "answer", lambda self, *a, **k: computed.append(1) or answer(self, *a, **k)
    )
    messages = heard(explorer)
    for count, (name, value) in enumerate([("dice_a", 7), ("dice_b", 4), ("modifier", -2)], start=1):
        explorer.fields[name].slider.value = value
        assert len(computed) == count
        assert updates(messages) == [{"_params"}] * count
    explorer.fields["ties"].choice.value = "defender"
    assert len(computed) == 4 and updates(messages)[3:] == [{"_params"}]


def test_the_same_value_again_is_no_change(make):
    explorer = make("roll")
    messages = heard(explorer)
    explorer.fields["dice"].typed.value = "3 "
    explorer.fields["dice"].typed.value = "3"
    assert updates(messages) == []


def test_what_the_table_does_not_hold_is_one_new_picture(make):
    explorer = make("roll")
    messages = heard(explorer)
    explorer.fields["dice"].typed.value = "25"
    assert updates(messages) == [{"spec", "_params"}] and explorer.fields["dice"].slider.value == 10
    assert "25 dice: a result of at least 5" in said_by(explorer)
    explorer.fields["target"].slider.value = 9
    explorer.fields["dice"].slider.value = 9
    assert len(updates(messages)) == 3
    assert explorer.chart.params.dice == 9 and explorer.fields["dice"].typed.value == "9"


@pytest.mark.parametrize("name", ["contest", "tie"])
def test_swapped_sides_are_one_message_with_the_final_state(make, name):
    explorer = make(name)
    explorer.change(dice_a=5, dice_b=2, modifier=3)
    messages = heard(explorer)
    explorer.swap()
    [update] = [message for message in messages if message["method"] == "update"]
    sent = update["state"]["_params"]
    assert (sent["dice_a"], sent["dice_b"], sent["modifier"]) == (2, 5, -3)
    assert explorer.fields["dice_a"].typed.value == "2" and explorer.fields["modifier"].slider.value == -3


def test_reset_is_one_message_and_takes_messages_away(explorer):
    first, before = next(iter(explorer.fields.values())), explorer.answer.sentence
    for field in list(explorer.fields.values())[:2]:
        if hasattr(field, "slider"):
            field.slider.value = 4
    first.typed.value = "rubbish"
    assert first.message.value
    messages = heard(explorer)
    explorer.reset()
    assert len(updates(messages)) <= 1
    assert explorer.answer.sentence == before and not first.message.value
    assert explorer.state == explorer.panel.state


@pytest.mark.parametrize(
    ("name", "field", "text", "words"),
    [
        ("roll", "dice", "many", "must be a whole number from 0 to 1000, given &#x27;many&#x27;"),
        ("roll", "dice", "2.5", "must be a whole number"),
        ("roll", "dice", "", "must be a whole number"),
        ("roll", "dice", "-1", "from 0 to 1000, given -1"),
        ("roll", "dice", "1001", "from 0 to 1000, given 1001"),
        ("roll", "dice", "<b>", "&lt;b&gt;"),
        ("contest", "modifier", "1e9", "must be a whole number"),
        ("tie", "dice_b", "0", "from 1 to 1000, given 0"),
        ("tie", "roll_a", "6,7", "from 1 to 6, given 7"),
        ("tie", "roll_a", "", "given none"),
        ("tie", "roll_a", "six", "given &#x27;six&#x27;"),
        ("tie", "seed", "x", "seed must be"),
        ("shared", "levels", "1, 1", "levels must be different"),
        ("shared", "levels", "1 two", "given &#x27;two&#x27;"),
        ("shared", "against", "-1", "from 0 to 1000"),
    ],
)
def test_typed_rubbish_gets_a_message_beside_it_and_keeps_the_last_good_picture(
    make, name, field, text, words
):
    explorer = make(name)
    said, messages = said_by(explorer), heard(explorer)
    explorer.fields[field].typed.value = text
    assert words in explorer.fields[field].message.value
    assert said_by(explorer) == said and updates(messages) == []


def test_a_good_value_takes_the_message_away(make):
    explorer = make("roll")
    explorer.fields["dice"].typed.value = "x"
    explorer.fields["dice"].typed.value = "12"
    assert explorer.fields["dice"].message.value == "" and "12 dice" in said_by(explorer)


def test_an_error_of_the_engine_is_shown_and_the_next_good_state_takes_it_away(make):
    explorer = make("contest")
    said, messages = said_by(explorer), heard(explorer)
    explorer.fields["dice_a"].slider.value = 0
    assert "The unskilled roll has no next die" in explorer.message.value
    assert said_by(explorer) == said and updates(messages) == []
    assert "sa-stale" in explorer._dom_classes
    explorer.fields["ties"].choice.value = "stand"
    assert explorer.message.value == "" and "sa-stale" not in explorer._dom_classes
    assert "A (unskilled, +0)" in said_by(explorer) and updates(messages) == [{"_params"}]


def test_an_error_that_nobody_foresaw_is_shown_and_raised(make, monkeypatch):
    explorer = make("roll")

    def broken(*_, **__):
        raise RuntimeError("the engine is <broken>")

    monkeypatch.setattr(type(explorer.panel), "answer", broken)
    with pytest.raises(RuntimeError, match="broken"):
        explorer.fields["dice"].slider.value = 5
    assert explorer.message.value == "the engine is &lt;broken&gt;"


def test_explorers_are_independent(make):
    one, other = make("roll"), make("roll")
    one.change(dice=8)
    assert other.state["dice"] == 3 and other.chart.params.dice == 3


def test_every_control_has_a_label(explorer):
    for widget in walk(explorer):
        if isinstance(widget, (widgets.Button, widgets.Checkbox, widgets.IntSlider, widgets.Dropdown)):
            assert widget.description
    for field in explorer.fields.values():
        assert any(getattr(widget, "description", "") for widget in walk(field.row))


@pytest.mark.parametrize(
    ("roll_a", "roll_b", "words"),
    [
        ("6,5,4", "6 5 2 1", "A wins marginally"),
        ("211111", "6", "B wins"),
        ("6,6,5,3,1,1", "6;6;6;2", "B wins"),
        ("5 3", "5", "A wins marginally"),
        ("4, 2", "4, 2", "Nobody wins"),
        ("1 1", "1", "A wins marginally"),
    ],
)
def test_two_typed_pools_are_decided(make, roll_a, roll_b, words):
    explorer = make("tie")
    explorer.fields["roll_a"].typed.value = roll_a
    messages = heard(explorer)
    explorer.fields["roll_b"].typed.value = roll_b
    thrown = explorer.thrown.value
    assert words in thrown and "has a chance of" in thrown and "sa.resolve(" in thrown
    assert explorer.state["dice_a"] == sum(map(str.isdigit, roll_a))
    assert len(updates(messages)) <= 1


def test_a_throw_shows_its_seed_and_can_be_repeated(make):
    for name in ("tie", "shared"):
        explorer = make(name)
        first = explorer.thrown.value
        [button] = [w for w in walk(explorer) if getattr(w, "description", "") == "Throw the dice"]
        messages = heard(explorer)
        button.click()
        seed, thrown = explorer.fields["seed"].typed.value, explorer.thrown.value
        assert updates(messages) == [] and seed.isdecimal()
        explorer.reset()
        assert explorer.thrown.value == first
        explorer.fields["seed"].typed.value = seed
        assert explorer.thrown.value == thrown


def test_the_rolls_have_as_many_dice_as_the_sides(make):
    explorer = make("tie")
    explorer.fields["dice_a"].slider.value = 5
    assert (
        explorer.fields["roll_a"].typed.value.count(",") == 4
        and explorer.thrown.value.count("data-face") == 8
    )


def test_more_dice_than_can_be_drawn_are_decided_without_a_picture(make):
    explorer = make("tie")
    explorer.fields["dice_a"].typed.value = "40"
    assert "from 1 to 36, given 40" in explorer.thrown.value and "has a chance of" in explorer.thrown.value
    assert explorer.message.value == ""


def test_levels_are_typed_or_chosen_and_the_opponent_is_dice_or_a_threshold(make):
    explorer = make("shared")
    explorer.fields["levels"].typed.value = "5 1,3"
    assert explorer.state["levels"] == "1, 3, 5" and explorer.fields["levels"].choice.value == "1, 3, 5"
    explorer.fields["levels"].typed.value = "2, 7"
    assert explorer.state["levels"] == "2, 7" and explorer.fields["levels"].choice.value is None
    explorer.fields["levels"].choice.value = "1, 2, 3"
    explorer.fields["against"].kind.value = "t"
    explorer.fields["against"].slider.value = 4
    assert explorer.state["against"] == "t4" and "threshold=4" in explorer.python.value
    explorer.exact.value = True
    assert "95/729" in said_by(explorer) and "8/27" in said_by(explorer)
    explorer.fields["against"].typed.value = "12"
    assert explorer.state["against"] == "t12" and "the threshold 12" in said_by(explorer)
    explorer.change(against="d0", ties="stand")
    assert "against an unskilled roll" in said_by(explorer) and explorer.message.value == ""


@pytest.mark.parametrize(
    ("save", "kind", "start"), [("csv", "text/csv", b""), ("png", "image/png", b"\x89PNG")]
)
def test_table_and_picture_are_saved_without_a_network(explorer, save, kind, start):
    messages = heard(explorer)
    getattr(explorer, f"save_{save}")()
    [content] = [message["content"] for message in messages if message["method"] == "custom"]
    head, data = content["uri"].split(",", 1)
    assert head == f"data:{kind};base64"
    assert content["name"].startswith(f"{explorer.panel.name}_") and content["name"].endswith(f".{save}")
    assert base64.b64decode(data).startswith(start)


def test_the_saved_svg_is_the_picture_of_the_state(make):
    explorer = make("roll")
    explorer.change(target=6)
    messages = heard(explorer)
    explorer.save_svg()
    svg = base64.b64decode(messages[0]["content"]["uri"].split(",")[1]).decode()
    assert svg.startswith("<svg") and svg.count("#c2571a") == 1 and "white" in svg
    # It stands alone: who rolled what, what a bar is the chance of, and by which rule.
    assert messages[0]["content"]["name"] == "roll_3_at_least_6_6.svg"
    for words in ("One roll: 3 dice", "Chance of this result or more", explorer.answer.rule):
        assert words in svg


def shown(explorer, monkeypatch):
    outputs = []
    monkeypatch.setattr(explorer_room, "publish_display_data", lambda data, **_: outputs.append(data))
    explorer._ipython_display_()
    return outputs


@pytest.mark.parametrize("name", MAKERS)
def test_a_still_picture_is_stored_and_the_widget_apart_from_it(make, monkeypatch, name):
    still, view = shown(make(name), monkeypatch)
    assert set(view) == {"application/vnd.jupyter.widget-view+json"}
    assert (
        panel_chart.WAKE in still["text/html"]
        and '<img src="data:image/svg+xml;base64,' in still["text/html"]
    )
    assert still["application/vnd.silhouette.panel+json"]["panel"] == name
    assert json.loads(json.dumps(still)) == still
    assert shown(make(name), monkeypatch)[0] == still, "the same cell must store the same output"
    assert len(json.dumps(still)) < 60_000


class Shell:
    """As much of IPython as tells which cell is being run."""

    def __init__(self):
        self.run, self.cell, self.callbacks = 0, "a", []
        self.events = SimpleNamespace(
            register=lambda _, callback: self.callbacks.append(callback),
            unregister=lambda _, callback: self.callbacks.remove(callback),
        )

    def get_parent(self):
        return {"metadata": {"cellId": self.cell}, "header": {"msg_id": str(self.run)}}

    def execute(self, cell, act):
        self.cell, self.run = cell, self.run + 1
        made = act()
        for callback in list(self.callbacks):
            callback(None)
        return made


@pytest.fixture
def shell(monkeypatch):
    shell = Shell()
    monkeypatch.setattr(lifetimes, "get_ipython", lambda: shell)
    monkeypatch.setattr(lifetimes, "HELD", {})
    monkeypatch.setattr(explorer_room, "publish_display_data", lambda *_, **__: None)
    return shell


def display(explorer):
    explorer._ipython_display_()
    return explorer


@pytest.mark.parametrize("show", [display, lambda explorer: explorer])
def test_fifty_runs_of_a_cell_leave_one_explorer(shell, show):
    before = live()
    explorer = shell.execute("a", lambda: show(sa.roll_explorer()))
    one = live() - before
    for _ in range(50):
        explorer = shell.execute("a", lambda: show(sa.roll_explorer()))
    assert live() - before == one and not shell.callbacks
    explorer.close()
    assert live() == before


def test_an_explorer_lives_as_long_as_a_cell_shows_it(shell):
    made = shell.execute("a", lambda: [sa.roll_explorer(), sa.roll_explorer()])
    shell.execute("b", lambda: display(made[0]))
    shell.execute("b", lambda: display(made[0]))
    shell.execute("a", lambda: None or sa.roll_explorer())
    assert made[0].comm is not None and made[1].comm is None, "the one that b shows must stay"
    shell.execute("b", lambda: display(sa.roll_explorer()))
    assert made[0].comm is None


def test_the_app_makes_an_explorer_when_it_is_chosen():
    app = dashboard()
    choice = app.children[0]
    first = app.children[1]
    for name in EXPLORERS:
        choice.value = name
        assert isinstance(app.children[1], explorers.Explorer)
    choice.value = next(iter(EXPLORERS))
    assert app.children[1] is first
