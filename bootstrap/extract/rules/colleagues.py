"""The few people that matter: who they are, how to reach them, what they and the user do together."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.clock import zone
from bootstrap.footprint.languages import name_of
from bootstrap.footprint.names import FREEMAIL, domain_of, fold
from bootstrap.footprint.people import matters
from bootstrap.footprint.relations import talk_alone
from bootstrap.footprint.signature import same_organisation
from bootstrap.footprint.types import Footprint, Person
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title, screen

MOST = 16


def propose(footprint: Footprint) -> Iterator[Candidate]:
    ranked = [p for p in footprint.people.values() if matters(p) and wording.called(p) and not screen(p.name)]
    top = ranked[0].weight if ranked else 1.0
    for person in ranked[:MOST]:
        if person.weight >= max(0.3, top * 0.02) or person.relation in ("manager", "report", "mentoring"):
            yield _about(person, footprint, top)


def _about(person: Person, footprint: Footprint, top: float) -> Candidate:
    name, held = wording.called(person), wording.role(person.position)
    organization = wording.organisation(person.organization)
    if organization and organization not in held:
        held = f"{held} at {organization}" if held else organization
    relation = _relation(person, footprint)
    lines: list[str] = []
    evidence: list[Evidence] = [
        *(person.position.evidence[:1] if person.position else ()),
        *person.relation_evidence[:2],
    ]
    lines.append(
        f"- Reach: {wording.listed([a for a in person.addresses[:3] if wording.plain_address_like(a)]) or 'chat'}"
        + ("; also on chat" if person.handles and person.addresses else "")
        + _tongue(person, footprint)
    )
    if len(person.addresses) > 1:
        lines[-1] += f" (one person, {len(person.addresses[:3])} addresses)"
        evidence += [j for j in person.joins if "chat profile" not in j.fact]
    together = _together(person, footprint)
    if together:
        lines.append(f"- Together on: {wording.listed(together)}.")
    one = talk_alone(person, footprint.series)
    if one is not None and wording.quoted(one.title):
        lines.append(
            f"- One-to-one {wording.quoted(one.title)}: {one.cadence}, {wording.days(one.weekdays)} {wording.clock(one.at)}."
        )
        evidence += one.evidence
    if (
        person.zone
        and zone(person.zone)
        and footprint.owner.zones
        and person.zone != footprint.owner.zones[-1][0]
    ):
        lines.append(f"- Their time zone: {person.zone}.")
    elif person.locality and person.locality != footprint.owner.locality and safe_title(person.locality):
        lines.append(f"- Sits in {safe_title(person.locality)}.")
    former = [
        p
        for p in person.positions[1:]
        if p.last and p.role and person.position and person.position.last and p.last < person.position.last
    ]
    if (
        former
        and wording.role(former[0])
        and safe_title(former[0].role) != safe_title(person.position.role if person.position else "")
    ):
        lines.append(f"- Until {wording.month(former[0].last)}: {wording.role(former[0])} (former).")
    for key in person.namesakes[:2]:
        other = footprint.people.get(key)
        if other is not None and _differ(person, other):
            lines.append(
                f"- Not the same person as the other {wording.called(other)}, {wording.role(other.position) or other.address} ({other.address}): a namesake."
            )
            evidence += other.position.evidence[:1] if other.position else ()
    evidence.append(_counted(person))
    return wording.candidate(
        f"person/{person.key}", "reference", name, f"{name}: {held or relation}" + (f"; {relation}" if held else ""),
        f"**{name}**" + (f", {held}" if held else "") + f"; {relation}.\n\n" + "\n".join(lines), evidence, footprint.now,
        value=0.45 + 0.5 * min(1.0, (person.weight / top) ** 0.4) + 0.1 * (person.relation in ("manager", "mentoring", "report")),
        confidence=0.9 if person.position else 0.75, why=f"{name} comes up again and again; requests can use the first name alone.",
        name=wording.slug(name if not person.namesakes else f"{name} {organization or person.address}"),
        employer="" if domain_of(person.address) in FREEMAIL else footprint.owner.domain,
    )  # fmt: skip


def _relation(person: Person, footprint: Footprint) -> str:
    owner = footprint.owner.name
    return {
        "manager": f"manager of {owner}, who reports to them",
        "report": f"reports to {owner}",
        "mentoring": f"in a mentoring series with {owner}",
        "colleague": "colleague" if person.weight < 5 else "close colleague",
        "vendor": "on a vendor's side",
        "external contact": "contact at another organisation",
    }.get(
        person.relation,
        "in regular exchange" if person.sent + person.chats + person.meetings else "works in the same code",
    )


def _differ(person: Person, other: Person) -> bool:
    """Two of one name are told apart aloud only where firm or title say so: else they may be one person."""
    if person.organization and other.organization:
        return not same_organisation(person.organization, other.organization)
    mine, theirs = person.position, other.position
    return bool(mine and theirs and mine.role and theirs.role and fold(mine.role) != fold(theirs.role))


def _tongue(person: Person, footprint: Footprint) -> str:
    if len(footprint.owner.languages) > 1 and len(person.languages) == 1:
        return f"; in {name_of(person.languages[0])}"
    return ""


def _together(person: Person, footprint: Footprint) -> list[str]:
    """Projects, repositories and meetings both take part in, by name."""
    found = [p.name for p in footprint.projects if not p.over and person.key in p.people[:6]]
    found += [c.name for c in footprint.codebases if not c.over and person.key in c.people]
    found += [
        s.title for s in footprint.series if s.active and person.key in s.people and 1 < len(s.people) < 7
    ]
    return [word for word in dict.fromkeys(map(safe_title, found)) if word][:6]


def _counted(person: Person) -> Evidence:
    parts = []
    if person.sent or person.received:
        parts.append(
            f"{_many(person.sent, 'mail')} to them, {person.received} from them, {person.replies} answered both ways"
        )
    if person.chats:
        parts.append(f"{_many(person.chats, 'chat message')} between you")
    if person.meetings:
        parts.append(f"{_many(person.meetings, 'small meeting')} both took part in")
    if person.commits:
        parts.append(f"{_many(person.commits, 'commit')} of theirs in your repositories")
    span = f", {person.first.date()} to {person.last.date()}" if person.first and person.last else ""
    return Evidence(f"person:{person.key}", fact="; ".join(parts) + span, when=person.last)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
