"""A desk of one made-up person: records by short calls, and what the stages make of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bootstrap.extract.rules import RulesExtractor
from bootstrap.footprint.build import understand
from bootstrap.footprint.identity import Identity, identify
from bootstrap.footprint.material import Material, load
from bootstrap.footprint.types import Footprint, Person, Project, Series
from bootstrap.memory.directory import Directory
from bootstrap.model import Candidate
from bootstrap.propose import propose
from bootstrap.snapshot import Snapshot
from connectors.records import (
    Attendee,
    Author,
    Channel,
    Commit,
    Contact,
    Document,
    Event,
    Message,
    Party,
    Record,
    Repository,
)

ME = "Mira Holt <mira@kestrel.example>"


def party(written: str) -> Party:
    """``Name <address>``, where the address may be a chat handle, which no mail parser takes."""
    name, _, address = written.strip().rpartition(" <")
    return Party(name, address.removesuffix(">"))


class Desk:
    """Collects records of Mira Holt of Kestrel; days count back from ``now``."""

    def __init__(self, folder: Path, now: datetime, zone: str = "Europe/Helsinki") -> None:
        self.now = now
        self.zone = ZoneInfo(zone)
        self.records: list[Record] = []
        self._folder = folder
        self._numbers = itertools.count(1)
        self._snapshots: list[Snapshot] = []

    # ---- records

    def at(self, ago: float, hour: int = 10, minute: int = 0, zone: str = "") -> datetime:
        """A local time ``ago`` days back, with that zone's own offset."""
        day = (self.now - timedelta(days=ago)).date()
        return datetime(
            day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(zone) if zone else self.zone
        )

    def add(self, record: Any) -> Any:
        self.records.append(record)
        return record

    def mail(
        self, sender: str, to: str = "", ago: float = 10, title: str = "Plan", text: str = "", **more: Any
    ) -> Message:
        """``to`` and ``cc`` are written as in a header; what Mira's work address sends lies in Sent."""
        when = more.pop("when", None) or self.at(ago)
        cc = tuple(party(p) for p in more.pop("cc", "").split(",") if p.strip())
        by = party(sender)
        more.setdefault("direction", "sent" if by.address == "mira@kestrel.example" else "received")
        addressed = tuple(party(p) for p in to.split(",") if p.strip())
        uri = more.pop("uri", f"mid:{next(self._numbers)}@test.example")
        return self.add(Message(uri, "mbox", when, title, text, by, addressed, cc, **more))  # type: ignore[no-any-return]

    def chat(self, sender: str, channel: str, ago: float, text: str, **more: Any) -> Message:
        uri = more.pop("uri", f"{channel}/{next(self._numbers)}")
        return self.add(  # type: ignore[no-any-return]
            Message(uri, "slack-export", more.pop("when", None) or self.at(ago), "", text, party(sender), medium="chat",
                    channel=channel, **more)
        )  # fmt: skip

    def exchange(
        self, other: str, rounds: int = 4, ago: float = 5, every: float = 9, me: str = ME, **more: Any
    ) -> None:
        """They write, Mira answers: ``rounds`` times, the newest ``ago`` days back."""
        for number in range(rounds):
            back = ago + every * number
            title = f"{more.get('title', 'Delivery dates')} {number}"
            first = self.mail(
                other,
                me,
                back,
                title,
                more.get("text", ""),
                when=self.at(back, 9),
                signature=more.get("signature", ""),
            )
            self.mail(me, other, back, f"Re: {title}", more.get("reply", ""), when=self.at(back, 11), reply_to=first.uri,
                      direction="sent", signature=more.get("own_signature", ""))  # fmt: skip

    def event(
        self, title: str, ago: float = 7, with_: tuple[str, ...] = (), response: str = "accepted", **more: Any
    ) -> Event:
        """An event of one hour; each of ``with_`` is ``Name <address>`` and has accepted."""
        when = more.pop("when", None) or self.at(ago, 10)
        guests = tuple(Attendee(party(p), "accepted") for p in with_)
        own = (Attendee(party(ME), response),) if with_ else ()
        more.setdefault("own_response", response if with_ else "")
        more.setdefault("zone", self.zone.key)
        more.setdefault("organizer", party(with_[0]) if with_ else Party())
        uri = more.pop("uri", f"event:{next(self._numbers)}")
        return self.add(  # type: ignore[no-any-return]
            Event(uri, "ics", when, title, more.pop("text", ""), end=more.pop("end", when + timedelta(hours=1)),
                  attendees=(*guests, *own), **more)
        )  # fmt: skip

    def contact(self, name: str, *addresses: str, **more: Any) -> Contact:
        return self.add(
            Contact(
                f"contact:{next(self._numbers)}",
                "vcf",
                more.pop("when", None),
                name,
                addresses=addresses,
                **more,
            )
        )  # type: ignore[no-any-return]

    def document(self, path: str, ago: float = 20, text: str = "", **more: Any) -> Document:
        title = path.rpartition("/")[2]
        when = self.at(ago, 9, len(self.records) % 60)
        return self.add(
            Document(f"drive:{next(self._numbers)}", "takeout", when, title, text, path=path, **more)
        )  # type: ignore[no-any-return]

    def channel(self, title: str, text: str = "", *members: str, **more: Any) -> Channel:
        uri = more.pop("uri", f"slack:C{next(self._numbers)}")
        return self.add(Channel(uri, "slack-export", None, title, text, tuple(map(party, members)), **more))  # type: ignore[no-any-return]

    def repository(self, title: str, authors: dict[str, int] | None = None, files: dict[str, str] | None = None,
                   ago: float = 3, subjects: tuple[str, ...] = (), **more: Any) -> Repository:  # fmt: skip
        """``authors`` gives commits by ``Name <address>``, Mira with 40 by default."""
        last = self.at(ago)
        first = last - timedelta(days=300)
        counted = {ME: 40} if authors is None else authors
        known = tuple(Author(party(p), n, first, last) for p, n in counted.items())
        lead = known[0].party if known else Party()
        recent = tuple(
            Commit(f"{title}{n}", lead, last - timedelta(days=n), s) for n, s in enumerate(subjects)
        )
        text = more.pop("text", (files or {}).get("README.md", ""))
        return self.add(  # type: ignore[no-any-return]
            Repository(f"git:{title}", "git", last, title, text, tuple((files or {}).items()),
                       more.pop("commits", sum(counted.values())), more.pop("authors_as", known), recent, **more)
        )  # fmt: skip

    # ---- what the stages make of them

    def snapshot(self) -> Snapshot:
        made = Snapshot(self._folder / f"snapshot-{len(self._snapshots)}.sqlite")
        self._snapshots.append(made)
        pull = made.begin("desk", "mbox", self.now)
        for record in self.records:
            pull.add(record, 0)
        pull.seal(self.now)
        return made

    def material(self) -> Material:
        return load(self.snapshot(), self.now)

    def identity(self, *me: str) -> Identity:
        return identify(self.material(), me)

    def footprint(self, *me: str) -> Footprint:
        return understand(self.snapshot(), self.now, me)

    def candidates(self, *me: str, budget: int = 200) -> dict[str, Candidate]:
        """All candidates by key, grounded and screened as in a run on an empty memory directory."""
        snapshot = self.snapshot()
        footprint = understand(snapshot, self.now, me)
        directory = Directory(self._folder / "memories")
        found = propose(footprint, RulesExtractor(), snapshot, directory, [], budget, self.now)
        return {candidate.key: candidate for candidate in found}

    def person(self, address: str, *me: str) -> Person | None:
        """The one person who has that address or handle."""
        found = [p for p in self.footprint(*me).people.values() if address in (*p.addresses, *p.handles)]
        assert len(found) < 2
        return found[0] if found else None

    def series(self, title: str) -> Series | None:
        return next((s for s in self.footprint().series if s.title == title), None)

    def project(self, name: str) -> Project | None:
        return next((p for p in self.footprint().projects if p.name.casefold() == name.casefold()), None)

    def close(self) -> None:
        for snapshot in self._snapshots:
            snapshot.close()


@pytest.fixture
def blank(tmp_path: Path, now: datetime) -> Iterator[Desk]:
    """A desk with nothing on it."""
    made = Desk(tmp_path, now)
    yield made
    made.close()


@pytest.fixture
def desk(blank: Desk) -> Desk:
    """A desk on which Mira is known by her Sent mail and has a little correspondence with Otto Berg."""
    blank.exchange("Otto Berg <otto@kestrel.example>", rounds=4)
    return blank
