"""Pictures of rolls: dice as they lie on the table, and which of them count.

A picture is inline SVG in the text colour of the page, so it reads on light, on dark and on paper; it is
narrow enough for a phone.  All it shows it also says in words: in its description for a screen reader, and as
its ``str``.  Standard library only.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from textwrap import wrap
from typing import Any

from silhouette_analysis import shapes
from silhouette_analysis.checks import several, whole
from silhouette_analysis.rules import SILHOUETTE, Rule, faces_of, is_fumble, read, resolve, score_of
from silhouette_analysis.shapes import COLOURS, Picture
from silhouette_analysis.words import place

MOST_DICE = 36
"""The most dice a side has room for; a shared roll has room for one die of each colour."""


def roll_picture(roll: Iterable[int], *, rule: Rule = SILHOUETTE) -> Picture:
    """Draw a roll of up to 36 dice as it fell: highest die framed, bonus dice marked, the result beside it.

    >>> roll_picture((6, 1, 6))
    The roll 6, 1, 6: highest die 6, +1 for 1 further die, result 7.
    >>> roll_picture((1, 1))
    The roll 1, 1: fumble, counts as 0 in a test.
    """
    dice = _drawable("roll", roll, rule, MOST_DICE)
    highest, bonus = _counting(dice, rule)
    fumbled, body = is_fumble(dice), []
    for i, face in enumerate(dice):
        x, y = 6 + i % 5 * 48, 6 + i // 5 * 68
        body.append(shapes.die(x, y, 40, face, rule, "white"))
        if i == highest and not fumbled:
            body += [shapes.frame(x - 4, y - 4, 48, 48), shapes.text(x + 20, y + 59, "highest", 12)]
        elif i in bonus and not fumbled:
            body.append(shapes.text(x + 20, y + 59, "+1", 14, bold=True))
    if fumbled:
        result, note = "fumble", f"counts as {rule.fumble}"
        said = f"fumble, {note} in a test"
    else:
        result, note = f"{read(dice, rule)}", f"{dice[highest]} + {len(bonus)}" if bonus else ""
        extra = f", +1 for {'each of ' * (len(bonus) > 1)}{_count(bonus, 'further die')}" if bonus else ""
        said = f"highest die {dice[highest]}{extra}, result {result}"
    x = min(len(dice), 5) * 48 + 50
    body += [shapes.text(x, 12, "result", 12), shapes.text(x, 41, result, 20 if fumbled else 30, bold=True)]
    body.append(shapes.text(x, 61, note, 13))
    words = f"The roll {_listed(dice)}: {said}."
    title, height = f"A roll of {_count(dice, 'die')}", (len(dice) + 4) // 5 * 68 + 6
    return shapes.picture(title, words, body, x + 46, height)


def shared_roll_picture(
    roll: Iterable[int],
    levels: Iterable[int],
    *,
    colours: Iterable[str] | None = None,
    rule: Rule = SILHOUETTE,
) -> Picture:
    """Draw one roll of several colours, the dice that each level reads bracketed, its result at the bracket.

    Parameters
    ----------
    roll : iterable of int
        The faces thrown, in the order of the colours that was fixed before the roll; 1 to 12 of them.
    levels : iterable of int
        The levels that read the roll, in any order, none twice; level k reads dice 1..k.
    colours : iterable of str, optional
        For each die one of ``COLOURS``, none twice; by default the first ones.
    rule : Rule
        How the dice are read.

    Raises
    ------
    TypeError, ValueError
        If a face, a level or a colour does not exist, is repeated where it must not be, or is missing.

    Notes
    -----
    Source: house rule 4.3.2 add, one roll for opponents of several levels.

    Examples
    --------
    >>> shared_roll_picture((1, 5, 4), (1, 2, 3))
    Green 1, blue 5, black 4. Level 1 fumbles, level 2 has 5, level 3 has 5.
    """
    dice = _drawable("roll", roll, rule, len(COLOURS))
    ranks, names = _levels(levels, len(dice)), _colours(colours, len(dice))
    # Up to five dice leave room for the results beside the brackets; more push them below.
    beside, longest = len(dice) <= 5, max(map(len, names))
    pitch = min(56.0, (194 if beside else 330) / len(dice))
    size = min(pitch * 0.86, 46)
    gap = (pitch - size) / 2
    # Names wider than a die are turned, so that they never run into each other.
    turned = longest * 7.6 > pitch
    body, said, any_bonus = [], [], False
    for i, (face, name) in enumerate(zip(dice, names, strict=True)):
        x = 2 + i * pitch + gap
        body.append(shapes.die(x, 2, size, face, rule, name))
        body.append(shapes.text(x + size / 2, size + (9 if turned else 18), name, 12, turned=turned))
    y = size + (longest * 7.6 + 6 if turned else 20)
    for k in ranks:
        highest, bonus = _counting(dice[:k], rule)
        fumbled = is_fumble(dice[:k])
        result = "fumble" if fumbled else f"{read(dice[:k], rule)}"
        said.append(f"level {k} fumbles" if fumbled else f"level {k} has {result}")
        y += 32
        body.append(shapes.bracket(2 + gap, 2 + k * pitch - gap, y))
        for i in () if fumbled else sorted({highest, *bonus}):
            x = 2 + (i + 0.5) * pitch
            body.append(shapes.dot(x, y - 8) if i == highest else shapes.text(x, y - 4, "+1", 12, bold=True))
        any_bonus = any_bonus or (bool(bonus) and not fumbled)
        x = 14 + len(dice) * pitch if beside else 2 + gap
        y += 0 if beside else 19
        body += [
            shapes.text(x, y, f"level {k}", 14, "start"),
            shapes.text(x + (58 if beside else 68), y, result, 15 if fumbled else 18, "start", bold=True),
        ]
    if not is_fumble(dice[: ranks[-1]]):
        y += 32
        body += [shapes.dot(6 + gap, y - 4), shapes.text(16 + gap, y, "highest die", 12, "start")]
        if any_bonus:
            body += [
                shapes.text(106, y, "+1", 12, "start", bold=True),
                shapes.text(131, y, "further bonus die", 12, "start"),
            ]
    title = f"One roll of {_count(dice, 'die')} read by level{'s' * (len(ranks) > 1)} {_listed(ranks)}"
    thrown = _listed(f"{name} {face}" for name, face in zip(names, dice, strict=True))
    words = f"{thrown.capitalize()}. {_listed(said).capitalize()}."
    width = max(len(dice) * pitch + (138 if beside else 4), 250 * any_bonus)
    return shapes.picture(title, words, body, width, y + 8)


def tie_picture(
    roll_a: Iterable[int],
    roll_b: Iterable[int],
    *,
    modifier: int = 0,
    ties: str = "next_die",
    rule: Rule = SILHOUETTE,
) -> Picture:
    """Draw two rolls of up to 36 dice die against die, highest first, and frame what decides between them.

    The arguments are those of :func:`~silhouette_analysis.rules.resolve`, which says who wins.

    >>> tie_picture((6, 5, 4), (6, 5, 2, 1))
    A rolls 6, 5, 4 and scores 6. B rolls 6, 5, 2, 1 and scores 6. A wins marginally. Third die: 4 over 2.
    >>> tie_picture((2, 1), (6,))
    A rolls 2, 1 and scores 2. B rolls 6 and scores 6. B wins. 6 to 2.
    """
    a = sorted(_drawable("roll_a", roll_a, rule, MOST_DICE), reverse=True)
    b = sorted(_drawable("roll_b", roll_b, rule, MOST_DICE), reverse=True)
    outcome, margin, reason, decider = resolve(a, b, modifier=modifier, ties=ties, rule=rule)
    score_b = score_of(read(b, rule), is_fumble(tuple(b)), 0, rule)
    score_a, columns = score_b + margin, max(len(a), len(b))
    # How far dice are compared: not at all unless the tie rule says so, and to the end in a true tie.
    compared = 0 if margin or ties != "next_die" else decider or columns
    (note_a, bonus_a), (note_b, bonus_b) = _notes(a, modifier, rule), _notes(b, 0, rule)
    # What is said of a die of side A stands above it, of side B below; with nothing to say the rows move up.
    top = 44 if note_a or bonus_a else 26
    low = top + 64
    block = low + (70 if note_b or bonus_b else 54)
    sides = (
        ("A", a, score_a, note_a, bonus_a, top, top - 10, "white"),
        ("B", b, score_b, note_b, bonus_b, low, low + 55, "blue"),
    )
    body = [shapes.text(48, 13, "score", 12, bold=bool(margin)), shapes.sign(48, top + 56, score_a, score_b)]
    body += [shapes.frame(22, top - 4, 52, 108)] if margin else []
    for _, _, score, note, _, at, mark, _ in sides:
        body.append(shapes.text(48, at + 27, f"{score}", 24 if len(f"{score}") < 4 else 14, bold=True))
        body.append(shapes.text(48, mark, note, 12))
    for i in range(columns):
        x, y, decides = 80 + i % 6 * 42, i // 6 * block, i + 1 == decider > 1
        body.append(shapes.text(x + 18, y + 13, place(i + 1), 12, bold=decides))
        for side, dice, _, _, bonus, at, mark, colour in sides:
            if i % 6 == 0:
                body.append(shapes.text(1, y + at + 25, side, 18, "start", bold=True))
            if i < len(dice):
                body.append(shapes.die(x, y + at, 36, dice[i], rule, colour))
                body.append(shapes.text(x + 18, y + mark, "+1" if i in bonus else "", 14, bold=True))
            elif decides:
                body.append(shapes.frame(x, y + at, 36, 36, 'stroke-dasharray="4 3"'))
                body += [
                    shapes.text(x + 18, y + at + h, word, 12) for h, word in ((16, "none"), (29, "left"))
                ]
        # A die that is not there is lower than any die.
        pair = [dice[i] if i < len(dice) else 0 for dice in (a, b)]
        body += [shapes.frame(x - 3, y + top - 4, 42, 108)] if decides else []
        if decides or (i < compared and pair[0] == pair[1]):
            body.append(shapes.sign(x + 18, y + top + 56, *pair))
    winner = "Nobody" if outcome == "tie" else "A" if "win" in outcome else "B"
    verdict = f"{winner} wins{' marginally' * ('marginal' in outcome)}"
    reason = reason[0].upper() + reason[1:]
    y = (columns + 5) // 6 * block + 10
    body.append(shapes.text(2, y, verdict, 17, "start", bold=True))
    for line in wrap(reason, 38):
        y += 20
        body.append(shapes.text(2, y, line, 14, "start"))
    rolled = " ".join(f"{side} rolls {_listed(dice)} and scores {score}." for side, dice, score, *_ in sides)
    title = f"A contest of {_count(a, 'die')} against {_count(b, 'die')}"
    width = max(80 + min(columns, 6) * 42, 290)
    return shapes.picture(title, f"{rolled} {verdict}. {reason}.", body, width, y + 8)


def _drawable(name: str, roll: Iterable[int], rule: Rule, most: int) -> tuple[int, ...]:
    """Return the faces of `roll`, or say that they are wrong or too many to draw."""
    dice = faces_of(name, roll, rule)
    whole(f"{name}: the number of dice in a picture", len(dice), 1, most)
    return dice


def _levels(levels: Any, most: int) -> list[int]:
    """Return the levels in rising order, or say what is wrong with them."""
    allowed = f"levels must be different whole numbers from 1 to {most}, the number of dice"
    if not several(levels):
        raise TypeError(f"{allowed}, given {levels!r}")
    ranks = sorted(whole("a level of this roll", level, 1, most) for level in islice(levels, most + 1))
    if not ranks or len(set(ranks)) < len(ranks):
        raise ValueError(f"{allowed}, given {_listed(ranks) or 'none'}")
    return ranks


def _colours(colours: Any, dice: int) -> list[str]:
    """Return a colour for each die, or say which there are."""
    allowed = f"colours must be {dice} different ones of {_listed(COLOURS)}"
    if colours is not None and not several(colours):
        raise TypeError(f"{allowed}, given {colours!r}")
    names = list(COLOURS)[:dice] if colours is None else list(islice(colours, dice + 1))
    if len(names) != dice or any(name not in list(COLOURS) or names.count(name) > 1 for name in names):
        raise ValueError(f"{allowed}, given {_listed(names) or 'none'}")
    return names


def _counting(dice: Sequence[int], rule: Rule) -> tuple[int, set[int]]:
    """Return the place of the highest die and the places of the dice that earn the bonus."""
    highest = dice.index(max(dice))
    return highest, {i for i, face in enumerate(dice) if face >= rule.bonus_from and i != highest}


def _notes(dice: Sequence[int], modifier: int, rule: Rule) -> tuple[str, set[int]]:
    """Return where a score comes from, unless it is simply what is read, and the places of the bonus dice."""
    fumbled = is_fumble(tuple(dice))
    if not modifier or (fumbled and not rule.fumble_modified):
        return "fumble" * fumbled, set() if fumbled else _counting(dice, rule)[1]
    base = rule.fumble if fumbled else read(dice, rule)
    sign = "+" if modifier > 0 else "−"
    return f"{base} {sign} {abs(modifier)}", set() if fumbled else _counting(dice, rule)[1]


def _listed(items: Iterable[Any]) -> str:
    return ", ".join(map(str, items))


def _count(dice: Sequence[int] | set[int], noun: str) -> str:
    return f"{len(dice)} {noun if len(dice) == 1 else noun.replace('die', 'dice')}"
