"""Scores the rules extractor on whole persons: ``make score``, or ``python benchmarks/score.py [--count N]``.

For the sample person and N generated ones the exports are pulled, everything above the line is approved and
seeded, and the memory directory is scored against the truth. Prints a Markdown table; exits with 1 when
something forbidden was written.
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

import sample_data
from bootstrap.fixtures import personas
from bootstrap.fixtures.gold import read
from bootstrap.fixtures.make import make
from bootstrap.fixtures.score import Score, load, rate


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line: who it is, and the scores over facts of metadata and over all facts."""

    who: str
    meta: Score
    whole: Score


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--count", type=int, default=20, help="generated persons (default 20)")
    options.add_argument("--first", type=int, default=1, help="seed of the first one (default 1)")
    options.add_argument(
        "--missed", action="store_true", help="list what was missed, unmatched and forbidden"
    )
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="day1-score-") as folder, ThreadPoolExecutor(2) as pool:
        sample = pool.submit(
            score_one,
            "sample: hydrologist, Chile",
            sample_data.gold(),
            [sample_data.path()],
            Path(folder) / "sample",
        )
        seeds = range(chosen.first, chosen.first + chosen.count)
        generated = list(pool.map(lambda seed: score_seed(seed, Path(folder) / str(seed)), seeds))
        rows = [sample.result(), *generated]
    show(rows, generated)
    if chosen.missed:
        tell(rows)
    return 1 if any(row.whole.forbidden for row in rows) else 0


def score_seed(seed: int, place: Path) -> Row:
    """Make, run and score one generated person."""
    make(seed, place / "fixture")
    life = personas.draw(seed)
    tools = ", ".join(sorted(life.sources - {"documents"}))
    who = f"{seed}: {life.trade.id}, {life.tongue.language} ({life.mail_format}, {tools})"
    return score_one(who, place / "fixture/gold.json", [place / "fixture/exports"], place)


def score_one(who: str, gold: Path, exports: list[Path], place: Path) -> Row:
    """Run the whole corridor as a program and score what it wrote."""
    place.mkdir(parents=True, exist_ok=True)
    truth = read(gold)
    command = [
        sys.executable,
        "-m",
        "bootstrap.cli",
        "run",
        *map(str, exports),
        "--approve",
        "all",
        "--json",
        "--now",
        truth.now,
    ]
    command += ["--workspace", str(place / "workspace"), "--memories", str(place / "memories")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        log = place / "workspace" / "log"
        print(log.read_text("utf-8") if log.exists() else done.stderr, file=sys.stderr)
        raise SystemExit(f"{who}: day1 ended with exit code {done.returncode}")
    approved = json.loads(done.stdout.splitlines()[-1])["approved"]
    texts = load(place / "memories")
    if approved != len(texts):
        raise SystemExit(f"{who}: {approved} approved, {len(texts)} written")
    return Row(who, rate(truth, texts, truth.facts, "meta"), rate(truth, texts, truth.facts))


def show(rows: list[Row], generated: list[Row]) -> None:
    """The table, and the means over the generated persons."""
    print("| person | memories | recall (metadata) | recall (all) | precision | forbidden |")
    print("|---|--:|--:|--:|--:|--:|")
    for row in rows:
        meta, whole = row.meta, row.whole
        print(
            f"| {row.who} | {whole.memories} | {meta.recall or 0:.3f} | {whole.recall or 0:.3f} "
            f"| {whole.precision or 0:.3f} | {len(whole.forbidden)} |"
        )
    if generated:
        recall = sum(row.meta.recall or 0 for row in generated) / len(generated)
        precision = sum(row.whole.precision or 0 for row in generated) / len(generated)
        forbidden = sum(len(row.whole.forbidden) for row in generated)
        print(f"| mean of {len(generated)} generated | | {recall:.3f} | | {precision:.3f} | {forbidden} |")


def tell(rows: list[Row]) -> None:
    """What to look at: for each person the facts missed, memories unmatched, things forbidden."""
    for row in rows:
        print(f"\n{row.who}")
        for name in ("missed", "unmatched", "forbidden"):
            found = getattr(row.meta if name == "missed" else row.whole, name)
            if found:
                print(f"  {name}: {'; '.join(map(str, found))}")


if __name__ == "__main__":
    sys.exit(main())
