"""The owner: roles with dates, places in time, languages, closing words. Each from their own doing only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from bootstrap.footprint import positions as roles_held
from bootstrap.footprint.clock import most_common_zone, zones
from bootstrap.footprint.exchange import of_another
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.languages import language, name_of
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import FREEMAIL, best_name, organisation_domain, plain_address, tokens
from bootstrap.footprint.types import Owner, Position
from bootstrap.model import Evidence
from connectors.records import Message

# Fewer own mails and commits, or only old ones, tell nothing of where somebody works.
ENOUGH = 3
STALE = timedelta(days=550)


def describe(material: Material, identity: Identity) -> Owner:
    """Put together what the owner's own messages, cards, calendar and commits say of them."""
    own = [m for m in material.messages if identity.wrote(m)]
    held, locality = _positions(material, identity, own)
    moments = own_moments(material, identity)
    named = most_common_zone(
        e.zone
        for e in material.events
        if not e.feed
        and not of_another(e, identity.all)
        and (not e.organizer.address or plain_address(e.organizer.address) in identity.all)
    )
    profile = [
        c.zone
        for c in material.contacts
        if c.own or any(plain_address(a) in identity.all for a in c.addresses)
    ]
    spoken, sign_offs = _voices(own, identity)
    fresh = bool(moments) and material.now - moments[-1] < STALE
    enough = len(moments) >= ENOUGH and fresh
    lived = zones(moments if enough else [], (*profile, *named))
    span = (
        f"{len(moments)} of your own mails and commits carry its UTC offset"
        if moments
        else "zone of your calendar"
    )
    where = own[-1].uri if own else next((e.uri for e in material.events), "")
    return Owner(
        name=best_name(identity.names.elements(), identity.addresses[0] if identity.addresses else ""),
        names=tuple(name for name, _ in identity.names.most_common(6)),
        addresses=identity.addresses,
        former=identity.former,
        proofs=identity.proofs,
        positions=held,
        zones=lived,
        zones_named=frozenset((*profile, *named)),
        zone_evidence=(Evidence(where, fact=span, when=moments[-1] if moments else None),),
        locality=locality[0] if locality else "",
        locality_evidence=(locality[1],) if locality else (),
        languages=spoken,
        language_evidence=_language_evidence(own, spoken),
        sign_offs=sign_offs,
        declared=identity.declared,
    )


def own_moments(material: Material, identity: Identity) -> list[datetime]:
    """When the owner wrote or committed, with the offset of their own clock, oldest first."""
    found = [m.when for m in material.messages if m.when and identity.wrote(m) and m.medium == "mail"]
    for repository in material.repositories:
        found += [
            c.when
            for c in repository.recent
            if plain_address(c.author.address) in identity.all and c.when <= material.now
        ]
    return sorted(found)


def _positions(
    material: Material, identity: Identity, own: Sequence[Message]
) -> tuple[tuple[Position, ...], tuple[str, Evidence] | None]:
    cards = [
        c for c in material.contacts if c.own or any(plain_address(a) in identity.all for a in c.addresses)
    ]
    told = [
        *map(roles_held.from_signature, own),
        *(roles_held.from_contact(card, material.chat_exported) for card in cards),
    ]
    statements = [statement for statement in told if statement]
    locality = next(
        ((card.locality, evidence) for card, _, evidence in reversed(statements) if card.locality), None
    )
    held = roles_held.positions(statements)
    if held and not held[0].organization:
        held = (_with_employer(held[0], material, identity), *held[1:])
    elif not held and (employer := _employer(material, identity)):
        held = (Position("", employer[0], "", None, None, (employer[1],)),)
    if locality:
        quote = Evidence(locality[1].uri, quote=locality[0], when=locality[1].when, place=locality[1].place)
        locality = (locality[0], quote)
    return held, locality


def _with_employer(position: Position, material: Material, identity: Identity) -> Position:
    employer = _employer(material, identity)
    if employer is None:
        return position
    return Position(
        position.role,
        employer[0],
        position.department,
        position.first,
        position.last,
        (*position.evidence, employer[1]),
    )


