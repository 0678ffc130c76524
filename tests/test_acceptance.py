"""Questions that users ask, with exact answers from the public tables."""

from fractions import Fraction as F

import pytest

import silhouette_analysis as sa
from silhouette_analysis.published import rounded
from silhouette_analysis.words import percent

PREVAILS = ["marginal win", "win"]
FUMBLE_1 = sa.Rule(fumble=1)


def exact(table, keys):
    """The chances of a table of one distribution, exact, by the last of its keys."""
    total = sum(table["ways"])
    return {key: F(ways, total) for key, ways in zip(table[keys], table["ways"], strict=True) if ways}


def result_chances(dice, rule=sa.SILHOUETTE):
    return exact(sa.roll_table(dice, rule=rule), "result")


def mean(dice, rule=sa.SILHOUETTE):
    return sum(result * chance for result, chance in result_chances(dice, rule).items())


def outcomes(a, b, **how):
    return exact(sa.outcome_table(a, b, **how), "outcome")


def prevails(a, b, **how):
    chances = outcomes(a, b, **how)
    return sum(chances.get(outcome, 0) for outcome in PREVAILS)


def mean_mos(a, b, rule):
    margins = exact(sa.contest_table(a, b, rule=rule), "margin")
    return sum(margin * chance for margin, chance in margins.items() if margin > 0)


def test_case_1_every_published_cell_comes_out():
    rolls, contests = sa.published_roll_table(), sa.published_contest_table()
    assert (len(rolls), len(contests)) == (130, 190)
    for row in rolls.dropna().itertuples():
        chance = result_chances(row.dice).get(row.result, F(0))
        assert rounded(chance.numerator, chance.denominator) == row.percent
    for row in rolls[rolls["result"].isna()].itertuples():
        assert rounded(*mean(row.dice).as_integer_ratio(), digits=3, scale=1) == row.percent
    for (a, b), block in contests.groupby(["dice_a", "dice_b"]):
        chances = exact(sa.contest_table(a, b), "margin")
        for row in block.itertuples():
            chance = chances.get(row.margin, F(0))
            assert rounded(chance.numerator, chance.denominator) == row.percent


def test_case_2_how_often_an_average_task_is_beaten():
    chances = [F(1, 3), F(5, 9), F(19, 27), F(65, 81), F(211, 243), F(665, 729)]
    table = sa.threshold_table(range(1, 7), 4)
    assert table["success"].tolist() == [float(chance) for chance in chances]
    for skill, chance in enumerate(chances, start=1):
        assert sum(c for result, c in result_chances(skill).items() if result > 4) == chance
    assert result_chances(3)[4] == F(37, 216)
    assert sa.threshold_table(3, 4)["equal"].tolist() == [37 / 216]


def test_case_3_what_one_more_die_gains():
    gains = [F(1), F(29, 54), F(77, 216), F(265, 972), F(1781, 7776)]
    assert [mean(dice) - mean(dice - 1) for dice in range(2, 7)] == gains
    assert sa.summary_table(range(2, 7))["gain"].tolist() == [float(gain) for gain in gains]
    assert 0 < mean(200) - mean(199) - F(1, 6) < F(1, 10**15)
    chances = result_chances(11)
    assert chances[6] == chances[7] == max(chances.values())


def test_case_4_how_often_a_roll_fumbles():
    fumbles = [F(11, 36), F(1, 6), F(1, 36), F(1, 216), F(1, 1296)]
    assert [result_chances(dice)[1] for dice in range(5)] == fumbles
    assert sa.summary_table(range(5))["fumble"].tolist() == [float(chance) for chance in fumbles]
    assert sa.roll_table(0)["ways"].tolist() == [11, 9, 7, 5, 3, 1]


def test_case_5_how_often_a_side_prevails_by_the_next_die():
    assert [[prevails(a, b) for b in (1, 2, 3)] for a in (1, 2, 3)] == [
        [F(5, 12), F(55, 216), F(25, 144)],
        [F(161, 216), F(205, 432), F(331, 972)],
        [F(119, 144), F(641, 972), F(3805, 7776)],
    ]
    assert prevails(5, 4) == F(1505255, 2519424)
    assert [outcomes(n, n)["tie"] for n in (1, 2, 3)] == [F(1, 6), F(11, 216), F(83, 3888)]
    assert not any("tie" in outcomes(a, b) for a in range(1, 6) for b in range(1, 6) if a != b)
    assert outcomes(2, 1) == {"win": F(7, 12), "marginal win": F(35, 216), "loss": F(55, 216)}


def test_case_6_a_modifier_and_the_next_die():
    won = {"win": F(2417, 3888), "marginal win": F(433, 7776)}
    assert outcomes(3, 3, modifier=1) == won | {
        "tie": F(107, 7776),
        "marginal loss": F(29, 243),
        "loss": F(737, 3888),
    }
    assert outcomes(3, 3, modifier=1, rule=FUMBLE_1) == won | {
        "tie": F(215, 15552),
        "marginal loss": F(1393, 11664),
        "loss": F(8837, 46656),
    }
    assert outcomes(1, 1, modifier=1) == {"win": F(7, 12), "tie": F(1, 9), "loss": F(11, 36)}


def test_case_7_three_dice_against_two_by_each_tie_rule():
    assert prevails(3, 2, ties="defender") == prevails(3, 2, ties="stand") == F(319, 648)
    assert prevails(3, 2, ties="next_die") == F(641, 972)
    assert percent(prevails(3, 2, ties="higher_skill")) == "70.96 %"
    assert percent(prevails(3, 2, ties="reroll")) == "62.90 %"


