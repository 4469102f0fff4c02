"""The records of a snapshot, sorted once into what people wrote and what machines sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from bootstrap.footprint.names import is_role_account, organisation_domain, plain_address
from bootstrap.snapshot import Snapshot
from connectors.records import Channel, Contact, Document, Event, Message, Party, Repository

# A post to a mailing list by a person carries list headers and nothing else that speaks of a machine.
_LIST_ONLY = frozenset({"list-id", "list-post", "precedence:list", "precedence"})


@dataclass(frozen=True, slots=True)
class Material:
    """Records by kind, oldest first, addresses in plain form.

    Attributes:
        messages: between people; spam, bulk and machines left out.
        lists: posts by people to mailing lists.
        automated: what machines and bulk senders sent; it shows tools, never people.
        drafts are in none of them.
    """

    now: datetime
    messages: tuple[Message, ...]
    lists: tuple[Message, ...]
    automated: tuple[Message, ...]
    events: tuple[Event, ...]
    contacts: tuple[Contact, ...]
    documents: tuple[Document, ...]
    repositories: tuple[Repository, ...]
    channels: tuple[Channel, ...]

    @property
    def chat_exported(self) -> date | None:
        """Day of the newest chat message: what chat profiles say was true then."""
        return next((m.when.date() for m in reversed(self.messages) if m.medium == "chat" and m.when), None)


def load(snapshot: Snapshot, now: datetime) -> Material:
    """Read all records; what is dated after ``now`` (but events) is left out, for a fixed clock."""
    people: list[Message] = []
    lists: list[Message] = []
    machines: list[Message] = []
    for message in snapshot.records(Message):
        if message.direction == "draft" or message.when is None or message.when > now:
            continue
        message = _plain(message)
        reasons = set(message.automated)
        if message.direction == "sent" and message.medium == "mail":
            people.append(message)
        elif reasons and reasons <= _LIST_ONLY:
            lists.append(message)
        elif reasons or (is_role_account(message.sender.address) and message.medium == "mail"):
            machines.append(message)
        else:
            people.append(message)
    return Material(
        now,
        _by_time(people),
        _by_time(lists),
        _by_time(machines),
        tuple(event for event in snapshot.records(Event)),
        tuple(snapshot.records(Contact)),
        _dated(snapshot.records(Document), now),
        tuple(snapshot.records(Repository)),
        tuple(snapshot.records(Channel)),
    )


def _dated(documents: Iterable[Document], now: datetime) -> tuple[Document, ...]:
    """Documents with the dates that mean something: one minute shared by most is when the archive was made."""
    found = list(documents)
    minutes = Counter(d.when.replace(second=0, microsecond=0) for d in found if d.when)
    packed = {minute for minute, n in minutes.items() if n >= 4 and n > len(found) / 3}
    return tuple(
        replace(d, when=None)
        if d.when and (d.when > now or d.when.replace(second=0, microsecond=0) in packed)
        else d
        for d in found
    )


def _by_time(messages: Iterable[Message]) -> tuple[Message, ...]:
    return tuple(sorted(messages, key=lambda message: (message.when or datetime.min, message.uri)))


def _plain(message: Message) -> Message:
    def party(p: Party) -> Party:
        address = plain_address(p.address)
        return p if address == p.address else Party(p.name, address)

    return replace(
        message,
        sender=party(message.sender),
        to=tuple(map(party, message.to)),
        cc=tuple(map(party, message.cc)),
    )


def present(material: Material, began: datetime, former: frozenset[str]) -> Material:
    """The part that belongs to the present job: what came before it, and calendars of the one before, left out.

    ``former`` are mail domains of former employers. What has no date stays.
    """

    def kept(messages: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple(m for m in messages if m.when and m.when >= began)

    def current(event: Event) -> bool:
        addresses = (event.owner, event.organizer.address, *(a.party.address for a in event.attendees))
        old = any(organisation_domain(a) in former for a in addresses if "@" in a)
        return not old and (bool(event.rule) or event.when is None or event.when >= began)

    return replace(
        material,
        messages=kept(material.messages),
        lists=kept(material.lists),
        automated=kept(material.automated),
        events=tuple(filter(current, material.events)),
        contacts=tuple(
            c
            for c in material.contacts
            if not any(organisation_domain(a) in former for a in c.addresses if "@" in a)
        ),
        documents=tuple(d for d in material.documents if d.when is None or d.when >= began),
        repositories=tuple(r for r in material.repositories if r.when is None or r.when >= began),
    )
