"""Projects: names that several kinds of places share. Explainable: why these places belong together is a word.

A name counts when a channel, folder, repository or recurring meeting carries it and something of another kind
does too. Names of people, of the owner's own company, its departments, towns and tools are no projects.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.mentions import Mentions
from bootstrap.footprint.names import WORD, fold, tokens
from bootstrap.footprint.places import Named
from bootstrap.footprint.types import Place, Project
from bootstrap.model import Evidence
from connectors.records import Channel, Event

SILENT = timedelta(days=183)
WOUND_UP = timedelta(days=45)
_STRONG = {"channel": 3.0, "repository": 3.0, "folder": 2.0, "meeting": 2.0, "topic": 2.5}
_WEAK = {"subject": 0.5, "event": 0.4}
_ENOUGH = 3.9
_ISO = re.compile(r"\b(20\d\d)-(\d\d)-(\d\d)\b")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Words that travel together and the places that carry the first of them."""

    words: tuple[str, ...]
    named: tuple[Named, ...]
    strength: float


def clusters(named: Sequence[Named], excluded: frozenset[str]) -> list[Cluster]:
    """Group places by shared naming words, strongest first."""
    holders: dict[str, list[int]] = {}
    for index, one in enumerate(named):
        for word in dict.fromkeys(one.words):
            if word not in excluded:
                holders.setdefault(word, []).append(index)
    strength = {word: _strength([named[i] for i in held]) for word, held in holders.items()}
    found: list[Cluster] = []
    taken: dict[str, set[int]] = {}
    for word in sorted(strength, key=lambda w: (-strength[w], -len(holders[w]), w)):
        held = set(holders[word])
        if strength[word] < _ENOUGH:
            break
        home = next((lead for lead, has in taken.items() if len(held & has) >= 0.6 * len(held)), None)
        if home is None:
            taken[word] = held
            with_it = _companions(word, held, holders, named)
            found.append(Cluster((word, *with_it), tuple(named[i] for i in holders[word]), strength[word]))
    return found


def _strength(places: Iterable[Named]) -> float:
    """Points by kind of place; nothing without a strong kind, and nothing for one kind alone."""
    kinds: Counter[str] = Counter()
    own = False
    for one in places:
        kinds[one.place.kind] += 1
        own = own or one.own
    strong = sum(_STRONG[kind] + 0.25 * min(4, n - 1) for kind, n in kinds.items() if kind in _STRONG)
    weak = sum(_WEAK[kind] * min(5, n) for kind, n in kinds.items() if kind in _WEAK)
    several = sum(kind in _STRONG for kind in kinds) > 1 or (
        kinds["subject"] >= 3 and (strong > _STRONG["meeting"] or kinds["event"] >= 2)
    )
    lasting = any(kind in kinds for kind in ("channel", "repository", "folder", "topic"))
    return strong + weak if own and several and lasting else 0.0


def _companions(
    word: str, held: set[int], holders: dict[str, list[int]], named: Sequence[Named]
) -> list[str]:
    """Words that stand in nearly every strong place of this one: the rest of a name of several words."""
    strong = [i for i in held if named[i].place.kind in _STRONG]
    near = Counter(w for i in strong for w in dict.fromkeys(named[i].words) if w != word and w in holders)
    return [w for w, n in near.items() if n >= max(2, 0.6 * len(strong))]


def build(
    found: Iterable[Cluster], mentions: dict[frozenset[str], Mentions], events: Sequence[Event],
    channels: Sequence[Channel], find: Callable[[str], str], now: datetime,
) -> tuple[Project, ...]:  # fmt: skip
    """Projects out of clusters, weightiest first. ``mentions`` counts the words of each cluster."""
    projects = []
    for cluster in found:
        count = mentions.get(frozenset(cluster.words), Mentions())
        project = _project(cluster, count, events, channels, find, now)
        if project is not None:
            projects.append(project)
    return tuple(sorted(projects, key=lambda p: (bool(p.over), -p.weight, p.key)))


