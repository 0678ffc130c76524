import re

import altair as alt
import pandas as pd
import pytest
import vl_convert
from specs import encodings, scale, walk

import silhouette_analysis as sa
from silhouette_analysis import charts, shared_charts
from silhouette_analysis.rules import OUTCOMES, TIES

pytestmark = pytest.mark.usefixtures("theme")

WINS = sa.outcome_table([1, 2, 3], [1, 2], modifier=[0, 1]).query("outcome >= 'marginal win'")
PREVAIL = WINS.groupby(["dice_a", "dice_b", "modifier"], as_index=False)["probability"].sum()
PURCHASES = pd.concat(
    [
        PREVAIL.query("dice_a == dice_b + 1 and modifier == 0").assign(purchase="one more die"),
        PREVAIL.query("dice_a == dice_b and modifier == 1").assign(purchase="+1"),
    ]
)
FIVE = sa.outcome_table(3, 2, ties=TIES)

CHARTS = {
    "joint": lambda **kw: sa.joint_heatmap(sa.shared_roll_table([2, 4]), **kw),
    "ladder": lambda **kw: sa.ladder_chart(sa.roll_table([1, 3, 5]), **kw),
    "beaten": lambda **kw: sa.beaten_chart(sa.beaten_table([1, 2, 3], threshold=4), **kw),
    "decision": lambda **kw: sa.decision_chart(sa.decision_table([1, 2, 10], [2, 10]), **kw),
    "decision with a modifier": lambda **kw: sa.decision_chart(sa.decision_table(3, 3, modifier=1), **kw),
    "tie rules": lambda **kw: sa.tie_rules_chart(FIVE, **kw),
    "purchase": lambda **kw: sa.purchase_chart(PURCHASES, **kw),
}


@pytest.fixture(params=CHARTS)
def draw(request):
    return CHARTS[request.param]


