"""What a dossier or a claim can be about, and who is who in the evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from bootstrap.extract.rules import wording
from bootstrap.footprint.names import plain_address
from bootstrap.footprint.types import Footprint
from bootstrap.screening import redact, safe_title
from connectors.records import Party

OWNER = "owner"

Kind: TypeAlias = Literal["owner", "person", "project", "repository", "documents", "calendar", "channel"]


@dataclass(frozen=True, slots=True)
class Subject:
    """A key as candidates carry it (``person/priya@northwind.example``), and how it is called."""

    key: str
    kind: Kind
    name: str
    says: str = ""


class Cast:
    """Who an address belongs to: the owner, a person the owner deals with, or a stranger."""

    def __init__(self, footprint: Footprint, own: Iterable[str]) -> None:
        self._own = frozenset(own)
        self._by_key = {f"person/{person.key}": person for person in footprint.people.values()}
        self._people = {
            address: person
            for person in footprint.people.values()
            for address in (*person.addresses, *person.handles)
        }

    def key_of(self, address: str) -> str:
        """``owner``, ``person/<key>``, or ``stranger``."""
        address = plain_address(address)
        if address in self._own:
            return OWNER
        person = self._people.get(address)
        return f"person/{person.key}" if person else "stranger"

    def deals_with(self, key: str) -> bool:
        """Whether the owner has to do with a person: both write, they meet, or they are colleagues."""
        person = self._by_key.get(key)
        if person is None:
            return False
        both = person.sent > 0 and person.received > 0
        return person.internal or both or person.meetings > 0 or bool(person.relation)

    def name_of(self, party: Party) -> str:
        """As the person is known in the footprint; a stranger's own name where it is a name at all."""
        address = plain_address(party.address)
        if address in self._own:
            return "the owner"
        person = self._people.get(address)
        if person is not None:
            return wording.called(person)
        return safe_title(party.name) or redact(party.address)[0] or "somebody"


def until(footprint: Footprint) -> datetime:
    """How far the evidence reaches: the newest sign of anybody. Unlike today it moves only with the footprint,
    so that the same footprint asks the same questions tomorrow."""
    days = [
        person.last for person in footprint.people.values() if person.last and person.last <= footprint.now
    ]
    return max(days, default=footprint.now)


def subjects(footprint: Footprint) -> list[Subject]:
    """Everything with a name of its own that a memory can be about, most important first."""
    found = [
        Subject(f"project/{p.key}", "project", safe_title(p.name), "ended" if p.over else "")
        for p in footprint.projects
    ]
    found += [
        Subject(f"person/{p.key}", "person", wording.called(p), wording.role(p.position))
        for p in footprint.people.values()
    ]
    found += [
        Subject(f"repository/{wording.slug(c.name)}", "repository", safe_title(c.name))
        for c in footprint.codebases
        if not c.over
    ]
    return [subject for subject in found if subject.name]
