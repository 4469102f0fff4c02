"""A memory directory with any number of memories in two layers, and the exports of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bootstrap.export.base import plan_export
from bootstrap.memory import seeding
from bootstrap.memory.changes import Plan
from bootstrap.memory.directory import Directory
from bootstrap.memory.receipts import Receipt
from bootstrap.model import GLOBAL, Candidate, Decision, Evidence, MemoryType

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)
KINDS: tuple[MemoryType, ...] = ("user", "project", "reference", "feedback")


class Library:
    """Seeds, exports and takes back under one temporary folder."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.directory = Directory(place / "memories")
        self.receipts = place / "receipts"
        self.user = place / "home"
        self.project = place / "srv/app"
        (self.project / ".git").mkdir(parents=True)
        self.key = self.directory.project_key(self.project)

    def seed(self, *candidates: Candidate) -> Receipt:
        answers = [seeding.Approved(one, Decision(one.id, "approve", NOW)) for one in candidates]
        return seeding.apply(seeding.plan(self.directory, answers, NOW), self.receipts, NOW)

    def one(self, name: str, type_: MemoryType = "reference", **fields: object) -> Candidate:
        base = Candidate(
            key=f"topic/{name}",
            change="create",
            type=type_,
            name=name,
            title=name.replace("-", " ").capitalize(),
            description=f"What to know of {name.replace('-', ' ')}",
            body=f"The fact about {name}.\n\n**Why:** it is looked up often.\n**How to apply:** see [[{name}]].",
            evidence=(Evidence("mid:1@mail.example", "a quote"),),
            as_of=date(2026, 11, 1),
        )
        return replace(base, **fields)  # type: ignore[arg-type]

    def many(self, count: int) -> None:
        """``count`` memories of all types, half of them global, the best of each type first by number."""
        self.seed(
            *[
                self.one(
                    f"memory-{number:03}",
                    KINDS[number % 4],
                    value=1 - number / 1000,
                    layer=GLOBAL if number < (count + 1) // 2 else self.key,
                )
                for number in range(count)
            ]
        )

    def plan(self, name: str, to: Path | None = None) -> Plan:
        return plan_export(name, self.directory, to, self.user, {}, self.project)

    def export(self, name: str, to: Path | None = None) -> Receipt:
        return seeding.apply(self.plan(name, to), self.receipts, NOW)

    def tree(self, root: Path | None = None) -> dict[str, bytes]:
        root = root or self.user
        return {
            path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
        }


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)
