from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bootstrap.errors import NothingToDo
from bootstrap.pull import check, pull
from bootstrap.snapshot import Coverage, Snapshot
from connectors.base import ConnectorError, Health, SourceUnavailable, State
from connectors.records import Failure, Item, Mark, Message, Party, Skip

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def message(number: int) -> Message:
    when = NOW - timedelta(hours=number)
    return Message(
        f"mid:{number}", "fake", when, f"Subject {number}", "Text\u202e.", Party("Rosa", "rosa@faro.example")
    )


@dataclass
class Fake:
    """A source of given items that can break off, and goes on behind a cursor."""

    items: list[Item]
    label: str = "fake"
    kind: str = "fake"
    breaks_at: int = -1
    error: BaseException = field(
        default_factory=lambda: SourceUnavailable("the other side is gone", "try later")
    )
    health: Health = field(default_factory=lambda: Health(State.READY, "there"))

    def check(self) -> Health:
        return self.health

    def pull(self, cursor: str = "") -> Iterator[Item]:
        start = int(cursor) if cursor else 0
        for number, item in enumerate(self.items):
            if number == self.breaks_at:
                raise self.error
            if number >= start:
                yield item


def stream(count: int) -> list[Item]:
    """Messages with a mark after each tenth, a skip and a failure among them."""
    items: list[Item] = []
    for number in range(count):
        items.append(message(number))
        if number % 7 == 0:
            items.append(Skip(f"s{number}", "spam"))
        if number % 11 == 0:
            items.append(Failure(f"f{number}", "unreadable"))
        if number % 10 == 9:
            items.append(Mark(str(len(items) + 1), number, count))
    return items


def run(place: Path, *sources: Fake) -> list[Coverage]:
    with Snapshot(place / "snapshot.sqlite") as snapshot:
        return pull(sources, snapshot, lambda: NOW, lambda label, mark, kept: None)


def test_what_was_seen_is_what_was_kept_skipped_and_failed(tmp_path: Path) -> None:
    (one,) = run(tmp_path, Fake(stream(30)))
    assert (one.kept, one.skipped, one.failed) == (30, {"spam": 5}, 3)
    assert one.seen == 38 and one.complete
    assert one.dropped == 30


@pytest.mark.parametrize("stop", [1, 13, 14, 25, 37])
def test_a_pull_that_was_cut_ends_like_an_unbroken_one(tmp_path: Path, stop: int) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (whole,) = run(tmp_path / "a", Fake(stream(30)))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "b", Fake(stream(30), breaks_at=stop, error=KeyboardInterrupt()))
    (resumed,) = run(tmp_path / "b", Fake(stream(30)))
    assert resumed == whole


def test_a_source_that_breaks_off_keeps_what_it_gave_and_says_so(tmp_path: Path) -> None:
    (one,) = run(tmp_path, Fake(stream(30), breaks_at=20))
    assert one.kept > 10
    assert not one.complete and one.problem == "the other side is gone"


def test_a_refused_source_does_not_cost_the_others(tmp_path: Path) -> None:
    broken = Fake([], label="broken", health=Health(State.REFUSED, "cut short", "download it again"))
    check([broken, Fake(stream(5))])
    coverage = {one.label: one for one in run(tmp_path, broken, Fake(stream(5)))}
    assert coverage["fake"].complete and coverage["fake"].kept == 5
    assert not coverage["broken"].complete and "cut short" in coverage["broken"].problem


def test_when_every_source_is_refused_the_hint_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConnectorError, match="cut short") as caught:
        check([Fake([], health=Health(State.REFUSED, "cut short", "download it again"))])
    assert caught.value.hint == "download it again"


def test_sources_without_one_record_leave_no_trace(tmp_path: Path) -> None:
    with pytest.raises(NothingToDo, match="unreadable"):
        run(tmp_path, Fake([Failure("x", "unreadable")]))
    with Snapshot(tmp_path / "snapshot.sqlite") as snapshot:
        assert snapshot.coverage() == []


def test_pulling_again_reads_anew_and_keeps_nothing_of_before(tmp_path: Path) -> None:
    run(tmp_path, Fake(stream(30)))
    (again,) = run(tmp_path, Fake(stream(12)))
    assert again.kept == 12
    with Snapshot(tmp_path / "snapshot.sqlite") as snapshot:
        assert len(list(snapshot.records(Message))) == 12


def test_what_two_sources_show_is_one_record(tmp_path: Path) -> None:
    sent = Message(
        "mid:0", "live", NOW, "Subject 0", "", Party("Rosa", "rosa@faro.example"), direction="sent"
    )
    run(tmp_path, Fake(stream(3)), Fake([sent], label="live"))
    with Snapshot(tmp_path / "snapshot.sqlite") as snapshot:
        found = {m.uri: m for m in snapshot.records(Message)}
        assert len(found) == 3
        assert found["mid:0"].direction == "sent" and found["mid:0"].text == "Text."
        assert snapshot.record("mid:0") == found["mid:0"]
