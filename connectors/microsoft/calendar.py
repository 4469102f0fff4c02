"""Outlook calendars: series as they are written, with their changed instances, and single events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from connectors.export_lines import events, plain_line, text_line
from connectors.exports.calendar.zones import Zones
from connectors.exports.chat.times import iso_time
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.limits import MicrosoftLimits
from connectors.microsoft.graph import Graph, Parameters
from connectors.microsoft.recurrence import to_rule
from connectors.records import Event, Failure, Item, Mark, Skip
from connectors.streams import each
from connectors.web import Refused

FIELDS = (
    "id,iCalUId,type,subject,body,start,end,originalStartTimeZone,originalStart,isAllDay,isCancelled,location,organizer,"
    "attendees,recurrence,responseStatus,seriesMasterId,createdDateTime,lastModifiedDateTime,onlineMeeting,webLink"
)
ANSWERS = {
    "accepted": "ACCEPTED",
    "organizer": "ACCEPTED",
    "tentativelyAccepted": "TENTATIVE",
    "declined": "DECLINED",
}
WRAPPED = "7643616C2D55696401000000"
"""How Exchange wraps a UID that is not its own ([MS-OXCICAL] 2.1.3.1.1.20.26): ``vCal-Uid``, then the text."""


def read_calendars(
    graph: Graph, context: Context, limits: MicrosoftLimits, now: datetime, place: str
) -> Iterator[Item]:
    """The events of all calendars, the person's main one first; the place lists those that are done."""
    asked: Parameters = {"$select": "id,name,owner,isDefaultCalendar", "$top": 50}
    found = list(graph.items("mail", f"{graph.person}/calendars", asked, limits.listed))
    ranked = sorted(found, key=lambda raw: raw.get("isDefaultCalendar") is not True)
    by_id = {text_at(one, "id"): one for one in ranked[: limits.calendars]}
    done = place.split(",") if place else []

    def read(name: str) -> Iterator[Item]:
        yield from _read(graph, by_id[name], context, limits, now)
        done.append(name)
        yield Mark(",".join(done), len(done), len(by_id))

    yield from each([name for name in by_id if name not in done], read, "microsoft:calendar/")
    for one in ranked[limits.calendars :]:
        yield Skip(
            f"microsoft:calendar/{text_at(one, 'id')}", f"beyond the first {limits.calendars} calendars"
        )


def _read(
    graph: Graph, calendar: dict[str, Any], context: Context, limits: MicrosoftLimits, now: datetime
) -> Iterator[Item]:
    identity = text_at(calendar, "id")
    path = f"{graph.person}/calendars/{identity}/events"
    oldest = f"{now - timedelta(days=limits.days):%Y-%m-%dT%H:%M:%S}"
    series: Parameters = {"$filter": "type eq 'seriesMaster'", "$select": FIELDS, "$top": limits.page}
    single: Parameters = {
        "$filter": f"type eq 'singleInstance' and start/dateTime ge '{oldest}'",
        "$select": FIELDS,
        "$top": limits.page,
    }
    masters = list(graph.items("mail", path, series, limits.events))
    found = list(graph.items("mail", path, single, limits.events + 1 - len(masters)))
    if len(masters) + len(found) > limits.events:
        yield Skip(f"microsoft:calendar/{identity}", f"beyond {limits.events} events of a calendar")
    alive = [one for one in masters if _until(one) >= oldest[:10]]
    changed = {}
    for one in alive[: limits.series]:
        try:
            changed[text_at(one, "id")] = _changes(graph, text_at(one, "id"))
        except Refused as refused:
            yield Failure(f"event:{_uid(one)}/changes", f"refused ({refused})")
    if alive[limits.series :]:
        yield Skip(f"microsoft:calendar/{identity}", f"changed instances beyond {limits.series} series")
    yield from to_records([*masters, *found], changed, calendar, context)


def _changes(graph: Graph, name: str) -> dict[str, Any]:
    """What differs from the rule of a series; Graph tells cancelled occurrences only when they are selected."""
    asked: Parameters = {
        "$select": "id,cancelledOccurrences,exceptionOccurrences",
        "$expand": "exceptionOccurrences",
    }
    return graph.get("mail", f"{graph.person}/events/{name}", asked)


