"""When a recurring event takes place, inside a window (RFC 5545 §3.8.5.3, expanded by python-dateutil).

A rule is strangers' text: ``FREQ=SECONDLY`` without an end, or one that never matches, must cost
milliseconds. So the start is moved forward by whole intervals to the window where that changes nothing,
every rule ends with the window, and rules finer than a day are followed for a bounded span only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import islice
from zoneinfo import ZoneInfo

from connectors.records import Event

_STEPS = {
    "SECONDLY": timedelta(seconds=1),
    "MINUTELY": timedelta(minutes=1),
    "HOURLY": timedelta(hours=1),
    "DAILY": timedelta(days=1),
    "WEEKLY": timedelta(weeks=1),
}
_FINE = {"SECONDLY", "MINUTELY", "HOURLY"}
_FINE_STEPS = 3_000  # how many steps of a fine rule are looked at
_BY_DAY = {*_FINE, "DAILY"}
_CLOCK = {"BYSECOND": 59, "BYMINUTE": 59, "BYHOUR": 23}
_DAY_PARTS = ("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY")
_OTHER_PARTS = ("INTERVAL", "BYSECOND", "BYMINUTE", "BYHOUR", "BYSETPOS", "WKST")
_ORDINAL = re.compile(r"[+-]?\d+(?=[A-Z]{2})")


def occurrences(
    event: Event, moved: Sequence[Event], after: datetime, before: datetime, limit: int = 200
) -> list[datetime]:
    """Starts of ``event`` in [after, before), at most ``limit``, ascending, in the event's own zone.

    ``moved`` are changed instances (others than this event's are passed over): a cancelled one drops out,
    a moved one counts where it was moved to, and one with a rule of its own moves all that follow it.
    Summer time is kept right: a meeting at nine stays at nine.
    """
    if event.when is None or limit <= 0:
        return []
    zone: tzinfo = ZoneInfo(event.zone) if event.zone and not event.all_day else event.when.tzinfo or UTC
    changes = {
        start: one for one in moved if one.instance_of == event.uri and (start := _replaced(one)) is not None
    }
    turns = sorted((start, one) for start, one in changes.items() if one.rule)
    gone = {_instant(start) for start in event.excluded}
    found: set[datetime] = set()
    margin = max((abs(one.when - start) for start, one in turns if one.when), default=timedelta(0))
    for start in islice(
        _starts(event, zone, after - margin, before + margin), limit * 2 + len(gone) + len(changes)
    ):
        if _instant(start) in gone or _instant(start) in changes:
            continue
        turn = next((pair for pair in reversed(turns) if pair[0] <= start), None)
        if turn is None:
            found.add(start)
        elif turn[1].status != "cancelled" and turn[1].when is not None:
            shift = turn[1].when.astimezone(zone).replace(tzinfo=None) - turn[0].astimezone(zone).replace(
                tzinfo=None
            )
            found.add((start.replace(tzinfo=None) + shift).replace(tzinfo=zone))
    found |= {one.when.astimezone(zone) for one in changes.values() if one.when and one.status != "cancelled"}
    return sorted((start for start in found if after <= start < before), key=_instant)[:limit]


def _replaced(instance: Event) -> datetime | None:
    """The start an instance replaces, as its uri ends with it."""
    key = instance.uri.removeprefix(instance.instance_of).removeprefix("/")
    try:
        start = datetime.fromisoformat(key)
    except ValueError:
        return None
    return _instant(start)


def _instant(when: datetime) -> datetime:
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC)


def _starts(event: Event, zone: tzinfo, after: datetime, before: datetime) -> Iterator[datetime]:
    """Starts by the rule alone. The rule runs on wall-clock time and each start gets its offset after."""
    assert event.when is not None
    first = event.when.astimezone(zone).replace(tzinfo=None)
    low, high = _wall(after, zone), _wall(before, zone)
    rule = _parts(event.rule)
    if not rule:
        yield first.replace(tzinfo=zone)
        return
    try:
        for naive in _starts_by_rule(rule, first, low, high, zone):
            if naive >= low:
                yield naive.replace(tzinfo=zone)
    except (ValueError, TypeError, OverflowError, IndexError, ZeroDivisionError):
        yield first.replace(tzinfo=zone)  # a rule nobody can follow: the event itself still took place


def _wall(when: datetime, zone: tzinfo) -> datetime:
    try:
        return when.astimezone(zone).replace(tzinfo=None)
    except OverflowError:
        return when.replace(tzinfo=None)


def _parts(rule: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in rule.upper().split(";") if "=" in part)
    return {key.strip(): value.strip() for key, _, value in pairs if value.strip()}


def _starts_by_rule(
    rule: dict[str, str], first: datetime, low: datetime, high: datetime, zone: tzinfo
) -> Iterator[datetime]:
    """Wall-clock starts up to ``high``. Raises ValueError for a rule that can't be followed.

    dateutil looks for the next start until the year 9999, so it only gets rules that have one: what picks
    days (BYMONTH and so on) is proven possible first, and for rules by days or finer is applied here.
    """
    from dateutil.rrule import rrulestr

    frequency, interval, count = (
        rule.get("FREQ", ""),
        int(rule.get("INTERVAL", "1")),
        int(rule.get("COUNT", "0")),
    )
    if interval < 1 or any(
        int(n) > top for key, top in _CLOCK.items() for n in rule.get(key, "0").split(",")
    ):
        raise ValueError("no such step or time of day")
    days = {key: rule[key] for key in _DAY_PARTS if key in rule}
    others = {key: rule[key] for key in _OTHER_PARTS if key in rule}
    end = min(_until(rule["UNTIL"], zone) if "UNTIL" in rule else datetime.max, high)
    start, step = first, _STEPS.get(frequency)
    if count and step and not days and not others.keys() & _CLOCK.keys():
        end, count = min(end, _add(first, step * interval, count - 1)), 0  # told without walking there
    if step and not count and low > first:
        start = first + (low - first) // (step * interval) * (step * interval)
    if frequency in _FINE:
        end = min(end, _add(start, _STEPS[frequency], max(_FINE_STEPS, interval)))
    if days and not _possible(frequency, days):
        return
    allowed: set[date] | None = None
    if frequency in _BY_DAY:
        allowed, days = (_matching_days(days, start.year, end) if days else None), {}
    text = ";".join(f"{key}={value}" for key, value in {"FREQ": frequency, **others, **days}.items())
    found = iter(rrulestr(f"{text};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=start))
    yield from islice((one for one in found if allowed is None or one.date() in allowed), count or None)


def _possible(frequency: str, days: dict[str, str]) -> bool:
    """Whether any day fits at all: weekdays and leap years repeat within the 40 years that are left there."""
    return next(_picked(frequency, days, datetime(9960, 1, 1), datetime.max), None) is not None


def _matching_days(days: dict[str, str], year: int, end: datetime) -> set[date]:
    return {one.date() for one in _picked("DAILY", days, datetime(year, 1, 1), end)}


def _picked(frequency: str, days: dict[str, str], start: datetime, end: datetime) -> Iterator[datetime]:
    """The days that the day parts pick. By days or finer they only limit, so a yearly rule picks the same;
    one with months alone would keep the day of its start, so it is given every weekday."""
    from dateutil.rrule import rrulestr

    if frequency in _BY_DAY:
        plain = {key: _ORDINAL.sub("", value) if key == "BYDAY" else value for key, value in days.items()}
        frequency, days = (
            "YEARLY",
            plain if plain.keys() != {"BYMONTH"} else {**plain, "BYDAY": "MO,TU,WE,TH,FR,SA,SU"},
        )
    text = ";".join(f"{key}={value}" for key, value in {"FREQ": frequency, **days}.items())
    return iter(rrulestr(f"{text};UNTIL={end:%Y%m%dT%H%M%S}", dtstart=start))


def _add(start: datetime, step: timedelta, times: int) -> datetime:
    try:
        return start + step * times
    except OverflowError:
        return datetime.max


def _until(text: str, zone: tzinfo) -> datetime:
    """UNTIL on the wall clock of the series; a date means the whole of that day."""
    text = text.replace("-", "").replace(":", "")
    if "T" not in text:
        return datetime.combine(
            date.fromisoformat(f"{text[:4]}-{text[4:6]}-{text[6:8]}"), datetime.max.time()
        )
    local = datetime.strptime(text.rstrip("Z")[:15].ljust(15, "0"), "%Y%m%dT%H%M%S")
    return local.replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None) if text.endswith("Z") else local
