"""Claims about the pictures of rolls."""

import re
from itertools import repeat
from xml.etree import ElementTree

import pytest

from silhouette_analysis.pictures import (
    MOST_DICE,
    roll_picture,
    shared_roll_picture,
    tie_picture,
)
from silhouette_analysis.rules import TIES, Rule, resolve
from silhouette_analysis.shapes import COLOURS, DARK_PIPS

SVG = "{http://www.w3.org/2000/svg}"
D20 = Rule(faces=20, bonus_from=17)
TWELVE = (6, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1)

PICTURES = {
    "source's example": shared_roll_picture((1, 5, 4), (1, 2, 3)),
    "five levels": shared_roll_picture((1, 6, 6, 3, 6), range(1, 6)),
    "some levels of seven dice": shared_roll_picture((1, 6, 3, 4, 6, 2, 6), (1, 3, 5, 7)),
    "all levels of twelve dice": shared_roll_picture(TWELVE[::-1], range(1, 13)),
    "one level": shared_roll_picture((6,), [1]),
    "only a fumble": shared_roll_picture((1, 1), [2]),
    "long names": shared_roll_picture(
        (1, 20, 17, 9, 12), (1, 5), colours=["purple", "orange", "yellow", "brown", "white"], rule=D20
    ),
    "third die": tie_picture((6, 5, 4), (6, 5, 2, 1)),
    "out of dice": tie_picture((5,), (5, 3)),
    "true tie": tie_picture((4, 2), (4, 2)),
    "both fumble": tie_picture((1, 1), (1,)),
    "by score": tie_picture((6, 6, 5, 3, 1, 1), (6, 6, 6, 2)),
    "modifier": tie_picture((5, 4, 3), (6, 2, 1), modifier=1),
    "fumble and modifier": tie_picture((1,), (1,), modifier=-1),
    "defender": tie_picture((6, 2), (6, 3), ties="defender"),
    "twelve a side": tie_picture(TWELVE, (*TWELVE[:11], 2)),
    "twelve against one": tie_picture((6,), (6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5)),
    "big numbers": tie_picture((1000, 999), (1000, 998), modifier=-10_000, rule=Rule(faces=1000)),
    "most dice": tie_picture([6] * MOST_DICE, [6] * MOST_DICE),
    "roll": roll_picture((6, 1, 6)),
    "one die": roll_picture((5,)),
    "fumble": roll_picture((1, 1)),
    "twelve dice": roll_picture(TWELVE),
    "later edition": roll_picture((4, 5, 3), rule=Rule(bonus_from=4)),
    "d20": roll_picture((17, 3, 20), rule=D20),
}


def dice_of(picture):
    return [die for die in ElementTree.fromstring(picture.svg).iter(f"{SVG}g") if "data-face" in die.attrib]


def texts_of(picture):
    return [text.text for text in ElementTree.fromstring(picture.svg).iter(f"{SVG}text")]


