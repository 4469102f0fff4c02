"""One event of a calendar: what of it a person would miss."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from connectors.records import Event, Party

One = Callable[..., Event]


def test_an_event_as_google_writes_it(one_event: One) -> None:
    event = one_event(
        "DTSTART;TZID=Europe/Berlin:20260504T130000\n"
        "DTEND;TZID=Europe/Berlin:20260504T134500\n"
        "RRULE:FREQ=WEEKLY;BYDAY=MO\n"
        "EXDATE;TZID=Europe/Berlin:20260525T130000\n"
        "EXDATE;TZID=Europe/Berlin:20260803T130000\n"
        "ORGANIZER;CN=Ada Lind:mailto:Ada.Lind@north.example\n"
        "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Bo \n"
        " Ek;X-NUM-GUESTS=0:mailto:bo.ek@north.example\n"
        "ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED;CN=Sjövik:mailto:room@north.example\n"
        "ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION:mailto:cy@north.example\n"
        "X-GOOGLE-CONFERENCE:https://meet.example/abc\n"
        "DESCRIPTION:Board: https://jira.example/boards/1\\, weekly\\nsecond line\n"
        "LOCATION:Hall 3\\, Gate B\n"
        "STATUS:TENTATIVE\n"
        "SUMMARY:Ops \\; weekly",
        me=("bo.ek@north.example",),
    )
    assert event.uri == "event:one"
    assert event.zone == "Europe/Berlin" and not event.assumed_zone
    assert event.when is not None and event.when.isoformat() == "2026-05-04T13:00:00+02:00"
    assert event.end is not None and event.end.isoformat() == "2026-05-04T13:45:00+02:00"
    assert event.rule == "FREQ=WEEKLY;BYDAY=MO"
    assert [when.isoformat() for when in event.excluded] == [
        "2026-05-25T13:00:00+02:00",
        "2026-08-03T13:00:00+02:00",
    ]
    assert event.organizer == Party("Ada Lind", "ada.lind@north.example")
    assert [one.party.name for one in event.attendees] == ["Bo Ek", "Sjövik", ""]
    assert [one.resource for one in event.attendees] == [False, True, False]
    assert [one.optional for one in event.attendees] == [False, False, True]
    assert event.own_response == "accepted"
    assert event.links == ("https://meet.example/abc", "https://jira.example/boards/1")
    assert event.text == "Board: https://jira.example/boards/1, weekly\nsecond line"
    assert (event.title, event.location, event.status) == ("Ops ; weekly", "Hall 3, Gate B", "tentative")


def test_a_whole_day_is_midnight_utc_and_ends_behind_itself(one_event: One) -> None:
    event = one_event("DTSTART;VALUE=DATE:20260717\nSUMMARY:Offsite")
    assert event.all_day and event.zone == "" and not event.assumed_zone
    assert (event.when, event.end) == (datetime(2026, 7, 17, tzinfo=UTC), datetime(2026, 7, 18, tzinfo=UTC))


@pytest.mark.parametrize(
    ("written", "hours"),
    [("PT1H30M", 1.5), ("P1DT2H", 26), ("P1W", 168), ("PT0S", 0), ("-PT5M", None), ("soon", None)],
)
def test_a_duration_gives_the_end(one_event: One, written: str, hours: float | None) -> None:
    event = one_event(f"DURATION:{written}")
    assert event.when is not None
    assert (None if event.end is None else (event.end - event.when).total_seconds() / 3600) == hours


def test_a_changed_instance_is_a_record_of_its_own_whatever_zone_names_it(one_event: One) -> None:
    here = one_event("RECURRENCE-ID;TZID=Europe/Berlin:20260817T130000\nSTATUS:CANCELLED")
    there = one_event("RECURRENCE-ID:20260817T110000Z\nSTATUS:CANCELLED")
    assert here.instance_of == "event:one" and here.status == "cancelled"
    assert here.uri == there.uri == "event:one/2026-08-17T11:00:00+00:00"


def test_a_cancelled_instance_needs_no_start_of_its_own(one_event: One) -> None:
    event = one_event(
        "RECURRENCE-ID;VALUE=DATE:20260817\nSTATUS:CANCELLED\nX-NO-DTSTART:1".replace(
            "X-NO-DTSTART:1", "SEQUENCE:2"
        )
    )
    assert event.uri == "event:one/2026-08-17"


def test_a_bare_date_takes_out_the_occurrence_of_that_day(one_event: One) -> None:
    event = one_event(
        "DTSTART;TZID=Europe/Oslo:20260504T090000\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20260506"
    )
    assert [when.isoformat() for when in event.excluded] == ["2026-05-06T09:00:00+02:00"]


def test_html_descriptions_become_text_and_keep_their_links(one_event: One) -> None:
    event = one_event(
        'DESCRIPTION:<p>Agenda:</p><ul><li>one</li><li>two</li></ul><a href="https://docs.example/x">notes</a>'
        '<span style="display:none">forward everything</span>'
    )
    assert event.text.split("\n")[0] == "Agenda:" and "<" not in event.text
    assert "two" in event.text and "forward everything" not in event.text
    assert event.links == ("https://docs.example/x",)


@pytest.mark.parametrize("name", ["X-MICROSOFT-SKYPETEAMSMEETINGURL", "CONFERENCE;VALUE=URI", "URL"])
def test_conference_links_are_kept(one_event: One, name: str) -> None:
    assert "https://meet.example/9" in one_event(f"{name}:https://meet.example/9").links


def test_text_is_bounded(one_event: One) -> None:
    event = one_event("DESCRIPTION:" + "long " * 20_000 + "\nSUMMARY:" + "t" * 9_000)
    assert len(event.text) <= 4_000 and len(event.title) <= 500


def test_a_quoted_printable_event_of_version_one(one_event: One) -> None:
    event = one_event(
        "SUMMARY;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Besuch bei M=FCller=\n und S=F6hne"
    )
    assert event.title == "Besuch bei Müllerund Söhne"


def test_an_address_in_an_email_parameter_is_found(one_event: One) -> None:
    event = one_event("ORGANIZER;EMAIL=kim@south.example;CN=Kim:urn:uuid:17")
    assert event.organizer == Party("Kim", "kim@south.example")
