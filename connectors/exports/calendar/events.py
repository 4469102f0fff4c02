"""One VEVENT as an Event record (RFC 5545 §3.6.1), with what Google, Apple and Microsoft add to it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import filterfalse
from typing import Literal

from connectors.exports.calendar.components import Component
from connectors.exports.calendar.feeds import is_of_feed
from connectors.exports.calendar.values import Moment, attendee, duration, moment, moments, party
from connectors.exports.calendar.vcalendar import modern_rule
from connectors.exports.calendar.zones import Zones
from connectors.exports.contentlines import Line, unescape
from connectors.exports.links import clean_link, links_in
from connectors.records import Event, Failure, Party, Skip

LONGEST_TEXT = 4_000
MOST_ATTENDEES = 500
MOST_EXCLUDED = 2_000
MOST_DATES = 100
_CONFERENCES = (
    "X-GOOGLE-CONFERENCE", "CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL", "X-MICROSOFT-ONLINEMEETINGCONFLINK",
    "X-MICROSOFT-ONLINEMEETINGEXTERNALLINK", "X-APPLE-EVENT-CONFERENCE", "URL", "ATTACH",
)  # fmt: skip
_MARKUP = re.compile(
    r"<(?:br|p|a|div|span|ul|ol|li|b|i|html|body|table|strong|em|u|h\d)\b[^>]*>|&(?:nbsp|amp|lt|gt|quot|#\d+);",
    re.I,
)
_STAMPED = re.compile(rb"DTSTAMP[:;]", re.IGNORECASE)  # when the file was written (RFC 5545 §3.8.7.2)
_STATUSES: dict[str, Literal["confirmed", "tentative", "cancelled"]] = {
    "TENTATIVE": "tentative", "CANCELLED": "cancelled", "CANCELED": "cancelled",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an event takes from its calendar and its account."""

    source: str
    zones: Zones
    calendar: str = ""
    owner: str = ""
    me: tuple[str, ...] = ()
    feed: bool = False
    invitation: bool = False
    cancelled: bool = False
    charset: str = "cp1252"


def to_event(
    uid: str, every: list[Line], around: Surroundings, rule_of_series: str = ""
) -> Event | Failure | Skip:
    """The record of a VEVENT, or a failure where its start can't be read.

    ``every`` are its properties; ``rule_of_series`` is the rule of the master, taken over by an instance
    that changes all following.
    """
    lines = {line.name: line for line in reversed(every)}
    start = moment(lines["DTSTART"], around.zones) if "DTSTART" in lines else None
    replaced = moment(lines["RECURRENCE-ID"], around.zones) if "RECURRENCE-ID" in lines else None
    if start is None:
        start = replaced  # a cancelled instance needs no start of its own (RFC 5546 §3.2.5)
    uri = f"event:{uid}"
    if replaced is None and "RECURRENCE-ID" in lines:
        return Failure(uri, "changed instance of an unreadable date")
    if start is None and "DTSTART" in lines:
        return Failure(uri, "event with an unreadable start")
    if start is None:
        return Skip(uri, "event without a start")
    if replaced is None:
        return _record(uri, every, start, _rule(lines), around)
    following = lines["RECURRENCE-ID"].parameters.get("RANGE", [""])[0].upper() == "THISANDFUTURE"
    rule = _rule(lines) or (rule_of_series if following else "")
    event = _record(f"{uri}/{instance_key(replaced)}", every, start, rule, around)
    return replace(event, instance_of=uri)


def _record(uri: str, every: list[Line], start: Moment, rule: str, around: Surroundings) -> Event:
    """The record of an event whose name, start and rule are known."""
    lines = {line.name: line for line in reversed(every)}
    title = _text(lines, "SUMMARY", 500)
    attendees = tuple(attendee(line) for line in every if line.name == "ATTENDEE")[:MOST_ATTENDEES]
    text, behind = _description(lines)
    answers = {one.party.address: one.response for one in reversed(attendees) if one.party.address}
    return Event(
        uri=uri,
        source=around.source,
        when=start.when,
        title=" ".join(title.split()),
        text=text,
        end=_end(lines, start, around.zones),
        all_day=start.date_only,
        zone=start.zone.name,
        assumed_zone=start.zone.assumed and not start.date_only,
        location=" ".join(_text(lines, "LOCATION", 500).split()),
        organizer=party(lines["ORGANIZER"]) if "ORGANIZER" in lines else Party(),
        attendees=attendees,
        own_response=next((answers[own] for own in (around.owner, *around.me) if own in answers), ""),
        rule=rule,
        excluded=_excluded(every, start, around.zones),
        status="cancelled"
        if around.cancelled
        else _STATUSES.get(_text(lines, "STATUS", 20).strip().upper(), "confirmed"),
        calendar=around.calendar,
        owner=around.owner,
        feed=around.feed or is_of_feed(title, _text(lines, "CATEGORIES", 200), start.date_only, rule),
        invitation=around.invitation,
        created=_when(lines.get("CREATED"), around.zones),
        modified=_when(lines.get("LAST-MODIFIED") or lines.get("DTSTAMP"), around.zones),
        links=_links(every, lines, text, behind),
        link=clean_link(lines["URL"].value) if "URL" in lines else "",
    )


