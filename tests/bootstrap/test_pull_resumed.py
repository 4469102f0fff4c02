"""A live pull that broke off goes on where it stood, and ends as an unbroken one would have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bootstrap.pull import pull
from bootstrap.snapshot import Coverage, Snapshot
from connectors.base import (
    ConnectorError,
    CredentialRefused,
    Health,
    SourceUnavailable,
    SourceUnreadable,
    State,
)
from connectors.records import Item, Mark, Message, Party

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@dataclass
class Live:
    """Twenty messages with a mark behind each fifth; breaks off before one of them."""

    breaks_at: int = -1
    error: ConnectorError = field(
        default_factory=lambda: SourceUnavailable("not read to its end: mail", "pull again")
    )
    started_with: list[str] = field(default_factory=list)
    label: str = "live"
    kind: str = "live"

    def check(self) -> Health:
        return Health(State.READY, "there")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        self.started_with.append(cursor)
        for number in range(int(cursor or 0), 20):
            if number == self.breaks_at:
                raise self.error
            yield Message(
                f"mid:{number}", "live", NOW, f"Subject {number}", "Text", Party("Rosa", "rosa@faro.example")
            )
            if number % 5 == 4:
                yield Mark(str(number + 1), number, 20)


def run(place: Path, source: Live, when: datetime = NOW) -> Coverage:
    with Snapshot(place / "snapshot.sqlite") as snapshot:
        (one,) = pull([source], snapshot, lambda: when, lambda label, mark, kept: None)
        return one


@pytest.mark.parametrize("error", [SourceUnavailable("busy", ""), CredentialRefused("ended", "")])
def test_it_goes_on_where_it_stood(tmp_path: Path, error: ConnectorError) -> None:
    (tmp_path / "whole").mkdir()
    whole = run(tmp_path / "whole", Live())
    first = run(tmp_path, Live(breaks_at=13, error=error))
    assert not first.complete and first.kept == 13 and str(error) in first.problem
    source = Live()
    again = run(tmp_path, source, NOW + timedelta(hours=2))
    assert source.started_with == ["10"]
    assert (again.kept, again.failed, again.complete, again.digest) == (20, 0, True, whole.digest)


def test_after_a_day_it_is_read_anew(tmp_path: Path) -> None:
    run(tmp_path, Live(breaks_at=13))
    source = Live()
    assert run(tmp_path, source, NOW + timedelta(hours=25)).kept == 20
    assert source.started_with == [""]


def test_a_file_that_is_broken_is_read_anew(tmp_path: Path) -> None:
    run(tmp_path, Live(breaks_at=13, error=SourceUnreadable("cut short", "download it again")))
    source = Live()
    run(tmp_path, source)
    assert source.started_with == [""]


def test_a_finished_pull_is_read_anew(tmp_path: Path) -> None:
    run(tmp_path, Live())
    source = Live()
    assert run(tmp_path, source).kept == 20
    assert source.started_with == [""]


def test_what_was_read_to_its_end_beside_it_is_not_read_again(tmp_path: Path) -> None:
    def both(breaks_at: int) -> tuple[list[Coverage], Live, Live]:
        whole, broken = Live(label="whole"), Live(label="broken", breaks_at=breaks_at)
        with Snapshot(tmp_path / "snapshot.sqlite") as snapshot:
            return pull([whole, broken], snapshot, lambda: NOW, lambda label, mark, kept: None), whole, broken

    first, _, _ = both(13)
    assert [(one.label, one.complete) for one in first] == [("whole", True), ("broken", False)]
    second, whole, broken = both(-1)
    assert [(one.label, one.kept, one.complete) for one in second] == [
        ("whole", 20, True),
        ("broken", 20, True),
    ]
    assert (whole.started_with, broken.started_with) == ([], ["10"])