def said(chart):
    """Return the texts of a drawn chart, as a reader sees them."""
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    return [text.replace("&lt;", "<") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def said_downwards(chart):
    """Return what is said above the bars of one match-up, from top to bottom."""
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    placed = re.findall(r"translate\(0,([\d.]+)\)[^>]*>([^<]*: [^<]*)</text>", svg)
    return [text for _, text in sorted(placed, key=lambda found: float(found[0]))]


def test_a_chart_is_valid_and_survives_json(draw):
    assert alt.Chart.from_json(draw().to_json()).to_dict() == draw().to_dict()


def test_a_chart_has_no_configuration_of_its_own(draw):
    with alt.theme.enable("none"):
        assert not any("config" in part for part in walk(draw().to_dict()))


def test_every_field_has_its_type_and_every_axis_its_title(draw):
    spec = draw().to_dict()
    for channel, part in encodings(spec):
        if "field" in part and channel != "order":
            assert part["type"] in ("quantitative", "ordinal", "nominal")
    titles = {channel: part["title"] for channel, part in encodings(spec) if part.get("title")}
    assert {"x", "y"} <= titles.keys()
    assert all(title[0].isupper() and "_" not in title for title in titles.values())


def test_the_description_begins_with_the_message_and_states_the_shape(draw):
    spec = draw(title="Dice are fair").to_dict()
    assert spec["title"] == "Dice are fair"
    assert spec["description"].startswith("Dice are fair. ") and len(spec["description"]) > 80
    assert draw().to_dict()["description"].startswith(draw().to_dict()["title"])


def test_colour_never_stands_alone(draw):
    assert "text" in {channel for channel, _ in encodings(draw().to_dict())}


def test_a_chart_is_drawn_with_neither_network_nor_warning(draw, capfd):
    picture = vl_convert.vegalite_to_png(draw().to_dict(), allowed_base_urls=[])
    assert picture.startswith(b"\x89PNG")
    assert capfd.readouterr() == ("", "")


def test_a_chart_fits_a_page_and_is_not_stretched_by_it(draw):
    svg = vl_convert.vegalite_to_svg(draw().to_dict())
    assert float(svg.split('width="')[1].split('"')[0]) <= 640
    assert not any(part.get("width") == "container" for part in walk(draw().to_dict()))


def test_scales_do_not_follow_the_data():
    assert scale(CHARTS["joint"]().to_dict(), "color")["domain"] == [0, 0.3]
    assert scale(CHARTS["ladder"]().to_dict(), "size")["domain"] == [0, 0.5]
    assert scale(CHARTS["beaten"]().to_dict(), "y")["domain"] == [0, 1]
    assert scale(CHARTS["decision"]().to_dict(), "x")["domain"] == [0, 1]
    assert scale(CHARTS["tie rules"]().to_dict(), "x")["domain"] == [0, 1]
    assert scale(CHARTS["purchase"]().to_dict(), "y")["domain"] == {"unionWith": [0.5, 1]}


@pytest.mark.parametrize("name", ["decision", "tie rules"])
def test_an_outcome_has_its_colour_in_every_chart(name):
    colour = scale(CHARTS[name]().to_dict(), "color")
    assert dict(zip(colour["domain"], colour["range"], strict=True)) == charts.OUTCOME_COLOURS
    assert colour["domain"] == list(OUTCOMES)


def test_one_roll_and_separate_rolls_are_told_apart_in_black_and_white():
    fills = scale(CHARTS["beaten"]().to_dict(), "fill")["range"]
    assert fills[1] == "transparent" != fills[0]


def test_the_higher_level_rises_upwards_and_no_cell_is_below_the_diagonal():
    spec = CHARTS["joint"]().to_dict()
    assert {part.get("sort") for channel, part in encodings(spec) if channel == "y"} == {"descending"}
    (rows,) = spec["datasets"].values()
    assert all(row["level_2"] <= row["level_4"] for row in rows)
    assert {"Result of level 2", "Result of level 4", "17.4%", "19.3%"} <= {*said(CHARTS["joint"]())}


def test_the_marks_of_the_ladder_are_the_means():
    means = sa.summary_table([1, 3, 5])["mean"]
    assert [f"mean {mean:.2f}" for mean in means] == [
        t for t in said(CHARTS["ladder"]()) if t.startswith("mean")
    ]


def test_a_possible_event_never_reads_0_percent():
    texts = said(sa.decision_chart(sa.decision_table(6, 6)))
    assert "0%" not in {part.split(": ")[-1] for part in texts if "tie" in part}
    assert "<1%" in said(sa.ladder_chart(sa.roll_table(5)))
    assert "<0.1%" in said(sa.joint_heatmap(sa.shared_roll_table([3, 5])))


def test_a_decision_is_said_in_words_match_up_by_match_up():
    texts = said(CHARTS["decision"]())
    heads = [text for text in texts if text.startswith("A ")]
    assert heads[:3] == [
        "A 1 die, B 2 dice",
        "A 1 die, B 10 dice",
        "A 2 dice, B 2 dice",
    ]
    assert "Out of dice: A 0%, B 16.2%" in texts and "True tie: 5.1%" in texts
    assert "A 3 dice, B 3 dice, +1 for A" in said(CHARTS["decision with a modifier"]())


def test_places_come_in_their_order_and_a_true_tie_last():
    texts = said_downwards(CHARTS["decision with a modifier"]())
    assert [text.split(":")[0] for text in texts] == ["Score", "Second die", "Third die", "True tie"]


def test_each_tie_rule_says_who_prevails():
    assert said_downwards(CHARTS["tie rules"]()) == [
        "The tie stands: A 49.2%, B 29.0%, tie 21.7%",
        "The next die decides: A 65.9%, B 34.1%",
        "The defender, B, wins it: A 49.2%, B 50.8%",
        "More dice win it: A 71.0%, B 29.0%",
        "Both roll again: A 62.9%, B 37.1%",
    ]


def test_a_purchase_is_said_in_figures():
    assert {"74.5%", "58.3%", "65.9%", "64.9%"} <= {*said(CHARTS["purchase"]())}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sa.joint_heatmap(sa.roll_table(2)), "must have the columns level_<low>, level_<high>, prob"),
        (lambda: sa.joint_heatmap(sa.shared_roll_table([1, 2, 3])), "one row for each level_1, level_2"),
        (lambda: sa.joint_heatmap(sa.shared_roll_table(2)), "level_<low> missing, given level_2, ways, prob"),
        (lambda: sa.ladder_chart(sa.summary_table(2)), "result, probability missing, given dice, mean"),
        (lambda: sa.beaten_chart(sa.roll_table(2)), "beaten, shared missing"),
        (lambda: sa.beaten_chart(sa.beaten_table([1, 2], [1, 2])), "one row for each beaten, given several"),
        (lambda: sa.decision_chart(FIVE), "die missing"),
        (lambda: sa.tie_rules_chart(sa.decision_table(3, 2)), "ties missing"),
        (lambda: sa.tie_rules_chart(sa.outcome_table([2, 3], 2)), "one row for each ties, outcome"),
        (lambda: sa.purchase_chart(PREVAIL), "purchase missing, given dice_a, dice_b, modifier, probability"),
    ],
)
def test_a_wrong_table_is_refused_with_what_is_needed(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make()


@pytest.mark.parametrize(
    "chart",
    ["joint_heatmap", "ladder_chart", "beaten_chart", "decision_chart", "tie_rules_chart", "purchase_chart"],
)
def test_what_is_no_table_is_refused(chart):
    with pytest.raises(TypeError, match="must be a pandas DataFrame, given list"):
        getattr(shared_charts, chart)([1, 2])


def test_what_is_not_certain_is_no_hundred_percent():
    chart = shared_charts.beaten_chart(sa.beaten_table([5, 10], threshold=1))
    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    # Only the axis ends at 100%.
    assert ">&gt;99%</text>" in svg and svg.count(">100%</text>") == 1
