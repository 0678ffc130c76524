import re
from fractions import Fraction
from itertools import combinations, pairwise

import altair as alt
import pandas as pd
import pytest
import vl_convert
from specs import encodings, scale, walk

import silhouette_analysis as sa
from silhouette_analysis import charts, contest_charts
from silhouette_analysis.rules import OUTCOMES

pytestmark = pytest.mark.usefixtures("theme")

RULES = {"Silhouette": sa.SILHOUETTE, "plain highest": sa.PLAIN_HIGHEST, "skill + 1d10": sa.SkillPlusDie(10)}
SUMMARY = pd.concat(
    [sa.summary_table(range(1, 7), rule=rule).assign(rule=name) for name, rule in RULES.items()]
)
OUTCOME = sa.outcome_table(range(1, 5), range(1, 4), ties="stand")
WINS = (
    OUTCOME.query("outcome == 'win' and dice_a > dice_b")
    .assign(rule="Silhouette")
    .eval("ahead = dice_a - dice_b")
)
MARGINS = sa.margin_summary_table(range(1, 4), range(1, 4))

CHARTS = {
    "roll": lambda **kw: charts.roll_chart(sa.roll_table([0, 1, 3]), **kw),
    "roll at least": lambda **kw: charts.roll_chart(sa.roll_table(3), reading="at_least", **kw),
    "roll at most": lambda **kw: charts.roll_chart(sa.roll_table(3), reading="at_most", **kw),
    "mean": lambda **kw: charts.mean_chart(SUMMARY, **kw),
    "gain": lambda **kw: charts.gain_chart(SUMMARY, **kw),
    "advantage": lambda **kw: charts.advantage_chart(WINS, **kw),
    "margin": lambda **kw: contest_charts.margin_chart(sa.contest_table(3, 2, modifier=[0, 1]), **kw),
    "margin by side": lambda **kw: contest_charts.margin_chart(
        sa.contest_table([1, 2], 2), rows="dice_a", **kw
    ),
    "heat map": lambda **kw: contest_charts.contest_heatmap(MARGINS, **kw),
    "heat map of MoS": lambda **kw: contest_charts.contest_heatmap(MARGINS, column="mean_mos", **kw),
    "win matrix": lambda **kw: contest_charts.win_matrix(OUTCOME, **kw),
}


@pytest.fixture(params=CHARTS)
def draw(request):
    return CHARTS[request.param]


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, two):
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lightness(colour):
    """Return CIE L*, 0 to 100."""
    return 116 * luminance(colour) ** (1 / 3) - 16


def test_a_chart_is_valid_and_survives_json(draw):
    chart = draw()
    assert alt.Chart.from_json(chart.to_json()).to_dict() == chart.to_dict()


def test_a_chart_is_the_same_each_time(draw):
    assert draw().to_dict() == draw().to_dict()


def test_a_chart_has_no_configuration_of_its_own(draw):
    with alt.theme.enable("none"):
        assert not any("config" in part for part in walk(draw().to_dict()))


def test_every_field_has_its_type_and_every_axis_its_title(draw):
    for channel, part in encodings(draw().to_dict()):
        if "field" in part:
            assert part["type"] in ("quantitative", "ordinal", "nominal")
        if channel in ("x", "y") and part.get("type") == "ordinal":
            assert part["title"] and "sort" not in part  # Whole numbers are in their order by themselves.
    titles = {
        channel: part.get("title") for channel, part in encodings(draw().to_dict()) if part.get("title")
    }
    assert {"x", "y"} <= titles.keys()


def test_the_description_begins_with_the_message_and_states_the_shape(draw):
    spec = draw(title="Dice are fair").to_dict()
    assert spec["title"] == "Dice are fair"
    assert spec["description"].startswith("Dice are fair. ") and len(spec["description"]) > 50
    assert draw().to_dict()["description"].startswith(draw().to_dict()["title"])


def test_colour_never_stands_alone(draw):
    spec = draw().to_dict()
    channels = {channel for channel, _ in encodings(spec)}
    assert "text" in channels or {"shape", "strokeDash"} <= channels


def test_a_chart_is_drawn_with_neither_network_nor_warning(draw, capfd):
    picture = vl_convert.vegalite_to_png(draw().to_dict(), allowed_base_urls=[])
    assert picture.startswith(b"\x89PNG")
    assert capfd.readouterr() == ("", "")


def test_a_chart_fits_a_page(draw):
    svg = vl_convert.vegalite_to_svg(draw().to_dict())
    assert float(svg.split('width="')[1].split('"')[0]) <= 640


def test_chances_that_add_up_are_drawn_from_0_to_1():
    for name in ("roll at least", "roll at most", "advantage"):
        assert scale(CHARTS[name]().to_dict(), "y")["domain"] == [0, 1]
    assert scale(CHARTS["roll"]().to_dict(), "y") == {"domainMin": 0}


