"""Records in, footprint out: the order in which each finding builds on those before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta

from bootstrap.footprint import (
    codebases,
    documents,
    exchange,
    habits,
    meetings,
    mentions,
    owner,
    people,
    projects,
    relations,
    rooms,
    systems,
)
from bootstrap.footprint.clock import hours
from bootstrap.footprint.identity import Identity, identify
from bootstrap.footprint.material import Material, load, present
from bootstrap.footprint.names import domain_of, organisation_domain
from bootstrap.footprint.places import places
from bootstrap.footprint.resolve import resolve
from bootstrap.footprint.types import Footprint, Owner, Person, Project, Series
from bootstrap.snapshot import Snapshot

HOURS_WITHIN = timedelta(days=365)


def understand(snapshot: Snapshot, now: datetime, me: tuple[str, ...] = ()) -> Footprint:
    """Derive the footprint of a snapshot as of ``now`` (aware). ``me`` are addresses the person declared."""
    material = load(snapshot, now)
    return build(material, identify(material, me))


def build(material: Material, identity: Identity) -> Footprint:
    """Derive the footprint from loaded records and a known identity."""
    who = owner.describe(material, identity)
    zone = who.zones[-1][0] if who.zones else ""
    if identity.began is not None:
        material = present(
            material, identity.began, frozenset(organisation_domain(a) for a in identity.former)
        )
    resolved = resolve(material, identity)
    ties = exchange.measure(material, identity, resolved)
    series = meetings.meetings(material.events, identity, resolved.find, zone, material.now)
    known = people.people(material, identity, resolved, ties)
    known = relations.relate(
        known, series, material, resolved, who.positions[0].role if who.positions else ""
    )
    moved = who.zones[-1][1] if len(who.zones) > 1 else date.min
    recent = [
        m for m in _moments(material, identity) if material.now - m < HOURS_WITHIN and m.date() >= moved
    ]
    owned = codebases.codebases(material, identity, resolved.find)
    return Footprint(
        now=material.now,
        owner=who,
        people=known,
        series=series,
        projects=_projects(material, identity, who, known, series, resolved.find),
        codebases=owned,
        documents=documents.key_documents(material, identity),
        rooms=rooms.rooms(material, identity, resolved.find),
        systems=systems.systems(material, identity),
        hours=hours(recent, zone, who.zone_evidence[0].uri, _daily(series)),
        habits=habits.habits(material, identity, series, owned),
        counts={
            "messages": len(material.messages),
            "events": len(material.events),
            "automated": len(material.automated),
        },
    )


def _daily(series: Sequence[Series]) -> list[tuple[time, time | None]]:
    return [
        (s.at, s.until)
        for s in series
        if s.active and s.at and s.people and {0, 1, 2, 3, 4} <= set(s.weekdays)
    ]


def _moments(material: Material, identity: Identity) -> list[datetime]:
    chats = [m.when for m in material.messages if m.when and m.medium == "chat" and identity.wrote(m)]
    return sorted([*owner.own_moments(material, identity), *chats])


def _projects(material: Material, identity: Identity, who: Owner, known: dict[str, Person], series: tuple[Series, ...],
              find: Callable[[str], str]) -> tuple[Project, ...]:  # fmt: skip
    named = places(material, identity, series)
    positions = [p for person in known.values() if person.internal for p in person.positions]
    employer = " ".join(
        [domain_of(a).partition(".")[0] for a in who.addresses] + [p.organization for p in who.positions[:1]]
    )
    out = projects.excluded_words(
        (*who.names, *(n for p in list(known.values())[:150] for n in p.names)),
        employer,
        [text for p in (*positions, *who.positions) for text in (p.department, p.role)],
        (
            who.locality,
            *(z.rpartition("/")[2] for z, _, _ in who.zones),
            *(p.locality for p in known.values() if p.internal),
        ),
    )
    found = projects.clusters(named, out)
    counted = mentions.count(material.messages, [frozenset(c.words) for c in found], identity.all)
    return projects.build(found, counted, material.events, material.channels, find, material.now)
