"""Google Calendar: series as they are written, with their changed instances (developers.google.com/calendar/api)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from connectors.export_lines import events, plain_line, text_line
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.google.api import GoogleApi, Parameters
from connectors.limits import GoogleLimits
from connectors.records import Event, Item, Mark, Skip
from connectors.streams import each

PAGE = 2_500
PRIMARY = {"id": "primary", "summary": ""}


def read_calendars(
    api: GoogleApi, context: Context, limits: GoogleLimits, now: datetime, listed: bool, place: str
) -> Iterator[Item]:
    """The events of all calendars, the person's main one first; the place lists those that are done.

    ``listed``: the list of calendars may be read; else the main one alone is.
    """
    calendars: list[dict[str, Any]] = [PRIMARY]
    if listed:
        found = api.items("calendar", "users/me/calendarList", {"maxResults": 250}, "items", limits.listed)
        calendars = sorted(found, key=_telling)
    done = place.split(",") if place else []
    by_id = {quote(text_at(one, "id"), safe=""): one for one in calendars[: limits.calendars]}

    def read(name: str) -> Iterator[Item]:
        yield from _read(api, name, by_id[name], context, limits, now)
        done.append(name)
        yield Mark(",".join(done), len(done), len(by_id))

    yield from each([name for name in by_id if name not in done], read, "google:calendar/")
    for one in calendars[limits.calendars :]:
        yield Skip(f"google:calendar/{text_at(one, 'id')}", f"beyond the first {limits.calendars} calendars")


def _telling(raw: dict[str, Any]) -> tuple[bool, bool, bool]:
    return (raw.get("primary") is not True, raw.get("accessRole") != "owner", raw.get("selected") is not True)


def _read(
    api: GoogleApi, name: str, calendar: dict[str, Any], context: Context, limits: GoogleLimits, now: datetime
) -> Iterator[Item]:
    """A calendar is read whole before its first event is shown: what cancels an instance comes apart from it."""
    asked: Parameters = {
        "maxResults": min(PAGE, limits.events),
        "singleEvents": "false",
        "eventTypes": ["default"],
        "timeMin": f"{now - timedelta(days=limits.days):%Y-%m-%dT%H:%M:%SZ}",
        "timeMax": f"{now + timedelta(days=limits.ahead):%Y-%m-%dT%H:%M:%SZ}",
    }
    found = list(api.items("calendar", f"calendars/{name}/events", asked, "items", limits.events + 1))
    if len(found) > limits.events:
        yield Skip(f"google:calendar/{name}", f"beyond {limits.events} events of a calendar")
    yield from to_records(found[: limits.events], calendar, context)


def to_records(found: list[dict[str, Any]], calendar: dict[str, Any], context: Context) -> Iterator[Item]:
    """The records of events as the API lists them, cancelled instances folded into their series."""
    uids = {text_at(one, "id"): text_at(one, "iCalUID") for one in found}
    cancelled: dict[str, list[str]] = {}
    kept = []
    for one in found:
        if text_at(one, "status") == "cancelled" and not one.get("start"):
            if series := text_at(one, "recurringEventId"):
                cancelled.setdefault(series, []).append(
                    _moment("EXDATE", object_at(one, "originalStartTime"))
                )
        else:
            kept.append(one)
    components = [[*_event(one, uids), *cancelled.get(text_at(one, "id"), ())] for one in kept]
    links = {f"event:{text_at(one, 'iCalUID')}": text_at(one, "htmlLink") for one in kept}
    name = text_at(calendar, "summaryOverride") or text_at(calendar, "summary")
    for item in events(components, _head(calendar, name, context), context, name):
        yield replace(item, link=links.get(item.uri, "")) if isinstance(item, Event) else item


def _head(calendar: dict[str, Any], name: str, context: Context) -> list[str]:
    identity = text_at(calendar, "id")
    mine = calendar.get("primary") is True or identity == "primary"
    owner = (context.me[0] if context.me else "") if mine else text_at(calendar, "dataOwner")
    return [
        text_line("X-WR-CALNAME", name),
        text_line("X-WR-TIMEZONE", text_at(calendar, "timeZone")),
        text_line("X-WR-RELCALID", identity),
        plain_line("X-OWNER", f"mailto:{owner}" if "@" in owner else ""),
    ]


def _event(raw: dict[str, Any], uids: dict[str, str]) -> list[str]:
    series = text_at(raw, "recurringEventId")
    uid = text_at(raw, "iCalUID") or uids.get(series) or f"{series or text_at(raw, 'id')}@google.com"
    guests = objects_at(raw, "attendees")
    organizer = object_at(raw, "organizer")
    recurrence = raw.get("recurrence")
    rules = (
        [" ".join(one.split()) for one in recurrence if isinstance(one, str)]
        if isinstance(recurrence, list)
        else []
    )
    return [
        plain_line("UID", uid),
        _moment("DTSTART", object_at(raw, "start")),
        _moment("DTEND", object_at(raw, "end")),
        _moment("RECURRENCE-ID", object_at(raw, "originalStartTime")) if series else "",
        *rules,
        text_line("SUMMARY", text_at(raw, "summary")),
        text_line("DESCRIPTION", text_at(raw, "description")),
        text_line("LOCATION", text_at(raw, "location")),
        plain_line("STATUS", text_at(raw, "status").upper()),
        plain_line("CREATED", text_at(raw, "created")),
        plain_line("LAST-MODIFIED", text_at(raw, "updated")),
        plain_line("SEQUENCE", str(raw.get("sequence") or 0)),
        plain_line("X-GOOGLE-CONFERENCE", text_at(raw, "hangoutLink")),
        _party("ORGANIZER", organizer) if guests else "",
        *(_party("ATTENDEE", guest) for guest in guests),
    ]


def _party(name: str, raw: dict[str, Any]) -> str:
    """Takeout writes an organizer only where there are guests, and so does this."""
    answer = "".join(f"-{one}" if one.isupper() else one for one in text_at(raw, "responseStatus")).upper()
    return plain_line(
        name,
        f"mailto:{text_at(raw, 'email')}",
        CN=text_at(raw, "displayName"),
        PARTSTAT=answer,
        ROLE="OPT-PARTICIPANT" if raw.get("optional") is True else "",
        CUTYPE="RESOURCE" if raw.get("resource") is True else "",
    )


def _moment(name: str, raw: dict[str, Any]) -> str:
    """A start or end in its own zone; the API gives the wall clock there and its offset."""
    if day := text_at(raw, "date"):
        return plain_line(name, day.replace("-", ""), VALUE="DATE")
    told, zone = text_at(raw, "dateTime"), text_at(raw, "timeZone")
    try:
        when = datetime.fromisoformat(told)
    except ValueError:
        return plain_line(name, told)
    if zone and zone != "UTC":
        from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

        try:
            when = when.astimezone(ZoneInfo(zone))
            return plain_line(name, f"{when:%Y%m%dT%H%M%S}", TZID=zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    offset = f"{when:%z}" if when.utcoffset() else "Z"
    return plain_line(name, f"{when:%Y%m%dT%H%M%S}{offset}")
