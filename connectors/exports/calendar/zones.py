"""Which time zone a TZID means.

A TZID is free text (RFC 5545 §3.2.19): an IANA name, one behind a vendor's prefix, a Windows name, the
label of Outlook's list, or a name that only the VTIMEZONE of the same file explains. What stays unknown
falls back to the calendar's own zone, then the account's, and is marked as assumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from connectors.exports.calendar.zone_names import (
    UTC_NAMES,
    WELL_KNOWN,
    abbreviated,
    cities_in,
    iana,
    label,
    offsets_of,
    representatives,
    span_of,
    windows,
    year_of,
)

_LONGEST_DEFINITION = 64_000
# Summer time comes by the year; a rule by the second would keep the arithmetic busy for ever.
_ODD_RULE = re.compile(
    rb"^RRULE[^:]*:(?!.*FREQ=YEARLY)|^RRULE.*BY(?:HOUR|MINUTE|SECOND)=", re.MULTILINE | re.IGNORECASE
)
_OFFSET = re.compile(r"\(?\s*(?:UTC|GMT)?\s*([+-−])(\d{1,2}):?(\d\d)?\s*\)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Zone:
    """A resolved zone. ``name`` is its IANA name, empty for UTC and for rules no IANA zone has."""

    name: str
    tz: tzinfo
    assumed: bool = False


_UTC = Zone("", UTC)


class Zones:
    """Resolves the TZIDs of one file.

    Args:
        definitions: the file's VTIMEZONE components by TZID, each as iCalendar text.
        preferred: zones that are likely the person's (X-WR-TIMEZONE, the account's), likeliest first;
            the first one stands in for a TZID that means nothing.
    """

    utc = _UTC

    def __init__(self, definitions: dict[str, bytes], preferred: tuple[str, ...] = ()) -> None:
        self._definitions = definitions
        self._preferred = tuple(name for name in map(iana, preferred) if name)
        self._known: dict[str, Zone] = {}

    def resolve(self, tzid: str) -> Zone:
        """The zone of a TZID; of an empty one, the assumed zone of floating times."""
        tzid = tzid.strip().strip('"').strip()
        if tzid not in self._known:
            self._known[tzid] = self._resolve(tzid)
        return self._known[tzid]

    def _resolve(self, tzid: str) -> Zone:
        if not tzid:
            return self._assumed()
        if tzid.lower() in UTC_NAMES:
            return _UTC
        definition = self._definitions.get(tzid, b"")
        if not definition and (name := abbreviated(tzid, self._preferred)):
            return Zone(name, ZoneInfo(name), assumed=True)
        if name := iana(tzid) or windows(tzid) or label(tzid, self._preferred):
            return Zone(name, ZoneInfo(name))
        if not definition and tzid.lower().startswith("tzone:") and len(self._definitions) == 1:
            definition = next(iter(self._definitions.values()))
        return (
            (_defined(definition, tzid, self._preferred) if definition else None)
            or _offset_zone(tzid, self._preferred)
            or self._assumed()
        )

    def _assumed(self) -> Zone:
        if self._preferred:
            return Zone(self._preferred[0], ZoneInfo(self._preferred[0]), assumed=True)
        return Zone("", UTC, assumed=True)


def _offset_zone(text: str, preferred: tuple[str, ...]) -> Zone | None:
    """``GMT+0200`` and the like: the person's own zone where it has that offset, else the bare offset."""
    match = _OFFSET.fullmatch(text)
    if not match:
        return None
    offset = span_of(match.group(1), match.group(2), match.group(3))
    for name in preferred:
        if offset in year_of(name):
            return Zone(name, ZoneInfo(name), assumed=True)
    return Zone("", timezone(offset)) if abs(offset) < timedelta(hours=24) else None


def _defined(definition: bytes, tzid: str, preferred: tuple[str, ...]) -> Zone | None:
    """By the file's VTIMEZONE: the IANA zone that keeps the same offsets, else its own rules.

    Many zones keep the same offsets: one that the TZID names is taken first, then the person's own. With
    summer time the rules tell enough; one bare offset is shared by half a continent, so that is assumed.
    """
    from icalendar import Timezone

    if len(definition) > _LONGEST_DEFINITION or _ODD_RULE.search(definition):
        return None
    location = re.search(rb"^X-LIC-LOCATION:(.+)$", definition, re.MULTILINE | re.IGNORECASE)
    if location and (name := iana(location.group(1).decode("utf-8", "replace"))):
        return Zone(name, ZoneInfo(name))
    try:
        component = Timezone.from_ical(definition)
        if not isinstance(component, Timezone):
            return None
        rules = component.to_tz(lookup_tzid=False)
        year = offsets_of(rules)
    except Exception:  # the library raises whatever a broken definition leads it into
        return None
    if len(set(year)) == 1 and _OFFSET.fullmatch(tzid):
        return None  # the TZID says as much itself
    named = [name for part in re.split(r"[^\w/+-]+", tzid) for name in [iana(part.partition("_")[2])] if name]
    for name in (*named, *cities_in(tzid), *preferred):
        if year_of(name) == year:
            return Zone(name, ZoneInfo(name))
    for name in (*WELL_KNOWN, *representatives()):
        if year_of(name) == year:
            return Zone(name, ZoneInfo(name), assumed=len(set(year)) == 1)
    return Zone("", rules)
