"""What happens, counted roll by roll: the rules of the game told once more, in the plainest way.

Nothing here is taken from the package, so that a mistake would have to be made twice.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import NamedTuple


class Game(NamedTuple):
    faces: int = 6
    bonus_from: int = 6
    fumble: int = 0
    fumble_modified: bool = True


D6 = Game()


def game_of(rule):
    """The same game, from the values of a `Rule` of the package."""
    return Game(rule.faces, rule.bonus_from, rule.fumble, rule.fumble_modified)


def all_rolls(dice, game=D6):
    """No dice is the unskilled roll: two dice."""
    return product(range(1, game.faces + 1), repeat=dice or 2)


def kinds(dice, game=D6):
    """Rolls that differ in their order only, counted together."""
    return Counter(tuple(sorted(roll, reverse=True)) for roll in all_rolls(dice, game))


def result(dice, roll, game=D6):
    if dice == 0:
        return min(roll)
    bonus_dice = [face for face in roll if face >= game.bonus_from]
    return max(roll) + len(bonus_dice[1:])


def fumbles(dice, roll):
    return 1 in roll if dice == 0 else set(roll) == {1}


def score(dice, roll, modifier=0, game=D6):
    if fumbles(dice, roll):
        return game.fumble + modifier if game.fumble_modified else game.fumble
    return result(dice, roll, game) + modifier


def next_die(roll_a, roll_b):
    """Who prevails at equal scores (1 A, -1 B, 0 a true tie), and which die decides."""
    left_a, left_b = sorted(roll_a), sorted(roll_b)
    left_a.pop(), left_b.pop()
    die = 2
    while left_a and left_b:
        a, b = left_a.pop(), left_b.pop()
        if a != b:
            return (1 if a > b else -1), die
        die += 1
    if left_a:
        return 1, die
    if left_b:
        return -1, die
    return 0, 0


def results(dice, game=D6):
    return Counter(result(dice, roll, game) for roll in all_rolls(dice, game))


def scores(dice, modifier=0, game=D6):
    return Counter(score(dice, roll, modifier, game) for roll in all_rolls(dice, game))


def margins(dice_a, dice_b, modifier=0, game=D6):
    found = Counter()
    for (a, times_a), (b, times_b) in product(
        scores(dice_a, modifier, game).items(), scores(dice_b, 0, game).items()
    ):
        found[a - b] += times_a * times_b
    return found


def decisions(dice_a, dice_b, modifier=0, game=D6):
    """The ways of each (outcome, which die decides it) with ties broken by the next die."""
    found = Counter()
    for (a, times_a), (b, times_b) in product(kinds(dice_a, game).items(), kinds(dice_b, game).items()):
        outcome, die = fight(dice_a, a, dice_b, b, modifier, "next_die", game), 1
        if outcome not in ("win", "loss"):
            die = next_die(a, b)[1]
        found[outcome, die] += times_a * times_b
    return found


def fight(dice_a, roll_a, dice_b, roll_b, modifier=0, ties="next_die", game=D6):
    """What a contest of two rolls comes to for A; with "reroll" a tie stays a tie."""
    a, b = score(dice_a, roll_a, modifier, game), score(dice_b, roll_b, 0, game)
    if a != b:
        return "win" if a > b else "loss"
    if ties == "next_die":
        lead = next_die(roll_a, roll_b)[0]
    elif ties == "defender":
        lead = -1
    elif ties == "higher_skill":
        lead = (dice_a > dice_b) - (dice_a < dice_b)
    else:
        lead = 0
    return {1: "marginal win", 0: "tie", -1: "marginal loss"}[lead]


def outcomes(dice_a, dice_b, modifier=0, ties="next_die", game=D6):
    found = Counter()
    for (a, times_a), (b, times_b) in product(kinds(dice_a, game).items(), kinds(dice_b, game).items()):
        found[fight(dice_a, a, dice_b, b, modifier, ties, game)] += times_a * times_b
    if ties == "reroll":
        del found["tie"]
    return found


def joint(levels, game=D6):
    """The ways of the results of levels that read the first dice of one roll."""
    return Counter(
        tuple(result(level, roll[:level], game) for level in levels) for roll in all_rolls(max(levels), game)
    )


def patterns(levels, opponent, modifier=0, ties="next_die", game=D6):
    """The ways of each pattern (which levels of one roll beat the opponent's one roll)."""
    found = Counter()
    theirs = kinds(opponent, game).items()
    for roll in all_rolls(max(levels), game):
        for other, times in theirs:
            found[
                tuple(
                    fight(level, roll[:level], opponent, other, modifier, ties, game)
                    in ("win", "marginal win")
                    for level in levels
                )
            ] += times
    return found


def beaten(levels, opponent, modifier=0, ties="next_die", game=D6):
    """The chance that exactly 0, 1, ... levels beat the opponent's roll, by one roll of the levels."""
    found = patterns(levels, opponent, modifier, ties, game)
    total = sum(found.values())
    return tuple(
        Fraction(sum(ways for pattern, ways in found.items() if sum(pattern) == number), total)
        for number in range(len(levels) + 1)
    )


def beaten_separately(levels, opponent, modifier=0, ties="next_die", game=D6):
    """The same where each level throws dice of its own against the one roll of the opponent."""
    chances = [Fraction(0)] * (len(levels) + 1)
    for other, times in kinds(opponent, game).items():
        numbers = [Fraction(times, game.faces**opponent)]
        for level in levels:
            rolls = kinds(level, game)
            wins = sum(
                ways
                for roll, ways in rolls.items()
                if fight(level, roll, opponent, other, modifier, ties, game) in ("win", "marginal win")
            )
            chance = Fraction(wins, sum(rolls.values()))
            numbers = [
                stay * (1 - chance) + rise * chance
                for stay, rise in zip([*numbers, 0], [0, *numbers], strict=True)
            ]
        chances = [one + more for one, more in zip(chances, numbers, strict=True)]
    return tuple(chances)


def beaten_with_rerolls(levels, opponent, modifier=0, game=D6):
    """The same by one roll, where the levels that tie throw again together, and the opponent too."""
    if not levels:
        return (Fraction(1),)
    found = Counter()
    for roll in all_rolls(max(levels), game):
        for other, times in kinds(opponent, game).items():
            found[
                tuple(
                    fight(level, roll[:level], opponent, other, modifier, "stand", game) for level in levels
                )
            ] += times
    everyone = ("tie",) * len(levels)
    settled = sum(found.values()) - found.pop(everyone, 0)
    chances = [Fraction(0)] * (len(levels) + 1)
    for pattern, ways in found.items():
        tied = [level for level, outcome in zip(levels, pattern, strict=True) if outcome == "tie"]
        for more, chance in enumerate(beaten_with_rerolls(tied, opponent, modifier, game)):
            chances[pattern.count("win") + more] += chance * ways / settled
    return tuple(chances)
