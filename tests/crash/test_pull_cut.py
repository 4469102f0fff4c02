"""A pull that is cut: what was sealed before stays readable, and what was read to its end is not read twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bootstrap.pull import pull
from bootstrap.snapshot import Coverage, Snapshot
from connectors.base import Health, SourceUnavailable, State
from connectors.records import Item, Mark, Message, Party

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


class Source:
    """Six messages of one edition, a mark after each second; breaks off before number ``breaks_at``."""

    kind = "fake"

    def __init__(
        self, label: str, edition: str = "first", breaks_at: int = -1, error: BaseException | None = None
    ) -> None:
        self.label = label
        self.asked: list[str] = []
        self._edition, self._breaks_at = edition, breaks_at
        self._error = error or KeyboardInterrupt()

    def check(self) -> Health:
        return Health(State.READY, "there")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        self.asked.append(cursor)
        for number in range(int(cursor or 0), 6):
            if number == self._breaks_at:
                raise self._error
            uri = f"mid:{self.label}-{number}"
            yield Message(uri, self.label, NOW, self._edition, "", Party("Rosa", "rosa@faro.example"))
            if number % 2:
                yield Mark(str(number + 1), number, 6)


def run(place: Path, *sources: Source, now: datetime = NOW) -> list[Coverage]:
    with Snapshot(place / "snapshot.sqlite") as snapshot:
        return pull(sources, snapshot, lambda: now, lambda label, mark, kept: None)


def titles(place: Path) -> list[str]:
    with Snapshot(place / "snapshot.sqlite") as snapshot:
        return [message.title for message in snapshot.records(Message)]


def test_sources_read_before_the_cut_are_not_read_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, Source("a"), Source("b", breaks_at=3), Source("c"))
    a, b, c = Source("a"), Source("b"), Source("c")
    coverage = run(tmp_path, a, b, c, now=NOW + timedelta(hours=1))
    assert (a.asked, b.asked, c.asked) == ([], ["2"], [""])
    assert [(one.label, one.kept, one.complete) for one in coverage] == [(x, 6, True) for x in "abc"]


def test_a_source_sealed_by_another_run_is_read_anew(tmp_path: Path) -> None:
    run(tmp_path, Source("a"))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, Source("b", breaks_at=3), now=NOW + timedelta(days=30))
    a = Source("a", "second")
    run(tmp_path, a, Source("b"), now=NOW + timedelta(days=31))
    assert a.asked == [""]
    assert titles(tmp_path) == ["second"] * 6 + ["first"] * 6


def test_a_sealed_pull_is_read_until_the_next_one_is_sealed(tmp_path: Path) -> None:
    (first,) = run(tmp_path, Source("a"))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, Source("a", "second", breaks_at=3), now=NOW + timedelta(days=1))
    assert titles(tmp_path) == ["first"] * 6
    with Snapshot(tmp_path / "snapshot.sqlite") as snapshot:
        assert snapshot.coverage() == [first]
        record = snapshot.record("mid:a-0")
        assert record is not None and record.title == "first"
    run(tmp_path, Source("a", "second"), now=NOW + timedelta(days=2))
    assert titles(tmp_path) == ["second"] * 6


def test_a_source_that_gives_nothing_this_time_costs_nothing(tmp_path: Path) -> None:
    run(tmp_path, Source("a"))
    gone = Source("a", "second", breaks_at=0, error=SourceUnavailable("the other side is gone", "try later"))
    (coverage,) = run(tmp_path, gone, now=NOW + timedelta(days=1))
    assert titles(tmp_path) == ["first"] * 6
    assert not coverage.complete and coverage.problem == "the other side is gone"


def test_a_snapshot_in_use_is_said_to_be_in_use(tmp_path: Path) -> None:
    from bootstrap.errors import WorkspaceError

    run(tmp_path, Source("a"))
    with Snapshot(tmp_path / "snapshot.sqlite") as first, pytest.raises(WorkspaceError, match="in use"):
        open_pull = first.begin("b", "fake", NOW)
        with Snapshot(tmp_path / "snapshot.sqlite", patience=0) as second:
            second.begin("c", "fake", NOW)
        open_pull.abandon()
