"""Where in time the owner is: from the offsets of their own clock, over DST, moves and short trips."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bootstrap.footprint.clock import hours, zone, zones

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def moments(zone_name: str, first: int, last: int, every: int = 3, hour: int = 10) -> list[datetime]:
    """One a few days, between ``first`` and ``last`` days back, at a local hour and with that zone's offset."""
    there = ZoneInfo(zone_name)
    days = [(NOW - timedelta(days=ago)).date() for ago in range(first, last, -every)]
    return [datetime(d.year, d.month, d.day, hour, tzinfo=there) for d in days]


@pytest.mark.parametrize(
    "name", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo", "Asia/Tokyo",
             "America/Phoenix", "Pacific/Auckland", "Asia/Kathmandu"]
)  # fmt: skip
def test_a_year_of_offsets_tells_the_zone_over_dst(name: str) -> None:
    assert [z for z, _, _ in zones(moments(name, 360, 0), [])] == [name]


@pytest.mark.parametrize(
    "name", ["Europe/Vienna", "Africa/Nairobi", "America/Montevideo", "Asia/Tbilisi", "Asia/Tehran"]
)
def test_a_zone_the_calendar_names_is_preferred(name: str) -> None:
    assert zones(moments(name, 360, 0), [name])[-1][0] == name


def test_a_named_zone_that_the_offsets_contradict_loses() -> None:
    assert zones(moments("America/New_York", 360, 0), ["Asia/Tokyo"])[-1][0] == "America/New_York"


def test_a_move_gives_two_zones_with_its_dates() -> None:
    found = zones(
        moments("America/Sao_Paulo", 500, 160) + moments("Europe/Lisbon", 158, 0),
        ["Europe/Lisbon", "America/Sao_Paulo"],
    )
    assert [z for z, _, _ in found] == ["America/Sao_Paulo", "Europe/Lisbon"]
    (_, _, until), (_, since, _) = found
    assert until <= since
    assert abs(since - (NOW - timedelta(days=158)).date()) < timedelta(days=10)


def test_a_short_trip_is_no_move() -> None:
    trip = moments("Asia/Tokyo", 200, 190, every=1)
    home = [m for m in moments("Europe/Berlin", 360, 0) if not trip[0] <= m <= trip[-1]]
    assert [z for z, _, _ in zones(sorted([*home, *trip]), ["Europe/Berlin"])] == ["Europe/Berlin"]


def test_a_few_mails_from_a_trip_of_today_are_no_move() -> None:
    found = zones(moments("Europe/Berlin", 360, 4) + moments("Asia/Tokyo", 4, 0, every=1), ["Europe/Berlin"])
    assert [z for z, _, _ in found] == ["Europe/Berlin"]


def test_weeks_in_turn_in_two_zones_are_no_move() -> None:
    home = [
        m
        for m in moments("Europe/Berlin", 360, 0, every=1)
        if m.isocalendar().week % 2 or m > NOW - timedelta(days=95)
    ]
    away = [m for m in moments("America/New_York", 360, 95, every=1) if m.isocalendar().week % 2 == 0]
    assert [z for z, _, _ in zones(sorted([*home, *away]), ["Europe/Berlin", "America/New_York"])] == [
        "Europe/Berlin"
    ]


def test_a_server_that_writes_utc_says_nothing_of_a_place() -> None:
    assert zones([NOW - timedelta(days=n) for n in range(90)], []) == ()


def test_only_a_profile_still_tells_the_zone() -> None:
    assert [z for z, _, _ in zones([], ["Asia/Seoul"])] == ["Asia/Seoul"]


@pytest.mark.parametrize("name", ["", "Nowhere/Land", "../etc/passwd", "W. Europe Standard Time", "\0"])
def test_what_is_no_zone_is_none(name: str) -> None:
    assert zone(name) is None


def test_working_hours_are_local_over_dst() -> None:
    found = hours(
        moments("America/New_York", 300, 0, every=1, hour=9)
        + moments("America/New_York", 300, 0, every=1, hour=17),
        "America/New_York",
        "mid:1",
    )
    assert found is not None
    assert (found.start, found.end) == (time(9), time(17))


def test_few_messages_tell_no_hours() -> None:
    assert hours(moments("Europe/Berlin", 39, 0, every=1), "Europe/Berlin", "mid:1") is None


def test_days_without_work_are_no_working_days() -> None:
    week = [m for m in moments("Europe/Berlin", 300, 0, every=1) if m.weekday() < 4]
    found = hours([*week, *moments("Europe/Berlin", 300, 0, every=90)], "Europe/Berlin", "mid:1")
    assert found is not None
    assert set(found.by_weekday) == {0, 1, 2, 3}


def test_a_short_friday_is_told_apart() -> None:
    early = moments("Europe/Berlin", 300, 0, every=1, hour=8)
    late = [m.replace(hour=12 if m.weekday() == 4 else 17) for m in early]
    found = hours([m for m in (*early, *late) if m.weekday() < 5], "Europe/Berlin", "mid:1")
    assert found is not None
    assert found.by_weekday[4][1] < found.by_weekday[1][1]


def test_other_peoples_clocks_do_not_count(desk: Any) -> None:
    for number in range(60):
        when = datetime(2026, 10, 1, 10, tzinfo=ZoneInfo("Asia/Tokyo")) - timedelta(days=number)
        desk.mail("Lin Wu <lin@glade.example>", "Mira Holt <mira@kestrel.example>", when=when)
    for number in range(20):
        desk.mail("Mira Holt <mira@kestrel.example>", "Otto <otto@kestrel.example>", 5 + 10 * number)
    assert [z for z, _, _ in desk.footprint().owner.zones] == ["Europe/Helsinki"]


def test_an_invitations_zone_is_the_organizers(blank: Any) -> None:
    blank.exchange("Otto Berg <otto@kestrel.example>", rounds=9)
    for number in range(9):
        blank.event("Call", 5 + number, ("Lin Wu <lin@glade.example>",), zone="America/Denver")
    assert blank.footprint().owner.zones[-1][0] == "Europe/Helsinki"
