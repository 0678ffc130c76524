"""The rules of the game, as a player reads them off the dice.

Everything else in the package is derived from this file: the distributions from :func:`result_of` and
:func:`score_of`, the contests from :func:`resolve`'s reading of a tie.  Standard library only.

Words (see the README): a *roll* is the dice that were thrown, its *result* is read off them, its *score*
is what a test compares (a fumble counts as ``rule.fumble``, then the modifier is added).
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

from silhouette_analysis.checks import MAX_DICE, MAX_NUMBER, brief, several, whole
from silhouette_analysis.words import ordinal

OUTCOMES = ("loss", "marginal loss", "tie", "marginal win", "win")
"""What a contest may come to for side A, worst first; *marginal* is a tie that a tie rule decided."""

TIES = ("stand", "next_die", "defender", "higher_skill", "reroll")
"""What may be done about equal scores."""


@dataclass(frozen=True)
class Rule:
    """How a pool of dice is read: highest die, +1 for each *other* die that shows at least `bonus_from`.

    Parameters
    ----------
    faces : int
        Faces of each die, 2 to 1000.
    bonus_from : int
        The lowest face that earns the bonus, 1 and up.  6 is Silhouette, 5 or 4 the same publisher's later
        rule; a number above `faces` is a face that no die has, hence the plain highest die.
    fumble : int
        What a fumble (all dice show 1) counts in a test.  The *result* read off the dice stays what it is.
    fumble_modified : bool
        Whether a modifier is added to a fumble (True), or the fumble is flat.

    Examples
    --------
    >>> Rule()
    Rule(faces=6, bonus_from=6, fumble=0, fumble_modified=True)
    >>> Rule(faces=1)
    Traceback (most recent call last):
    ValueError: faces must be a whole number from 2 to 1000, given 1
    """

    faces: int = 6
    bonus_from: int = 6
    fumble: int = 0
    fumble_modified: bool = True

    def __post_init__(self) -> None:
        """Check the values once, so that nothing past this line has to."""
        for name, low, high in (
            ("faces", 2, MAX_DICE),
            ("bonus_from", 1, MAX_NUMBER),
            ("fumble", -MAX_NUMBER, MAX_NUMBER),
        ):
            object.__setattr__(self, name, whole(name, getattr(self, name), low, high))
        if type(self.fumble_modified) is not bool:
            raise TypeError(f"fumble_modified must be True or False, given {brief(self.fumble_modified)}")


@dataclass(frozen=True)
class SkillPlusDie:
    """A neighbour to compare with: the skill plus one die, with neither bonus nor fumble.

    Parameters
    ----------
    faces : int
        Faces of the one die, 2 to 1000: 10 for skill + 1d10.

    Examples
    --------
    >>> SkillPlusDie(10)
    SkillPlusDie(faces=10)
    """

    faces: int

    def __post_init__(self) -> None:
        """Check the value once."""
        object.__setattr__(self, "faces", whole("faces", self.faces, 2, MAX_DICE))


AnyRule = Rule | SkillPlusDie

SILHOUETTE = Rule()
"""The rule of Heavy Gear, Jovian Chronicles, Tribe 8 and Gear Krieg."""

PLAIN_HIGHEST = Rule(bonus_from=SILHOUETTE.faces + 1)
"""The plain highest die: Silhouette with no bonus and nothing else changed (a fumble still counts 0)."""


def result_of(highest: int, bonus_dice: int) -> int:
    """Return the result of a pool: the highest die, +1 for each die after the first that earns the bonus.

    This line is the rule of the game; every figure of the package comes from it.

    >>> result_of(6, 2), result_of(5, 0)
    (7, 5)
    """
    return highest + max(bonus_dice - 1, 0)


def next_result(result: int, face: int, rule: Rule = SILHOUETTE) -> int:
    """Return the result once one more die is read (0 stands for no dice).

    The same rule, told die by die.  The result is all one needs to remember of the dice read so far where
    only the highest face earns the bonus, as in Silhouette, or none does.

    >>> next_result(4, 2), next_result(4, 6), next_result(6, 6), next_result(6, 5)
    (4, 6, 7, 6)
    """
    if result < rule.bonus_from:
        return max(result, face)
    return result + (face >= rule.bonus_from)


def score_of(result: int, fumbled: bool, modifier: int = 0, rule: AnyRule = SILHOUETTE) -> int:
    """Return what a test compares: a fumble counts as ``rule.fumble``, then the modifier is added.

    >>> score_of(1, True), score_of(5, False, 2), score_of(1, True, 2, Rule(fumble_modified=False))
    (0, 7, 0)
    """
    if fumbled and isinstance(rule, Rule):
        return rule.fumble + (modifier if rule.fumble_modified else 0)
    return result + modifier


def is_fumble(roll: tuple[int, ...]) -> bool:
    """Return whether all dice of `roll` show 1.

    >>> is_fumble((1, 1)), is_fumble((1, 2))
    (True, False)
    """
    return all(face == 1 for face in roll)


def read(roll: Iterable[int], rule: Rule = SILHOUETTE) -> int:
    """Return the result read off `roll`.

    >>> read((6, 6, 1)), read((6, 6, 6)), read((1, 1))
    (7, 8, 1)
    """
    dice = faces_of("roll", roll, rule)
    return result_of(max(dice), sum(face >= rule.bonus_from for face in dice))


def faces_of(name: str, roll: Iterable[int], rule: AnyRule) -> tuple[int, ...]:
    """Return `roll` as a tuple of faces of the rule's dice, or say what is wrong with it.

    >>> faces_of("roll_a", [6, 7], SILHOUETTE)
    Traceback (most recent call last):
    ValueError: roll_a: a face must be a whole number from 1 to 6, given 7
    """
    if not isinstance(rule, Rule):
        raise TypeError(f"a roll of dice can be read by a Rule only, given {brief(rule)}")
    allowed = f"{name} must be 1 to {MAX_DICE} faces from 1 to {rule.faces}"
    # A set would lose equal dice without a word, and a mapping is no roll.
    if isinstance(roll, Set) or not several(roll):
        raise TypeError(f"{allowed}, given {brief(roll)} ({type(roll).__name__})")
    dice: list[int] = []
    for face in roll:
        dice.append(whole(f"{name}: a face", face, 1, rule.faces))
        if len(dice) > MAX_DICE:
            raise ValueError(f"{allowed}, given more")
    if not dice:
        raise ValueError(f"{allowed}, given none")
    return tuple(dice)


def check_ties(ties: Any) -> str:
    """Return the name of a tie rule, or say which there are.

    >>> check_ties("next")
    Traceback (most recent call last):
    ValueError: ties must be one of 'stand', 'next_die', 'defender', 'higher_skill', 'reroll', given 'next'
    """
    if not isinstance(ties, str) or ties not in TIES:
        error = ValueError if isinstance(ties, str) else TypeError
        raise error(f"ties must be one of {', '.join(map(repr, TIES))}, given {brief(ties)}")
    return ties


class Resolution(NamedTuple):
    """What a contest of two rolls came to: see :func:`resolve`."""

    outcome: str
    margin: int
    reason: str
    die: int
    """Which die decided, counted from the highest: 1 the score itself, 0 nothing (a tie, or the tie rule)."""


def resolve(
    roll_a: Iterable[int],
    roll_b: Iterable[int],
    *,
    modifier: int = 0,
    ties: str = "next_die",
    rule: Rule = SILHOUETTE,
) -> Resolution:
    """Say who wins a contest of two rolls, and why.

    Parameters
    ----------
    roll_a, roll_b : iterable of int
        The faces that side A and side B threw, in any order.
    modifier : int
        Side A's net advantage.
    ties : {"next_die", "stand", "defender", "higher_skill", "reroll"}
        What equal scores come to.  With "next_die" the second highest dice are compared, then the third, and
        so on; who runs out of dice first fails marginally.  With "defender" B wins.  With "higher_skill" the
        side with more dice wins.  With "stand" and "reroll" the tie is reported as a tie.
    rule : Rule
        How dice are read.

    Returns
    -------
    Resolution
        A named tuple: `outcome` (for side A: loss, marginal loss, tie, marginal win, win), `margin` (score of
        A minus score of B), `reason` in words, the winner's figure first, and `die` (which die decided).

    Raises
    ------
    TypeError, ValueError
        If a roll is empty, a face is not on the die, or the tie rule is unknown.

    Notes
    -----
    Source: house rule 4.2.1 mod, "opposed ties".

    Examples
    --------
    >>> resolve((6, 5, 4), (6, 5, 2, 1))
    Resolution(outcome='marginal win', margin=0, reason='third die: 4 over 2', die=3)
    >>> resolve((5, 3), (5,)).reason
    'out of dice: the other side has no second die'
    """
    dice_a, dice_b = faces_of("roll_a", roll_a, rule), faces_of("roll_b", roll_b, rule)
    modifier, ties = whole("modifier", modifier, -MAX_NUMBER, MAX_NUMBER), check_ties(ties)
    score_a = score_of(read(dice_a, rule), is_fumble(dice_a), modifier, rule)
    score_b = score_of(read(dice_b, rule), is_fumble(dice_b), 0, rule)
    margin = score_a - score_b
    if margin:
        high, low = max(score_a, score_b), min(score_a, score_b)
        words = f"{high} to {low}" + _fumble_words(dice_a, dice_b)
        return Resolution("win" if margin > 0 else "loss", margin, words, 1)
    lead, reason, die = break_tie(dice_a, dice_b, ties)
    equal = f"both have {score_a}"
    if is_fumble(dice_a) and is_fumble(dice_b):
        reason = f"both fumble; {reason}"
    elif ties != "next_die":
        reason = f"{equal}: {reason}"
    return Resolution(OUTCOMES[lead + 2], 0, reason, die)


def break_tie(dice_a: tuple[int, ...], dice_b: tuple[int, ...], ties: str) -> tuple[int, str, int]:
    """Return who prevails at equal scores (1 side A, -1 side B, 0 neither), why, and by which die.

    >>> break_tie((4, 2), (4, 2), "next_die")
    (0, 'true tie: every die is equal', 0)
    """
    if ties == "defender":
        return -1, "the defender wins a tie", 0
    if ties == "higher_skill" and len(dice_a) != len(dice_b):
        more, fewer = max(len(dice_a), len(dice_b)), min(len(dice_a), len(dice_b))
        return (1 if len(dice_a) > len(dice_b) else -1), f"higher skill, {more} dice over {fewer}", 0
    if ties != "next_die":
        words = {
            "stand": "the tie stands",
            "reroll": "roll again",
            "higher_skill": "equal skill, the tie stands",
        }
        return 0, words[ties], 0
    # The highest die has done its work in the score, so the comparison starts at the second.
    rest_a, rest_b = sorted(dice_a, reverse=True)[1:], sorted(dice_b, reverse=True)[1:]
    for die, (a, b) in enumerate(zip(rest_a, rest_b, strict=False), start=2):
        if a != b:
            return (1 if a > b else -1), f"{ordinal(die)} die: {max(a, b)} over {min(a, b)}", die
    if len(rest_a) != len(rest_b):
        die = min(len(rest_a), len(rest_b)) + 2
        lead = 1 if len(rest_a) > len(rest_b) else -1
        return lead, f"out of dice: the other side has no {ordinal(die)} die", die
    # A modifier can make the scores equal where the highest dice are not.
    if max(dice_a) == max(dice_b):
        return 0, "true tie: every die is equal", 0
    return 0, f"true tie: {'every die from the second on is equal' if rest_a else 'no die is left'}", 0


def _fumble_words(dice_a: tuple[int, ...], dice_b: tuple[int, ...]) -> str:
    """Return a remark on who fumbled, if anybody did."""
    who = [name for name, dice in (("A", dice_a), ("B", dice_b)) if is_fumble(dice)]
    return {0: "", 1: f" ({''.join(who)} fumbles)", 2: " (both fumble)"}[len(who)]
