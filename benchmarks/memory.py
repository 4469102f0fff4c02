"""How fast a memory directory of 5,000 memories is seeded, shown, re-read and undone.

    python -m benchmarks.memory [COUNT]

An index holds at most 200 lines, so the memories are spread over as many layers as that takes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar

from bootstrap.export.base import EXPORTERS, plan_export
from bootstrap.memory import seeding
from bootstrap.memory.directory import Directory
from bootstrap.memory.reseed import reconcile
from bootstrap.model import GLOBAL, Candidate, Decision, Evidence, MemoryType

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)
KINDS: tuple[MemoryType, ...] = ("user", "project", "reference", "feedback")
A_LAYER = 180
T = TypeVar("T")


def candidates(count: int, project: str) -> list[Candidate]:
    return [
        Candidate(
            key=f"topic/{number}",
            change="create",
            type=KINDS[number % 4],
            name=f"memory-number-{number}",
            title=f"Memory number {number}",
            description=f"What the records say about topic {number}, in one line of usual length",
            body=f"The fact about topic {number}.\n\n**Why:** it comes up.\n**How to apply:** look there first.",
            evidence=(
                Evidence(f"mid:{number}@mail.example", f"a sentence that proves topic {number}", when=NOW),
            ),
            as_of=date(2026, 11, 12),
            layer=(GLOBAL, project)[number // A_LAYER]
            if number < 2 * A_LAYER
            else f"-srv-{number // A_LAYER}",
        )
        for number in range(count)
    ]


def timed(what: str, work: Callable[[], T]) -> T:
    begin = time.perf_counter()
    result = work()
    print(f"{what:<44}{(time.perf_counter() - begin) * 1000:10.1f} ms")
    return result


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        directory, receipts, project = Directory(place / "memories"), place / "receipts", place / "srv"
        proposed = candidates(count, directory.project_key(project))
        approved = [seeding.Approved(one, Decision(one.id, "approve", NOW)) for one in proposed]
        plan = timed(f"plan a seeding of {count:,}", lambda: seeding.plan(directory, approved, NOW))
        receipt = timed("write it", lambda: seeding.apply(plan, receipts, NOW))
        timed("look for cut writings", lambda: seeding.recover(directory.root, receipts))
        timed("show (global and one project)", lambda: directory.boot_context(project))
        timed("reconcile with the same footprint", lambda: reconcile(proposed, directory, (), NOW.date()))
        timed("plan the same answers again", lambda: seeding.plan(directory, approved, NOW))
        for name in EXPORTERS:
            timed(
                f"plan an export to {name}", lambda name=name: plan_export(name, directory, place, place, {})
            )  # type: ignore[misc]
        timed("undo", lambda: seeding.undo(directory.root, receipts, receipt.id))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