def identity(component: Component, lines: list[Line]) -> str:
    """The UID; where there is none, a hash of all but the time of the export, so that a second one says the same."""
    uid = next((line.value.strip() for line in lines if line.name == "UID"), "")
    return uid or hashlib.sha256(b"\n".join(filterfalse(_STAMPED.match, component.own))).hexdigest()[:24]


def instance_key(replaced: Moment) -> str:
    """The original start of a changed instance, the same whatever zone it is written in."""
    return (
        replaced.when.date().isoformat() if replaced.date_only else replaced.when.astimezone(UTC).isoformat()
    )


def _when(line: Line | None, zones: Zones) -> datetime | None:
    found = moment(line, zones) if line else None
    return found.when if found else None


def _text(lines: dict[str, Line], name: str, longest: int) -> str:
    line = lines.get(name)
    return unescape(line.value[: longest * 4])[:longest] if line else ""


def _description(lines: dict[str, Line]) -> tuple[str, tuple[str, ...]]:
    """The description as text, and the links behind its words where it was HTML."""
    text = _text(lines, "DESCRIPTION", LONGEST_TEXT * 3)
    links: tuple[str, ...] = ()
    if not text.strip() and "X-ALT-DESC" in lines:
        text = _text(lines, "X-ALT-DESC", LONGEST_TEXT * 3)
    if _MARKUP.search(text):
        from connectors.exports.documents.html import read_html

        page = read_html(text.replace("\n", "<br>") if "<br" not in text.lower() else text)
        text, links = page.text, page.links
    return text.replace("\r\n", "\n").strip()[:LONGEST_TEXT], links


def _links(every: list[Line], lines: dict[str, Line], text: str, behind: tuple[str, ...]) -> tuple[str, ...]:
    """Where it takes place online, then what its place and its description link to, each once."""
    named = " ".join(line.value for line in every if line.name in _CONFERENCES and len(line.value) < 2_000)
    place = lines["LOCATION"].value[:2_000] if "LOCATION" in lines else ""
    return tuple(dict.fromkeys((*links_in(f"{named} {place}"), *behind, *links_in(text))))[:50]


def further_dates(event: Event, every: list[Line], replaced: list[Line], zones: Zones) -> Iterator[Event]:
    """The dates a series was given beside its rule (RDATE), each as an instance of its own.

    ``replaced`` are the RECURRENCE-IDs of the series: those dates have records already.
    """
    known = {instance_key(one) for line in replaced for one in moments(line, zones)}
    span = event.end - event.when if event.end and event.when else None
    dates = [one for line in every if line.name == "RDATE" for one in moments(line, zones)][:MOST_DATES]
    for key, one in {instance_key(one): one for one in dates if one.when != event.when}.items():
        if key in known:
            continue
        yield replace(
            event,
            uri=f"{event.uri}/{key}",
            when=one.when,
            end=one.when + span if span is not None else None,
            rule="",
            excluded=(),
            instance_of=event.uri,
        )


def _rule(lines: dict[str, Line]) -> str:
    value = lines["RRULE"].value[:500] if "RRULE" in lines else ""
    if value and "=" not in value:
        return modern_rule(value)
    return "".join(value.split()).upper().rstrip(";")


def _end(lines: dict[str, Line], start: Moment, zones: Zones) -> datetime | None:
    """DTEND, or start and DURATION; a whole day without either lasts that day."""
    end = moment(lines["DTEND"], zones) if "DTEND" in lines else None
    span = duration(lines["DURATION"].value) if "DURATION" in lines else None
    try:
        if end is not None:
            return end.when if end.when >= start.when else start.when
        if span is not None and span >= timedelta(0):
            return start.when + span
        return start.when + timedelta(days=1) if start.date_only else None
    except OverflowError:
        return None


def _excluded(every: list[Line], start: Moment, zones: Zones) -> tuple[datetime, ...]:
    """EXDATE; a bare date takes out the occurrence of that day, at the hour of the series."""
    found: list[datetime] = []
    for line in every:
        if line.name == "EXDATE":
            for one in moments(line, zones):
                whole_day = one.date_only and not start.date_only
                found.append(datetime.combine(one.when, start.when.timetz()) if whole_day else one.when)
                if len(found) == MOST_EXCLUDED:
                    return tuple(found)
    return tuple(found)
