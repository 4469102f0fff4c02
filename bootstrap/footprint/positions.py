"""Who held which role, when: from signatures, chat profiles and contact cards, newest first.

A signature says something on a day; a card without a date says something once. So the newest dated
statement wins, and an undated card counts only where nothing dated speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from bootstrap.footprint.names import fold, tokens
from bootstrap.footprint.signature import Card, read, same_organisation, split_role
from bootstrap.footprint.types import Position
from bootstrap.model import Evidence
from connectors.records import Contact, Message

UNUSED = timedelta(days=90)
BARE = timedelta(days=30)

Statement = tuple[Card, date | None, Evidence]


def from_signature(message: Message) -> Statement | None:
    """What the sender's signature of one mail says; None when it names neither role nor organisation."""
    if not message.signature or message.when is None:
        return None
    card = read(message.signature, message.sender.name, message.sender.address)
    if not card.role and not card.organization:
        return None
    quote = card.line or card.organization
    return card, message.when.date(), Evidence(message.uri, quote=quote, when=message.when, place="signature")


def from_contact(contact: Contact, exported: date | None = None) -> Statement | None:
    """What a card or a chat profile says. Card software often leaves it undated.

    A chat profile is what the workspace showed on the day of the export, ``exported``, however long ago
    its owner last touched it.
    """
    if not contact.role and not contact.organization:
        return None
    role, department = split_role(contact.role, contact.department)
    card = Card(
        role, department, contact.organization, contact.locality, contact.role or contact.organization
    )
    when = contact.when.date() if contact.when else None
    if any("@" not in address for address in contact.addresses):
        when = exported or when
    return card, when, Evidence(contact.uri, quote=card.line, when=contact.when, place="card")


def positions(statements: Sequence[Statement], last_seen: date | None = None) -> tuple[Position, ...]:
    """Fold statements into positions, newest first.

    ``last_seen`` is when the person last wrote: a signature they have not used for three months of it is an
    old one, and then a card that says otherwise is the newer word.

    Statements of one role are one position whatever the spelling of the organisation; a bare organisation
    fills a position that has none. A role seen on one day only, before and after others, is a slip.
    """
    dated = sorted((s for s in statements if s[1]), key=lambda s: s[1] or date.min)
    bare = _bare_since(dated)
    known = _from_dated([s for s in dated if s not in bare])
    undated = [s for s in statements if not s[1]]
    if bare:
        undated = [s for s in undated if not (known and fold(s[0].role) == fold(known[0].role))]
        known.insert(0, Position("", bare[-1][0].organization, "", bare[0][1], bare[-1][1], (bare[-1][2],)))
    for card, _, evidence in undated:
        _add_undated(known, card, evidence, last_seen)
    return tuple(known)


def _from_dated(dated: Iterable[Statement]) -> list[Position]:
    """Positions out of statements in order of time, newest first."""
    known: list[Position] = []
    for card, day, evidence in dated:
        match = next((i for i in reversed(range(len(known))) if _same(known[i], card)), None)
        if match is None:
            known.append(Position(card.role, card.organization, card.department, day, day, (evidence,)))
        else:
            known.append(_extended(known.pop(match), card, day, evidence))
    known.reverse()
    return [p for p in known if p.role or not any(_says_more(other, p) for other in known)]


def _add_undated(known: list[Position], card: Card, evidence: Evidence, last_seen: date | None) -> None:
    match = next((i for i, p in enumerate(known) if _same(p, card)), None)
    position = Position(card.role, card.organization, card.department, None, None, (evidence,))
    if match is not None:
        known[match] = _filled(known[match], card, evidence)
    elif not known or not known[0].role or _laid_down(known[0], card, last_seen):
        known.insert(0, position)
    else:
        known.append(position)


def _bare_since(dated: list[Statement]) -> list[Statement]:
    """Signatures without a role that began when those with one ended, for a month at least: the role was laid down."""
    ends = max((day for card, day, _ in dated if card.role and day), default=None)
    bare = [s for s in dated if not s[0].role and s[0].organization and s[1]]
    if ends is None or not bare or bare[0][1] is None or bare[-1][1] is None:
        return []
    return bare if bare[0][1] > ends and bare[-1][1] - bare[0][1] >= BARE else []


def _says_more(other: Position, position: Position) -> bool:
    """The other names a role at about the same time: one signature in two languages, or a long and a short one."""
    if not other.role or other.last is None or position.last is None:
        return False
    return position.last - other.last < UNUSED


def _laid_down(position: Position, card: Card, last_seen: date | None) -> bool:
    if not card.role or position.last is None or last_seen is None:
        return False
    return last_seen - position.last > UNUSED


def _same(position: Position, card: Card) -> bool:
    organizations_agree = (
        not position.organization
        or not card.organization
        or same_organisation(position.organization, card.organization)
    )
    if not card.role or not position.role:
        return organizations_agree
    a, b = set(tokens(position.role)), set(tokens(card.role))
    return organizations_agree and (fold(position.role) == fold(card.role) or bool(a and a == b))


def _extended(position: Position, card: Card, day: date | None, evidence: Evidence) -> Position:
    first = position.evidence[0]
    return Position(
        position.role or card.role,
        card.organization or position.organization,
        card.department or position.department,
        position.first,
        day,
        (evidence, first) if first.when is not None and first.uri != evidence.uri else (evidence,),
    )


def _filled(position: Position, card: Card, evidence: Evidence) -> Position:
    return Position(
        position.role or card.role,
        position.organization or card.organization,
        position.department or card.department,
        position.first,
        position.last,
        (*position.evidence, evidence),
    )
