"""What the records say taken together. Derived from a snapshot, and rebuilt whenever it is needed.

Each finding carries the evidence it stands on; what cannot be proven is not here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time

from bootstrap.model import Evidence


@dataclass(frozen=True, slots=True)
class Position:
    """A role somebody was seen to hold, first and last time, in one spelling."""

    role: str
    organization: str
    department: str
    first: date | None
    last: date | None
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose footprint it is.

    Attributes:
        addresses: working address first, then proven aliases, in order of use.
        former: addresses of former employers and such, no longer used.
        proofs: why an address is the owner's, by address.
        positions: newest first; empty when neither signature nor card tells.
        zones: (IANA zone or UTC offset, first day, last day), newest last.
        zones_named: those of ``zones`` that calendar or chat name; the others stand for their offset only.
        languages: (code, share of own texts), most first.
        sign_offs: (language code, closing words as written), the usual one for each language.
        declared: an address the person gave stands in the footprint; else it was inferred whose it is.
    """

    name: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    former: tuple[str, ...]
    proofs: dict[str, Evidence]
    positions: tuple[Position, ...] = ()
    zones: tuple[tuple[str, date, date], ...] = ()
    zones_named: frozenset[str] = frozenset()
    zone_evidence: tuple[Evidence, ...] = ()
    locality: str = ""
    locality_evidence: tuple[Evidence, ...] = ()
    languages: tuple[tuple[str, float], ...] = ()
    language_evidence: tuple[Evidence, ...] = ()
    sign_offs: tuple[tuple[str, str, Evidence], ...] = ()
    declared: bool = False

    @property
    def domain(self) -> str:
        return self.addresses[0].rpartition("@")[2] if self.addresses else ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the owner deals with. ``relation`` is '' unless something other than a guess says it.

    Attributes:
        addresses: most used first; chat handles last.
        joins: why several addresses are one person.
        sent, received: messages from the owner to them, and from them to the owner, ever.
        replies: answers in both directions (the smaller of the two).
        meetings: events with at most six people both took part in, ever.
        weight: two-way exchange, decayed with a half-life of half a year.
        namesakes: other people of the same name, by address.
        languages: codes the owner writes to them in, most first.
    """

    key: str
    name: str
    names: tuple[str, ...]
    addresses: tuple[str, ...]
    handles: tuple[str, ...]
    joins: tuple[Evidence, ...]
    positions: tuple[Position, ...]
    locality: str
    zone: str
    internal: bool
    relation: str
    relation_evidence: tuple[Evidence, ...]
    sent: int
    received: int
    replies: int
    chats: int
    meetings: int
    commits: int
    weight: float
    first: datetime | None
    last: datetime | None
    namesakes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    note: Evidence | None = None

    @property
    def position(self) -> Position | None:
        return self.positions[0] if self.positions else None

    @property
    def organization(self) -> str:
        return next((p.organization for p in self.positions if p.organization), "")

    @property
    def address(self) -> str:
        return next((a for a in self.addresses if "@" in a), self.addresses[0] if self.addresses else "")


@dataclass(frozen=True, slots=True)
class Series:
    """A recurring meeting or block.

    Attributes:
        cadence: in words (``every week``, ``every 2nd week``, ``every month``).
        weekdays: 0 is Monday; in the owner's zone.
        at, until: local start and end in the owner's zone; None for all-day.
        people: person keys of those who take part, without the owner.
        held: occurrences up to now.
        active: has occurrences ahead, or had one within two cadences before now.
        over: why it is over (``cancelled``, ``ended 2026-04-28``, ``declined``), empty when active.
    """

    uri: str
    title: str
    cadence: str
    interval_days: float
    weekdays: tuple[int, ...]
    at: time | None
    until: time | None
    zone: str
    people: tuple[str, ...]
    organizer: str
    location: str
    first: date
    last: date
    next: date | None
    held: int
    active: bool
    over: str
    all_day: bool
    links: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    tokens: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project lives: a channel, folder, repository, series or thread of subjects.

    Attributes:
        kind: ``channel``, ``folder``, ``repository``, ``meeting``, ``topic`` (before the colon of many subjects), ``subject`` or ``event``.
        says: a short description in the place's own words (purpose, README head), or ''.
        over: a meeting that ended or was cancelled, an archived channel.
    """

    kind: str
    name: str
    uri: str
    last: date | None
    says: str = ""
    link: str = ""
    evidence: Evidence | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Project:
    """Something with a name of its own that shows in several kinds of places."""

    key: str
    name: str
    words: frozenset[str]
    places: tuple[Place, ...]
    people: tuple[str, ...]
    mentions: int
    own_mentions: int
    first: date
    last: date
    dates: tuple[tuple[date, str, Evidence], ...]
    over: str
    why: Evidence
    weight: float


@dataclass(frozen=True, slots=True)
class Convention:
    """A rule of a repository or team, in one line, with where it stands."""

    topic: str
    text: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Codebase:
    """A repository as somebody who works in it needs to know it. ``alone``: nobody but the owner ever committed."""

    uri: str
    name: str
    says: str
    says_evidence: Evidence | None
    own_commits: int
    commits: int
    alone: bool
    last: date
    commands: tuple[tuple[str, str, Evidence], ...]
    conventions: tuple[Convention, ...]
    people: tuple[str, ...]
    languages: tuple[str, ...]
    default_branch: str
    remotes: tuple[str, ...]
    links: tuple[str, ...]
    weight: float
    over: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class KeyDocument:
    """A document that is used: edited, shared, linked or named again and again."""

    uri: str
    title: str
    path: str
    kind: str
    link: str
    last: date | None
    mentions: int
    own: bool
    weight: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """A chat channel the owner takes part in."""

    uri: str
    name: str
    says: str
    own: int
    total: int
    last: date | None
    people: tuple[str, ...]
    weight: float
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class System:
    """A tool or host that is linked or writes again and again.

    Attributes:
        prefixes: ticket prefixes seen with it (``PLAT``).
        over: why it is no longer in use (``last seen 2025-11-16, PagerDuty since``), or ''.
    """

    name: str
    host: str
    use: str
    prefixes: tuple[str, ...]
    links: int
    own: int
    first: date
    last: date
    over: str
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Hours:
    """Local hours between which the owner is at work, by weekday (0 is Monday), from what they sent."""

    by_weekday: dict[int, tuple[time, time]]
    start: time
    end: time
    samples: int
    free: tuple[str, ...]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Footprint:
    """Everything the extractors work from. People are keyed as elsewhere by ``Person.key``."""

    now: datetime
    owner: Owner
    people: dict[str, Person]
    series: tuple[Series, ...]
    projects: tuple[Project, ...]
    codebases: tuple[Codebase, ...]
    documents: tuple[KeyDocument, ...]
    rooms: tuple[Room, ...]
    systems: tuple[System, ...]
    hours: Hours | None
    habits: tuple[Convention, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
