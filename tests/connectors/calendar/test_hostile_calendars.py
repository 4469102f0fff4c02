"""Calendars made to cost time or memory, and calendars made of anything at all."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.calendar import ics
from connectors.exports.entry import Context, Entry
from connectors.records import Event, Failure, Item, Mark, Skip

Reading = Callable[..., list[Item]]


class Endless(io.RawIOBase):
    """A head, then so many megabytes of one letter, then a tail; never in memory at once."""

    def __init__(self, head: bytes, megabytes: int, tail: bytes) -> None:
        self._parts = iter([head, *[b"x" * 1_000_000] * megabytes, tail])

    def read(self, size: int = -1) -> bytes:
        return next(self._parts, b"")


def test_a_line_of_a_hundred_megabytes_is_cut() -> None:
    head, tail = (
        b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260504T130000Z\nATTACH:",
        b"\nSUMMARY:Still here\nEND:VEVENT\nEND:VCALENDAR\n",
    )
    entry = Entry("a.ics", 0, lambda: Endless(head, 100, tail))  # type: ignore[arg-type,return-value]
    (event,) = ics.read(entry, Context("ics"))
    assert isinstance(event, Event) and event.title == "Still here"


def test_an_event_of_too_many_lines_is_a_failure(read_ics: Reading) -> None:
    items = read_ics(
        f"BEGIN:VEVENT\nUID:a\nDTSTART:20260504T130000Z\n{'COMMENT:' + 'y' * 100 + chr(10)}" * 1
        + ("COMMENT:" + "y" * 100 + "\n") * 30_000
        + "END:VEVENT\n"
    )
    assert items == [Failure("event:a", "event is too large")]


def test_attendees_and_excluded_days_are_bounded(read_ics: Reading) -> None:
    people = "".join(f"ATTENDEE:mailto:p{number}@b.example\n" for number in range(3_000))
    days = (
        "EXDATE:" + ",".join(f"2026{1 + day % 12:02}{1 + day % 28:02}T130000Z" for day in range(5_000)) + "\n"
    )
    (event,) = read_ics(f"BEGIN:VEVENT\nUID:a\nDTSTART:20260504T130000Z\n{people}{days}END:VEVENT\n")
    assert isinstance(event, Event) and len(event.attendees) == 500 and len(event.excluded) == 2_000


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "FREQ=YEARLY;BYSECOND=1,2,3", "FREQ=DAILY;COUNT=99999999"])
def test_a_definition_that_never_ends_is_passed_over(read_ics: Reading, rule: str) -> None:
    zone = (
        f"BEGIN:VTIMEZONE\nTZID:X\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:{rule}\n"
        f"END:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:16010101T000000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:{rule}\nEND:DAYLIGHT\nEND:VTIMEZONE\n"
    )
    (event,) = read_ics(
        zone + "BEGIN:VEVENT\nUID:a\nDTSTART;TZID=X:20260504T130000\nEND:VEVENT\n", zone="Europe/Oslo"
    )
    assert isinstance(event, Event) and (event.zone, event.assumed_zone) == ("Europe/Oslo", True)


@pytest.mark.parametrize(
    "line",
    ["SEQUENCE:{}", "DURATION:PT{}H", "RRULE:D1 #{}", "DTSTART:{}T100000", "EXDATE:{}", "TRIGGER:-P{}D"],
)
def test_a_number_beyond_all_bounds_costs_no_other_event(read_ics: Reading, line: str) -> None:
    event = "BEGIN:VEVENT\nUID:{}\nDTSTART:20260504T130000Z\n{}\nEND:VEVENT\n"
    items = read_ics(event.format("odd", line.format("9" * 5_000)) + event.format("good", ""))
    assert [item.uri for item in items if isinstance(item, Event)][-1] == "event:good"
    assert not any(item.uri.startswith("file:") for item in items if isinstance(item, Failure))


def test_components_inside_components_without_end(read_ics: Reading) -> None:
    items = read_ics("BEGIN:VEVENT\nUID:a\nDTSTART:20260504T130000Z\n" + "BEGIN:X\n" * 50_000)
    assert [type(item) for item in items] == [Event]


PIECES = st.sampled_from(
    [
        "BEGIN:VCALENDAR", "END:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "BEGIN:VALARM", "END:VALARM", "BEGIN:VTIMEZONE",
        "END:VTIMEZONE", "UID:1", "UID:", "DTSTART:20260504T130000Z", "DTSTART;TZID=Europe/Oslo:20260504T130000",
        "DTSTART;VALUE=DATE:20260504", "DTSTART:99991231T235959Z", "RDATE:20260504T130000Z,20260601", "DTSTART:00010101T000000", "DTEND:00010101T000000Z",
        "DURATION:P99999999W", "RECURRENCE-ID:20260504T130000Z", "RRULE:FREQ=WEEKLY", "EXDATE:20260504,x,20260505T1", "SUMMARY:s",
        "ATTENDEE;CN=\"a:b\":mailto:x@y.example", "ORGANIZER:", "STATUS:?", "TZID:Europe/Oslo", " folded", "\tfolded", "=", ":", ";", "",
        "METHOD:REPLY", "X-WR-TIMEZONE:Europe/Oslo", "CREATED:20260230T000000Z", "SEQUENCE:9999999999999999999999", "SUMMARY;ENCODING=QUOTED-PRINTABLE:=",
        f"SEQUENCE:{'9' * 5_000}", f"DURATION:P{'9' * 5_000}W", f"RRULE:D{'9' * 5_000} #{'9' * 5_000}", f"RRULE:FREQ=DAILY;COUNT={'9' * 5_000}",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30), st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_order_of_lines_gives_items(lines: list[str], end: str) -> None:
    data = end.join(["BEGIN:VCALENDAR", *lines]).encode()
    items = list(
        ics.read(Entry("a.ics", len(data), lambda: io.BytesIO(data)), Context("ics", zone="Europe/Oslo"))
    )
    assert all(isinstance(item, (Event, Failure, Skip, Mark)) for item in items)
    uris = [item.uri for item in items if isinstance(item, Event)]
    assert len(uris) == len(set(uris))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_items(data: bytes) -> None:
    assert all(
        isinstance(item, (Event, Failure, Skip))
        for item in ics.read_bytes(b"BEGIN:VCALENDAR\n" + data, Context("ics"))
    )
