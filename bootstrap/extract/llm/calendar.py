"""Calendar entries as evidence: series with what they say, dates ahead, and what comes back without a rule."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from bootstrap.extract.llm.items import Item, of_event
from bootstrap.extract.llm.subjects import OWNER, Cast, until
from bootstrap.footprint.exchange import of_another
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import fold
from bootstrap.footprint.types import Footprint
from connectors.records import Event

L = TypeVar("L")

LISTED = 10
BEHIND = timedelta(days=400)


def lots(
    footprint: Footprint,
    material: Material,
    cast: Cast,
    lot: Callable[[float, Event, Callable[[], list[Item]]], L],
) -> Iterator[L]:
    """One lot for each title in the calendar, its days listed; left out is what was declined, cancelled or subscribed
    to, and what stands in a calendar somebody shared without the owner's part in it."""
    zone = (
        ZoneInfo(footprint.owner.zones[-1][0])
        if footprint.owner.zones and "/" in footprint.owner.zones[-1][0]
        else None
    )
    own = frozenset((*footprint.owner.addresses, *footprint.owner.former))
    by_title: dict[str, list[Event]] = defaultdict(list)
    for event in material.events:
        if (
            event.when
            and event.title
            and not event.feed
            and event.status != "cancelled"
            and not of_another(event, own)
            and _attended(event, cast)
        ):
            by_title[re.sub(r"[\W\d_]+", " ", fold(event.title)).strip() or event.title].append(event)
    for _, events in sorted(by_title.items()):
        events.sort(key=lambda event: (event.when is None, event.when and event.when.timestamp(), event.uri))
        newest = events[-1]
        score = _score(events, footprint)
        if score:
            yield lot(score, newest, lambda e=events: [_item(e, cast, zone)])  # type: ignore[misc]


def _attended(event: Event, cast: Cast) -> bool:
    if event.own_response in ("declined", "needs-action") and event.own_response:
        return False
    answers = [a.response for a in event.attendees if cast.key_of(a.party.address) == OWNER]
    return not answers or answers[0] not in ("declined", "needs-action")


def _score(events: list[Event], footprint: Footprint) -> float:
    """What lies ahead, comes back or explains itself; 0 for a single past entry that says nothing."""
    newest = events[-1]
    assert newest.when is not None
    ahead = newest.when > until(footprint)
    running = any(event.rule for event in events)
    if not ahead and not running and until(footprint) - newest.when > BEHIND:
        return 0.0
    days = {event.when.date() for event in events if event.when}
    text = any(len(event.text) > 20 for event in events)
    if not (ahead or running or text or len(days) > 2):
        return 0.0
    return 1.0 * ahead + 0.5 * running + 0.8 * text + 0.8 * (len(days) > 2 and not running)


def _item(events: list[Event], cast: Cast, zone: ZoneInfo | None) -> Item:
    newest = events[-1]
    says = max(events, key=lambda event: len(event.text))
    days = [_moment(event, zone) for event in events]
    told = "days: " + ", ".join(dict.fromkeys(days[-LISTED:]))
    if rules := [event.rule for event in events if event.rule]:
        told += f"; rule {rules[-1]}"
    item = of_event(says if says.text else newest, cast, told)
    return replace(item, when=newest.when)


def _moment(event: Event, zone: ZoneInfo | None) -> str:
    assert event.when is not None
    if event.all_day:
        return event.when.date().isoformat()
    return f"{event.when.astimezone(zone) if zone else event.when:%Y-%m-%d %H:%M}"
