"""Claims about the panels: what is said beside a picture is exact, and the same in the lab and in a page."""

import io
import random
import re
from fractions import Fraction

import pandas as pd
import pytest
import vl_convert

import silhouette_analysis as sa
from silhouette_analysis.answers import ANSWERS, levels_words, throw, tie_chance
from silhouette_analysis.contest_panel import contest_panel
from silhouette_analysis.live import live_panel
from silhouette_analysis.panels import PANELS, panel_of
from silhouette_analysis.roll_panel import roll_panel
from silhouette_analysis.words import percent

F = Fraction


@pytest.fixture(scope="module")
def panels():
    return {name: make() for name, make in PANELS.items()}


def fields(panel, **state):
    return ANSWERS[panel.name](panel.state | state)[0]


@pytest.mark.parametrize(
    ("dice", "chance"),
    [(1, F(1, 3)), (2, F(5, 9)), (3, F(19, 27)), (4, F(65, 81)), (5, F(211, 243)), (6, F(665, 729))],
)
def test_an_average_task_is_beaten_as_often_as_the_source_says(panels, dice, chance):
    assert fields(panels["roll"], dice=dice, reading="at_least", target=5)["chance"] == chance


@pytest.mark.parametrize(("dice", "chance"), [(0, F(11, 36)), (1, F(1, 6)), (2, F(1, 36)), (4, F(1, 1296))])
def test_the_fumble_is_said_unasked(panels, dice, chance):
    assert fields(panels["roll"], dice=dice)["fumble"] == chance
    assert f"fumble {percent(chance)}" in panels["roll"].answer({"dice": dice}).sentence


@pytest.mark.parametrize(
    ("ties", "chance"),
    [("defender", F(319, 648)), ("next_die", F(641, 972)), ("higher_skill", None), ("reroll", None)],
)
def test_each_tie_rule_gives_its_own_chance_to_prevail(panels, ties, chance):
    said = fields(panels["contest"], dice_a=3, dice_b=2, ties=ties)
    assert chance in (None, said["prevail"])
    rounded = {"defender": 49.23, "next_die": 65.95, "higher_skill": 70.96, "reroll": 62.90}[ties]
    assert round(100 * float(said["prevail"]), 2) == rounded
    assert said["prevail"] == fields(panels["tie"], dice_a=3, dice_b=2)[ties]


def test_a_modifier_moves_the_scores_and_then_the_dice_break_the_tie(panels):
    said = fields(panels["contest"], dice_a=3, dice_b=3, modifier=1)
    assert said["prevail"] == F(2417, 3888) + F(433, 7776)
    assert (said["marginal_win"], said["true_tie"]) == (F(433, 7776), F(107, 7776))
    assert said["fail"] == F(29, 243) + F(737, 3888)
    assert fields(panels["contest"], dice_a=3, dice_b=3, modifier=1, fumble=1)["true_tie"] == F(215, 15552)


def test_the_mean_margin_of_success_falls_as_equal_opponents_get_better(panels):
    two, three = (fields(panels["contest"], dice_a=n, dice_b=n)["mos"] for n in (2, 3))
    assert (two, three) == (119 / 144, 31715 / 46656)
    assert two > three


def test_where_both_roll_again_the_figures_are_those_of_the_roll_that_stands(panels):
    state = panels["contest"].state | {"dice_a": 3, "dice_b": 2, "ties": "reroll"}
    said, table = ANSWERS["contest"](state)
    margins = table.groupby("Margin")["Chance"].sum()
    assert sum(margins) == 1 and margins[0] == 0
    mean = sum(margin * chance for margin, chance in margins.items())
    assert said["mean"] == pytest.approx(float(mean))
    assert said["mos"] == pytest.approx(float(sum(max(m, 0) * chance for m, chance in margins.items())))
    square = sum(margin**2 * chance for margin, chance in margins.items())
    assert said["sd"] == pytest.approx(float(square - mean**2) ** 0.5)


def test_a_shared_roll_spreads_more_than_separate_rolls_do(panels):
    said = fields(panels["shared"], levels="1, 2, 3", against="t4")
    assert (said["all_one"], said["none_one"], said["all_each"]) == (F(1, 3), F(8, 27), F(95, 729))
    said = fields(panels["shared"], levels="2, 4", against="d3", ties="stand")
    assert (said["all_one"], said["none_one"]) == (F(1129, 3888), F(4279, 7776))
    said = fields(panels["shared"], levels="2, 4", against="d3", ties="next_die")
    assert (said["all_one"], said["none_one"]) == (F(331, 972), F(106453, 279936))


def test_later_editions_are_answered_too(panels):
    assert fields(panels["roll"], dice=3, bonus=4, reading="exactly", target=7)["chance"] == F(52, 216)
    assert "Mean 4.72" in panels["roll"].answer({"dice": 2, "bonus": 4}).sentence


def test_what_is_rare_is_never_called_impossible(panels):
    said = panels["roll"].answer({"dice": 10, "reading": "at_most", "target": 1}, exact=True).sentence
    assert "1/60466176 (<0.01 %)" in said


