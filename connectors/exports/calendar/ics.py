"""Calendars: ``.ics`` files of any vendor, and the invitations inside mail (RFC 5545, RFC 5546).

A file is gone over twice: the first look counts, and gathers time zones (which may stand behind the
events that use them), the second yields records. The reading is our own rather than a library's because
one broken property then costs that property and not the file, and because the same lines carry vCards;
the icalendar library supplies Windows' zone names and the arithmetic of VTIMEZONE.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import BinaryIO

from connectors.exports.calendar.components import Component, split
from connectors.exports.calendar.events import Surroundings, further_dates, identity, to_event
from connectors.exports.calendar.feeds import Survey
from connectors.exports.calendar.zones import Zones
from connectors.exports.charsets import guess_charset
from connectors.exports.contentlines import Line, unescape
from connectors.exports.entry import Context, Entry
from connectors.records import Event, Failure, Item, Mark, Skip

_ADDRESS = re.compile(r"[^\s@/\\<>]+@[^\s@/\\<>]+\.[^\s@/\\<>]+")
_MARK_EVERY = 500
_MOST_ZONES = 100
_LEFT_ALONE = {
    "VTODO": "task",
    "VJOURNAL": "journal entry",
    "VFREEBUSY": "free and busy times",
    "VAVAILABILITY": "availability",
}
_COUNTED = frozenset(
    {
        "UID",
        "SEQUENCE",
        "RECURRENCE-ID",
        "RRULE",
        "DTSTART",
        "DTSTAMP",
        "LAST-MODIFIED",
        "ATTENDEE",
        "ORGANIZER",
    }
)
_NO_EVENT = {"REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER"}


@dataclass(frozen=True, slots=True)
class _Version:
    """One event of the file as far as others may replace it; ``ordinal`` is its place."""

    newness: tuple[int, str]
    start: str
    ordinal: int


@dataclass(slots=True)
class _Overview:
    """What the first look gathers over the whole file. ``kept`` are the places of the events that no later
    version replaces, each with its number among those that share its UID."""

    calendars: dict[int, Survey] = field(default_factory=dict)
    definitions: dict[str, bytes] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    versions: dict[tuple[str, str], list[_Version]] = field(default_factory=dict)
    replaced: dict[str, list[Line]] = field(default_factory=dict)
    kept: dict[int, int] = field(default_factory=dict)
    charset: str = "cp1252"


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The events of a calendar file, with marks (offset in the file) to go on from."""
    stem = PurePosixPath(entry.name).stem
    yield from _read(entry.open, context, entry.name, calendar=stem, invitation=False, size=entry.size)


def read_bytes(data: bytes, context: Context, invitation: bool = False, calendar: str = "") -> Iterator[Item]:
    """The events of a text/calendar part. A reply or a counter-proposal is no event of its own: a Skip."""
    yield from _read(lambda: io.BytesIO(data), context, "invitation", calendar, invitation, len(data))


def _read(
    open_: Callable[[], BinaryIO], context: Context, name: str, calendar: str, invitation: bool, size: int
) -> Iterator[Item]:
    try:
        with open_() as stream:
            overview = _look(stream)
        if not overview.calendars:
            yield Failure(f"file:{name}", "no calendar in it")
            return
        around = {
            index: _surroundings(survey, overview, context, calendar, invitation)
            for index, survey in overview.calendars.items()
        }
        with open_() as stream:
            yield from _items(stream, overview, around, context, size)
    except (OSError, EOFError, ValueError) as error:
        yield Failure(f"file:{name}", f"can't be read to its end ({type(error).__name__})")


