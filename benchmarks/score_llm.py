"""Scores the model extractor on whole persons: ``make score-llm``, or ``python benchmarks/score_llm.py [--count N]``.

Needs a real endpoint, configured as for day1 itself:

    DAY1_MODEL=gpt-5-mini OPENAI_API_KEY=... make score-llm
    DAY1_MODEL=qwen3:14b OPENAI_BASE_URL=http://127.0.0.1:11434/v1 make score-llm

DAY1_CONSOLIDATION_MODEL names another model for the second phase. What is sent are made-up persons, so no
consent is asked for. Prints a Markdown table with model, date and cost; answers are kept in the folder given by
--cassette, so that a second run is free.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sample_data
from bootstrap.fixtures.gold import read
from bootstrap.fixtures.make import make
from bootstrap.fixtures.score import Score, load, rate


@dataclass(frozen=True, slots=True)
class Row:
    """One person's line: the scores and what the run cost."""

    who: str
    meta: Score
    whole: Score
    spend: dict[str, Any]


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--count", type=int, default=3, help="generated persons beside the sample (default 3)"
    )
    options.add_argument("--cassette", type=Path, help="keep requests and answers there")
    chosen = options.parse_args()
    model = os.environ.get("DAY1_MODEL", "")
    if not model:
        print("No endpoint is configured, so nothing was scored. How to configure one:\n", file=sys.stderr)
        print(__doc__, file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory(prefix="day1-score-llm-") as folder:
        place = Path(folder)
        rows = [
            score_one(
                "sample person",
                sample_data.gold(),
                sample_data.path(),
                place / "sample",
                model,
                chosen.cassette,
            )
        ]
        for seed in range(1, chosen.count + 1):
            make(seed, place / f"{seed}/fixture")
            fixture = place / f"{seed}/fixture"
            rows.append(
                score_one(
                    f"generated {seed}",
                    fixture / "gold.json",
                    fixture / "exports",
                    place / str(seed),
                    model,
                    chosen.cassette,
                )
            )
    show(rows, model)
    return 1 if any(row.whole.forbidden for row in rows) else 0


def score_one(who: str, gold: Path, exports: Path, place: Path, model: str, cassette: Path | None) -> Row:
    """Run the whole corridor as a program, approve all above the line, and score what was written."""
    truth = read(gold)
    command = [
        sys.executable,
        "-m",
        "bootstrap.cli",
        "run",
        str(exports),
        "--approve",
        "all",
        "--json",
        "--now",
        truth.now,
    ]
    command += ["--workspace", str(place / "workspace"), "--memories", str(place / "memories")]
    command += ["--extractor", "llm", "--model", model, "--yes"]
    command += ["--consolidation-model", os.environ.get("DAY1_CONSOLIDATION_MODEL", model)]
    command += ["--cassette", str(cassette.absolute())] if cassette else []
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{who}: day1 ended with exit code {done.returncode}")
    spend = json.loads(done.stdout.splitlines()[-1])["spend"]
    texts = load(place / "memories")
    return Row(who, rate(truth, texts, truth.facts, "meta"), rate(truth, texts, truth.facts), spend)


def show(rows: list[Row], model: str) -> None:
    """The table, and what all of it cost."""
    print(
        "| person | memories | recall (metadata) | recall (all) | precision | forbidden | tokens in | cached | out | US$ |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        spend, usd = row.spend, row.spend.get("usd")
        print(
            f"| {row.who} | {row.whole.memories} | {row.meta.recall or 0:.3f} | {row.whole.recall or 0:.3f} "
            f"| {row.whole.precision or 0:.3f} | {len(row.whole.forbidden)} | {spend['input_tokens']:,} | {spend['cached_tokens']:,} "
            f"| {spend['output_tokens']:,} | {'?' if usd is None else f'{usd:.3f}'} |"
        )
    second = os.environ.get("DAY1_CONSOLIDATION_MODEL", model)
    print(f"\n{model}, consolidation by {second}, {datetime.now(UTC).date().isoformat()}.")


if __name__ == "__main__":
    sys.exit(main())
