"""How much two-way traffic the owner has with whom: counts, and a weight that fades with time.

A group mail says less about each of its recipients than a mail to one. What came once and was never answered
weighs nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeAlias

from bootstrap.footprint import conversations
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.languages import language
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import name_key, plain_address
from bootstrap.footprint.resolve import People
from connectors.records import Channel, Event, Message

HALF_LIFE = timedelta(days=180)
SMALL_MEETING = 7


@dataclass(slots=True)
class Ties:
    """Running counts for one person; see ``Person`` for what each means."""

    names: Counter[str] = field(default_factory=Counter)
    addresses: Counter[str] = field(default_factory=Counter)
    sent: int = 0
    received: int = 0
    answered_them: int = 0
    answered_us: int = 0
    chats: int = 0
    own_chats: int = 0
    meetings: int = 0
    alone: int = 0
    commits: int = 0
    out: float = 0.0
    inward: float = 0.0
    met: float = 0.0
    coded: float = 0.0
    first: datetime | None = None
    last: datetime | None = None
    languages: Counter[str] = field(default_factory=Counter)

    def seen(self, when: datetime | None) -> None:
        if when is not None:
            self.first = when if self.first is None else min(self.first, when)
            self.last = when if self.last is None else max(self.last, when)

    @property
    def weight(self) -> float:
        """Two-way by construction: the geometric mean of both directions, plus meetings and shared code."""
        return math.sqrt(self.out * self.inward) + self.met + self.coded


_Of: TypeAlias = Callable[[str], Ties]
_Rooms: TypeAlias = dict[str, Channel]


def measure(material: Material, identity: Identity, people: People) -> dict[str, Ties]:
    """Count all exchange by person key (the root address of ``people``)."""
    ties: dict[str, Ties] = {}

    def of(address: str) -> Ties:
        return ties.setdefault(people.find(address), Ties())

    _count_messages(material, identity, of)
    for event in material.events:
        _count_event(event, material.now, identity, of)
    _count_commits(material, identity, of)
    for contact in material.contacts:
        for address in map(plain_address, contact.addresses):
            if address not in identity.all and not contact.bot:
                tie = of(address)
                tie.addresses[address] += 0
                tie.names[contact.title] += 2
                for name in contact.names:
                    tie.names[name] += 1
    return ties


def _fading(when: datetime | None, now: datetime) -> float:
    if when is None:
        return 0.1
    return float(0.5 ** (max(now - when, timedelta()) / HALF_LIFE))


def _count_messages(material: Material, identity: Identity, of: _Of) -> None:
    own = identity.all
    answered = conversations.answers(material.messages, identity)
    rooms = {channel.uri: channel for channel in material.channels}
    for message in material.messages:
        fade = _fading(message.when, material.now)
        answer = answered.get(message.uri)
        answers = answer.address if answer else None
        if identity.wrote(message):
            targets = _targets(message, own, rooms, answers)
            code = language(message.text) if targets else ""
            for address, share in targets.items():
                tie = of(address)
                tie.out += fade * share
                tie.seen(message.when)
                if message.medium == "chat":
                    tie.own_chats += 1
                else:
                    tie.sent += 1
                    tie.addresses[address] += 1
                if answers == address:
                    tie.answered_them += 1
                if code:
                    tie.languages[code] += 1
        elif message.sender.address:
            tie = of(message.sender.address)
            share = _share_to_owner(message, own, rooms, answers)
            tie.names[message.sender.name] += 1
            tie.addresses[message.sender.address] += 1
            if share:
                tie.inward += fade * share
                tie.seen(message.when)
                if message.medium == "chat":
                    tie.chats += 1
                else:
                    tie.received += 1
                if answers == "":
                    tie.answered_us += 1


def _targets(message: Message, own: frozenset[str], rooms: _Rooms, answers: str | None) -> dict[str, float]:
    """Whom an own message is for, and how much of it each gets."""
    if message.medium == "chat":
        room = rooms.get(message.channel)
        found = {p.address: 0.5 for p in message.to if p.address not in own}
        if room is not None and room.shape in ("direct", "group"):
            members = [a for p in room.members if (a := plain_address(p.address)) and a not in own]
            found |= {address: 1.0 / len(members) for address in members}
        if answers:
            found[answers] = 0.7
        return found
    to = [p.address for p in message.to if "@" in p.address and p.address not in own]
    cc = [p.address for p in message.cc if "@" in p.address and p.address not in own and p.address not in to]
    crowd = (len(to) + len(cc)) ** 0.5 or 1.0
    return dict.fromkeys(to, 1.0 / crowd) | dict.fromkeys(cc, 0.4 / crowd)


def _share_to_owner(message: Message, own: frozenset[str], rooms: _Rooms, answers: str | None) -> float:
    if message.medium == "chat":
        room = rooms.get(message.channel)
        if room is not None and room.shape in ("direct", "group"):
            return 1.0 / max(1, len(room.members) - 1)
        return 0.7 if answers == "" else 0.3 if any(p.address in own for p in message.to) else 0.0
    crowd = (len(message.to) + len(message.cc)) ** 0.5 or 1.0
    if any(p.address in own for p in message.to):
        return 1.0 / crowd
    return 0.4 / crowd if any(p.address in own for p in message.cc) or message.delivered_to else 0.0


def took_part(event: Event, own: frozenset[str]) -> bool:
    """An invitation is no attendance: the owner organised it, accepted it, or it stands alone in their calendar."""
    if event.status == "cancelled" or event.feed or event.invitation or of_another(event, own):
        return False
    response = answer(event, own)
    if event.organizer.address and plain_address(event.organizer.address) in own:
        return response != "declined"
    return (
        response in ("accepted", "tentative")
        if event.attendees
        else response not in ("declined", "needs-action")
    )


def of_another(event: Event, own: frozenset[str]) -> bool:
    """An event of a calendar somebody shared, in which the owner has no part."""
    owner = plain_address(event.owner)
    named = (event.organizer.address, *(a.party.address for a in event.attendees))
    return bool(owner and own) and owner not in own and not own & set(map(plain_address, named))


def answer(event: Event, own: frozenset[str]) -> str:
    """The owner's own reply; what a shared calendar calls its own is its owner's."""
    listed = next((a.response for a in event.attendees if plain_address(a.party.address) in own), "")
    shared = event.owner and own and plain_address(event.owner) not in own
    return listed if shared else event.own_response or listed


def others(event: Event, own: frozenset[str]) -> list[str]:
    """Addresses of those who take part beside the owner; rooms and those who declined are left out."""
    parties = [(event.organizer.address, "accepted", False)]
    parties += [(a.party.address, a.response, a.resource) for a in event.attendees]
    found = []
    for address, response, resource in parties:
        address = plain_address(address)
        if (
            "@" in address
            and address not in own
            and not resource
            and response != "declined"
            and address not in found
        ):
            found.append(address)
    return found


def _count_event(event: Event, now: datetime, identity: Identity, of: _Of) -> None:
    if event.when is None or event.when > now or event.rule or not took_part(event, identity.all):
        return
    names = {plain_address(p.address): p.name for p in (event.organizer, *(a.party for a in event.attendees))}
    present = others(event, identity.all)
    if 0 < len(present) < SMALL_MEETING:
        for address in present:
            tie = of(address)
            tie.meetings += 1
            tie.alone += len(present) == 1
            tie.met += _fading(event.when, now) / len(present)
            tie.addresses[address] += 0
            tie.names[names.get(address, "")] += 1
            tie.seen(event.when)


def _count_commits(material: Material, identity: Identity, of: _Of) -> None:
    for repository in material.repositories:
        authors = [
            (plain_address(a.party.address), a)
            for a in repository.authors
            if name_key(a.party.name) not in identity.keys or plain_address(a.party.address) in identity.all
        ]
        mine = sum(a.commits for address, a in authors if address in identity.all)
        if not mine or repository.fork:
            continue
        for address, author in authors[:40]:
            if address and address not in identity.all:
                tie = of(address)
                tie.commits += author.commits
                tie.coded += min(mine, author.commits) ** 0.5 / 4 * _fading(author.last, material.now)
                tie.names[author.party.name] += 1
                tie.addresses[address] += 0
                tie.seen(author.last)
