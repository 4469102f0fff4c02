"""Which addresses are one person. Joined on a proof only: never on a name, let alone a shared word.

Proofs: a contact card with both, a chat profile with a mail address, a repository's mailmap, a mail in which
the sender announces the other address as theirs.
"""

from __future__ import annotations

import re
from collections import Counter

from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import fold, is_role_account, name_key, plain_address, tokens
from bootstrap.model import Evidence
from connectors.records import Contact

_ADDRESS = re.compile(r"[\w.%+-]+@[\w-]+(?:\.[\w-]+)+")
# "My new address is", in the languages people write mail in; folded.
_ANNOUNCES = re.compile(
    r"new (?:e-?mail|mail|address)|address (?:is now|has changed|changes)|(?:my|other|private|work) address|moved to|reach me"
    r"|neue (?:e-?mail|mail|adresse)|adresse (?:lautet|andert|ist jetzt)|erreichbar unter|kunftig unter|ab sofort"
    r"|nouvelle adresse|changement d.adresse|joindre a|nueva direccion|nuevo correo|nuevo email|mi correo"
    r"|novo e-?mail|novo endereco|meu e-?mail|nuovo indirizzo|nuova (?:e-?mail|mail)|nieuwe? (?:e-?mail|adres|mailadres)"
    r"|ny adress|ny e-?post|ny mail|uusi osoite|uusi sahkoposti|nowy adres|nowy e-?mail|nova adresa|novy e-?mail|uj (?:e-?mail|cim)"
    r"|yeni (?:e-?posta|adres)|адрес|почт|адреса|διευθυνση|بريد|عنوان|メールアドレス|新しいアドレス|邮箱|郵箱|新地址|이메일|메일 주소"
)


class People:
    """Disjoint sets of addresses, each with the evidence for its joins."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}
        self.joins: dict[str, list[Evidence]] = {}

    def find(self, address: str) -> str:
        root = self._parent.setdefault(address, address)
        while root != self._parent[root]:
            root = self._parent[root]
        self._parent[address] = root
        return root

    def join(self, a: str, b: str, evidence: Evidence) -> None:
        left, right = self.find(a), self.find(b)
        if left == right:
            return
        # Mail addresses lead chat handles, so that a person's key survives a new chat.
        if "@" in right and "@" not in left:
            left, right = right, left
        self._parent[right] = left
        self.joins.setdefault(left, []).extend([*self.joins.pop(right, []), evidence])

    def groups(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for address in self._parent:
            found.setdefault(self.find(address), []).append(address)
        return found


def resolve(material: Material, identity: Identity) -> People:
    """Join what is proven to be one person, the owner left out (their addresses are known)."""
    people = People()
    own = identity.all
    shown = _shown_names(material)
    for contact in material.contacts:
        if not contact.bot and not own & set(map(plain_address, contact.addresses)):
            _join_card(people, contact, shown)
    for repository in material.repositories:
        for author in repository.authors:
            first = plain_address(author.party.address)
            for alias in author.aliases:
                other = plain_address(alias.address)
                if not {first, other} & own and first and other and first != other:
                    fact = f"one author by the mailmap of {repository.title}"
                    people.join(first, other, Evidence(repository.uri, fact=fact))
    _join_announced(people, material, own)
    return people


def _shown_names(material: Material) -> dict[str, Counter[str]]:
    """The display names each address itself writes under."""
    names: dict[str, Counter[str]] = {}
    for message in material.messages:
        if "@" in message.sender.address and message.sender.name:
            names.setdefault(message.sender.address, Counter())[message.sender.name] += 1
    return names


def _join_card(people: People, contact: Contact, shown: dict[str, Counter[str]]) -> None:
    """One card, one person; but a card of a couple or a firm, whose addresses write under names of their own, is none."""
    addresses = [plain_address(a) for a in contact.addresses if a and not is_role_account(a)]
    where = "a chat profile" if any("@" not in a for a in addresses) else "one contact card"
    fact = f"{where} names {' and '.join(addresses[:4])}"
    for other in addresses[1:]:
        names = shown.get(addresses[0]), shown.get(other)
        if names[0] and names[1] and _contradict(names[0], names[1]):
            continue
        people.join(addresses[0], other, Evidence(contact.uri, fact=fact, when=contact.when))
    if addresses:
        people.find(addresses[0])


def _join_announced(people: People, material: Material, own: frozenset[str]) -> None:
    """Only somebody the owner has written to may announce an address: else anybody could take a name over."""
    trusted = {
        p.address
        for m in material.messages
        if m.direction == "sent" or m.sender.address in own
        for p in (*m.to, *m.cc)
    }
    names: dict[str, Counter[str]] = {}
    for message in material.messages:
        if "@" in message.sender.address:
            names.setdefault(message.sender.address, Counter())[message.sender.name] += 1
    for contact in material.contacts:
        for address in contact.addresses:
            names.setdefault(plain_address(address), Counter())[contact.title] += 1
    for message in material.messages:
        sender = message.sender.address
        if (
            sender in own
            or sender not in trusted
            or not _ANNOUNCES.search(fold(f"{message.title}\n{message.text[:1500]}"))
        ):
            continue
        for found in _ADDRESS.findall(f"{message.text[:1500]}\n{message.signature}"):
            other = plain_address(found)
            if (
                other != sender
                and other not in own
                and other in names
                and _compatible(names[sender], names[other])
            ):
                people.join(sender, other, Evidence(message.uri, quote=found, when=message.when))


def _contradict(a: Counter[str], b: Counter[str]) -> bool:
    """Names in one script that don't fit together; a Hebrew and a Latin spelling say nothing of each other."""
    same_script = any(x.isascii() == y.isascii() for x in a for y in b)
    return same_script and not _compatible(a, b)


def _compatible(a: Counter[str], b: Counter[str]) -> bool:
    """The less complete name is part of the other: ``Ruben (Tidelog)`` and ``Rubén Castellanos``."""
    left, right = ({frozenset(name_key(n).split()) for n in names if tokens(n)} for names in (a, b))
    return any(x and y and (x <= y or y <= x) for x in left for y in right)
