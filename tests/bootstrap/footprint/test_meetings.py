"""Recurring meetings: cadence, the owner's local time, who takes part, and whether they still go on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from connectors.records import Attendee, Party

OTTO = "Otto Berg <otto@kestrel.example>"
LIN = "Lin Wu <lin@glade.example>"


def test_a_weekly_meeting(desk: Any) -> None:
    desk.event("Harbour sync", when=desk.at(100, 14), with_=(OTTO,), rule="FREQ=WEEKLY")
    series = desk.series("Harbour sync")
    assert series.active and series.over == ""
    assert (series.cadence, series.at, series.until) == ("every week", time(14), time(15))
    assert series.weekdays == (desk.at(100).weekday(),)
    assert series.people == ("otto@kestrel.example",)
    assert series.held == 15
    assert series.next is not None and series.next >= desk.now.date()


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;INTERVAL=2", "every second week"),
        ("FREQ=WEEKLY;INTERVAL=6", "every 6 weeks"),
        ("FREQ=DAILY", "every day"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every working day"),
        ("FREQ=MONTHLY;BYDAY=1TU", "every month (first Tuesday)"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every month (last Friday)"),
        ("FREQ=YEARLY", "every year"),
    ],
)
def test_cadences_in_words(desk: Any, rule: str, words: str) -> None:
    desk.event(
        "Review", when=datetime(2026, 9, 1, 10, tzinfo=ZoneInfo("Europe/Helsinki")), with_=(OTTO,), rule=rule
    )
    assert desk.series("Review").cadence == words


def test_the_time_is_the_owners_over_dst(blank: Any) -> None:
    """Written in New York at 9: in Helsinki it is 16, in summer and in winter."""
    blank.exchange(OTTO, rounds=9)
    start = datetime(2026, 6, 2, 9, tzinfo=ZoneInfo("America/New_York"))
    blank.event("Pumps", when=start, with_=(LIN,), rule="FREQ=WEEKLY", zone="America/New_York")
    assert blank.series("Pumps").at == time(16)


def test_a_meeting_late_in_one_zone_is_on_the_next_day_in_another(blank: Any) -> None:
    blank.exchange(OTTO, rounds=9)
    start = datetime(2026, 9, 1, 18, tzinfo=ZoneInfo("America/Los_Angeles"))
    blank.event("Pumps", when=start, with_=(LIN,), rule="FREQ=WEEKLY", zone="America/Los_Angeles")
    series = blank.series("Pumps")
    assert (series.at, series.weekdays) == (time(4), (2,))


@pytest.mark.parametrize("response", ["declined", "needs-action"])
def test_a_series_not_accepted_is_none_of_the_owners(desk: Any, response: str) -> None:
    desk.event("Sales pitch", when=desk.at(100), with_=(LIN,), response=response, rule="FREQ=WEEKLY")
    assert desk.series("Sales pitch") is None


def test_a_cancelled_series_is_over(desk: Any) -> None:
    desk.event(
        "Steering",
        when=desk.at(100),
        with_=(OTTO,),
        rule="FREQ=WEEKLY",
        status="cancelled",
        modified=desk.at(30),
    )
    series = desk.series("Steering")
    assert not series.active
    assert series.over == "cancelled"
    assert series.last <= desk.at(30).date()


def test_a_series_that_ended_is_over(desk: Any) -> None:
    until = desk.at(40, 23).astimezone(UTC)
    desk.event("Steering", when=desk.at(100), with_=(OTTO,), rule=f"FREQ=WEEKLY;UNTIL={until:%Y%m%dT%H%M%SZ}")
    series = desk.series("Steering")
    assert not series.active
    assert series.over == f"ended {series.last}"


def test_a_series_of_one_is_over_once_held(desk: Any) -> None:
    desk.event("Once", when=desk.at(30), with_=(OTTO,), rule="FREQ=WEEKLY;COUNT=1")
    assert not desk.series("Once").active


def test_dates_taken_out_are_not_counted(desk: Any) -> None:
    start = desk.at(70)
    desk.event(
        "Sync",
        when=start,
        with_=(OTTO,),
        rule="FREQ=WEEKLY",
        excluded=(start + timedelta(days=7), start + timedelta(days=14)),
    )
    assert desk.series("Sync").held == 11 - 2


def test_one_off_events_make_no_series(desk: Any) -> None:
    for ago in (3, 50, 61, 200):
        desk.event("Site visit", ago, (OTTO,))
    assert desk.footprint().series == ()


def test_single_events_at_a_steady_pace_are_a_series(desk: Any) -> None:
    for number in range(6):
        desk.event("Site visit", 7 * number - 6, (OTTO,))
    series = desk.series("Site visit")
    assert series.cadence == "every week"
    assert series.active


def test_steady_events_that_stopped_are_over(desk: Any) -> None:
    for number in range(6):
        desk.event("Site visit", 100 + 7 * number, (OTTO,))
    assert not desk.series("Site visit").active


@pytest.mark.parametrize("more", [{"feed": True}, {"invitation": True}])
def test_feeds_and_loose_invitations_are_no_series(desk: Any, more: dict[str, bool]) -> None:
    desk.event("Holiday", when=desk.at(100), with_=(OTTO,), rule="FREQ=WEEKLY", **more)
    assert desk.series("Holiday") is None


def test_rooms_and_those_who_declined_take_no_part(desk: Any) -> None:
    guests = (
        Attendee(Party("Room 4", "room4@kestrel.example"), "accepted", resource=True),
        Attendee(Party("Lin Wu", "lin@glade.example"), "declined"),
        Attendee(Party("Mira Holt", "mira@kestrel.example"), "accepted"),
        Attendee(Party("Ada Moss", "ada@kestrel.example"), "accepted"),
    )
    event = desk.event(
        "Sync", when=desk.at(70), rule="FREQ=WEEKLY", organizer=Party("Mira Holt", "mira@kestrel.example")
    )
    desk.records[-1] = replace(event, attendees=guests)
    assert desk.series("Sync").people == ("ada@kestrel.example",)


def test_a_block_of_the_owners_has_no_people(desk: Any) -> None:
    desk.event("Focus", when=desk.at(70, 13), rule="FREQ=WEEKLY;BYDAY=WE")
    assert desk.series("Focus").people == ()


def test_an_all_day_series_has_no_hour(desk: Any) -> None:
    start = datetime(2026, 9, 7, tzinfo=UTC)
    desk.event(
        "On call",
        when=start,
        end=start + timedelta(days=7),
        all_day=True,
        zone="",
        rule="FREQ=WEEKLY;INTERVAL=4",
    )
    series = desk.series("On call")
    assert (series.all_day, series.at, series.first) == (True, None, date(2026, 9, 7))


@pytest.mark.parametrize(
    "rule", ["FREQ=SECONDLY", "nonsense", "FREQ=", "FREQ=WEEKLY;INTERVAL=0", "FREQ=WEEKLY;BYDAY=XX"]
)
def test_a_rule_nobody_can_follow_breaks_nothing(desk: Any, rule: str) -> None:
    desk.event("Odd", when=desk.at(70), with_=(OTTO,), rule=rule)
    desk.event("Sync", when=desk.at(70), with_=(OTTO,), rule="FREQ=WEEKLY")
    assert desk.series("Sync") is not None


def test_what_stands_in_a_shared_calendar_alone_is_not_the_owners(desk: Any) -> None:
    desk.event("Boiler check", 60, rule="FREQ=WEEKLY", owner="otto@kestrel.example")
    assert desk.series("Boiler check") is None


def test_in_a_shared_calendar_the_owners_own_answer_counts(desk: Any) -> None:
    desk.event("Kiln talk", 60, ("Otto Berg <otto@kestrel.example>",), rule="FREQ=WEEKLY", owner="otto@kestrel.example",
               response="declined", own_response="accepted")  # fmt: skip
    assert desk.series("Kiln talk") is None


def test_five_events_a_third_of_a_year_apart_are_no_series(desk: Any) -> None:
    for number in range(5):
        desk.event("Hotels", 20 + 112 * number)
    assert desk.series("Hotels") is None
