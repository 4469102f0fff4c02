"""Time zones by every name that calendars give them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from connectors.exports.calendar.zones import Zones
from connectors.records import Event

CUSTOM = """BEGIN:VTIMEZONE
TZID:{tzid}
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
"""


@pytest.mark.parametrize(
    ("tzid", "name"),
    [
        ("Europe/Oslo", "Europe/Oslo"),
        ("europe/oslo", "Europe/Oslo"),
        ("US/Eastern", "America/New_York"),
        (
            "/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires",
            "America/Argentina/Buenos_Aires",
        ),
        ("/mozilla.org/20050126_1/Europe/Paris", "Europe/Paris"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("Tokyo Standard Time", "Asia/Tokyo"),
        ("Eastern Daylight Time", "America/New_York"),
        ("(UTC-08:00) Pacific Time (US & Canada)", "America/Los_Angeles"),
        ("(GMT+10:00) Canberra, Melbourne, Sydney", "Australia/Sydney"),
        ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
        ("(UTC-03:00) Brasília", "America/Sao_Paulo"),
        ("(UTC+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo"),
        ("Kuala Lumpur, Singapore", "Asia/Kuala_Lumpur"),
    ],
)
def test_names_that_say_the_zone(tzid: str, name: str) -> None:
    zone = Zones({}, ("Pacific/Auckland",)).resolve(tzid)
    assert (zone.name, zone.assumed) == (name, False)


@pytest.mark.parametrize(
    "tzid", ["UTC", "Z", "GMT", "Etc/UTC", "tzone://Microsoft/Utc", "(UTC) Coordinated Universal Time"]
)
def test_utc_has_no_name(tzid: str) -> None:
    zone = Zones({}, ("Europe/Oslo",)).resolve(tzid)
    assert (zone.name, str(zone.tz), zone.assumed) == ("", "UTC", False)


def test_of_a_label_with_many_cities_the_persons_own_is_taken() -> None:
    label = "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"
    assert Zones({}, ("Europe/Vienna",)).resolve(label).name == "Europe/Vienna"
    assert Zones({}).resolve(label).name == "Europe/Berlin"


@pytest.mark.parametrize(
    "tzid", ["", "tzone://Microsoft/Custom", "Customized Time Zone", "\x00", "a" * 5_000, "///"]
)
def test_what_says_nothing_is_assumed_to_be_the_calendars_zone(tzid: str) -> None:
    zone = Zones({}, ("", "Nowhere/Land", "Europe/Lisbon", "Asia/Tokyo")).resolve(tzid)
    assert (zone.name, zone.assumed) == ("Europe/Lisbon", True)


def test_a_bare_offset_is_the_persons_zone_only_where_that_fits() -> None:
    zones = Zones({}, ("Europe/Oslo",))
    assert (zones.resolve("GMT+0200").name, zones.resolve("GMT+0200").assumed) == ("Europe/Oslo", True)
    assert zones.resolve("UTC-05:00").name == "" and str(zones.resolve("UTC-05:00").tz) == "UTC-05:00"


@pytest.mark.parametrize(
    "tzid",
    [
        "Customized Time Zone",
        "tzone://Microsoft/Custom",
        "Mitteleuropäische Zeit",
        "(UTC+01:00) Rome",
        "Custom_Europe/Madrid",
    ],
)
def test_the_files_own_definition_says_the_zone(read_ics: Callable[..., list[Event]], tzid: str) -> None:
    events = read_ics(
        f"BEGIN:VEVENT\nUID:a\nDTSTART;TZID={tzid}:20260715T090000\nEND:VEVENT\n{CUSTOM.format(tzid=tzid)}"  # behind its use
    )
    assert events[0].when is not None and events[0].when.isoformat() == "2026-07-15T09:00:00+02:00"
    assert events[0].zone == {"Custom_Europe/Madrid": "Europe/Madrid", "(UTC+01:00) Rome": "Europe/Rome"}.get(
        tzid, "Europe/Berlin"
    )
    assert not events[0].assumed_zone


def test_rules_that_no_zone_has_keep_their_offset(read_ics: Callable[..., list[Event]]) -> None:
    odd = CUSTOM.replace("+0200", "+0217").format(tzid="Odd")
    events = read_ics(f"{odd}BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Odd:20260715T090000\nEND:VEVENT\n")
    assert events[0].zone == "" and events[0].when is not None
    assert events[0].when.isoformat() == "2026-07-15T09:00:00+02:17"


def test_floating_times_take_the_calendars_zone_before_the_accounts(
    read_ics: Callable[..., list[Event]],
) -> None:
    floating = "BEGIN:VEVENT\nUID:a\nDTSTART:20260715T090000\nEND:VEVENT\n"
    by_calendar = read_ics(floating, "X-WR-TIMEZONE:Asia/Tokyo\n", zone="Europe/Oslo")[0]
    by_account = read_ics(floating, zone="Europe/Oslo")[0]
    by_nothing = read_ics(floating)[0]
    assert [(event.zone, event.assumed_zone) for event in (by_calendar, by_account, by_nothing)] == [
        ("Asia/Tokyo", True), ("Europe/Oslo", True), ("", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "definition",
    [
        b"",
        b"BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n",
        b"\xff\xfe",
        b"BEGIN:VTIMEZONE\r\nTZID:X\r\nTZID:Y\r\n",
    ],
)
def test_a_broken_definition_is_passed_over(definition: bytes) -> None:
    zone = Zones({"X": definition}, ("Europe/Oslo",)).resolve("X")
    assert (zone.name, zone.assumed) == ("Europe/Oslo", True)