def _look(stream: BinaryIO) -> _Overview:
    overview = _Overview()
    odd = bytearray()
    for ordinal, component in enumerate(split(stream)):
        survey = overview.calendars.setdefault(component.calendar, Survey())
        if len(odd) < 50_000:
            odd += b"\n".join(line for line in component.own if not _is_utf8(line))
        lines = component.lines(only=_COUNTED if component.name == "VEVENT" else None)
        if component.name == "VCALENDAR":
            survey.properties = {line.name: line for line in reversed(lines)}
        elif component.name == "VTIMEZONE":
            tzid = next((unescape(line.value).strip() for line in lines if line.name == "TZID"), "")
            if len(overview.definitions) < _MOST_ZONES:
                overview.definitions.setdefault(tzid, b"\r\n".join(component.raw) + b"\r\n")
        elif component.name == "VEVENT":
            survey.count(lines)
            _note(overview, component, lines, ordinal)
    for versions in overview.versions.values():
        _settle(overview, versions)
    if odd:
        overview.charset = guess_charset(bytes(odd))
    return overview


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _note(overview: _Overview, component: Component, lines: list[Line], ordinal: int) -> None:
    """Remember each version of an event, and the rule of each series."""
    by_name = {line.name: line for line in reversed(lines)}
    uid = identity(component, lines)

    def value(name: str) -> str:
        return by_name[name].value.strip() if name in by_name else ""

    sequence = int(value("SEQUENCE")[:9]) if value("SEQUENCE").isdecimal() else 0
    newness = (sequence, value("LAST-MODIFIED") or value("DTSTAMP"))
    key = (uid, value("RECURRENCE-ID"))
    overview.versions.setdefault(key, []).append(_Version(newness, value("DTSTART"), ordinal))
    if key[1]:
        overview.replaced.setdefault(uid, []).append(by_name["RECURRENCE-ID"])
    elif value("RRULE"):
        overview.rules[uid] = value("RRULE")


def _settle(overview: _Overview, versions: list[_Version]) -> None:
    """Keep the newest of one UID. Equally new ones that start at other times are no versions of each other:
    some programs give all their events the same UID."""
    newest = max(version.newness for version in versions)
    starts: set[str] = set()
    for version in versions:
        if version.newness == newest and version.start not in starts:
            starts.add(version.start)
            overview.kept[version.ordinal] = len(starts)


def _surroundings(
    survey: Survey, overview: _Overview, context: Context, calendar: str, invitation: bool
) -> Surroundings:
    name = survey.text("X-WR-CALNAME") or survey.text("NAME") or calendar
    owner = _ADDRESS.search(survey.properties["X-OWNER"].value) if "X-OWNER" in survey.properties else None
    owner = owner or _ADDRESS.fullmatch(name) or _ADDRESS.fullmatch(calendar)
    address = owner.group().lower().removeprefix("mailto:") if owner else ""
    if address.endswith(".calendar.google.com"):
        address = ""
    return Surroundings(
        source=context.source,
        zones=Zones(overview.definitions, (survey.text("X-WR-TIMEZONE"), context.zone)),
        calendar=name,
        owner="" if invitation else address,
        me=context.me,
        feed=not invitation and survey.is_feed(name),
        invitation=invitation,
        cancelled=survey.text("METHOD").upper() == "CANCEL",
        charset=overview.charset,
    )


def _items(
    stream: BinaryIO, overview: _Overview, around: dict[int, Surroundings], context: Context, size: int
) -> Iterator[Item]:
    done = 0
    for ordinal, component in enumerate(split(stream)):
        if component.end <= context.start or component.name == "VCALENDAR":
            continue
        if component.name == "VEVENT":
            yield from _event(component, overview, around[component.calendar], ordinal)
            done += 1
            if done % _MARK_EVERY == 0:
                yield Mark(str(component.end), component.end, size)
        elif component.name in _LEFT_ALONE:
            uid = next((line.value.strip() for line in component.lines() if line.name == "UID"), str(ordinal))
            yield Skip(f"event:{uid}", _LEFT_ALONE[component.name])


def _event(component: Component, overview: _Overview, around: Surroundings, ordinal: int) -> Iterator[Item]:
    """What a VEVENT gives: its record, with one for each further date, or why there is none."""
    lines = component.lines(around.charset)
    uid = identity(component, lines)
    method = overview.calendars[component.calendar].text("METHOD").upper()
    number = overview.kept.get(ordinal, 0)
    if method in _NO_EVENT:
        yield Skip(f"event:{uid}", f"answer to an invitation ({method.lower()})")
    elif component.oversized:
        yield Failure(f"event:{uid}", "event is too large")
    elif number == 0:
        yield Skip(f"event:{uid}", "older version of the event")
    else:
        item = to_event(uid if number == 1 else f"{uid}#{number}", lines, around, overview.rules.get(uid, ""))
        yield item
        if isinstance(item, Event) and not item.instance_of:
            yield from further_dates(item, lines, overview.replaced.get(uid, []), around.zones)
