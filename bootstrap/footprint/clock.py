"""Where in time the owner is: their zone now and before, and the hours at which they write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bootstrap.footprint.types import Hours
from bootstrap.model import Evidence

# One well-known zone for each pair of winter and summer offsets, for mail without calendar or chat.
_FALLBACK = (
    "Europe/London", "Europe/Berlin", "Europe/Helsinki", "Europe/Istanbul", "Europe/Moscow", "Asia/Dubai",
    "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok", "Asia/Shanghai",
    "Asia/Tokyo", "Australia/Brisbane", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo",
    "America/Halifax", "America/New_York", "America/Bogota", "America/Chicago", "America/Denver",
    "America/Phoenix", "America/Los_Angeles", "Africa/Lagos", "Africa/Johannesburg", "Africa/Nairobi",
)  # fmt: skip
RECENT = timedelta(days=90)
# Minutes: who writes at all hours keeps none that could be told.
LONGEST_DAY = 14 * 60


def zone(name: str) -> ZoneInfo | None:
    """The IANA zone of that name, or None."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zones(moments: Sequence[datetime], named: Iterable[str]) -> tuple[tuple[str, date, date], ...]:
    """(zone, first day, last day), newest last, from the offsets somebody's own clock wrote.

    ``moments`` are the owner's own, ``named`` the zone names their calendar and chat profile carry (most
    telling first). A second zone is told only when the first does not fit a whole month of it.
    """
    days = sorted(m for m in moments if m.tzinfo)
    candidates = [name for name in dict.fromkeys(named) if zone(name)]
    if not days:
        return tuple((name, date.min, date.min) for name in candidates[:1])
    recent = [m for m in days if m > days[-1] - RECENT]
    now = _fitting(recent, candidates)
    if now and now not in candidates:
        # Three summer months fit a place without summer time as well: ask the whole year.
        year = [m for m in days if m > days[-1] - timedelta(days=365)]
        now = _fitting(year, candidates) or now
    stray = [m for m in days if not _fits(m, now)]
    found: list[tuple[str, date, date]] = []
    start = days[0]
    if now and len(stray) > max(5, len(days) // 10) and stray[-1] < recent[0] + RECENT:
        last_stray = stray[-1] if stray[-1] < recent[0] else stray[len(stray) * 9 // 10]
        early = [m for m in days if m <= last_stray]
        misfits = sum(not _fits(m, now) for m in early)
        before = _fitting(early, candidates)
        if before and before != now and misfits > len(early) * 0.6:
            found.append((before, early[0].date(), early[-1].date()))
            start = next((m for m in days if m > last_stray), days[-1])
    if now:
        found.append((now, start.date(), days[-1].date()))
    return tuple(found)


def _fits(moment: datetime, name: str) -> bool:
    there = zone(name)
    try:
        return there is not None and moment.astimezone(there).utcoffset() == moment.utcoffset()
    except OverflowError:  # the years 1 and 9999
        return False


def _fitting(moments: Sequence[datetime], candidates: Sequence[str]) -> str:
    """The zone that fits most of the offsets; named zones before the fallback, '' when none fits half."""
    if all(m.utcoffset() == timedelta(0) for m in moments):
        # Servers write UTC: that says nothing of a place.
        return candidates[0] if candidates else ""
    best, best_share = "", 0.5
    for name in (*candidates, *_FALLBACK):
        share = sum(_fits(m, name) for m in moments) / len(moments)
        if share > best_share + 0.02:
            best, best_share = name, share
    return best


def hours(
    moments: Sequence[datetime], zone_name: str, uri: str, daily: Sequence[tuple[time, time | None]] = ()
) -> Hours | None:
    """The usual span of the day in local time, by weekday, from what the owner sent; None below 40 moments.

    ``uri`` is the record the count is shown at; ``daily`` are local times of meetings of each working day, at
    which the owner is at work too.
    """
    there = zone(zone_name)
    if there is None or len(moments) < 40:
        return None
    local = [m.astimezone(there) for m in moments]
    by_day: dict[int, list[time]] = {}
    for moment in local:
        by_day.setdefault(moment.weekday(), []).append(moment.time())
    working = {day: ts for day, ts in by_day.items() if len(ts) >= max(4, len(local) * 0.05)}
    if not working or len(local) < 40:
        return None
    spans = {day: _span(ts) for day, ts in sorted(working.items())}
    start, end = _span([t for ts in working.values() for t in ts])
    if _minutes(end) - _minutes(start) > LONGEST_DAY:
        return None
    start = min([start, *(at for at, _ in daily)])
    end = max([end, *(until for _, until in daily if until)])
    fact = (
        f"{len(local)} of your own messages and commits, {len(working)} weekdays; 9 of 10 lie in these hours"
    )
    newest = max(moments)
    return Hours(spans, start, end, len(local), (), (Evidence(uri, fact=fact, when=newest),))


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def _span(times: list[time]) -> tuple[time, time]:
    minutes = sorted(t.hour * 60 + t.minute for t in times)
    low, high = minutes[len(minutes) // 20], minutes[-1 - len(minutes) // 20]
    low, high = low // 30 * 30, min(-(-high // 30) * 30, 24 * 60 - 1)
    return time(low // 60, low % 60), time(high // 60, high % 60)


def most_common_zone(names: Iterable[str]) -> list[str]:
    return [name for name, _ in Counter(name for name in names if name).most_common()]
