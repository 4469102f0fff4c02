"""Everything with a name in which work gathers: channels, folders, repositories, meetings, subjects, events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime

from bootstrap.footprint.conversations import bare_subject
from bootstrap.footprint.describe import first_sentence, plain, shorten
from bootstrap.footprint.exchange import took_part
from bootstrap.footprint.generic import naming_words
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import tokens
from bootstrap.footprint.types import Place, Series
from bootstrap.model import Evidence
from connectors.records import Document, Message

_ROOTS = frozenset(
    "drive my meine mi mon meu mio drives shared takeout documents dokumente onedrive dropbox desktop home users".split()
)


@dataclass(frozen=True, slots=True)
class Named:
    """A place and the words in its name that could be a project's."""

    place: Place
    words: tuple[str, ...]
    own: bool


def places(material: Material, identity: Identity, series: Iterable[Series]) -> list[Named]:
    """All places, each with its naming words; those without any are left out."""
    found = [
        *_channels(material, identity),
        *_folders(material, identity),
        *_repositories(material, identity),
        *_meetings(series),
        *_events(material, identity),
        *_subjects(material.messages, identity),
        *_topics(material.messages, identity),
    ]
    return [named for named in found if named.words]


def _named(kind: str, name: str, uri: str, last: datetime | date | None, own: bool, says: str = "", link: str = "",
           quote: str = "") -> Named:  # fmt: skip
    day = last.date() if isinstance(last, datetime) else last
    when = last if isinstance(last, datetime) else None
    evidence = Evidence(uri, quote=quote or name, when=when, place="title")
    return Named(
        Place(kind, name, uri, day, says, link, evidence), tuple(naming_words(name, tokens(name))), own
    )


def _channels(material: Material, identity: Identity) -> Iterator[Named]:
    last: dict[str, datetime | None] = {}
    own: Counter[str] = Counter()
    for message in material.messages:
        if message.channel:
            last[message.channel] = message.when
            own[message.channel] += identity.wrote(message)
    for channel in material.channels:
        if channel.title and channel.shape in ("public", "private"):
            purpose = shorten(plain(channel.text.split("\n")[0]))
            named = _named(
                "channel",
                channel.title,
                channel.uri,
                last.get(channel.uri),
                own[channel.uri] > 0,
                purpose,
                channel.link,
            )
            yield replace(named, place=replace(named.place, over=channel.archived))


def _folders(material: Material, identity: Identity) -> Iterator[Named]:
    folders: dict[str, list[Document]] = {}
    for document in material.documents:
        if document.kind in ("memory", "issue"):
            continue
        parts = [part for part in document.path.split("/")[:-1] if part]
        for depth, part in enumerate(parts):
            if set(tokens(part)) - _ROOTS:
                folders.setdefault("/".join(parts[: depth + 1]), []).append(document)
    for path, inside in folders.items():
        dates = [d.when for d in inside if d.when]
        own = any(not d.owner.address or d.owner.address in identity.all for d in inside)
        name = path.rpartition("/")[2]
        newest = max(inside, key=lambda d: (d.when is not None, d.when or datetime.min))
        named = _named("folder", name, newest.uri, max(dates) if dates else None, own)
        evidence = Evidence(
            newest.uri, fact=f"folder “{name}” holds {len(inside)} documents", when=newest.when
        )
        yield Named(Place("folder", path, newest.uri, named.place.last, evidence=evidence), named.words, own)


def _repositories(material: Material, identity: Identity) -> Iterator[Named]:
    for repository in material.repositories:
        own = any(a.party.address in identity.all for a in repository.authors) or not repository.authors
        says = first_sentence(repository.text)
        yield _named(
            "repository", repository.title, repository.uri, repository.when, own, says, repository.link
        )


def _meetings(series: Iterable[Series]) -> Iterator[Named]:
    for one in series:
        if one.people:
            named = _named("meeting", one.title, one.uri, one.last if one.held else None, True)
            place = replace(named.place, evidence=one.evidence[0], over=not one.active)
            yield Named(place, named.words, True)


def _events(material: Material, identity: Identity) -> Iterator[Named]:
    for event in material.events:
        if (
            not event.rule
            and not event.instance_of
            and event.when
            and took_part(event, identity.all)
            and event.title
        ):
            yield _named("event", event.title, event.uri, event.when, True)


def _subjects(messages: Iterable[Message], identity: Identity) -> Iterator[Named]:
    """One place a thread in which the owner wrote, under its first subject."""
    threads: dict[str, tuple[Message, bool, datetime | None]] = {}
    for message in messages:
        if message.medium == "mail" and message.title:
            first, own, _ = threads.get(message.thread or message.uri, (message, False, None))
            threads[message.thread or message.uri] = (first, own or identity.wrote(message), message.when)
    for first, own, last in threads.values():
        if own:
            yield _named("subject", bare_subject(first.title), first.uri, last, True, quote=first.title)


_TOPIC = re.compile(r"^(?:\[([^\]]{2,30})\]|([^:：–—|\[\]]{2,30}?)\s*[:：|]|([^:–—|]{2,30}?)\s+[–—]\s)\s*\S")
TOPIC_THREADS = 5


def _topics(messages: Iterable[Message], identity: Identity) -> Iterator[Named]:
    """What people put before a colon in subject after subject: the name of what it is about."""
    threads: dict[str, dict[str, Message]] = {}
    own: Counter[str] = Counter()
    for message in messages:
        match = _TOPIC.match(bare_subject(message.title)) if message.medium == "mail" else None
        if match:
            topic = (match[1] or match[2] or match[3]).strip()
            threads.setdefault(topic, {})[message.thread or message.uri] = message
            own[topic] += identity.wrote(message)
    for topic, found in threads.items():
        newest = max(found.values(), key=lambda m: (m.when is not None, m.when or datetime.min))
        if len(found) >= TOPIC_THREADS and own[topic] >= 3:
            yield _named("topic", topic, newest.uri, newest.when, True, quote=topic)
