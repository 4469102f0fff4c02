"""The people the owner deals with: one entry each, ranked by two-way exchange, with what they are to the owner."""

from __future__ import annotations

from collections.abc import Sequence

from bootstrap.footprint import positions as roles_held
from bootstrap.footprint.exchange import Ties
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import (
    CJK,
    best_name,
    domain_of,
    is_role_account,
    name_key,
    organisation_domain,
    plain_address,
)
from bootstrap.footprint.resolve import People
from bootstrap.footprint.types import Person
from bootstrap.model import Evidence
from connectors.records import Contact

KEPT = 400


def people(
    material: Material, identity: Identity, resolved: People, ties: dict[str, Ties]
) -> dict[str, Person]:
    """One ``Person`` for each with whom there was any exchange, the weightiest first (at most 400).

    Relations are filled in later, when meetings are known too.
    """
    ranked = sorted(ties.items(), key=lambda item: (-item[1].weight, item[0]))[:KEPT]
    statements = _statements(material, identity, resolved, {key for key, _ in ranked})
    cards = _cards(material, resolved)
    groups = resolved.groups()
    namesakes = _namesakes(ties)
    found = {}
    for key, tie in ranked:
        addresses = _addresses(groups.get(key, [key]), tie)
        if not any("@" in a for a in addresses) and not tie.own_chats and not tie.commits:
            continue
        if all(is_role_account(a) for a in addresses if "@" in a) and not tie.meetings:
            continue
        found[key] = _person(
            key, tie, addresses, statements, cards.get(key, []), resolved, identity, namesakes
        )
    return found


def _person(
    key: str, tie: Ties, addresses: list[str], statements: dict[str, list[roles_held.Statement]],
    cards: Sequence[Contact], resolved: People, identity: Identity, namesakes: dict[str, set[str]],
) -> Person:  # fmt: skip
    held = roles_held.positions(statements.get(key, []), tie.last.date() if tie.last else None)
    name = best_name(tie.names.elements(), addresses[0])
    same_name = namesakes.get(name_key(name), set()) - {key}
    note = next((c for c in cards if c.text), None)
    return Person(
        key=key,
        name=name,
        names=tuple(n for n, _ in tie.names.most_common(6) if n),
        addresses=tuple(a for a in addresses if "@" in a),
        handles=tuple(a for a in addresses if "@" not in a),
        joins=tuple(resolved.joins.get(key, ())),
        positions=held,
        locality=next((s[0].locality for s in reversed(statements.get(key, [])) if s[0].locality), ""),
        zone=next((c.zone for c in cards if c.zone), ""),
        internal=any(organisation_domain(a) in identity.homes for a in addresses if "@" in a),
        relation="",
        relation_evidence=(),
        sent=tie.sent,
        received=tie.received,
        replies=min(tie.answered_them, tie.answered_us),
        chats=tie.chats + tie.own_chats,
        meetings=tie.meetings,
        commits=tie.commits,
        weight=tie.weight,
        first=tie.first,
        last=tie.last,
        namesakes=tuple(sorted(same_name)) if len(name.split()) > 1 or not name.isascii() else (),
        languages=tuple(
            code for code, n in tie.languages.most_common() if n >= max(2, tie.languages.total() // 4)
        ),
        note=Evidence(note.uri, quote=note.text[:200], when=note.when, place="text") if note else None,
    )


def _addresses(group: list[str], tie: Ties) -> list[str]:
    """Mail addresses by use, then handles."""
    return sorted(group, key=lambda a: ("@" not in a, -tie.addresses[a], a))


def _statements(
    material: Material, identity: Identity, resolved: People, keys: set[str]
) -> dict[str, list[roles_held.Statement]]:
    found: dict[str, list[roles_held.Statement]] = {}
    seen: dict[tuple[str, str], None] = {}
    # Newest first, so that each distinct signature is read once near its end; and once more at its start.
    messages = [m for m in (*material.messages, *material.lists) if m.signature and not identity.wrote(m)]
    for ordered in (messages, list(reversed(messages))):
        seen.clear()
        for message in ordered:
            key = resolved.find(message.sender.address)
            mark = (key, message.signature)
            if key in keys and mark not in seen:
                seen[mark] = None
                if statement := roles_held.from_signature(message):
                    found.setdefault(key, []).append(statement)
    for contact in material.contacts:
        statement = roles_held.from_contact(contact, material.chat_exported)
        if statement and contact.addresses and not contact.own:
            key = resolved.find(plain_address(contact.addresses[0]))
            if key in keys:
                found.setdefault(key, []).append(statement)
    return found


def _cards(material: Material, resolved: People) -> dict[str, list[Contact]]:
    found: dict[str, list[Contact]] = {}
    for contact in material.contacts:
        if contact.addresses and not contact.own:
            found.setdefault(resolved.find(plain_address(contact.addresses[0])), []).append(contact)
    return found


def _namesakes(ties: dict[str, Ties]) -> dict[str, set[str]]:
    """Keys of people by full name; two keys under one name are two people until something proves otherwise."""
    found: dict[str, set[str]] = {}
    for key, tie in ties.items():
        name = best_name(tie.names.elements())
        whole = len(name_key(name).split()) > 1 or (CJK.search(name) is not None and len(name) > 1)
        if "@" in key and whole and domain_of(key) not in ("users.noreply.github.com",):
            found.setdefault(name_key(name), set()).add(key)
    return found


def matters(person: Person) -> bool:
    """Is there a relationship at all? One send is none, a list of sends is none: both sides must have acted."""
    mails = person.sent + person.received
    known = mails >= 6 or person.meetings >= 1 or (not person.internal and bool(person.position))
    # Mail clients that keep no threads, and people who begin a new mail each time, leave no replies.
    back_and_forth = (
        person.replies >= 1
        or min(person.sent, person.received) >= 4
        or (not person.internal and bool(person.position) and mails >= 5)
    )
    both_wrote = min(person.sent, person.received) >= 2 and known and back_and_forth
    return bool(
        both_wrote
        or person.meetings >= 3
        or person.chats >= 8
        or (person.commits >= 5 and person.weight > 0.5)
    )