def luminance(colour):
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_picture_is_one_element_that_says_what_it_shows(picture):
    root = ElementTree.fromstring(picture.svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text
    assert desc.text == picture.words == str(picture) == repr(picture)
    assert picture._repr_html_() == picture.svg


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_picture_brings_nothing_from_elsewhere_and_runs_nothing(picture):
    assert not re.search(r"href|url\(|<script|<style|<image|\son\w+=", picture.svg)


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_text_is_at_least_12_units_and_the_picture_fits_a_phone(picture):
    root = ElementTree.fromstring(picture.svg)
    assert all(float(text.get("font-size")) >= 12 for text in root.iter(f"{SVG}text"))
    assert float(root.get("viewBox").split()[2]) <= 336


def test_ids_are_stable_and_differ_between_pictures():
    ids = [
        node.get("id") for p in PICTURES.values() for node in ElementTree.fromstring(p.svg) if node.get("id")
    ]
    assert len(set(ids)) == len(ids) == 2 * len(PICTURES)
    assert shared_roll_picture((1, 5, 4), (1, 2, 3)).svg == PICTURES["source's example"].svg


@pytest.mark.parametrize("face", range(1, 7))
def test_die_has_as_many_pips_as_its_face(face):
    (die,) = dice_of(roll_picture((face,)))
    places = {(pip.get("cx"), pip.get("cy")) for pip in die.iter(f"{SVG}circle")}
    assert die.get("data-face") == str(face)
    assert len(places) == face


def test_die_with_more_than_six_faces_shows_its_number():
    die, _ = dice_of(roll_picture((17, 3), rule=D20))
    assert [text.text for text in die.iter(f"{SVG}text")] == ["17"]
    assert not list(die.iter(f"{SVG}circle"))


def test_every_die_is_drawn_within_the_picture_and_none_over_another():
    for name, picture in PICTURES.items():
        _, _, width, height = map(float, ElementTree.fromstring(picture.svg).get("viewBox").split())
        boxes = [[float(die[0].get(k)) for k in ("x", "y", "width", "height")] for die in dice_of(picture)]
        for i, (x, y, w, h) in enumerate(boxes):
            assert 0 < x < width - w, name
            assert 0 < y < height - h, name
            assert all(abs(x - u) > w or abs(y - v) > h for u, v, _, _ in boxes[:i]), name


@pytest.mark.parametrize("colour", COLOURS)
def test_pips_stand_out_on_every_colour(colour):
    low, high = sorted(
        (luminance(COLOURS[colour]), luminance("#1c1c1c" if colour in DARK_PIPS else "#ffffff"))
    )
    assert (high + 0.05) / (low + 0.05) > 4.5


def test_source_example_reads_in_words_and_without_colours():
    picture = shared_roll_picture((1, 5, 4), (1, 2, 3))
    assert picture.words == "Green 1, blue 5, black 4. Level 1 fumbles, level 2 has 5, level 3 has 5."
    assert [die.get("data-face") for die in dice_of(picture)] == ["1", "5", "4"]
    assert texts_of(picture)[:9] == [
        *("green", "blue", "black"),
        *("level 1", "fumble", "level 2", "5", "level 3", "5"),
    ]


def test_levels_may_come_in_any_order_and_need_not_read_every_die():
    assert shared_roll_picture((1, 5, 4), (2, 1)).words.endswith("black 4. Level 1 fumbles, level 2 has 5.")


def test_each_level_marks_the_dice_that_count():
    assert texts_of(shared_roll_picture((6, 6, 6), (1, 2, 3))).count("+1") == 0 + 1 + 2 + 1  # and the legend


def test_tie_picture_tells_what_resolve_says():
    for ties in TIES:
        for a, b, modifier in (((6, 5, 4), (6, 5, 2, 1), 0), ((5, 4), (6, 2), 1), ((1,), (1, 1), 0)):
            reason = resolve(a, b, modifier=modifier, ties=ties).reason
            words = tie_picture(a, b, modifier=modifier, ties=ties).words
            assert words.lower().endswith(f"{reason.lower()}.")


def test_tie_picture_compares_up_to_the_die_that_decides():
    third = [t for t in texts_of(PICTURES["third die"]) if t in ("=", "<", ">")]
    assert third == ["=", "=", "=", ">"]  # the scores, two dice, and the third
    assert [t for t in texts_of(PICTURES["by score"]) if t in ("=", "<", ">")] == ["<"]
    assert [t for t in texts_of(PICTURES["defender"]) if t in ("=", "<", ">")] == ["="]


def test_side_that_has_run_out_has_an_empty_place():
    assert "stroke-dasharray" in PICTURES["out of dice"].svg
    assert {"none", "left"} <= set(texts_of(PICTURES["out of dice"]))
    assert "stroke-dasharray" not in PICTURES["by score"].svg


def test_fumble_marks_no_die():
    for rule in (Rule(), Rule(bonus_from=1)):
        assert not {"+1", "highest"} & set(texts_of(roll_picture((1, 1), rule=rule)))
        assert "+1" not in texts_of(tie_picture((1, 1), (1, 1), rule=rule))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: roll_picture(()), ValueError, "given none"),
        (lambda: roll_picture((7,)), ValueError, "from 1 to 6, given 7"),
        (lambda: roll_picture("66"), TypeError, "given '66'"),
        (lambda: roll_picture([1] * 37), ValueError, "from 1 to 36, given 37"),
        (lambda: tie_picture((1,), (True,)), TypeError, "roll_b"),
        (lambda: tie_picture((1,), (1,), ties="next"), ValueError, "'next_die'"),
        (lambda: tie_picture((1,), (1,), modifier=1.0), TypeError, "modifier"),
        (lambda: shared_roll_picture([1] * 13, [1]), ValueError, "from 1 to 12, given 13"),
        (lambda: shared_roll_picture((1, 2), [3]), ValueError, "from 1 to 2, given 3"),
        (lambda: shared_roll_picture((1, 2), [0]), ValueError, "from 1 to 2, given 0"),
        (lambda: shared_roll_picture((1, 2), []), ValueError, "given none"),
        (lambda: shared_roll_picture((1, 2), [1, 1]), ValueError, "different .* given 1, 1"),
        (lambda: shared_roll_picture((1, 2), 2), TypeError, "given 2"),
        (lambda: shared_roll_picture((1, 2), repeat(1)), ValueError, "different .* given 1, 1, 1"),
        (lambda: shared_roll_picture((1, 2), [1], colours=repeat("red")), ValueError, "2 different"),
        (lambda: shared_roll_picture((1, 2), [1], colours=["green"]), ValueError, "2 different"),
        (lambda: shared_roll_picture((1, 2), [1], colours=["red", "red"]), ValueError, "2 different"),
        (lambda: shared_roll_picture((1, 2), [1], colours=["red", "<b>"]), ValueError, "given red, <b>"),
        (lambda: shared_roll_picture((1, 2), [1], colours="red"), TypeError, "given 'red'"),
        (lambda: shared_roll_picture((1, 2), [1], colours=["red", ["x"]]), ValueError, "2 different"),
    ],
)
def test_bad_argument_is_refused_in_words(call, error, words):
    with pytest.raises(error, match=words):
        call()


LAYOUT = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
  const page = svg.getBoundingClientRect(), bad = [], name = svg.querySelector('title').textContent;
  const parts = [...svg.querySelectorAll('text, rect')].map(e => [e, e.getBoundingClientRect()]);
  for (const [e, b] of parts)
    if (b.left < page.left - 1 || b.right > page.right + 1 ||
        b.top < page.top - 1 || b.bottom > page.bottom + 1)
      bad.push(`${name}: clipped ${e.tagName} ${e.textContent}`);
  const texts = parts.filter(([e]) => e.tagName == 'text');
  texts.forEach(([e, a], i) => texts.slice(i + 1).forEach(([f, b]) => {
    // A line of text is a good deal higher than its letters.
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top + 4 < b.bottom - 4 && b.top + 4 < a.bottom - 4)
      bad.push(`${name}: ${e.textContent} over ${f.textContent}`);
  }));
  return bad;
})"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_is_clipped_or_overlaps_in_a_browser(browser, width):
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    page.set_content("".join(f"<p>{picture._repr_html_()}</p>" for picture in PICTURES.values()))
    assert page.evaluate(LAYOUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