def states(panel, number):
    choose = random.Random(panel.name)
    for _ in range(number):
        yield {
            c.name: choose.choice([value for value, _, _ in c.options] or range(c.low, c.high + 1))
            for c in panel.controls
        }


@pytest.mark.parametrize("name", PANELS)
def test_the_page_says_what_the_lab_says(panels, name):
    panel, live = panels[name], live_panel(name)
    for state in states(panel, 6):
        said = live.at(state).said()
        try:
            answer = panel.answer(state)
        except ValueError:
            assert "next die" in said["answer"]
            continue
        assert (said["answer"], said["rule"], said["python"]) == (answer.sentence, answer.rule, answer.python)
        # A page's figures are rounded to be mailed: the last digit of one that lies halfway may differ.
        for mine, its in zip(answer.cells(), said["cells"], strict=True):
            for one, other in zip(mine, its, strict=True):
                assert one == other or abs(number(one) - number(other)) < 0.011


def number(cell):
    return float(cell.strip("<>% "))


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_of_one_state_draws_and_says_what_the_whole_one_does(panels, name):
    panel = panels[name]
    for state in states(panel, 4):
        if state.get("ties") == "next_die" and 0 in (state.get("dice_a"), state.get("dice_b")):
            continue
        one = panel_of(name, state)
        assert panel.holds(state) and one.state == state
        assert one.answer().sentence == panel.answer(state).sentence
        assert drawn(one) == drawn(panel.at(state))


def drawn(panel):
    """The bars of a chart: their colours, and their heights within a pixel."""
    svg = vl_convert.vegalite_to_svg(panel.chart.to_dict())
    bars = re.findall(
        r'aria-roledescription="bar" d="M[-\d.]+,[-\d.]+h[-\d.]+v([-\d.]+)[^>]*fill="(#\w+)"', svg
    )
    assert bars
    return [(round(float(height)), colour) for height, colour in bars if float(height) >= 0.5]


@pytest.mark.parametrize("name", PANELS)
def test_the_python_line_gives_the_table(panels, name):
    panel = panels[name]
    for state in states(panel, 6):
        try:
            answer = panel.answer(state)
        except ValueError:
            continue
        table = eval(answer.python, {"sa": sa})
        assert isinstance(table, pd.DataFrame)
        column = {"exactly": "probability"}.get(answer.table.columns[1], "probability")
        if name == "shared":
            assert table["shared"].tolist() == [float(x) for x in answer.table["Chance"][::2]]
        elif name == "contest":
            by_outcome = answer.table.groupby("Outcome for A")["Chance"].sum()
            for outcome, chance in table.set_index("outcome")["probability"].items():
                assert float(by_outcome.get(outcome, 0)) == pytest.approx(chance)
        else:
            mine = answer.table[{"roll": "exactly", "tie": "Chance"}[name]]
            assert sorted(map(float, mine)) == sorted(table[column])


@pytest.mark.parametrize("name", PANELS)
def test_the_csv_has_every_chance_as_a_number_and_exactly(panels, name):
    answer = panels[name].answer()
    table = pd.read_csv(io.StringIO(answer.csv()))
    exact = [column for column in table if column.endswith(", exact")]
    assert exact
    for column in exact:
        assert [float(F(str(text))) for text in table[column]] == table[
            column.removesuffix(", exact")
        ].tolist()


def test_an_unskilled_side_is_refused_where_ties_go_by_the_next_die(panels):
    with pytest.raises(ValueError, match="no next die"):
        panels["contest"].answer({"dice_a": 0})
    assert "unskilled" in panels["contest"].answer({"dice_a": 0, "ties": "stand"}).sentence


def test_a_control_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="allowed are dice_a, dice_b"):
        contest_panel([1], [1], range(1), [0], levels="1")
    with pytest.raises(TypeError, match="given skill"):
        roll_panel([1], [6], skill=3)


def test_a_throw_is_given_by_its_seed():
    assert throw(5, 3, 4) == throw(5, 3, 4) != throw(6, 3, 4)
    assert [len(roll) for roll in throw(1, 4, 0, 2)] == [4, 0, 2]
    assert {face for roll in throw(2, 500) for face in roll} == set(range(1, 7))


@pytest.mark.parametrize(
    ("roll_a", "roll_b", "words"),
    [
        ((6, 5, 4), (6, 5, 2, 1), "a marginal win of A by the third die"),
        ((2, 1, 1, 1, 1, 1), (6,), "a loss of A by the score"),
        ((5, 3), (5,), "a marginal win of A as B is out of dice"),
        ((5,), (5, 3), "a marginal loss of A as A is out of dice"),
        ((4, 2), (4, 2), "a true tie has a chance of 5.09 %"),
    ],
)
def test_how_likely_it_was_is_said(roll_a, roll_b, words):
    assert words in tie_chance(roll_a, roll_b, 0, 0)


def test_green_1_blue_5_black_4_is_read_by_each_level():
    said = levels_words((1, 5, 4), {"levels": "1, 2, 3", "against": "t4", "modifier": 0, "ties": "stand"}, ())
    assert said == (
        "Level 1 fails: 0 against the threshold 4. Level 2 succeeds: 5 against the threshold 4. "
        "Level 3 succeeds: 5 against the threshold 4."
    )
