"""The sealed snapshot: every record comes back as it went in, counts are honest, a cut pull goes on."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bootstrap.errors import WorkspaceError
from bootstrap.snapshot import Snapshot
from connectors.records import KINDS, Contact, Event, Failure, Message, Party, Record

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
moments = st.datetimes(datetime(1970, 1, 2), datetime(2099, 1, 1), timezones=offsets)
st.register_type_strategy(datetime, moments)
st.register_type_strategy(str, st.text(st.characters(exclude_categories=("Cs",)), max_size=20))
records = st.one_of(*(st.builds(type_) for type_ in KINDS.values()))


@pytest.fixture
def snapshot(tmp_path: Path) -> Iterator[Snapshot]:
    with Snapshot(tmp_path / "snapshot.sqlite") as opened:
        yield opened


def mail(number: int, **more: Any) -> Message:
    return Message(
        f"mid:{number}",
        "mbox",
        NOW - timedelta(hours=number),
        f"Subject {number}",
        "Text",
        Party("Ada", "ada@kestrel.example"),
        **more,
    )


def put(snapshot: Snapshot, label: str, *items: Record) -> None:
    pull = snapshot.begin(label, "mbox", NOW)
    for item in items:
        pull.add(item, 0)
    pull.seal(NOW)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(record=records)
def test_every_type_of_record_comes_back_as_it_went_in(snapshot: Snapshot, record: Record) -> None:
    snapshot.drop("a")
    put(snapshot, "a", record)
    back = snapshot.record(record.uri)
    assert back == record
    assert list(snapshot.records(type(record))) == [record]


def test_the_writers_own_offset_is_kept(snapshot: Snapshot) -> None:
    when = datetime(2026, 7, 1, 9, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    put(snapshot, "a", replace(mail(1), when=when))
    back = snapshot.record("mid:1")
    assert back is not None and back.when is not None
    assert back.when.utcoffset() == timedelta(hours=5, minutes=45)


def test_records_come_by_uri_whatever_the_order(snapshot: Snapshot) -> None:
    put(snapshot, "a", mail(3), mail(1), mail(2))
    assert [m.uri for m in snapshot.records(Message)] == ["mid:1", "mid:2", "mid:3"]


def test_what_two_pulls_saw_is_one_record(snapshot: Snapshot) -> None:
    put(snapshot, "export", mail(1, labels=("Sent",), direction="sent"))
    put(snapshot, "live", mail(1, labels=("Work",), link="https://mail.example/1"))
    (found,) = snapshot.records(Message)
    assert found == snapshot.record("mid:1")
    assert (found.direction, set(found.labels), found.link) == (
        "sent",
        {"Sent", "Work"},
        "https://mail.example/1",
    )


def test_dropping_one_pull_leaves_the_other(snapshot: Snapshot) -> None:
    put(snapshot, "export", mail(1), mail(2))
    put(snapshot, "live", mail(1))
    snapshot.drop("export")
    assert [m.uri for m in snapshot.records(Message)] == ["mid:1"]
    snapshot.drop("live")
    assert snapshot.empty


def test_the_same_thing_twice_in_one_pull_is_counted_once(snapshot: Snapshot) -> None:
    pull = snapshot.begin("a", "mbox", NOW)
    assert pull.add(mail(1), 3)
    assert not pull.add(mail(1, labels=("Inbox",)), 0)
    pull.skip("spam")
    pull.skip("spam")
    pull.fail(Failure("mid:9", "unreadable", retry=True))
    pull.seal(NOW)
    (entry,) = snapshot.coverage()
    assert (entry.kept, entry.skipped, entry.failed, entry.seen) == (1, {"seen twice": 1, "spam": 2}, 1, 5)
    assert (entry.dropped, entry.complete) == (3, True)
    assert snapshot.failures("a") == [Failure("mid:9", "unreadable", True)]
    assert next(snapshot.records(Message)).labels == ("Inbox",)


def test_one_uri_of_two_types_keeps_the_first(snapshot: Snapshot) -> None:
    put(snapshot, "a", mail(1), Contact("mid:1", "vcf", None, "Ada"))
    assert isinstance(snapshot.record("mid:1"), Message)


def test_a_cut_pull_goes_on_behind_its_last_commit(tmp_path: Path) -> None:
    path = tmp_path / "snapshot.sqlite"
    with Snapshot(path) as first:
        pull = first.begin("a", "mbox", NOW)
        pull.add(mail(1), 0)
        pull.commit("behind 1")
        pull.add(mail(2), 0)
        # The process ends here: nothing is sealed.
    with Snapshot(path) as second:
        (entry,) = second.coverage()
        assert (entry.kept, entry.complete) == (1, False)
        pull = second.begin("a", "mbox", NOW)
        assert pull.cursor == "behind 1"
        pull.add(mail(2), 0)
        pull.seal(NOW)
        (cut,) = second.coverage()
        put(second, "whole", mail(1), mail(2))
        assert second.coverage()[1].digest == cut.digest != ""
        assert (cut.kept, cut.complete) == (2, True)


def test_an_abandoned_pull_keeps_what_was_committed(snapshot: Snapshot) -> None:
    pull = snapshot.begin("a", "mbox", NOW)
    pull.add(mail(1), 0)
    pull.commit("1")
    pull.add(mail(2), 0)
    pull.abandon()
    assert [m.uri for m in snapshot.records(Message)] == ["mid:1"]


def test_a_finished_source_is_read_anew(snapshot: Snapshot) -> None:
    put(snapshot, "a", mail(1))
    put(snapshot, "a", mail(2))
    assert [m.uri for m in snapshot.records(Message)] == ["mid:2"]
    assert len(snapshot.coverage()) == 1


def test_a_pull_that_broke_off_says_so(snapshot: Snapshot) -> None:
    pull = snapshot.begin("a", "mbox", NOW)
    pull.add(mail(1), 0)
    pull.seal(NOW, problem="the other side is gone")
    (entry,) = snapshot.coverage()
    assert (entry.complete, entry.problem, entry.kept) == (False, "the other side is gone", 1)


def test_the_digest_tells_two_contents_apart(snapshot: Snapshot) -> None:
    put(snapshot, "a", mail(1), mail(2))
    put(snapshot, "b", mail(2), mail(1))
    put(snapshot, "c", mail(1), replace(mail(2), title="Other"))
    a, b, c = (entry.digest for entry in snapshot.coverage())
    assert a == b != c


def test_a_missing_record_is_none(snapshot: Snapshot) -> None:
    assert snapshot.record("mid:none") is None
    assert snapshot.empty
    assert list(snapshot.records(Event)) == []


def test_the_file_is_private(tmp_path: Path) -> None:
    with Snapshot(tmp_path / "s.sqlite"):
        assert stat.S_IMODE((tmp_path / "s.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content",
    [b"not a database, but long enough to be looked at" * 50, b"SQLite format 3\x00" + b"\xff" * 2000],
)
def test_a_damaged_file_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "s.sqlite").write_bytes(content)
    with pytest.raises(WorkspaceError) as caught:
        Snapshot(tmp_path / "s.sqlite")
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_a_snapshot_of_another_version_is_refused(tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "s.sqlite")
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(WorkspaceError, match="another version"):
        Snapshot(tmp_path / "s.sqlite")


def test_all_types_are_known_by_name() -> None:
    assert {type_.__name__.lower() for type_ in KINDS.values()} == set(KINDS)
    assert all(
        {"uri", "source", "when", "title", "text"} <= {f.name for f in fields(type_)}
        for type_ in KINDS.values()
    )