def to_records(
    found: list[dict[str, Any]],
    changed: dict[str, dict[str, Any]],
    calendar: dict[str, Any],
    context: Context,
) -> Iterator[Item]:
    """The records of events as Graph lists them. ``changed`` has the exceptions of a series by its id."""
    components, links, answers = [], {}, {}
    for raw in found:
        uid = _uid(raw)
        told = changed.get(text_at(raw, "id"), {})
        dates = told.get("cancelledOccurrences")
        days = (
            [one[-10:].replace("-", "") for one in dates if isinstance(one, str)]
            if isinstance(dates, list)
            else []
        )
        components.append([*_event(raw, uid), *(plain_line("EXDATE", day, VALUE="DATE") for day in days)])
        links[f"event:{uid}"] = text_at(raw, "webLink")
        answers[f"event:{uid}"] = ANSWERS.get(
            text_at(object_at(raw, "responseStatus"), "response"), ""
        ).lower()
        components += [_event(one, uid, replaced=True) for one in objects_at(told, "exceptionOccurrences")]
    owner = text_at(object_at(calendar, "owner"), "address").lower()
    head = [
        text_line("X-WR-CALNAME", text_at(calendar, "name")),
        plain_line("X-OWNER", f"mailto:{owner}" if "@" in owner else ""),
    ]
    for item in events(components, head, context, text_at(calendar, "name")):
        if isinstance(item, Event):
            answer = item.own_response or answers.get(item.uri, "")
            yield replace(item, link=links.get(item.uri, ""), own_response=answer)
        else:
            yield item


def _event(raw: dict[str, Any], uid: str, replaced: bool = False) -> list[str]:
    whole_day = raw.get("isAllDay") is True
    zone = text_at(raw, "originalStartTimeZone")
    guests = objects_at(raw, "attendees")
    original = iso_time(raw.get("originalStart"))
    organizer = object_at(object_at(raw, "organizer"), "emailAddress")
    return [
        plain_line("UID", uid),
        _moment("DTSTART", object_at(raw, "start"), zone, whole_day),
        _moment("DTEND", object_at(raw, "end"), zone, whole_day),
        _instant("RECURRENCE-ID", original, zone, whole_day) if replaced and original else "",
        plain_line("RRULE", to_rule(object_at(raw, "recurrence"))),
        text_line("SUMMARY", text_at(raw, "subject")),
        text_line("DESCRIPTION", text_at(object_at(raw, "body"), "content")),
        text_line("LOCATION", text_at(object_at(raw, "location"), "displayName")),
        plain_line("STATUS", "CANCELLED" if raw.get("isCancelled") is True else "CONFIRMED"),
        plain_line("CREATED", text_at(raw, "createdDateTime")),
        plain_line("LAST-MODIFIED", text_at(raw, "lastModifiedDateTime")),
        plain_line("X-MICROSOFT-SKYPETEAMSMEETINGURL", text_at(object_at(raw, "onlineMeeting"), "joinUrl")),
        _party("ORGANIZER", organizer, {}) if guests else "",
        *(_party("ATTENDEE", object_at(guest, "emailAddress"), guest) for guest in guests),
    ]


def _party(name: str, address: dict[str, Any], guest: dict[str, Any]) -> str:
    answer = text_at(object_at(guest, "status"), "response")
    kind = text_at(guest, "type")
    return plain_line(
        name,
        f"mailto:{text_at(address, 'address')}",
        CN=text_at(address, "name"),
        PARTSTAT=ANSWERS.get(answer, "NEEDS-ACTION") if guest else "",
        ROLE="OPT-PARTICIPANT" if kind == "optional" else "",
        CUTYPE="RESOURCE" if kind == "resource" else "",
    )


def _moment(name: str, raw: dict[str, Any], zone: str, whole_day: bool) -> str:
    """Graph answers in UTC, as it was asked to; a whole day begins at midnight of whatever zone."""
    told = text_at(raw, "dateTime")
    if whole_day:
        return plain_line(name, told[:10].replace("-", ""), VALUE="DATE")
    when = iso_time(told[:19])
    return _instant(name, when, zone, whole_day) if when else plain_line(name, told)


def _instant(name: str, when: datetime, zone: str, whole_day: bool) -> str:
    """The wall clock of the zone the event was made in, which is mostly Windows' name for it."""
    if whole_day:
        return plain_line(name, f"{when:%Y%m%d}", VALUE="DATE")
    known = Zones({}).resolve(zone) if zone and zone != "UTC" else Zones.utc
    if not known.name or known.assumed:
        return plain_line(name, f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}")
    return plain_line(name, f"{when.astimezone(known.tz):%Y%m%dT%H%M%S}", TZID=known.name)


def _uid(raw: dict[str, Any]) -> str:
    """The UID as the mail or the other calendar has it, where Exchange wrapped it."""
    uid = text_at(raw, "iCalUId") or text_at(raw, "id")
    _, wrapped, rest = uid.upper().partition(WRAPPED)
    if not wrapped:
        return uid
    try:
        return bytes.fromhex(rest).rstrip(b"\0").decode()
    except ValueError:
        return uid


def _until(raw: dict[str, Any]) -> str:
    """The last day of a series; ``9`` for one without an end."""
    span = object_at(object_at(raw, "recurrence"), "range")
    return text_at(span, "endDate") if text_at(span, "type") == "endDate" else "9"