def test_case_8_one_more_die_or_one_more_point():
    assert [percent(prevails(n + 1, n)) for n in (1, 2, 3)] == ["74.54 %", "65.95 %", "61.97 %"]
    assert [percent(prevails(n, n, modifier=1)) for n in (1, 2, 3)] == ["58.33 %", "64.89 %", "67.73 %"]
    for n in range(1, 13):
        assert (prevails(n + 1, n) > prevails(n, n, modifier=1)) == (n < 3)


def test_case_9_the_mean_margin_of_success():
    pairs = [(2, 2), (3, 3), (3, 2)]
    assert [mean_mos(a, b, sa.SILHOUETTE) for a, b in pairs] == [
        F(119, 144), F(31715, 46656), F(4133, 3888),
    ]  # fmt: skip
    assert [mean_mos(a, b, FUMBLE_1) for a, b in pairs] == [F(259, 324), F(875, 1296), F(8051, 7776)]
    for a, b in pairs:
        found = sa.margin_summary_table(a, b)["mean_mos"].iloc[0]
        assert found == float(mean_mos(a, b, sa.SILHOUETTE))
    equal = [mean_mos(n, n, sa.SILHOUETTE) for n in range(1, 5)]
    assert equal == sorted(equal, reverse=True)


@pytest.mark.parametrize(
    ("roll_a", "roll_b", "outcome", "margin", "reason", "die"),
    [
        ((6, 5, 4), (6, 5, 2, 1), "marginal win", 0, "third die: 4 over 2", 3),
        ((2, 1, 1, 1, 1, 1), (6,), "loss", -4, "6 to 2", 1),
        ((6, 6, 5, 3, 1, 1), (6, 6, 6, 2), "loss", -1, "8 to 7", 1),
        ((5, 3), (5,), "marginal win", 0, "out of dice: the other side has no second die", 2),
        ((4, 2), (4, 2), "tie", 0, "true tie: every die is equal", 0),
        ((1, 1), (1,), "marginal win", 0, "both fumble; out of dice: the other side has no second die", 2),
    ],
)
def test_case_10_typed_rolls(roll_a, roll_b, outcome, margin, reason, die):
    assert sa.resolve(roll_a, roll_b) == (outcome, margin, reason, die)


def test_case_11_three_levels_of_one_roll_against_a_task():
    table = sa.beaten_table([1, 2, 3], threshold=4)
    assert table["shared"].tolist() == [8 / 27, 4 / 27, 2 / 9, 1 / 3]
    assert table["separate"].iloc[3] == 95 / 729
    joint = sa.shared_roll_table([1, 2, 3])
    beaten = (joint[["level_1", "level_2", "level_3"]] > 4).sum(axis="columns")
    assert {n: F(ways, 216) for n, ways in joint["ways"].groupby(beaten).sum().items()} == {
        0: F(8, 27), 1: F(4, 27), 2: F(2, 9), 3: F(1, 3),
    }  # fmt: skip
    assert (table["beaten"] * table["shared"]).sum() == pytest.approx(
        (table["beaten"] * table["separate"]).sum(), abs=1e-15
    )


def test_case_12_two_levels_of_one_roll_against_one_roll():
    standing = [F(4279, 7776), F(413, 2592), F(1129, 3888)]
    by_next_die = [F(106453, 279936), F(78155, 279936), F(331, 972)]
    for ties, chances in {"stand": standing, "next_die": by_next_die}.items():
        assert sa.beaten_table([2, 4], 3, ties=ties)["shared"].tolist() == [float(c) for c in chances]
        # Both beat it as often as level 2 does, and at least one as often as level 4 does.
        assert prevails(2, 3, ties=ties) == chances[2]
        assert prevails(4, 3, ties=ties) == chances[1] + chances[2]
    pair = sa.shared_roll_table([2, 4])
    assert F(sum(pair.query("level_2 == level_4")["ways"]), 6**4) == F(335, 648)
    assert sa.level_pairs_table([2, 4])["equal"].tolist() == [335 / 648]
    three = sa.shared_roll_table([1, 3, 5]).query("level_1 == level_3 == level_5")
    assert F(sum(three["ways"]), 6**5) == F(401, 1944)


def test_case_13_green_1_blue_5_black_4():
    roll = (1, 5, 4)
    assert [sa.read(roll[:level]) for level in (1, 2, 3)] == [1, 5, 5]
    assert sa.resolve(roll[:1], (2,)).reason == "2 to 0 (A fumbles)"
    possible = sa.shared_roll_table([1, 2, 3]).query("level_1 == 1 and level_2 == 5 and level_3 == 5")
    assert possible["ways"].tolist() == [5]


def test_case_14_the_later_edition_gives_the_bonus_to_more_faces():
    means = [mean(2, sa.Rule(bonus_from=least)) for least in (6, 5, 4)]
    assert means == [F(9, 2), F(55, 12), F(85, 18)]
    assert [f"{float(m):.3f}" for m in means] == ["4.500", "4.583", "4.722"]
    chances = result_chances(3, sa.Rule(bonus_from=4))
    assert [percent(chances[result]) for result in (7, 8)] == ["24.07 %", "8.80 %"]
    assert (chances[7], chances[8]) == (F(13, 54), F(19, 216))


def test_case_15_rare_is_not_never():
    chance = result_chances(10)[1]
    assert chance == F(1, 60466176)
    assert percent(chance) == percent(sa.roll_table(10)["probability"].iloc[0]) == "<0.01 %"
