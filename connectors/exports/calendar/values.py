"""Dates, durations and parties as iCalendar writes them (RFC 5545 §3.3), read leniently."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from connectors.exports.calendar.zones import Zone, Zones
from connectors.exports.contentlines import Line, unescape
from connectors.records import Attendee, Party

_DATE = re.compile(
    r"(\d{4})-?(\d\d)-?(\d\d)(?:[Tt ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?\s*([Zz]|[+-]\d\d:?\d\d)?)?\s*"
)
# ``DTSTART;TZID=(UTC+01:00) Rome:20260504T130000``: a TZID with a colon ought to be quoted and often is not.
_COLON_IN_TZID = re.compile(r"(.*):(\d{8}(?:T.*)?)")
_DURATION = re.compile(
    r"([+-]?)P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[^\s@<>,;:]+@[^\s@<>,;:]+")


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as one property wrote it.

    Attributes:
        when: aware; midnight UTC for a date.
        date_only: it was a date without a time.
        zone: where it was written; its name is empty for UTC.
    """

    when: datetime
    date_only: bool
    zone: Zone


def moment(line: Line, zones: Zones) -> Moment | None:
    """The value of DTSTART and its kind; None when it is no date."""
    found = moments(line, zones)
    return found[0] if found else None


def moments(line: Line, zones: Zones) -> list[Moment]:
    """All values of a list such as EXDATE or RDATE; of a period its start."""
    tzid, value = line.parameters.get("TZID", [""])[0], line.value
    if unquoted := _COLON_IN_TZID.fullmatch(value):
        tzid, value = f"{tzid}:{unquoted.group(1)}", unquoted.group(2)
    tzid = unescape(tzid)
    found = []
    for text in value.split(","):
        match = _DATE.fullmatch(text.strip().partition("/")[0])
        if match and (one := _moment(match, tzid, zones)):
            found.append(one)
    return found


def _moment(match: re.Match[str], tzid: str, zones: Zones) -> Moment | None:
    year, month, day, hour, minute, second, offset = match.groups()
    try:
        if hour is None:
            return Moment(datetime(int(year), int(month), int(day), tzinfo=UTC), True, zones.utc)
        local = datetime(
            int(year), int(month), int(day), int(hour) % 24, int(minute), min(int(second or 0), 59)
        )
        local += timedelta(days=int(hour) // 24)
        if offset and offset not in "Zz":
            local -= timedelta(hours=int(offset[:3]), minutes=int(offset[0] + offset[-2:]))
        zone = zones.utc if offset else zones.resolve(tzid)
        when = local.replace(tzinfo=zone.tz)
        if not zone.name:  # rules of the file's own: the offset is what can be kept
            when = local.replace(tzinfo=timezone(when.utcoffset() or timedelta(0)))
        return Moment(when, False, zone)
    except (ValueError, OverflowError):
        return None


def duration(text: str) -> timedelta | None:
    """``PT1H30M`` as a span; None when it is none or absurd."""
    match = _DURATION.fullmatch(text.strip())
    if not match:
        return None
    sign, *numbers = match.groups()
    weeks, days, hours, minutes, seconds = (int(number or 0) for number in numbers)
    try:
        span = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    except OverflowError:
        return None
    return -span if sign == "-" else span


def party(line: Line) -> Party:
    """ORGANIZER or ATTENDEE: the address of its ``mailto:`` (or of its EMAIL parameter) and its CN."""
    match = _ADDRESS.search(line.parameters.get("EMAIL", [""])[0]) or _ADDRESS.search(line.value)
    address = match.group().lower() if match else ""
    name = " ".join(unescape(line.parameters.get("CN", [""])[0]).split()).strip("'")
    return Party("" if name.lower() == address else name, address)


def attendee(line: Line) -> Attendee:
    """ATTENDEE with its answer, and whether it is optional or a room."""

    def word(key: str) -> str:
        return line.parameters.get(key, [""])[0].lower()

    return Attendee(
        party(line),
        response=word("PARTSTAT") or word("STATUS").replace(" ", "-"),
        optional=word("ROLE") in {"opt-participant", "non-participant"},
        resource=word("CUTYPE") in {"resource", "room"},
    )
