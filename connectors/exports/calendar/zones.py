"""Which time zone a TZID means.

A TZID is free text (RFC 5545 §3.2.19): an IANA name, one behind a vendor's prefix, a Windows name, the
label of Outlook's list, or a name that only the VTIMEZONE of the same file explains. What stays unknown
falls back to the calendar's own zone, then the account's, and is marked as assumed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_OFFSET = re.compile(r"\(?\s*(?:UTC|GMT)?\s*([+-−])(\d{1,2}):?(\d\d)?\s*\)?", re.IGNORECASE)
_LABEL = re.compile(r"^\(?(?:UTC|GMT)\s*(?:([+−-])(\d{1,2})[:.]?(\d\d)?)?\)\s*(.*)$", re.IGNORECASE)
_SEPARATORS = re.compile(r"\s*(?:[,;/&]|\band\b|\bund\b|\bet\b|\by\b)\s*")
_ABBREVIATIONS = {
    "cet": "Europe/Berlin", "cest": "Europe/Berlin", "met": "Europe/Berlin", "mez": "Europe/Berlin", "mesz": "Europe/Berlin",
    "eet": "Europe/Athens", "eest": "Europe/Athens", "wet": "Europe/Lisbon", "west": "Europe/Lisbon", "bst": "Europe/London",
    "est": "America/New_York", "edt": "America/New_York", "est5edt": "America/New_York", "cst": "America/Chicago",
    "cdt": "America/Chicago", "cst6cdt": "America/Chicago", "mst": "America/Denver", "mdt": "America/Denver",
    "mst7mdt": "America/Denver", "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "pst8pdt": "America/Los_Angeles",
    "jst": "Asia/Tokyo", "kst": "Asia/Seoul", "ist": "Asia/Kolkata", "msk": "Europe/Moscow", "aest": "Australia/Sydney",
}  # fmt: skip
_UTC_NAMES = {
    "(utc) coordinated universal time",
    "coordinated universal time",
    "utc",
    "gmt",
    "z",
    "zulu",
    "etc/utc",
    "etc/gmt",
    "tzone://microsoft/utc",
    "greenwich mean time",
}
# Places in Outlook's list that IANA has no zone of their own for.
_PLACES = {
    "canberra": "Australia/Sydney", "new delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "chennai": "Asia/Kolkata",
    "beijing": "Asia/Shanghai", "chongqing": "Asia/Shanghai", "osaka": "Asia/Tokyo", "sapporo": "Asia/Tokyo",
    "abu dhabi": "Asia/Dubai", "islamabad": "Asia/Karachi", "astana": "Asia/Almaty", "hanoi": "Asia/Bangkok",
    "st. petersburg": "Europe/Moscow", "edinburgh": "Europe/London", "bern": "Europe/Zurich", "pretoria": "Africa/Johannesburg",
    "harare": "Africa/Johannesburg", "west central africa": "Africa/Lagos", "wellington": "Pacific/Auckland",
    "brasilia": "America/Sao_Paulo", "brasília": "America/Sao_Paulo", "georgetown": "America/Cayenne",
    "city of buenos aires": "America/Buenos_Aires", "buenos aires": "America/Buenos_Aires", "greenland": "America/Godthab",
    "newfoundland": "America/St_Johns", "guadalajara": "America/Mexico_City", "quito": "America/Bogota",
    "central america": "America/Guatemala", "saskatchewan": "America/Regina", "arizona": "America/Phoenix",
    "alaska": "America/Anchorage", "hawaii": "Pacific/Honolulu", "cape verde is.": "Atlantic/Cape_Verde",
}  # fmt: skip
# Of zones with the same rules, those that most people live in.
_WELL_KNOWN = (
    "Europe/Berlin", "Europe/London", "Europe/Athens", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "Asia/Shanghai", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo",
    "Europe/Moscow", "Europe/Istanbul", "Asia/Dubai", "Asia/Jakarta", "Asia/Karachi", "Africa/Lagos", "Africa/Cairo",
)  # fmt: skip
# Outlook's list says "Time" where the Windows name says "Standard Time", and adds where it holds.
_QUALIFIER = re.compile(r"\s*\([^)]*\).*$")


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
        self._preferred = tuple(name for name in map(_iana, preferred) if name)
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
        if tzid.lower() in _UTC_NAMES:
            return _UTC
        if name := _abbreviated(tzid, self._preferred):
            return Zone(name, ZoneInfo(name), assumed=True)
        if name := _iana(tzid) or _windows(tzid) or _label(tzid, self._preferred):
            return Zone(name, ZoneInfo(name))
        definition = self._definitions.get(tzid, b"")
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


@cache
def _names() -> dict[str, str]:
    return {
        name.lower(): name
        for name in available_timezones()
        if name not in {"localtime", "posixrules", "Factory"}
    }


@cache
def _cities() -> dict[str, str]:
    """IANA names by their city; of several the one with a region, not an old alias."""
    found: dict[str, str] = {}
    for name in sorted(_names().values()):
        if "/" in name and not name.startswith(("Etc/", "US/", "Canada/", "SystemV/")):
            found.setdefault(name.rpartition("/")[2].replace("_", " ").lower(), name)
    return found


def _iana(text: str) -> str:
    """The IANA name in ``text``, which may carry a vendor's prefix, the wrong case or spaces."""
    parts = text.strip().replace(" ", "_").strip("/").split("/")
    names = _names()
    for start in range(len(parts)):
        name = names.get("/".join(parts[start:]).lower(), "")
        if name and (start == 0 or "/" in name):
            return "" if name.lower() in _UTC_NAMES else _current(name)
    return ""


