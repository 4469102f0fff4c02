"""Recurring meetings and blocks: cadence, local time, who takes part, and whether they still go on."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from bootstrap.footprint.clock import zone
from bootstrap.footprint.exchange import answer, of_another, others, took_part
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.names import plain_address, tokens
from bootstrap.footprint.types import Series
from bootstrap.model import Evidence
from connectors.exports.calendar.series import occurrences
from connectors.records import Event

LOOK_BACK = timedelta(days=550)
LOOK_AHEAD = timedelta(days=200)
QUARTER = 95  # days; what comes more rarely under one title comes by chance
_DAYS = {"DAILY": 1.0, "WEEKLY": 7.0, "MONTHLY": 30.4, "YEARLY": 365.25}
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}


def meetings(
    events: Sequence[Event], identity: Identity, find: Callable[[str], str], zone_name: str, now: datetime
) -> tuple[Series, ...]:
    """All series the owner has a part in, active ones first.

    ``find`` gives the person key of an address. Declined and never answered invitations are left out; those
    that ended are kept with ``over``, since they tell of changes. Single events that come at a steady pace
    under one title (some calendars export series that way) count as a series from the fifth on.
    """
    moved: dict[str, list[Event]] = {}
    for event in events:
        if event.instance_of:
            moved.setdefault(event.instance_of, []).append(event)
    found = []
    for event in events:
        if event.rule and not event.feed and not event.invitation and event.when:
            try:
                series = _series(event, moved.get(event.uri, []), identity, find, zone_name, now)
            except (ValueError, OverflowError, KeyError):
                continue  # a rule or a date no calendar could mean
            if series is not None:
                found.append(series)
    found += _steady(events, identity, find, zone_name, now)
    return tuple(sorted(found, key=lambda s: (not s.active, -s.held, s.uri)))


def _series(
    event: Event,
    moved: list[Event],
    identity: Identity,
    find: Callable[[str], str],
    zone_name: str,
    now: datetime,
) -> Series | None:
    own = identity.all
    organizer = plain_address(event.organizer.address)
    response = answer(event, own)
    if of_another(event, own):
        return None
    if response == "declined" or (response == "needs-action" and organizer not in own):
        return None
    parts = dict(part.split("=", 1) for part in event.rule.upper().split(";") if "=" in part)
    frequency = parts.get("FREQ", "")
    if frequency not in _DAYS:
        return None
    interval = int(parts["INTERVAL"]) if parts.get("INTERVAL", "").isdigit() else 1
    past = occurrences(event, moved, now - LOOK_BACK, now)
    ahead = occurrences(event, moved, now, now + LOOK_AHEAD)
    days = _DAYS[frequency] * max(1, interval) / max(1, len(parts.get("BYDAY", "").split(",")))
    over = "cancelled" if event.status == "cancelled" else ""
    if over and event.modified:
        past = [moment for moment in past if moment <= event.modified]
    last = past[-1].date() if past else (event.when.date() if event.when else now.date())
    if not over and not ahead:
        over = f"ended {last.isoformat()}"
    elif not over and not past and not ahead:
        over = "never held"
    return _build(
        event, past, ahead, find, own, zone_name, _cadence(frequency, interval, parts), days, over, now
    )


def _build(
    event: Event, past: list[datetime], ahead: list[datetime], find: Callable[[str], str], own: frozenset[str],
    zone_name: str, cadence: str, days: float, over: str, now: datetime,
) -> Series:  # fmt: skip
    there = zone(zone_name) or (event.when.tzinfo if event.when else None)
    sample = (ahead[:8] or past[-8:]) or [event.when or now]
    local = sample if event.all_day else [moment.astimezone(there) for moment in sample]
    start = None if event.all_day else Counter(m.time() for m in local).most_common(1)[0][0]
    length = (event.end - event.when) if event.end and event.when else timedelta()
    until = None if start is None or not timedelta() < length < timedelta(hours=16) else _plus(start, length)
    by_date = "on day" in cadence
    people = tuple(dict.fromkeys(find(a) for a in others(event, own)))
    seen = f"{len(past)} times in 18 months" if past else "not held yet"
    since = f" since {event.when.date()}" if event.when else ""
    fact = f"{cadence}{since}; {seen}"
    return Series(
        event.uri, event.title, cadence, days, () if by_date else tuple(sorted({m.weekday() for m in local})), start, until,
        zone_name, people, find(plain_address(event.organizer.address)) if event.organizer.address else "",
        event.location, event.when.date() if event.when else now.date(),
        (past or [event.when or now])[-1].date(), ahead[0].date() if ahead else None, len(past), not over, over,
        event.all_day, event.links,
        (Evidence(event.uri, quote=event.title, when=event.modified or event.when, place="title"),
         Evidence(event.uri, fact=fact, when=past[-1] if past else event.when)),
        frozenset(tokens(event.title)),
    )  # fmt: skip


def _plus(start: time, length: timedelta) -> time:
    return (datetime.combine(date.min, start) + length).time()


_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"}


def _cadence(frequency: str, interval: int, parts: dict[str, str]) -> str:
    unit = _UNITS[frequency]
    every = {1: f"every {unit}", 2: f"every second {unit}"}.get(interval, f"every {interval} {unit}s")
    if frequency == "MONTHLY" and (match := re.match(r"(-?\d)([A-Z]{2})$", parts.get("BYDAY", ""))):
        return f"{every} ({_ORDINALS.get(match[1], match[1])} {WEEKDAYS[_ICS_DAYS.index(match[2])]})"
    if frequency == "MONTHLY" and (match := re.match(r"-?\d+$", parts.get("BYMONTHDAY", ""))):
        return (
            f"{every} on day {match.group()}"
            if not match.group().startswith("-")
            else f"{every} on day {match.group()} from its end"
        )
    if frequency == "WEEKLY" and interval == 1 and parts.get("BYDAY", "") == "MO,TU,WE,TH,FR":
        return "every working day"
    return every


_ICS_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _steady(
    events: Sequence[Event], identity: Identity, find: Callable[[str], str], zone_name: str, now: datetime
) -> list[Series]:
    groups: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        single = event.when and not (event.rule or event.instance_of or event.feed or event.invitation)
        if single and took_part(event, identity.all):
            groups.setdefault((" ".join(tokens(event.title)), event.organizer.address), []).append(event)
    found = []
    for group in groups.values():
        group.sort(key=lambda e: e.when or now)
        starts = [e.when for e in group if e.when]
        gaps = [(b - a).total_seconds() / 86400 for a, b in pairwise(starts)]
        if len(starts) < 5 or not 0.9 <= (typical := statistics.median(gaps)) <= QUARTER:
            continue
        if sum(abs(g - typical) <= max(1.0, min(7.0, typical * 0.25)) for g in gaps) < len(gaps) * 0.7:
            continue
        past, ahead = [s for s in starts if s <= now], [s for s in starts if s > now]
        over = "" if ahead or now - starts[-1] < timedelta(days=typical * 2) else f"ended {starts[-1].date()}"
        weeks = round(typical / 7)
        cadence = (
            "every day"
            if typical < 5
            else {0: "every week", 1: "every week"}.get(weeks, f"about every {weeks} weeks")
        )
        found.append(
            _build(group[-1], past, ahead, find, identity.all, zone_name, cadence, typical, over, now)
        )
    return found
