"""Which records belong to which subject, most telling first. Bulk mail, machines and strangers are in none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from bootstrap.extract.llm import calendar
from bootstrap.extract.llm.items import Item, of_document, of_message, of_repository
from bootstrap.extract.llm.subjects import OWNER, Cast, Subject, until
from bootstrap.extract.llm.telling import telling
from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import CJK, WORD, bare, fold
from bootstrap.footprint.types import Footprint
from connectors.records import Message, Record

OLDEST = timedelta(days=3 * 365)


@dataclass(frozen=True, slots=True)
class Lot:
    """A record that may be shown, how telling it is, and how it is put into items."""

    score: float
    record: Record
    items: Callable[[], Iterable[Item]]


@dataclass(slots=True)
class Pool:
    """All that could be shown about one subject; ``most`` dossiers of it at the utmost."""

    subject: Subject
    most: int
    lots: list[Lot] = field(default_factory=list)


def pools(footprint: Footprint, material: Material, cast: Cast, known: list[Subject]) -> list[Pool]:
    """Every subject with its records, in the order in which they may choose."""
    own = Subject(OWNER, "owner", footprint.owner.name)
    by_key = {subject.key: subject for subject in known}
    newest = until(footprint)
    found: dict[str, Pool] = {}

    def pool(subject: Subject, most: int) -> Pool:
        return found.setdefault(subject.key, Pool(subject, most))

    pool(Subject("owner/documents", "documents", "documents"), 6)
    pool(Subject("owner/calendar", "calendar", "calendar"), 3)
    for subject in known:
        if subject.kind == "project":
            pool(subject, 4 if not subject.says else 1)
    _documents(found["owner/documents"], footprint, material, cast)
    found["owner/calendar"].lots += calendar.lots(footprint, material, cast, Lot)
    for repository in material.repositories:
        key = _repository_key(repository.title)
        if key in by_key:
            items = list(of_repository(repository))
            pool(by_key[key], 2).lots.append(Lot(10.0, repository, lambda items=items: items))  # type: ignore[misc]
    originals = frozenset(message.uri for message in material.messages)
    names = {channel.uri: channel.title for channel in material.channels}
    finder = _Projects(footprint, known)
    for message in material.messages:
        if not message.when or newest - message.when > OLDEST:
            continue
        homes = _homes(message, cast, by_key, finder, names, own)
        if homes:
            mine = cast.key_of(message.sender.address) == OWNER
            said = f"{message.title}\n{message.text}"
            score = telling(said, message.when, newest, mine, message.medium == "chat")
            lot = Lot(score, message, _maker(message, cast, originals, names.get(message.channel, "")))
            if score:
                for home, most in homes:
                    pool(home, most).lots.append(lot)
    return sorted(found.values(), key=lambda p: _ORDER[p.subject.kind])


_ORDER = {"documents": 0, "calendar": 1, "repository": 2, "project": 3, "person": 4, "channel": 5, "owner": 6}


def _maker(message: Message, cast: Cast, originals: frozenset[str], channel: str) -> Callable[[], list[Item]]:
    return lambda: [of_message(message, cast, originals, channel)]


def _repository_key(title: str) -> str:
    from bootstrap.extract.rules import wording

    return f"repository/{wording.slug(title)}"


def _documents(pool: Pool, footprint: Footprint, material: Material, cast: Cast) -> None:
    """The owner's documents and those that are used; what somebody merely shared comes last."""
    weight = {document.uri: document.weight for document in footprint.documents}
    for document in material.documents:
        author = cast.key_of(document.owner.address) if document.owner.address else OWNER
        if document.kind == "memory" or (author == "stranger" and document.uri not in weight):
            continue
        age = (until(footprint) - document.when).days / 365 if document.when else 1.0
        score = 2.0 + weight.get(document.uri, 0.0) + (author == OWNER) + document.starred - max(0.0, age)
        pool.lots.append(Lot(max(0.1, score), document, lambda d=document: of_document(d, cast)))  # type: ignore[misc]


def _homes(
    message: Message, cast: Cast, known: dict[str, Subject], projects: _Projects, channels: dict[str, str], own: Subject
) -> list[tuple[Subject, int]]:  # fmt: skip
    """The pools a message may be chosen from: its project, the person at the other end, its channel, the owner."""
    sender = cast.key_of(message.sender.address)
    mine = sender == OWNER or message.direction == "sent"
    others = [cast.key_of(party.address) for party in (*message.to, *message.cc)]
    homes: list[tuple[Subject, int]] = []
    if not mine and not cast.deals_with(sender):
        return homes
    homes += [(project, 4) for project in projects.named(message)]
    person = next((k for k in others if k.startswith("person/")), "") if mine else sender
    if person in known:
        homes.append((known[person], 2))
    if message.channel and channels.get(message.channel):
        homes.append((Subject(f"channel/{message.channel}", "channel", f"#{channels[message.channel]}"), 2))
    if mine:
        homes.append((own, 6))
    return homes


class _Projects:
    """Finds the projects a message names."""

    def __init__(self, footprint: Footprint, known: list[Subject]) -> None:
        by_key = {subject.key: subject for subject in known}
        self._by_word: dict[str, list[tuple[frozenset[str], Subject]]] = defaultdict(list)
        self._glued: list[tuple[str, Subject]] = []
        for project in footprint.projects:
            subject = by_key.get(f"project/{project.key}")
            words = project.words - GENERIC or project.words
            if subject is None or not words:
                continue
            longest = max(words, key=len)
            if CJK.search(longest):
                self._glued.append((longest, subject))
            else:
                self._by_word[longest].append((words, subject))

    def named(self, message: Message) -> Iterator[Subject]:
        folded = fold(f"{message.title}\n{message.text[:3000]}")
        words = {bare(word) for word in WORD.findall(folded)}
        for word in sorted(words & self._by_word.keys()):
            for needed, subject in self._by_word[word]:
                if needed <= words:
                    yield subject
        for text, subject in self._glued:
            if text in folded:
                yield subject
