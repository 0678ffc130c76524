"""How fast the package is beside icepool and dyce: `make bench`, or `python tests/bench.py`.

Every measurement is the first thing that a new process does after its imports, and every figure the median of
some processes.  Each library answers the same question with chances as floats, by the quickest way it offers.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from functools import partial
from typing import NamedTuple

PROCESSES = 5
FEASIBLE = 60  # seconds; what takes a library longer is not waited for
# dyce is measured in the environment whose version of it is pinned for this, if there is one.
DYCE_PYTHON = os.environ.get("ANYDYCE_PYTHON", sys.executable)


class Case(NamedTuple):
    name: str
    ours: str
    icepool: str
    dyce: str | None
    target: str


class Measurement(NamedTuple):
    seconds: float
    imports: float
    megabytes: float


# The names are those of the functions below; None says that the library has no way that ends in time.
CASES = [
    Case("rolls 1..100", "our_rolls", "icepool_rolls", "dyce_rolls", ""),
    Case("contests 1..30 x 1..30", "our_contests", "icepool_contests", "dyce_contests", ">= 10x"),
    Case("one contest 10 v 10", "our_contest", "icepool_contest", "dyce_contest", "< 5 ms"),
    Case("tie-break 10 v 10", "our_ties_10", "icepool_ties_10", "dyce_ties_10", ">= 25x"),
    Case("tie-break 20 v 20", "our_ties_20", "icepool_ties_20", None, ">= 100x"),
    Case("margins, tie-break 20 v 20", "our_both_20", "icepool_both_20", None, ""),
    Case("levels 1..10 of one roll", "our_levels", "icepool_levels", "dyce_levels", ">= 10x"),
    Case("import", "our_import", "icepool_import", "dyce_import", "<= icepool"),
]
# What needs a browser or JupyterLab is measured in tests/bench_browser.py.


# Each function imports what it needs and returns what is measured.


def our_import():
    return partial(__import__, "silhouette_analysis")


def our_rolls():
    from silhouette_analysis import roll_table

    return lambda: roll_table(range(1, 101))


def our_contests():
    from silhouette_analysis import contest_table

    return lambda: contest_table(range(1, 31), range(1, 31))


def our_contest():
    from silhouette_analysis import contest_table

    return lambda: contest_table(10, 10)


def our_ties(dice):
    from silhouette_analysis import outcome_table

    return lambda: outcome_table(dice, dice)


our_ties_10, our_ties_20 = partial(our_ties, 10), partial(our_ties, 20)


def our_both_20():
    from silhouette_analysis import contest_table, outcome_table

    return lambda: (contest_table(20, 20), outcome_table(20, 20))


def our_levels():
    from silhouette_analysis import shared_roll_table

    return lambda: shared_roll_table(range(1, 11))


def step(result, face):
    return max(result, face) if result < 6 else result + (face == 6)


def score(result):
    return result if result > 1 else 0


def icepool_import():
    return partial(__import__, "icepool")


def icepool_floats(die):
    return [ways / die.denominator() for ways in die.quantities()]


def icepool_tails(die):
    """What a table of ours holds: the chance of each number, and of that much or more."""
    return icepool_floats(die), [ways / die.denominator() for ways in die.quantities(">=")]


def icepool_chain(dice):
    import icepool

    rolls = [icepool.Die([0])]
    for _ in range(dice):
        rolls.append(icepool.map(step, rolls[-1], icepool.d6))
    return rolls[1:]


def icepool_rolls():
    import icepool  # noqa: F401

    return lambda: [icepool_tails(roll) for roll in icepool_chain(100)]


def icepool_contests():
    import icepool

    def contests():
        sides = [icepool.map(score, roll) for roll in icepool_chain(30)]
        return [icepool_tails(a - b) for a in sides for b in sides]

    return contests


def icepool_contest():
    import icepool

    def contest():
        side = icepool.map(score, icepool_chain(10)[-1])
        return icepool_tails(side - side)

    return contest


def icepool_ties(dice):
    import icepool

    class Outcome(icepool.MultisetEvaluator):
        """Who leads (2 or -2 by the score, 1 or -1 by the next die), None while no die has been seen."""

        def initial_state(self, order, outcomes, *sizes, **kwargs):
            if order != icepool.Order.Descending:
                raise icepool.UnsupportedOrder
            return

        def next_state(self, lead, order, face, a, b):
            if lead:
                return lead
            ahead = (a > b) - (a < b)
            if lead is None:
                if not (a or b):
                    return None
                # Sixes count in the score, of any other face a single die does.
                by_score = face == 6 or not (a and b)
                return 2 * ahead if by_score else ahead
            return ahead

        def final_outcome(self, lead, order, outcomes, *sizes, **kwargs):
            return lead

    return lambda: icepool_floats(Outcome()(icepool.d6.pool(dice), icepool.d6.pool(dice)))


icepool_ties_10, icepool_ties_20 = partial(icepool_ties, 10), partial(icepool_ties, 20)


def icepool_both_20():
    import icepool

    class Margin(icepool.MultisetEvaluator):
        """The margin, and who leads by the next die where it is 0."""

        def initial_state(self, order, outcomes, *sizes, **kwargs):
            if order != icepool.Order.Descending:
                raise icepool.UnsupportedOrder
            return 0, 0, 0

        def next_state(self, state, order, face, a, b):
            result_a, result_b, lead = state
            bonus_a, bonus_b = (max(count - 1, 0) if face == 6 else 0 for count in (a, b))
            result_a = result_a or (face + bonus_a if a else 0)
            result_b = result_b or (face + bonus_b if b else 0)
            if result_a and result_b and result_a != result_b:
                return result_a, result_b, 0
            return result_a, result_b, lead or (a > b) - (a < b)

        def final_outcome(self, state, order, outcomes, *sizes, **kwargs):
            result_a, result_b, lead = state
            margin = score(result_a) - score(result_b)
            return margin, 0 if margin else lead

    return lambda: icepool_floats(Margin()(icepool.d6.pool(20), icepool.d6.pool(20)))


def icepool_levels():
    import icepool

    def levels():
        joint = icepool.map(lambda face: (face,), icepool.d6)
        for _ in range(9):
            joint = icepool.map(
                lambda results, face: (*results, step(results[-1], face)), joint, icepool.d6, star=False
            )
        return icepool_floats(joint)

    return levels


def dyce_import():
    return partial(__import__, "dyce")


def dyce_chain(dice):
    from dyce import H

    rolls = [H({0: 1})]
    for _ in range(dice):
        rolls.append(rolls[-1].map(step, H(6)))
    return rolls[1:]


def dyce_rolls():
    import dyce  # noqa: F401

    return lambda: [roll.distribution_xy() for roll in dyce_chain(100)]


def dyce_contests():
    import dyce  # noqa: F401

    def contests():
        sides = [roll.umap(score) for roll in dyce_chain(30)]
        return [(a - b).distribution_xy() for a in sides for b in sides]

    return contests


def dyce_contest():
    import dyce  # noqa: F401

    def contest():
        side = dyce_chain(10)[-1].umap(score)
        return (side - side).distribution_xy()

    return contest


def dyce_ties_10():
    from dyce import H, P

    def ranked():
        """Each roll as its score and the dice below the top: compared as the tie-break compares them."""
        ways = {}
        for roll, count in P(*[6] * 10).rolls_with_counts():
            result = 0
            for face in roll:
                result = step(result, face)
            key = (score(result), *reversed(roll[:-1]))
            ways[key] = ways.get(key, 0) + count
        return H(ways)

    def leads(a, b):
        if a[0] != b[0]:
            return 2 if a > b else -2
        return (a > b) - (a < b)

    return lambda: ranked().map(leads, ranked()).distribution_xy()


def dyce_levels():
    from dyce import H

    def levels():
        joint = H({(face,): 1 for face in range(1, 7)})
        for _ in range(9):
            joint = joint.map(lambda results, face: (*results, step(results[-1], face)), H(6))
        return [count / joint.total for count in joint.counts()]

    return levels


def measured(function, python=sys.executable):
    """What a new process needs for it, or None where it does not end in time."""
    found = []
    for _ in range(PROCESSES):
        try:
            run = subprocess.run(
                [python, __file__, function], capture_output=True, text=True, timeout=FEASIBLE, check=False
            )
        except subprocess.TimeoutExpired:
            return None
        if run.returncode:
            sys.exit(f"{function} failed:\n{run.stderr}")
        found.append(json.loads(run.stdout))
        if sum(seconds for seconds, _, _ in found) > FEASIBLE / 4:
            break  # slow enough for one process more or less not to matter
    return Measurement(*map(statistics.median, zip(*found, strict=True)))


def measure(function):
    """Run one function in this process and print what it needed."""
    start = time.perf_counter()
    run = globals()[function]()
    ready = time.perf_counter()
    run()
    done = time.perf_counter()
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps([done - ready, ready - start, kilobytes / 1024]))


def table(rows):
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *others = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *others]).rstrip(), flush=True)


def main():
    rows = [["case", "ours ms", "icepool ms", "ratio", "dyce ms", "ratio", "target"]]
    imports, memory = 0.0, 0.0
    for case in CASES:
        if sys.stderr.isatty():
            print(f"\r\033[K{case.name} ...", end="", file=sys.stderr, flush=True)
        ours, theirs = measured(case.ours), measured(case.icepool)
        third = measured(case.dyce, DYCE_PYTHON) if case.dyce else None
        imports, memory = max(imports, ours.imports), max(memory, ours.megabytes)
        row = [case.name, f"{ours.seconds * 1e3:.1f}"]
        for other in (theirs, third):
            if other:
                row += [f"{other.seconds * 1e3:.1f}", f"{other.seconds / ours.seconds:.1f}x"]
            else:
                row += ["not feasible", ""]
        rows.append([*row, case.target])
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    table(rows)
    print(
        f"Ratio: how many times as long they take as we do. New process each, after imports; ours, pandas "
        f"included, take up to {imports * 1e3:.0f} ms and the whole process up to {memory:.0f} MB "
        "(target: under 300 MB)."
    )


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