def _employer(material: Material, identity: Identity) -> tuple[str, Evidence] | None:
    """The organisation most cards and signatures of the owner's own domain name."""
    if not identity.addresses or organisation_domain(identity.addresses[0]) in FREEMAIL:
        return None
    home = organisation_domain(identity.addresses[0])
    votes: Counter[str] = Counter()
    example: dict[str, Evidence] = {}
    for contact in material.contacts:
        if contact.organization and any(
            organisation_domain(a) == home for a in contact.addresses if "@" in a
        ):
            votes[contact.organization] += 1
            example.setdefault(
                contact.organization,
                Evidence(contact.uri, quote=contact.organization, when=contact.when, place="card"),
            )
    for message in material.messages:
        if message.signature and organisation_domain(message.sender.address) == home:
            statement = roles_held.from_signature(message)
            if statement and statement[0].organization:
                votes[statement[0].organization] += 1
                example.setdefault(
                    statement[0].organization,
                    Evidence(
                        message.uri, quote=statement[0].organization, when=message.when, place="signature"
                    ),
                )
    if not votes:
        return None
    name = votes.most_common(1)[0][0]
    return name, example[name]


def _voices(
    own: Sequence[Message], identity: Identity
) -> tuple[tuple[tuple[str, float], ...], tuple[tuple[str, str, Evidence], ...]]:
    """Languages by share of own texts, and the usual closing of mails in each."""
    texts: Counter[str] = Counter()
    closings: dict[str, Counter[str]] = {}
    example: dict[tuple[str, str], Message] = {}
    names = {t for name in identity.names for t in tokens(name)}
    for message in own:
        code = language(message.text)
        if code:
            texts[code] += 1
        if (
            code
            and message.medium == "mail"
            and (closing := closing_of(message.text, message.signature, names))
        ):
            closings.setdefault(code, Counter())[closing] += 1
            example[(code, closing)] = message
    total = texts.total() or 1
    shares = tuple((code, n / total) for code, n in texts.most_common() if n >= 5 and n / total >= 0.05)
    usual = []
    for code, _ in shares:
        for closing, n in closings.get(code, Counter()).most_common(1):
            if n >= 3:
                message = example[(code, closing)]
                usual.append(
                    (code, closing, Evidence(message.uri, quote=closing.split("\n")[0], when=message.when))
                )
    return shares, tuple(usual)


def closing_of(text: str, signature: str, names: set[str]) -> str:
    """The words a mail ends with before or with the writer's name, e.g. ``Cheers,\\nJannis``; '' if there are none.

    A signature block may begin with them: it is read down to the first line with the name.
    """
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()][-3:]
    for line in signature.strip().splitlines()[:3]:
        if re.search(r"[|·•]|\s[–—-]\s", line):
            break
        lines.append(line.strip())
        if names & set(tokens(line)):
            break
    name_lines = [
        bool(words := tokens(line)) and all(_names(word, names) for word in words) for line in lines
    ]
    while len(lines) > 1 and name_lines[-1] and name_lines[-2]:
        lines.pop(), name_lines.pop()
    last = lines[-1] if lines else ""
    words = tokens(last)
    if not words or len(words) > 5 or len(last) > 40:
        return ""
    if name_lines[-1]:
        before = lines[-2] if len(lines) > 1 else ""
        sentence = before.endswith(("?", ":")) or (
            before.endswith(".") and re.search("[a-z]", before) is not None
        )
        short = before and len(before) <= 40 and len(tokens(before)) <= 5 and not sentence
        return f"{before}\n{last}" if short else ""
    return last if any(_names(word, names) for word in words) else ""


def _names(word: str, names: set[str]) -> bool:
    """A word of the name, or its initial."""
    return word in names or (len(word) == 1 and any(name.startswith(word) for name in names))


def _language_evidence(own: Sequence[Message], shares: Sequence[tuple[str, float]]) -> tuple[Evidence, ...]:
    if not shares:
        return ()
    told = ", ".join(f"{share:.0%} {name_of(code)}" for code, share in shares)
    return (Evidence(own[-1].uri, fact=f"{len(own)} of your own messages: {told}", when=own[-1].when),)
