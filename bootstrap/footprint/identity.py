"""Whose footprint is it? Addresses proven to be the owner's, and never those that others merely claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from bootstrap.footprint.material import Material
from bootstrap.footprint.names import (
    FREEMAIL,
    is_role_account,
    name_key,
    organisation_domain,
    plain_address,
    tokens,
)
from bootstrap.model import Evidence
from connectors.records import Message

RECENT = timedelta(days=180)
HANDOVER = timedelta(days=30)

_Prove: TypeAlias = Callable[[str, str, str], None]


@dataclass(frozen=True, slots=True)
class Identity:
    """The owner's addresses and chat handles with a proof for each; the main address first.

    ``began`` is when the present job began, where the material shows one before it.
    """

    addresses: tuple[str, ...]
    former: tuple[str, ...]
    handles: frozenset[str]
    names: Counter[str]
    proofs: dict[str, Evidence]
    declared: bool
    began: datetime | None = None

    @property
    def all(self) -> frozenset[str]:
        return frozenset((*self.addresses, *self.former)) | self.handles

    def wrote(self, message: Message) -> bool:
        return message.direction == "sent" or message.sender.address in self.all

    @property
    def keys(self) -> frozenset[str]:
        """Order-free keys of the owner's full names."""
        return _full_keys(self.names)

    @property
    def homes(self) -> frozenset[str]:
        """Domains of the owner's organisations; free mailers are nobody's."""
        return frozenset(map(organisation_domain, self.addresses)) - FREEMAIL


def identify(material: Material, declared: tuple[str, ...] = ()) -> Identity:
    """Find the owner's addresses: declared, of the profile, in Sent mail, delivered to, of the calendar, in git.

    Mail in which none of these wrote anything is taken to belong to whom most of it is written; the caller
    shows it for confirmation.
    """
    proofs: dict[str, Evidence] = {}

    def prove(address: str, fact: str, uri: str) -> None:
        address = plain_address(address)
        if "@" in address:
            proofs.setdefault(address, Evidence(uri, fact=fact, when=last.get(address)))

    last = {m.sender.address: m.when for m in material.messages if m.medium == "mail"}
    for address in declared:
        prove(address, "given by you", "declared:me")
    handles = set()
    for contact in material.contacts:
        if contact.own or any(plain_address(a) in proofs for a in contact.addresses if "@" in a):
            for address in contact.addresses:
                if "@" in address and contact.own:
                    prove(address, "on the account's own profile", contact.uri)
                elif "@" not in address:
                    handles.add(plain_address(address))
    _prove_by_mail(material, prove)
    _prove_by_calendar_and_git(material, prove, frozenset(proofs))
    _prove_logins(material, prove, frozenset(proofs))
    if not any(
        m.direction == "sent" or m.sender.address in proofs for m in material.messages if m.medium == "mail"
    ):
        _guess_by_mail(material, prove)
    if not proofs:
        _guess_by_code(material, prove)
    _prove_aliases(material, prove, frozenset(proofs))
    for contact in material.contacts:
        if any(plain_address(a) in proofs for a in contact.addresses):
            handles |= {plain_address(a) for a in contact.addresses if "@" not in a}
    addresses, former, began = _in_order(material, proofs)
    own = frozenset(proofs) | handles
    stands = bool(declared) and not _all_addresses(material).isdisjoint(map(plain_address, declared))
    return Identity(addresses, former, frozenset(handles), _names(material, own), proofs, stands, began)


def _all_addresses(material: Material) -> frozenset[str]:
    """Every address that stands anywhere; what stands nowhere is a slip of whoever declared it."""
    found: set[str] = set()
    for message in (*material.messages, *material.lists, *material.automated):
        found.update(p.address for p in (message.sender, *message.to, *message.cc))
        found.update(map(plain_address, message.delivered_to))
    for contact in material.contacts:
        found.update(map(plain_address, contact.addresses))
    for event in material.events:
        parties = (event.owner, event.organizer.address, *(a.party.address for a in event.attendees))
        found.update(map(plain_address, parties))
    for repository in material.repositories:
        found.add(plain_address(repository.user.address))
        for author in repository.authors:
            found.update(plain_address(p.address) for p in (author.party, *author.aliases))
    return frozenset(found)