def _project(
    cluster: Cluster, count: Mentions, events: Sequence[Event], channels: Sequence[Channel],
    find: Callable[[str], str], now: datetime,
) -> Project | None:  # fmt: skip
    if (
        count.mails >= 3
        and count.small > count.mails / 2
        and not any(n.place.kind == "repository" for n in cluster.named)
    ):
        return None  # a common noun of the owner's trade
    days = [n.place.last for n in cluster.named if n.place.last and n.place.last <= now.date()]
    days += [m.date() for m in (count.first, count.last) if m]
    if not days:
        return None
    first, last = min(days), max(days)
    name = _display(cluster)
    archived = {c.uri for c in channels if c.archived}
    homes = [n.place for n in cluster.named if n.place.kind == "channel"]
    over = ""
    if now.date() - last > SILENT:
        over = f"no sign of life since {last.isoformat()}"
    elif homes and all(h.uri in archived for h in homes) and now.date() - last > SILENT / 3:
        over = f"channel archived, last seen {last.isoformat()}"
    elif _wound_up(cluster, now) and now.date() - last > WOUND_UP:
        over = f"its meetings ended, last seen {last.isoformat()}"
    places = _places(cluster)
    kinds = " and ".join(f"a {kind}" for kind in dict.fromkeys(p.kind for p in places if p.kind in _STRONG))
    why = f"“{name}” names {kinds}" + (
        f", and stands in {count.total} messages, {count.own} of them yours" if count.total else ""
    )
    newest = datetime.combine(last, datetime.min.time(), tzinfo=now.tzinfo)
    fade = float(0.5 ** ((now.date() - last).days / 90))
    return Project(
        key="-".join(sorted(cluster.words)),
        name=name,
        words=frozenset(cluster.words),
        places=places,
        people=tuple(
            dict.fromkeys(find(a) for a, _ in sorted(count.people.items(), key=lambda i: (-i[1], i[0])))
        )[:8],
        mentions=count.total,
        own_mentions=count.own,
        first=first,
        last=last,
        dates=_dates(frozenset(cluster.words), events, channels, now),
        over=over,
        why=Evidence(places[0].uri, fact=why, when=newest),
        weight=(math.log1p(count.own) + math.log1p(count.total) / 2 + cluster.strength) * fade,
    )


def _wound_up(cluster: Cluster, now: datetime) -> bool:
    """All its meetings are over, and no channel, repository or topic of it shows life."""
    meetings = [n.place for n in cluster.named if n.place.kind == "meeting"]
    others = [
        n.place
        for n in cluster.named
        if n.place.kind in ("channel", "repository", "topic") and not n.place.over
    ]
    alive = any(p.last and now.date() - p.last <= WOUND_UP for p in others)
    return bool(meetings) and all(p.over for p in meetings) and not alive


def _display(cluster: Cluster) -> str:
    """The name as people write it: from the place whose spelling has capitals, words in their own order."""
    spellings: Counter[str] = Counter()
    for one in cluster.named:
        text = one.place.name.rpartition("/")[2] if one.place.kind == "folder" else one.place.name
        found = [m.group() for m in WORD.finditer(text) if set(tokens(m.group())) & set(cluster.words)]
        if found:
            spelling = " ".join(dict.fromkeys(found))
        else:
            spelling = next((w for w in cluster.words if w in text), "")
        whole = set(tokens(spelling)) >= set(cluster.words)
        if spelling:
            spellings[spelling] += 1 + 3 * (spelling[:1].isupper()) + 4 * whole
    best = max(spellings.items(), key=lambda i: (i[1], i[0]))[0] if spellings else " ".join(cluster.words)
    return best if any(c.isupper() for c in best) or not best.isascii() else best.title()


def _places(cluster: Cluster) -> tuple[Place, ...]:
    """Strong places first, newest first; of subjects and events only the newest few."""
    order = {kind: rank for rank, kind in enumerate((*_STRONG, "event", "subject"))}
    ranked = sorted(
        (n.place for n in cluster.named),
        key=lambda p: (order[p.kind], -(p.last or date.min).toordinal(), p.uri),
    )
    kept: list[Place] = []
    for place in ranked:
        if sum(p.kind == place.kind for p in kept) < (4 if place.kind in _STRONG else 3):
            kept.append(place)
    return tuple(kept)


def _dates(
    words: frozenset[str], events: Sequence[Event], channels: Sequence[Channel], now: datetime
) -> tuple[tuple[date, str, Evidence], ...]:
    """What is ahead: single events, and dates a channel's purpose or topic names, nearest first."""
    found: dict[date, tuple[str, Evidence]] = {}
    for event in events:
        if (
            event.when
            and event.when > now
            and not event.rule
            and not event.instance_of
            and event.status != "cancelled"
        ) and all(word in fold(event.title) for word in words):
            found.setdefault(
                event.when.date(),
                (
                    event.title,
                    Evidence(event.uri, quote=event.title, when=event.modified or event.when, place="title"),
                ),
            )
    for channel in channels:
        if all(word in fold(channel.title) for word in words):
            for line in channel.text.splitlines():
                for match in _ISO.finditer(line):
                    day = _day(match)
                    if day and day >= now.date():
                        part = next(p.strip() for p in line.split("|") if match.group() in p)
                        found.setdefault(day, (part, Evidence(channel.uri, quote=part, when=channel.when)))
    return tuple((day, what, evidence) for day, (what, evidence) in sorted(found.items()))[:4]


def _day(match: re.Match[str]) -> date | None:
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def excluded_words(
    names: Iterable[str], organisation: str, departments: Iterable[str], towns: Iterable[str]
) -> frozenset[str]:
    """Words that name people, the own company, its departments, trades and towns."""
    found = set(GENERIC)
    for text in (*names, organisation, *departments, *towns):
        found |= set(tokens(text))
    return frozenset(found)
