"""The corridor from records to files and back: pull, propose, review, seed, and once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bootstrap import ledgers, pipeline
from bootstrap.errors import Day1Error, NothingToDo
from bootstrap.extract.rules import RulesExtractor
from bootstrap.files import locked
from bootstrap.memory.directory import Directory
from bootstrap.model import Candidate
from bootstrap.settings import Settings, fixed
from bootstrap.workspace import Workspace
from connectors.base import ConnectorError, Health, SourceUnavailable, State
from connectors.records import Item, Mark

OTTO = "Otto Berg <otto@kestrel.example>"


@dataclass
class Source:
    """Gives what it is told to give, and may break off behind it."""

    items: Sequence[Item]
    label: str = "source"
    kind: str = "mbox"
    breaks: bool = False

    def check(self) -> Health:
        return Health(State.READY, "there")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        yield from self.items
        if self.breaks:
            raise SourceUnavailable("the other side is gone", "try later")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        Workspace(tmp_path / "workspace"), Directory(tmp_path / "memories"), clock=fixed(date(2026, 11, 15))
    )


@pytest.fixture
def records(desk: Any) -> list[Item]:
    desk.exchange(OTTO, rounds=5, own_signature="Mira Holt\nTest Engineer\nKestrel Oy")
    desk.event("Crane sync", when=desk.at(60), with_=(OTTO,), rule="FREQ=WEEKLY")
    return list(desk.records)


def silent(label: str, mark: Mark, kept: int) -> None:
    del label, mark, kept


def pulled(settings: Settings, items: Sequence[Item]) -> None:
    pipeline.pull(settings, [Source(items)], silent)


def run(settings: Settings) -> list[Candidate]:
    _, candidates = pipeline.propose(settings, RulesExtractor())
    reviewed = pipeline.session(settings, "me")
    for item in reviewed.items:
        if not item.candidate.below and not item.blocked:
            reviewed.decide(item, "approve")
    pipeline.seed(settings, pipeline.plan(settings, reviewed))
    return candidates


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}


def test_from_records_to_files(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    assert len(run(settings)) > 2
    written = files(settings.directory.root)
    assert "_global/MEMORY.md" in written
    assert b"Test Engineer" in b"".join(
        data for name, data in written.items() if name.startswith("_global/user_")
    )
    assert ledgers.read_decisions(settings.workspace.decisions)


def test_proposing_twice_writes_the_same_bytes(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    pipeline.propose(settings, RulesExtractor())
    first = settings.workspace.candidates.read_bytes()
    pipeline.propose(settings, RulesExtractor())
    assert settings.workspace.candidates.read_bytes() == first


def test_two_workspaces_of_one_footprint_write_the_same_memories(
    settings: Settings, records: list[Item], tmp_path: Path
) -> None:
    other = replace(settings, workspace=Workspace(tmp_path / "w2"), directory=Directory(tmp_path / "m2"))
    for one in (settings, other):
        pulled(one, records)
        run(one)
    memories = [
        {n: d for n, d in files(s.directory.root).items() if ".day1" not in n} for s in (settings, other)
    ]
    assert memories[0] == memories[1]


def test_an_unchanged_footprint_proposes_nothing_more(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    run(settings)
    before = files(settings.directory.root)
    pulled(settings, records)
    assert run(settings) == []
    assert files(settings.directory.root) == before


def test_what_was_rejected_stays_rejected(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    pipeline.propose(settings, RulesExtractor())
    reviewed = pipeline.session(settings, "me")
    reviewed.decide(next(item for item in reviewed.items if item.candidate.key == "owner/meetings"), "reject")
    pulled(settings, records)
    pipeline.propose(settings, RulesExtractor())
    pending = [i.candidate.key for i in pipeline.session(settings, "me").items if i.verdict is None]
    assert "owner/meetings" not in pending
    assert pending


def test_the_budget_draws_the_line(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    _, candidates = pipeline.propose(replace(settings, budget=1), RulesExtractor())
    assert [c.below for c in candidates] == [False] + [True] * (len(candidates) - 1)


def test_answers_are_on_disk_at_once_and_come_back(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    pipeline.propose(settings, RulesExtractor())
    first = pipeline.session(settings, "me")
    first.decide(first.items[0], "approve")
    again = pipeline.session(settings, "me")
    assert again.items[0].verdict == "approve"
    assert again.count(None) == len(again.items) - 1


def test_nothing_pulled_is_one_clear_line_and_leaves_no_trace(settings: Settings) -> None:
    with pytest.raises(NothingToDo, match="Nothing was pulled yet"):
        pipeline.propose(settings, RulesExtractor())
    assert not settings.workspace.root.exists()
    assert not settings.directory.root.exists()


def test_a_pull_that_brings_nothing_leaves_no_trace(settings: Settings) -> None:
    with pytest.raises(NothingToDo):
        pulled(settings, [])
    assert not settings.workspace.root.exists()


def test_a_pull_that_fails_at_once_leaves_no_trace(settings: Settings) -> None:
    with pytest.raises(ConnectorError):
        pipeline.pull(settings, [Source([], breaks=True)], silent)
    assert not settings.workspace.root.exists()


def test_a_failed_pull_leaves_an_earlier_snapshot_alone(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    with pytest.raises(ConnectorError):
        pipeline.pull(settings, [Source([], label="other", breaks=True)], silent)
    with pipeline.snapshot(settings) as opened:
        assert [entry.label for entry in opened.coverage()] == ["source"]


def test_a_source_that_breaks_off_is_partial_and_said(settings: Settings, records: list[Item]) -> None:
    coverage = pipeline.pull(settings, [Source(records, breaks=True)], silent)
    assert [(c.complete, c.problem, c.kept) for c in coverage] == [
        (False, "the other side is gone", len(records))
    ]


def test_a_second_day1_is_refused(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    with locked(settings.workspace.lock, "busy"), pytest.raises(Day1Error, match="Another day1"):
        pipeline.propose(settings, RulesExtractor())


def test_seeding_nothing_writes_nothing(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    pipeline.propose(settings, RulesExtractor())
    planned = pipeline.plan(settings, pipeline.session(settings, "me"))
    assert planned.paths == ()
    assert not settings.directory.root.exists()


def test_the_footprint_knows_the_declared_address(settings: Settings, records: list[Item]) -> None:
    pulled(settings, records)
    with pipeline.snapshot(settings) as opened:
        found = pipeline.footprint(replace(settings, me=("mira@private.example",)), opened)
    assert "mira@private.example" in found.owner.addresses
    assert found.now == datetime(2026, 11, 15, 12, tzinfo=UTC)