def _prove_by_mail(material: Material, prove: _Prove) -> None:
    sent = [m for m in material.messages if m.direction == "sent" and m.medium == "mail"]
    senders = Counter(m.sender.address for m in sent)
    senders_name = Counter(m.sender.name for m in sent).most_common(1)[0][0] if sent else ""
    for address, count in senders.items():
        # One stray From in Sent can be a colleague's calendar delegate; a habit is the owner.
        first_name = next(m.sender.name for m in sent if m.sender.address == address)
        same = name_key(first_name) == name_key(senders_name)
        if count >= max(2, len(sent) // 50) or len(sent) < 4 or (same and len(tokens(first_name)) > 1):
            first = next(m for m in sent if m.sender.address == address)
            prove(address, f"sender of {count} mails in Sent", first.uri)
    delivered: Counter[str] = Counter()
    example: dict[str, str] = {}
    writers: dict[str, set[str]] = {}
    everything = (*material.messages, *material.lists, *material.automated)
    for message in everything:
        for address in {plain_address(a) for a in message.delivered_to}:
            delivered[address] += 1
            example.setdefault(address, message.uri)
        if message.direction != "sent":
            writers.setdefault(message.sender.address, set()).add(name_key(message.sender.name))
    own_names = {name_key(m.sender.name) for m in sent}
    for address, count in delivered.items():
        strangers = writers.get(address, set()) - own_names - {""}
        if count >= 2 and not strangers and not is_role_account(address):
            prove(address, f"{count} mails were delivered to this account at it", example[address])


def _prove_aliases(material: Material, prove: _Prove, known: frozenset[str]) -> None:
    """Addresses of the own domain at which mail reached this mailbox, under the owner's own name.

    Outlook writes no Delivered-To; but a mail that names none of the known addresses came by another one.
    """
    homes = {organisation_domain(a) for a in known} - FREEMAIL
    names = Counter(m.sender.name for m in material.messages if m.sender.address in known)
    locals_ = {local for name in names for local in _usual_locals(name)}
    keys = [set(tokens(name)) for name in names if len(tokens(name)) > 1]
    writers = {m.sender.address for m in material.messages if m.direction != "sent"}
    reached: dict[str, list[Message]] = {}
    for message in (*material.messages, *material.automated):
        if (
            message.medium == "mail"
            and message.direction != "sent"
            and not {p.address for p in (*message.to, *message.cc)} & known
        ):
            for party in message.to:
                local = party.address.partition("@")[0]
                shown = set(tokens(party.name))
                named = (len(shown) > 1 and any(shown <= key or key <= shown for key in keys)) or (
                    local in locals_ and (not party.name or "@" in party.name or party.name == local)
                )
                if named and organisation_domain(party.address) in homes and party.address not in writers:
                    reached.setdefault(party.address, []).append(message)
    for address, messages in reached.items():
        if len(messages) >= 2:
            prove(address, f"{len(messages)} mails came to this mailbox under it alone", messages[0].uri)


def _usual_locals(name: str) -> list[str]:
    """What firms make of a full name before the @: ``amoss``, ``ada.moss`` ..."""
    words = tokens(name)
    if len(words) < 2:
        return []
    given, families = words[0], words[1:]
    return [
        local
        for family in families
        for local in (
            f"{given[0]}{family}",
            f"{given[0]}.{family}",
            f"{given}.{family}",
            f"{given}{family}",
            f"{family}.{given}",
        )
    ]


def _prove_by_calendar_and_git(material: Material, prove: _Prove, known: frozenset[str]) -> None:
    owners = Counter(plain_address(e.owner) for e in material.events if e.owner and not e.feed)
    homes = {organisation_domain(a) for a in known}
    # Who writes to this mailbox is somebody else, who shared a calendar.
    writers = {m.sender.address for m in material.messages if m.direction != "sent"} if known else set()
    for address, count in owners.items():
        if count >= 3 and address not in writers and (not known or organisation_domain(address) in homes):
            event = next(e for e in material.events if plain_address(e.owner) == address)
            prove(address, f"owner of the calendar with {count} events", event.uri)
    for repository in material.repositories:
        if "@" in repository.user.address:
            prove(repository.user.address, "user.email of the repository's own configuration", repository.uri)
        for author in repository.authors:
            together = {plain_address(p.address) for p in (author.party, *author.aliases)}
            if together & known:
                for address in together:
                    prove(address, "one author by the repository's mailmap", repository.uri)


def _prove_logins(material: Material, prove: _Prove, known: frozenset[str]) -> None:
    """GitHub's noreply addresses under the owner's full name: in a repository of that login, or beside a known address."""
    keys = _full_keys(_names(material, known))
    for repository in material.repositories:
        authors = [(plain_address(a.party.address), name_key(a.party.name)) for a in repository.authors]
        for address, key in authors:
            login, _, domain = address.partition("@")
            hosted = any(f"/{login}/" in r.replace(":", "/").casefold() for r in repository.remotes)
            beside = any(a in known for a, _ in authors)
            if domain == "users.noreply.github.com" and key in keys and (hosted or beside):
                prove(address, f"commits under your name in {repository.title}", repository.uri)


def _guess_by_mail(material: Material, prove: _Prove) -> None:
    """Mail without a Sent folder: the owner is whom a good part of it is written to."""
    mails = [m for m in material.messages if m.medium == "mail"]
    targets = Counter(p.address for m in mails for p in {*m.to, *m.cc} if not is_role_account(p.address))
    if targets:
        address, count = targets.most_common(1)[0]
        if count > len(mails) // 3 and count > 2:
            prove(address, f"{count} of {len(mails)} mails are written to it", mails[0].uri)


def _guess_by_code(material: Material, prove: _Prove) -> None:
    """The owner is who leads in two repositories, made most of one, or leads in one and stands in the chat too.

    A clone of somebody else's project has a lead author too; who is somebody else says so with ``--me``.
    """
    leads = [
        (
            plain_address(r.authors[0].party.address),
            r.authors[0].commits,
            2 * r.authors[0].commits > r.commits,
        )
        for r in material.repositories
        if r.authors
    ]
    if leads:
        places = Counter(address for address, _, _ in leads)
        address, _, most = max(leads, key=lambda lead: (places[lead[0]], lead[1]))
        known = any(address in map(plain_address, contact.addresses) for contact in material.contacts)
        if (count := places[address]) > 1 or (most and len(leads) == 1) or known:
            prove(address, f"most active author of {count} repositories", material.repositories[0].uri)


def _in_order(
    material: Material, proofs: dict[str, Evidence]
) -> tuple[tuple[str, ...], tuple[str, ...], datetime | None]:
    """(current addresses, the main one first; former ones; when the current job began, if there was another).

    Former is an address of another employer that the present one took over from: its use ended when the
    present one's began, and colleagues wrote from there.
    """
    uses: dict[str, list[datetime]] = {}
    for message in material.messages:
        if message.medium == "mail" and message.when and message.sender.address in proofs:
            uses.setdefault(message.sender.address, []).append(message.when)
    newest = max((whens[-1] for whens in uses.values()), default=material.now)
    recent = {a: sum(when > newest - RECENT for when in whens) for a, whens in uses.items()}
    last = {a: whens[-1] for a, whens in uses.items()}
    order = list(proofs)
    ranked = sorted(order, key=lambda a: (-_lively(a, recent, last, newest), order.index(a)))
    if not ranked:
        return (), (), None
    home = organisation_domain(ranked[0])
    began = min((whens[0] for a, whens in uses.items() if organisation_domain(a) == home), default=None)
    former = tuple(
        a
        for a in ranked[1:]
        if organisation_domain(a) != home
        and proofs[a].uri != "declared:me"
        and began is not None
        and a in last
        and last[a] < min(began + HANDOVER, newest - HANDOVER)
        and len(_colleagues(material, a)) > 1
    )
    return tuple(a for a in ranked if a not in former), former, began if former else None


def _lively(address: str, recent: dict[str, int], last: dict[str, datetime], newest: datetime) -> float:
    """Uses in the last half year; an address unused for the last month counts a tenth."""
    count = recent.get(address, 0)
    return count if count == 0 or newest - last[address] < HANDOVER else count / 10


def _colleagues(material: Material, address: str) -> set[str]:
    """Others who write from the same organisation: a private domain has hardly any."""
    home = organisation_domain(address)
    senders = {m.sender.address for m in material.messages} - {address}
    return {sender for sender in senders if organisation_domain(sender) == home}


def _full_keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(key for name in names if len((key := name_key(name)).split()) > 1)


def _names(material: Material, own: frozenset[str]) -> Counter[str]:
    names: Counter[str] = Counter()
    for message in material.messages:
        if message.sender.address in own and message.sender.name:
            names[message.sender.name] += 1
    for contact in material.contacts:
        if contact.own or any(plain_address(a) in own for a in contact.addresses):
            for name in (contact.title, *contact.names):
                names[name] += 1
    for repository in material.repositories:
        for author in repository.authors:
            if plain_address(author.party.address) in own:
                names[author.party.name] += 1
    return names
