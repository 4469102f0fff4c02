"""A small candidate, its approval, and a directory to seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bootstrap.memory import seeding
from bootstrap.memory.directory import Directory
from bootstrap.memory.receipts import Receipt
from bootstrap.model import Candidate, Decision, Evidence

NOW = datetime(2026, 11, 15, 9, tzinfo=UTC)
Make = Callable[..., Candidate]


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def make() -> Make:
    """``make(name, **fields)``: a candidate about one thing."""

    def candidate(name: str, **fields: object) -> Candidate:
        base = Candidate(
            key=f"topic/{name}",
            change="create",
            type="reference",
            name=name,
            title=name.replace("-", " ").capitalize(),
            description=f"What is known about {name}",
            body=f"Facts on {name}.",
            evidence=(Evidence("mid:1@mail.example", f"a quote on {name}", when=NOW),),
            as_of=date(2026, 11, 12),
            why="Saves looking it up.",
        )
        return replace(base, **fields)  # type: ignore[arg-type]

    return candidate


class Bench:
    """A directory and a workspace's receipts in one temporary folder."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.directory = Directory(place / "memories")
        self.root = self.directory.root
        self.receipts = place / "receipts"

    def approved(self, *candidates: Candidate, **fields: object) -> list[seeding.Approved]:
        answers = [replace(Decision(one.id, "approve", NOW, by="ada"), **fields) for one in candidates]  # type: ignore[arg-type]
        return [seeding.Approved(one, answer) for one, answer in zip(candidates, answers, strict=True)]

    def plan(self, *candidates: Candidate, **fields: object) -> seeding.Plan:
        return seeding.plan(self.directory, self.approved(*candidates, **fields), NOW)

    def seed(self, *candidates: Candidate, now: datetime = NOW, **fields: object) -> Receipt:
        plan = seeding.plan(self.directory, self.approved(*candidates, **fields), now)
        return seeding.apply(plan, self.receipts, now)

    def undo(self, receipt: str | None = None) -> Receipt:
        return seeding.undo(self.root, self.receipts, receipt)

    def tree(self) -> dict[str, bytes | None]:
        found = sorted(self.root.rglob("*")) if self.root.exists() else []
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes() if path.is_file() else None
            for path in found
        }

    def text(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
