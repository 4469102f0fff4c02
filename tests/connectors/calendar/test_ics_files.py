"""Whole calendar files: owners, feeds, invitations, broken parts, versions, and going on where a pull stood."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from connectors.exports.calendar import ics
from connectors.exports.calendar.series import occurrences
from connectors.exports.entry import Context, Entry
from connectors.records import Event, Failure, Item, Mark, Skip

Reading = Callable[..., list[Item]]


def vevent(uid: str, lines: str = "", start: str = "DTSTART:20260504T130000Z") -> str:
    return f"BEGIN:VEVENT\nUID:{uid}\n{start}\n{lines}{'' if not lines or lines.endswith(chr(10)) else chr(10)}END:VEVENT\n"


def events(items: list[Item]) -> list[Event]:
    return [item for item in items if isinstance(item, Event)]


def test_the_owner_is_the_address_that_names_the_calendar(read_ics: Reading) -> None:
    (by_name,) = read_ics(vevent("a"), "X-WR-CALNAME:Ada.Lind@north.example\n")
    (by_file,) = read_ics(
        vevent("a"), "X-WR-CALNAME:Ada\n", name="Takeout/Calendar/ada.lind@north.example.ics"
    )
    (by_outlook,) = read_ics(vevent("a"), 'X-OWNER;CN="Ada":mailto:ada.lind@north.example\n')
    assert by_name.owner == by_file.owner == by_outlook.owner == "ada.lind@north.example"
    (group,) = read_ics(vevent("a"), "X-WR-CALNAME:c_17@group.calendar.google.com\n")
    assert group.owner == ""


def test_the_name_of_a_calendar(read_ics: Reading) -> None:
    (named,) = read_ics(vevent("a"), "X-WR-CALNAME;VALUE=TEXT:Team\\, Nord\n")
    (unnamed,) = read_ics(vevent("a"), name="x/Vorlesungen.ics")
    assert (named.calendar, unnamed.calendar) == ("Team, Nord", "Vorlesungen")


def test_one_broken_event_does_not_lose_the_rest(read_ics: Reading) -> None:
    items = read_ics(
        vevent("first")
        + vevent("broken", start="DTSTART:someday")
        + "BEGIN:VEVENT\nUID:unclosed\nDTSTART:20260505T130000Z\nno colon here\n;;=:\n"
        + vevent("last", "BEGIN:VALARM\nTRIGGER:-PT5M\nDESCRIPTION:alarm text\nEND:VALARM\nSUMMARY:Last")
    )
    assert [event.uri for event in events(items)] == ["event:first", "event:unclosed", "event:last"]
    assert events(items)[-1].title == "Last" and events(items)[-1].text == ""
    assert [item for item in items if isinstance(item, Failure)] == [
        Failure("event:broken", "event with an unreadable start")
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1250"])
def test_line_ends_and_charsets(read_ics: Reading, end: str, charset: str) -> None:
    text = (
        "BEGIN:VCALENDAR\n"
        + vevent("a", "SUMMARY:Přehled úkolů a příští týden\nDESCRIPTION:Žádost o schválení")
        + "END:VCALENDAR\n"
    )
    (event,) = read_ics(text.replace("\n", end).encode(charset))
    assert event.title == "Přehled úkolů a příští týden"


def test_an_event_without_a_uid_is_the_same_in_a_later_export(read_ics: Reading) -> None:
    text = "BEGIN:VEVENT\nDTSTAMP:{}\nDTSTART:20260504T130000Z\nSUMMARY:{}\nEND:VEVENT\n"
    exports = [
        read_ics(text.format(*told))[0]
        for told in (
            ("20260505T080000Z", "Tides"),
            ("20260606T080000Z", "Tides"),
            ("20260606T080000Z", "Nets"),
        )
    ]
    first, again, other = [event.uri for event in exports if isinstance(event, Event)]
    assert first == again != other


def test_a_fold_in_the_middle_of_a_letter_is_mended(read_ics: Reading) -> None:
    data = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260504T130000Z\r\nSUMMARY:Grüße\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    cut = data.encode().index("ü".encode()) + 1
    (event,) = read_ics(data.encode()[:cut] + b"\r\n " + data.encode()[cut:])
    assert event.title == "Grüße"


def test_other_components_are_skipped_with_a_reason(read_ics: Reading) -> None:
    items = read_ics(
        "BEGIN:VTODO\nUID:t\nSUMMARY:Buy\nEND:VTODO\nBEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\n" + vevent("a")
    )
    assert [item for item in items if isinstance(item, Skip)] == [
        Skip("event:t", "task"),
        Skip("event:j", "journal entry"),
    ]


def test_an_instance_of_an_unreadable_date_is_no_second_master(read_ics: Reading) -> None:
    items = read_ics(vevent("a", "RRULE:FREQ=DAILY") + vevent("a", "RECURRENCE-ID:soon"))
    assert [event.rule for event in events(items)] == ["FREQ=DAILY"]
    assert Failure("event:a", "changed instance of an unreadable date") in items


def test_of_two_versions_the_newer_one_is_kept(read_ics: Reading) -> None:
    items = read_ics(vevent("a", "SEQUENCE:2\nSUMMARY:New") + vevent("a", "SEQUENCE:1\nSUMMARY:Old"))
    assert [event.title for event in events(items)] == ["New"]
    assert Skip("event:a", "older version of the event") in items


def test_events_that_share_a_uid_are_not_taken_for_versions_of_each_other(read_ics: Reading) -> None:
    items = read_ics(
        vevent("x", "SUMMARY:One", "DTSTART:20260504T130000Z")
        + vevent("x", "SUMMARY:Two", "DTSTART:20260505T130000Z")
        + vevent("x", "SUMMARY:One", "DTSTART:20260504T130000Z")
    )
    assert [(event.uri, event.title) for event in events(items)] == [("event:x", "One"), ("event:x#2", "Two")]


@pytest.mark.parametrize(
    "head",
    [
        "X-WR-CALNAME:Holidays in Norway\n", "X-WR-CALNAME:Feiertage in Deutschland\n", "X-WR-CALNAME:Jours fériés en France\n",
        "X-WR-CALNAME:Festivos en España\n", "X-WR-CALNAME:Feriados no Brasil\n", "X-WR-CALNAME:Magyarországi ünnepek\n",
        "X-WR-CALNAME:日本の祝日\n", "X-WR-CALNAME:中国节假日\n", "X-WR-CALNAME:대한민국의 휴일\n", "X-WR-CALNAME:Праздники России\n",
        "X-WR-CALNAME:Święta w Polsce\n", "X-WR-CALNAME:Geburtstage\n", "X-WR-CALNAME:Verjaardagen\n", "X-WR-CALNAME:誕生日\n",
        "X-WR-CALNAME:en.norwegian#holiday@group.v.calendar.google.com\n", "X-WR-RELCALID:addressbook#contacts@group.v.calendar.google.com\n",
    ],
)  # fmt: skip
def test_feeds_of_holidays_and_birthdays_are_told_apart(read_ics: Reading, head: str) -> None:
    (event,) = read_ics(
        vevent("a", "SUMMARY:Some day\nTRANSP:TRANSPARENT", "DTSTART;VALUE=DATE:20260517"), head
    )
    assert event.feed


def test_a_published_calendar_of_whole_days_is_a_feed_and_a_persons_own_days_are_none(
    read_ics: Reading,
) -> None:
    days = "".join(vevent(f"d{day}", start=f"DTSTART;VALUE=DATE:202605{day:02}") for day in range(1, 9))
    assert all(event.feed for event in events(read_ics(days, "X-PUBLISHED-TTL:PT12H\n")))
    assert not any(event.feed for event in events(read_ics(days, "X-WR-CALNAME:Urlaub\n")))
    meeting = vevent("m", "ATTENDEE:mailto:bo@north.example", "DTSTART:20260504T130000Z")
    assert not any(
        event.feed for event in events(read_ics(days + meeting, "X-WR-CALNAME:Holidays and work\n"))
    )


def test_a_holiday_that_outlook_put_into_the_own_calendar(read_ics: Reading) -> None:
    holiday = vevent("h", "CATEGORIES:Feiertag\nSUMMARY:Pfingstmontag", "DTSTART;VALUE=DATE:20260525")
    items = events(read_ics(holiday.replace("Feiertag", "Feiertage") + vevent("m", "SUMMARY:Jour fixe")))
    assert [event.feed for event in items] == [True, False]


def test_invitations_in_mail() -> None:
    def read(method: str) -> list[Item]:
        text = f"BEGIN:VCALENDAR\nMETHOD:{method}\n{vevent('a', 'SUMMARY:Kick-off')}END:VCALENDAR\n"
        return list(ics.read_bytes(text.encode(), Context("eml"), invitation=True))

    (request,) = read("REQUEST")
    assert (
        isinstance(request, Event)
        and request.invitation
        and request.status == "confirmed"
        and request.owner == ""
    )
    (cancel,) = read("CANCEL")
    assert isinstance(cancel, Event) and cancel.status == "cancelled"
    (reply,) = read("REPLY")
    assert isinstance(reply, Skip) and "reply" in reply.reason


def test_an_instance_that_changes_all_following_carries_the_rule(read_ics: Reading) -> None:
    items = read_ics(
        vevent(
            "s",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260518T130000Z\nDTSTART:20260518T150000Z",
            start="SEQUENCE:0",
        )
        + vevent("s", "RRULE:FREQ=WEEKLY")
    )
    assert [(event.instance_of, event.rule) for event in events(items)] == [
        ("event:s", "FREQ=WEEKLY"),
        ("", "FREQ=WEEKLY"),
    ]


def test_dates_beside_the_rule_are_instances_that_the_series_counts(read_ics: Reading) -> None:
    items = events(
        read_ics(
            vevent(
                "s",
                "DURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20260520T100000Z,20260504T130000Z\n"
                "RDATE;VALUE=PERIOD:20260521T100000Z/PT2H\nRDATE:20260522T100000Z",
            )
            + vevent("s", "RECURRENCE-ID:20260522T100000Z\nSTATUS:CANCELLED")
        )
    )
    assert [event.uri for event in items[1:3]] == [
        "event:s/2026-05-20T10:00:00+00:00",
        "event:s/2026-05-21T10:00:00+00:00",
    ]
    assert items[1].end == datetime(2026, 5, 20, 11, tzinfo=UTC) and items[1].rule == ""
    found = occurrences(items[0], items, datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    assert [start.day for start in found] == [4, 11, 20, 21]


def test_a_pull_goes_on_behind_its_mark_and_ends_the_same() -> None:
    text = "BEGIN:VCALENDAR\n" + "".join(vevent(f"e{number}") for number in range(1_200)) + "END:VCALENDAR\n"
    entry = Entry("a.ics", len(text), lambda: io.BytesIO(text.encode()))
    whole = list(ics.read(entry, Context("ics")))
    marks = [number for number, item in enumerate(whole) if isinstance(item, Mark)]
    assert len(marks) == 2
    mark = whole[marks[0]]
    assert isinstance(mark, Mark)
    assert list(ics.read(entry, Context("ics", start=int(mark.cursor)))) == whole[marks[0] + 1 :]


@pytest.mark.parametrize("data", [b"", b"hello", b"\x00" * 100, b"BEGIN:VCARD\r\nEND:VCARD\r\n"])
def test_what_is_no_calendar_is_a_failure(read_ics: Reading, data: bytes) -> None:
    items = read_ics(data)
    assert not events(items)
    assert any(isinstance(item, Failure) for item in items) or items == []


def test_a_stream_that_breaks_off_is_a_failure() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise OSError("disk")

    (item,) = ics.read(Entry("a.ics", 1, lambda: Broken()), Context("ics"))  # type: ignore[arg-type,return-value]
    assert item == Failure("file:a.ics", "can't be read to its end (OSError)")
