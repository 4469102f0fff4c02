"""IANA names for the names that programs give to time zones: Windows', Outlook's labels, abbreviations."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

UTC_NAMES = {
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
WELL_KNOWN = (
    "Europe/Berlin", "Europe/London", "Europe/Athens", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "Asia/Shanghai", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "America/Sao_Paulo",
    "Europe/Moscow", "Europe/Istanbul", "Asia/Dubai", "Asia/Jakarta", "Asia/Karachi", "Africa/Lagos", "Africa/Cairo",
)  # fmt: skip
# Outlook's list says "Time" where the Windows name says "Standard Time", and adds where it holds.
_QUALIFIER = re.compile(r"\s*\([^)]*\).*$")


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


def iana(text: str) -> str:
    """The IANA name in ``text``, which may carry a vendor's prefix, the wrong case or spaces."""
    parts = text.strip().replace(" ", "_").strip("/").split("/")
    names = _names()
    for start in range(len(parts)):
        name = names.get("/".join(parts[start:]).lower(), "")
        if name and (start == 0 or "/" in name):
            return "" if name.lower() in UTC_NAMES else _current(name)
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


def windows(text: str) -> str:
    """By the Windows registry name, also in the short forms ``Eastern`` and ``Eastern Time (US & Canada)``."""
    table = _windows_names()
    bare = _QUALIFIER.sub("", text).strip().lower()
    daylight = bare.replace("daylight", "standard").replace("summer", "standard")
    short = bare.removesuffix(" time")
    return next(
        (table[key] for key in (text.lower(), bare, daylight, f"{short} standard time") if key in table), ""
    )


def abbreviated(text: str, preferred: tuple[str, ...]) -> str:
    """What an abbreviation most likely means: the person's own zone where that keeps the same time."""
    name = _ABBREVIATIONS.get(text.lower(), "")
    return next((own for own in preferred if name and year_of(own) == year_of(name)), name)


def label(text: str, preferred: tuple[str, ...]) -> str:
    """By a label such as ``(UTC+01:00) Amsterdam, Berlin, Bern``: of the cities that keep the offset the
    person's own, else the best known, else the first."""
    match = _LABEL.match(text)
    if not match:  # older Outlooks wrote the cities alone
        cities = cities_in(text) if "," in text else []
    elif name := windows(match.group(4)):
        return name
    else:
        offset = span_of(match.group(1) or "+", match.group(2) or "0", match.group(3))
        cities = [name for name in cities_in(match.group(4)) if offset in year_of(name)]
    return next((name for name in (*preferred, *WELL_KNOWN, *cities) if name in cities), "")


def cities_in(words: str) -> list[str]:
    """Zones of the places that a label lists."""
    found = []
    for word in _SEPARATORS.split(_QUALIFIER.sub("", words)):
        plain = word.strip().lower()
        if name := _PLACES.get(plain, "") or _cities().get(plain, ""):
            found.append(name)
    return found


@cache
def representatives() -> tuple[str, ...]:
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
def year_of(name: str) -> tuple[timedelta | None, ...]:
    return offsets_of(ZoneInfo(name))


def offsets_of(tz: tzinfo) -> tuple[timedelta | None, ...]:
    """Offsets through two recent years, in steps short enough to tell change-over dates apart."""
    first = datetime(2024, 1, 1, 12, tzinfo=UTC)
    return tuple((first + timedelta(days=day)).astimezone(tz).utcoffset() for day in range(0, 730, 5))


def span_of(sign: str, hours: str, minutes: str | None) -> timedelta:
    span = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return span if sign == "+" else -span
