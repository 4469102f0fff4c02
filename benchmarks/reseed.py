"""Re-seeding after a job change, measured: ``python benchmarks/reseed.py [--count N]``.

For N generated persons the exports before the change are seeded, then those after it into the same memory
directory. Printed for each: how many facts to retire are gone or told as former, how many to keep are still
told, recall of the new facts, and what a second re-seed would still propose (nothing is right).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bootstrap.fixtures import personas
from bootstrap.fixtures.gold import Fact, found, read
from bootstrap.fixtures.make import make
from bootstrap.fixtures.score import load, rate

FORMER = r"former|previous|until|ended|no longer|\bwas\b"


@dataclass(frozen=True, slots=True)
class Row:
    """Shares of one person; ``again`` counts candidates of a second re-seed."""

    who: str
    learned: float
    retired: float
    kept: float
    recall: float
    precision: float
    again: int
    left: tuple[str, ...]
    lost: tuple[str, ...]


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--count", type=int, default=10)
    options.add_argument("--first", type=int, default=1)
    chosen = options.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    with tempfile.TemporaryDirectory(prefix="day1-reseed-") as folder, ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda seed: change(seed, Path(folder) / str(seed)), seeds))
    print("| person | recall before | retired | kept | recall after | precision after | proposed again |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        shares = " | ".join(
            f"{share:.2f}" for share in (row.learned, row.retired, row.kept, row.recall, row.precision)
        )
        print(f"| {row.who} | {shares} | {row.again} |")
    for row in rows:
        if row.left or row.lost:
            print(f"{row.who}: still told: {', '.join(row.left) or '-'}; lost: {', '.join(row.lost) or '-'}")
    return 0


def change(seed: int, place: Path) -> Row:
    """One person's two jobs in one memory directory."""
    make(seed, place, after=True)
    truth, life = read(place / "gold.json"), personas.draw(seed)
    run(place, "before", life.now.isoformat())
    first = load(place / "memories")
    run(place, "after", truth.now)
    second = load(place / "memories")
    again = run(place, "after", truth.now, "again")
    known = [fact for fact in truth.facts_before if told(fact, first)]
    leave = [fact for fact in known if fact.id in truth.to_retire]
    keep = [fact for fact in known if fact.id not in truth.to_retire]
    left = tuple(fact.id for fact in leave if told(fact, second, current=True))
    lost = tuple(fact.id for fact in keep if not told(fact, second))
    score = rate(truth, second, truth.facts_after)
    return Row(
        who=f"{seed}: {life.trade.id}, {life.tongue.language}", learned=len(known) / len(truth.facts_before),
        retired=1 - len(left) / max(1, len(leave)), kept=1 - len(lost) / max(1, len(keep)), recall=score.recall or 0,
        precision=score.precision or 0, again=again, left=left, lost=lost,
    )  # fmt: skip


def told(fact: Fact, texts: dict[str, str], current: bool = False) -> bool:
    """Whether one memory tells the fact; with ``current``, and not on lines about the past."""
    if current:
        texts = {
            name: "\n".join(line for line in text.splitlines() if not found(FORMER, line))
            for name, text in texts.items()
        }
    return any(fact.told_by(text) for text in texts.values())


def run(place: Path, part: str, now: str, workspace: str = "") -> int:
    """One run of day1 into the person's memory directory; returns the number of candidates."""
    command = [
        sys.executable,
        "-m",
        "bootstrap.cli",
        "run",
        str(place / part / "exports"),
        "--approve",
        "all",
        "--json",
    ]
    command += [
        "--now",
        now,
        "--workspace",
        str(place / (workspace or part)),
        "--memories",
        str(place / "memories"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{place.name} {part}: day1 ended with exit code {done.returncode}\n{done.stderr}")
    count: int = json.loads(done.stdout.splitlines()[-1])["candidates"]
    return count


if __name__ == "__main__":
    sys.exit(main())
