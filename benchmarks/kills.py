"""Kills every stage at random moments, and looks at what the next start finds.

    python -m benchmarks.kills [COUNT, 200 unless told] [SEED]

Half of the kills come at a random step (an open, a rename, a removal, a statement of SQLite ...), half at a
random microsecond. What must hold afterwards is written in ``benchmarks/corridor.py``.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter

from benchmarks.corridor import Corridor, small_exports
from benchmarks.faults import Fault, Forks

WORKERS = 2


def series(count: int, seed: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """So many kills, the stages in turn. Returns the trials and the kills by stage, and what did not hold."""
    chance = random.Random(seed)
    trials: Counter[str] = Counter()
    kills: Counter[str] = Counter()
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Forks([Path(folder)]) as forks:
        corridor = Corridor(Path(folder), forks, small_exports(Path(folder)))
        stages = list(corridor.stages.values())
        lengths = {}
        for stage in stages:
            begin = perf_counter()
            steps = corridor.cut(stage, Fault()).steps
            lengths[stage.name] = steps, perf_counter() - begin
        while kills.total() < count:
            stage = stages[trials.total() % len(stages)]
            steps, seconds = lengths[stage.name]
            by_step = chance.random() < 0.5
            fault = (
                Fault(at=chance.randint(1, steps)) if by_step else Fault(after=chance.uniform(1e-4, seconds))
            )
            killed, found = corridor.trial(stage, fault)
            trials[stage.name] += 1
            kills[stage.name] += killed
            problems += [f"{stage.name} at {fault}: {one}" for one in found]
    return trials, kills, problems


def main(arguments: Sequence[str]) -> int:
    count, seed = (int(word) for word in [*arguments, *("200", "1")[len(arguments) :]])
    with ThreadPoolExecutor(WORKERS) as pool:
        done = list(pool.map(lambda n: series(-(-count // WORKERS), seed * WORKERS + n), range(WORKERS)))
    trials, kills = (sum((one[i] for one in done), Counter[str]()) for i in (0, 1))
    problems = [problem for one in done for problem in one[2]]
    print(f"{'stage':<14}{'killed':>8}{'ended first':>14}{'not clean':>12}")
    for name in trials:
        unclean = sum(problem.startswith(f"{name} at") for problem in problems)
        print(f"{name:<14}{kills[name]:>8}{trials[name] - kills[name]:>14}{unclean:>12}")
    print(f"{'all':<14}{kills.total():>8}{trials.total() - kills.total():>14}{len(problems):>12}")
    print(*problems[:20], sep="\n", end="")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