def _current(name: str) -> str:
    """The name in use for one of the old style, so that ``US/Eastern`` is America/New_York everywhere."""
    old = "/" not in name or name.startswith(("US/", "Canada/", "Brazil/", "Mexico/", "Chile/"))
    return _links().get(name, name) if old else name


@cache
def _links() -> dict[str, str]:
    """Old names by the current ones, as tzdata's own source lists them (zic's ``L`` lines)."""
    from importlib.resources import files

    source = (files("tzdata") / "zoneinfo" / "tzdata.zi").read_text("utf-8")
    links = (line.split() for line in source.splitlines() if line.startswith("L "))
    return {name: target for _, target, name in links}


@cache
def _windows_names() -> dict[str, str]:
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    return {name.lower(): zone for name, zone in WINDOWS_TO_OLSON.items()}


def _windows(text: str) -> str:
    """By the Windows registry name, also in the short forms ``Eastern`` and ``Eastern Time (US & Canada)``."""
    table = _windows_names()
    bare = _QUALIFIER.sub("", text).strip().lower()
    daylight = bare.replace("daylight", "standard").replace("summer", "standard")
    short = bare.removesuffix(" time")
    return next(
        (table[key] for key in (text.lower(), bare, daylight, f"{short} standard time") if key in table), ""
    )


def _abbreviated(text: str, preferred: tuple[str, ...]) -> str:
    """What an abbreviation most likely means: the person's own zone where that keeps the same time."""
    name = _ABBREVIATIONS.get(text.lower(), "")
    return next((own for own in preferred if name and _year(own) == _year(name)), name)


def _label(text: str, preferred: tuple[str, ...]) -> str:
    """By a label such as ``(UTC+01:00) Amsterdam, Berlin, Bern``: of the cities that keep the offset the
    person's own, else the best known, else the first."""
    match = _LABEL.match(text)
    if not match:  # older Outlooks wrote the cities alone
        cities = _cities_in(text) if "," in text else []
    elif name := _windows(match.group(4)):
        return name
    else:
        offset = _span(match.group(1) or "+", match.group(2) or "0", match.group(3))
        cities = [name for name in _cities_in(match.group(4)) if offset in _year(name)]
    return next((name for name in (*preferred, *_WELL_KNOWN, *cities) if name in cities), "")


def _cities_in(words: str) -> list[str]:
    """Zones of the places that a label lists."""
    found = []
    for word in _SEPARATORS.split(_QUALIFIER.sub("", words)):
        plain = word.strip().lower()
        if name := _PLACES.get(plain, "") or _cities().get(plain, ""):
            found.append(name)
    return found


def _offset_zone(text: str, preferred: tuple[str, ...]) -> Zone | None:
    """``GMT+0200`` and the like: the person's own zone where it has that offset, else the bare offset."""
    match = _OFFSET.fullmatch(text)
    if not match:
        return None
    offset = _span(match.group(1), match.group(2), match.group(3))
    for name in preferred:
        if offset in _year(name):
            return Zone(name, ZoneInfo(name), assumed=True)
    return Zone("", timezone(offset)) if abs(offset) < timedelta(hours=24) else None


def _defined(definition: bytes, tzid: str, preferred: tuple[str, ...]) -> Zone | None:
    """By the file's VTIMEZONE: the IANA zone that keeps the same offsets, else its own rules.

    Many zones keep the same offsets: one that the TZID names is taken first, then the person's own. With
    summer time the rules tell enough; one bare offset is shared by half a continent, so that is assumed.
    """
    from icalendar import Timezone

    location = re.search(rb"^X-LIC-LOCATION:(.+)$", definition, re.MULTILINE | re.IGNORECASE)
    if location and (name := _iana(location.group(1).decode("utf-8", "replace"))):
        return Zone(name, ZoneInfo(name))
    try:
        component = Timezone.from_ical(definition)
        if not isinstance(component, Timezone):
            return None
        rules = component.to_tz(lookup_tzid=False)
        year = _offsets(rules)
    except Exception:  # the library raises whatever a broken definition leads it into
        return None
    if len(set(year)) == 1 and _OFFSET.fullmatch(tzid):
        return None  # the TZID says as much itself
    named = [
        name for part in re.split(r"[^\w/+-]+", tzid) for name in [_iana(part.partition("_")[2])] if name
    ]
    for name in (*named, *_cities_in(tzid), *preferred):
        if _year(name) == year:
            return Zone(name, ZoneInfo(name))
    for name in (*_WELL_KNOWN, *_representatives()):
        if _year(name) == year:
            return Zone(name, ZoneInfo(name), assumed=len(set(year)) == 1)
    return Zone("", rules)


@cache
def _representatives() -> tuple[str, ...]:
    """One well-known IANA zone for each set of rules: those Windows' own list stands for."""
    names = set(_windows_names().values())
    return tuple(sorted(name for name in names if not name.startswith("Etc/") and _exists(name)))


def _exists(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return False
    return True


@cache
def _year(name: str) -> tuple[timedelta | None, ...]:
    return _offsets(ZoneInfo(name))


def _offsets(tz: tzinfo) -> tuple[timedelta | None, ...]:
    """Offsets through two recent years, in steps short enough to tell change-over dates apart."""
    first = datetime(2024, 1, 1, 12, tzinfo=UTC)
    return tuple((first + timedelta(days=day)).astimezone(tz).utcoffset() for day in range(0, 730, 5))


def _span(sign: str, hours: str, minutes: str | None) -> timedelta:
    span = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return span if sign == "+" else -span