def test_scales_of_cells_do_not_follow_the_data():
    assert scale(CHARTS["heat map"]().to_dict(), "color")["domain"] == [-4, 0, 4]
    assert scale(CHARTS["heat map of MoS"]().to_dict(), "color")["domain"] == [0, 4]
    assert scale(CHARTS["win matrix"]().to_dict(), "color")["domain"] == [0, 0.5, 1]


def test_the_same_outcome_has_the_same_colour_everywhere():
    spec = CHARTS["margin"]().to_dict()
    assert scale(spec, "color")["domain"] == ["loss", "tie", "win"]
    assert scale(spec, "color")["range"] == scale(CHARTS["win matrix"]().to_dict(), "color")["range"]
    assert [charts.OUTCOME_COLOURS[name] for name in ("loss", "tie", "win")] == charts.GRADE


def test_the_limit_is_marked_and_named():
    spec = charts.gain_chart(SUMMARY, limit=Fraction(1, 3)).to_dict()
    assert [{"gain": 1 / 3, "words": "limit 1/3"}] in spec["datasets"].values()
    assert scale(spec, "y")["domain"] == {"unionWith": [0, 1.25]}


def test_the_rules_keep_the_order_of_the_table():
    for name in ("mean", "gain"):
        assert scale(CHARTS[name]().to_dict(), "color")["domain"] == list(RULES)


def test_outcomes_go_from_dark_to_light_in_steps_that_grey_shows():
    assert list(charts.OUTCOME_COLOURS) == list(OUTCOMES)
    steps = [lightness(colour) for colour in charts.OUTCOME_COLOURS.values()]
    assert steps == sorted(steps)
    assert min(abs(one - two) for one, two in combinations(steps, 2)) > 4.5


def test_a_simple_greyscale_conversion_keeps_the_order_of_the_outcomes():
    greys = [
        sum(
            weight * int(colour[place : place + 2], 16)
            for weight, place in ((0.299, 1), (0.587, 3), (0.114, 5))
        )
        for colour in charts.OUTCOME_COLOURS.values()
    ]
    assert min(after - before for before, after in pairwise(greys)) > 7


@pytest.mark.parametrize("background", ["#ffffff", "#111111"])
def test_marks_stand_out_from_a_light_and_a_dark_page(background):
    for colour in [*charts.OUTCOME_COLOURS.values(), *charts.SERIES]:
        assert contrast(colour, background) >= 2.9


def mix(one, two, percent):
    """Return the colour so much of the way from one to the other, as the scale does in RGB."""
    pairs = [(int(one[place : place + 2], 16), int(two[place : place + 2], 16)) for place in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * percent / 100):02x}" for a, b in pairs)


@pytest.mark.parametrize("percent", range(101))
def test_figures_in_cells_can_be_read_on_every_colour(percent):
    loss, tie, win = charts.GRADE
    assert contrast(mix(loss, tie, percent), "#ffffff" if percent < 92 else "#000000") >= 4.5
    assert contrast(mix(tie, win, percent), "#000000") >= 4.5


def test_ink_turns_black_where_the_cells_are_light():
    tests = [part["test"] for part in walk(CHARTS["win matrix"]().to_dict()) if "test" in part]
    assert tests == ["datum.value < 0.46"]


def test_a_possible_event_never_reads_0_percent():
    svg = vl_convert.vegalite_to_svg(charts.roll_chart(sa.roll_table(10)).to_dict())
    assert ">&lt;1%</text>" in svg
    at_least = charts.roll_chart(sa.roll_table(10), reading="at_least")
    assert ">&gt;99%</text>" in vl_convert.vegalite_to_svg(at_least.to_dict())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: charts.roll_chart(SUMMARY), "must have the columns dice, result, probability; result, prob"),
        (
            lambda: charts.gain_chart(sa.summary_table([1, 2])),
            "rule missing, given dice, mean, sd, gain, fumble",
        ),
        (lambda: charts.mean_chart(sa.roll_table(2)), "rule, mean missing"),
        (lambda: charts.advantage_chart(OUTCOME), "rule, ahead missing"),
        (lambda: contest_charts.contest_heatmap(OUTCOME), "mean missing"),
        (lambda: contest_charts.win_matrix(MARGINS), "outcome, probability missing"),
        (
            lambda: contest_charts.margin_chart(sa.contest_table([1, 2], 2)),
            "one row for each modifier, margin",
        ),
        (lambda: contest_charts.margin_chart(sa.contest_table(1, 2), rows="dice"), "'dice_b', given 'dice'"),
        (lambda: charts.roll_chart(sa.roll_table(2), reading="over"), "'at_least', 'at_most', given 'over'"),
        (lambda: contest_charts.contest_heatmap(MARGINS, column="sd"), "'mean', 'mean_mos', given 'sd'"),
    ],
)
def test_a_wrong_table_or_choice_is_refused_with_what_is_needed(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make()


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match="must be a pandas DataFrame, given list"):
        charts.roll_chart([1, 2])
