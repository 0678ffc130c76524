"""What is said beside a panel, exactly: the fields of its templates and its table, from the package's tables.

A published page takes the same fields from the first row of the panel's chart, rounded to be mailed; here
every chance is a ``Fraction``, and any state is answered, also one that the chart's table does not hold.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pandas as pd

from silhouette_analysis.arguments import check_next_die, dice_list, level_list, number_list
from silhouette_analysis.beaten import separate_chances, shared_chances
from silhouette_analysis.contest_tables import (
    contest_table,
    decision_table,
    margin_summary_table,
    outcome_table,
)
from silhouette_analysis.exact import fraction_table
from silhouette_analysis.rules import OUTCOMES, TIES, Rule, is_fumble, read, resolve, score_of
from silhouette_analysis.tables import roll_table, summary_table
from silhouette_analysis.words import exactly, ordinal, percent

BONUSES = {6: "each further 6", 5: "each other 5 or 6", 4: "each other 4 to 6"}
"""What earns the bonus, by the lowest face that does."""

NO_NEXT_DIE = "The unskilled roll has no next die: choose another rule for equal scores."
"""Why a contest is refused."""

NO_SUCCESS = "no success against a threshold"
"""What equal scores come to where no tie rule is asked."""

State = dict[str, Any]
Found = tuple[dict[str, Any], pd.DataFrame]


@dataclass(frozen=True)
class Answer:
    """What a panel says in a state: an answer, the rule in force, the Python line, and a table.

    The columns of `table` are headings in words, and every chance in it is a ``Fraction``.
    """

    sentence: str
    rule: str
    python: str
    table: pd.DataFrame

    def cells(self, *, exact: bool = False) -> list[list[str]]:
        """Return the table as it is read: percentages, or exact fractions."""
        return [[_cell(value, exact) for value in row] for row in self.table.itertuples(index=False)]

    def csv(self) -> str:
        """Return the table to be worked on: each chance as a float, and as an exact fraction beside it."""
        columns: dict[str, Any] = {}
        for name, column in self.table.items():
            columns[str(name)] = column
            if isinstance(column.iloc[0], Fraction):
                columns |= {str(name): column.map(float), f"{name}, exact": column.map(str)}
        text: str = pd.DataFrame(columns).to_csv(index=False, lineterminator="\n")
        return text


def dice_words(dice: int) -> str:
    """Return a number of dice in words.

    >>> dice_words(0), dice_words(1), dice_words(3)
    ('unskilled', '1 die', '3 dice')
    """
    return "unskilled" if dice == 0 else "1 die" if dice == 1 else f"{dice} dice"


def place_words(die: int, fewer: int) -> str:
    """Return in words which die decides a contest, `fewer` being the dice of the smaller pool.

    >>> place_words(1, 3), place_words(3, 3), place_words(4, 3), place_words(0, 3)
    ('score', 'third die', 'out of dice', 'true tie')
    """
    if die < 2:
        return "score" if die else "true tie"
    return f"{ordinal(die)} die" if die <= fewer else "out of dice"


def rule_words(dice: int, bonus_from: int) -> str:
    """Return in words how a roll of d6 is read.

    >>> rule_words(0, 6), rule_words(3, 7)
    ('Unskilled: the lower of two dice, no bonus', 'Highest die, no bonus')
    >>> rule_words(3, 6), rule_words(3, 5)
    ('Highest die, +1 for each further 6', 'Highest die, +1 for each other 5 or 6')
    """
    if dice == 0:
        return "Unskilled: the lower of two dice, no bonus"
    return f"Highest die, {f'+1 for {BONUSES[bonus_from]}' if bonus_from in BONUSES else 'no bonus'}"


def roll_answer(state: State) -> Found:
    """Return what a roll comes to: fields and table of the panel "roll"."""
    dice, target = state["dice"], number_list("target", state["target"])[0]
    rule = Rule(bonus_from=state["bonus"])
    table, summary = fraction_table(roll_table(dice, rule=rule)), summary_table(dice, rule=rule).iloc[0]
    result = table["result"]
    meant = {"exactly": result == target, "at_least": result >= target, "at_most": result <= target}
    fields = {
        "words": dice_words(dice).capitalize(),
        "reads": rule_words(dice, state["bonus"]),
        "chance": _sum(table["fraction"][meant[state["reading"]]]),
        "mean": float(summary["mean"]),
        "sd": float(summary["sd"]),
        # Nothing else reads as 1 than a fumble does.
        "fumble": table["fraction"].iloc[0],
    }
    up, down = table["fraction"][::-1].cumsum()[::-1], table["fraction"].cumsum()
    return fields, pd.DataFrame(
        {"Result": result, "exactly": table["fraction"], "at least": up, "at most": down}
    )


def contest_answer(state: State) -> Found:
    """Return what a contest comes to: fields and table of the panel "contest".

    Where both roll again, the figures are those of the roll that stands.
    """
    a, b, modifier, ties = (state[name] for name in ("dice_a", "dice_b", "modifier", "ties"))
    if ties == "next_die" and 0 in (a, b):
        raise ValueError(NO_NEXT_DIE)
    sides, rule = {"dice_a": a, "dice_b": b, "modifier": modifier}, Rule(fumble=state["fumble"])
    outcomes = fraction_table(outcome_table(**sides, ties=ties, rule=rule)).set_index("outcome")["fraction"]
    margins = fraction_table(contest_table(**sides, rule=rule)).set_index("margin")["fraction"]
    mean, sd, mos = margin_summary_table(**sides, rule=rule)[["mean", "sd", "mean_mos"]].iloc[0]
    if ties == "reroll":
        kept = 1 - margins.get(0, Fraction(0))
        margins = margins.mask(margins.index == 0, Fraction(0)) / kept
        stands = float(kept)
        mean, sd = mean / stands, sqrt((sd**2 + mean**2) / stands - (mean / stands) ** 2)
        mos = mos / stands
    fields = {
        "words_a": dice_words(a),
        "words_b": dice_words(b),
        "prevail": outcomes["win"] + outcomes["marginal win"],
        "marginal_win": outcomes["marginal win"],
        "fail": outcomes["loss"] + outcomes["marginal loss"],
        "true_tie": outcomes["tie"],
        "mean": float(mean),
        "sd": float(sd),
        "mos": float(mos),
        "fumble_a": fraction_table(roll_table(a))["fraction"].iloc[0],
        "fumble_b": fraction_table(roll_table(b))["fraction"].iloc[0],
    }
    at_least = margins[::-1].cumsum()[::-1]
    rows = []
    for margin, chance in margins.items():
        main = OUTCOMES[2 * ((margin > 0) - (margin < 0)) + 2]
        parts = dict(outcomes[1:-1]) if margin == 0 else {main: chance}
        rows += [
            (margin, outcome, part, at_least[margin])
            for outcome, part in parts.items()
            if part or outcome == main
        ]
    return fields, pd.DataFrame(rows, columns=["Margin", "Outcome for A", "Chance", "This margin or more"])


def tie_answer(state: State) -> Found:
    """Return which die decides a contest: fields and table of the panel "tie"."""
    a, b, modifier = state["dice_a"], state["dice_b"], state["modifier"]
    sides, rule = {"dice_a": a, "dice_b": b, "modifier": modifier}, Rule(fumble=state["fumble"])
    decided = fraction_table(decision_table(**sides, rule=rule))
    outcomes = fraction_table(outcome_table(**sides, ties=TIES, rule=rule))
    won = outcomes[outcomes["outcome"].isin(["win", "marginal win"])].groupby("ties")["fraction"].sum()
    fields = dict(won) | {
        "words": f"A ({dice_words(a)}, {modifier:+}) against B ({dice_words(b)})",
        "equal": _sum(decided["fraction"][decided["die"] != 1]),
        "left": _sum(decided["fraction"][decided["die"] == 0]),
    }
    table = decided.assign(place=[place_words(die, min(a, b)) for die in decided["die"]])
    # A true tie is what is left when every die has spoken.
    table = table.sort_values("die", key=lambda die: die.where(die > 0, die.max() + 1), kind="stable")
    table = table[["place", "outcome", "fraction"]].reset_index(drop=True)
    return fields, table.set_axis(["Decided by", "Outcome for A", "Chance"], axis=1)


def shared_answer(state: State) -> Found:
    """Return how many levels of one roll beat an opponent or a threshold: fields and table of "shared"."""
    levels = level_list([int(level) for level in state["levels"].split(",")])
    kind, number, ties = state["against"][0], int(state["against"][1:]), state["ties"]
    [modifier] = number_list("modifier", state["modifier"])
    if kind == "d":
        [opponent], threshold = dice_list("opponent", number), None
        check_next_die(ties, Rule(), opponent=[opponent])
    else:
        opponent, [threshold] = None, number_list("threshold", number)
    one = shared_chances(levels, opponent, threshold, modifier, ties)
    each = separate_chances(levels, opponent, threshold, modifier, ties)
    fields = {
        "mean": float(sum(beaten * chance for beaten, chance in enumerate(one))),
        "all_one": one[-1],
        "none_one": one[0],
        "all_each": each[-1],
        "none_each": each[0],
    }
    if threshold is not None:
        fields |= {"ties_words": NO_SUCCESS, "ties_code": ""}
    rows = [
        (beaten, how, chance)
        for beaten, pair in enumerate(zip(one, each, strict=True))
        for how, chance in zip(("one roll", "separate rolls"), pair, strict=True)
    ]
    return fields, pd.DataFrame(rows, columns=["Levels that beat it", "Rolled", "Chance"])


ANSWERS = {"roll": roll_answer, "contest": contest_answer, "tie": tie_answer, "shared": shared_answer}
"""How each panel is answered: a state of its controls in, fields of its templates and its table out."""


def throw(seed: int, *numbers: int) -> list[tuple[int, ...]]:
    """Return a throw of so many dice for each side; the same seed gives the same throw.

    >>> throw(7, 3, 2) == throw(7, 3, 2)
    True
    """
    dice = Random(seed)
    return [tuple(dice.choices(range(1, 7), k=number)) for number in numbers]


def tie_chance(roll_a: tuple[int, ...], roll_b: tuple[int, ...], modifier: int, fumble: int) -> str:
    """Return in words how likely what two rolls came to was, for so many dice.

    >>> tie_chance((6, 5, 4), (6, 5, 2, 1), 0, 0)
    'With 3 dice against 4 dice, a marginal win of A by the third die has a chance of 1.72 %.'
    """
    rule = Rule(fumble=fumble)
    outcome, _, _, die = resolve(roll_a, roll_b, modifier=modifier, rule=rule)
    a, b = len(roll_a), len(roll_b)
    table = fraction_table(decision_table(a, b, modifier=modifier, rule=rule))
    chance = _sum(table["fraction"][(table["die"] == die) & (table["outcome"] == outcome)])
    how = place_words(die, min(a, b))
    if how == "out of dice":
        how = f"as {'B' if a > b else 'A'} is out of dice"
    elif outcome != "tie":
        how = f"by the {how}"
    what = "a true tie" if outcome == "tie" else f"a {outcome} of A {how}"
    return f"With {dice_words(a)} against {dice_words(b)}, {what} has a chance of {percent(chance)}."


def levels_words(roll: tuple[int, ...], state: State, opponent: tuple[int, ...]) -> str:
    """Return in words how each level of one roll fares, `state` being that of the panel "shared".

    >>> levels_words((1, 5, 4), {"levels": "1, 3", "against": "t4", "modifier": 0, "ties": "stand"}, ())
    'Level 1 fails: 0 against the threshold 4. Level 3 succeeds: 5 against the threshold 4.'
    >>> levels_words(
    ...     (1, 5, 4), {"levels": "1, 3", "against": "d2", "modifier": 0, "ties": "next_die"}, (5, 2)
    ... )
    'The opponent rolls 5, 2. Level 1, loss: 5 to 0 (A fumbles). Level 3, marginal win: second die: 4 over 2.'
    """
    said = [f"The opponent rolls {', '.join(map(str, opponent))}."] if opponent else []
    for level in map(int, state["levels"].split(",")):
        dice = roll[:level]
        if opponent:
            outcome, _, reason, _ = resolve(dice, opponent, modifier=state["modifier"], ties=state["ties"])
            said.append(f"Level {level}, {outcome}: {reason}.")
        else:
            bar, score = int(state["against"][1:]), score_of(read(dice), is_fumble(dice), state["modifier"])
            verdict = "succeeds" if score > bar else "fails" if score < bar else "is equal, no success"
            said.append(f"Level {level} {verdict}: {score} against the threshold {bar}.")
    return " ".join(said)


def _sum(chances: "pd.Series[Any]") -> Fraction:
    """Return the sum of exact chances; none of them at all are impossible together."""
    return sum(chances, Fraction(0))


def _cell(value: Any, exact: bool) -> str:
    if isinstance(value, Fraction):
        return exactly(value) if exact else percent(value)
    return str(value)
