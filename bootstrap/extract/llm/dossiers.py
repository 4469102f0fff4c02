"""The footprint cut into dossiers: one subject each, numbered evidence, bounded in tokens.

A record is shown once: the first subject that chooses it has it. Records that must not be shown to a model
(injections, private matters, hidden text) are in none; secrets are redacted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bootstrap.extract.llm.items import Item, allowed
from bootstrap.extract.llm.pools import Pool, pools
from bootstrap.extract.llm.subjects import OWNER, Cast, Subject, subjects
from bootstrap.extract.llm.tokens import tokens
from bootstrap.footprint.identity import identify
from bootstrap.footprint.material import load, present
from bootstrap.footprint.names import fold, organisation_domain
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.snapshot import Snapshot

TOKENS = 1_500
MOST = 66
LITTLE = 250
PEOPLE = 22
LISTED = 16


@dataclass(frozen=True, slots=True)
class Dossier:
    """What is shown to a model in one request.

    Attributes:
        part: 1 for the first dossier of its subject.
        others: subjects that turn up in the items, so that claims about them find their place.
        drafts: what the rules propose about the subject.
        score: how telling its items are, for when not all can be sent.
    """

    subject: Subject
    part: int
    items: tuple[Item, ...]
    others: tuple[Subject, ...] = ()
    drafts: tuple[Candidate, ...] = ()
    score: float = 0.0


def cut(footprint: Footprint, snapshot: Snapshot, drafts: Sequence[Candidate]) -> list[Dossier]:
    """At most 66 dossiers, most telling first; the same ones for the same footprint."""
    material = load(snapshot, footprint.now)
    identity = identify(material, footprint.owner.addresses)
    if identity.began is not None:
        former = frozenset(organisation_domain(a) for a in identity.former)
        material = present(material, identity.began, former)
    own = (*footprint.owner.addresses, *footprint.owner.former, *identity.handles)
    cast = Cast(footprint, own)
    known = subjects(footprint)
    chosen = [one for one in _choose(pools(footprint, material, cast, known)) if one[1]]
    chosen = _gather_small(chosen)
    found = []
    for subject, items in chosen:
        ours = tuple(d for d in drafts if _home(d) == subject.key)
        for part, group in enumerate(_split(items), start=1):
            others = _mentioned(subject, [item for _, item in group], known)
            score = sum(score for score, _ in group)
            found.append(Dossier(subject, part, tuple(item for _, item in group), others, ours, score))
    return _best(found)


def _home(draft: Candidate) -> str:
    """The dossier a draft is shown in."""
    if draft.key in ("owner/documents",):
        return "owner/documents"
    if draft.key in ("owner/meetings", "owner/time"):
        return "owner/calendar"
    return OWNER if draft.key.startswith("owner/") else draft.key


def _choose(found: Sequence[Pool]) -> Iterator[tuple[Subject, list[tuple[float, Item]]]]:
    """For each subject its most telling items, oldest first, as many as its dossiers hold."""
    taken: set[str] = set()
    said: set[tuple[str, str]] = set()
    for pool in found:
        room = pool.most * TOKENS
        items: list[tuple[float, Item]] = []
        for lot in sorted(pool.lots, key=lambda lot: (-lot.score, lot.record.uri)):
            if room < 80:
                break
            if lot.record.uri in taken or not allowed(lot.record):
                continue
            taken.add(lot.record.uri)
            shown = [item for item in lot.items() if _says_more(item, said)]
            items += [(lot.score, item) for item in shown]
            room -= sum(cost(item) for item in shown)
        yield (
            pool.subject,
            sorted(
                items,
                key=lambda pair: (
                    pair[1].when is None,
                    pair[1].when and pair[1].when.timestamp(),
                    pair[1].uri,
                ),
            ),
        )


def _says_more(item: Item, said: set[tuple[str, str]]) -> bool:
    """False for an empty item, and for one whose writer said the very same before."""
    key = (item.author, fold(f"{item.made}\n{item.text}"))
    if not (item.text or item.quoted or item.made) or key in said:
        return False
    said.add(key)
    return True


def cost(item: Item) -> int:
    return tokens(item.head) + tokens(item.text) + tokens(item.quoted) + tokens(item.made) + 14


def _gather_small(
    chosen: Sequence[tuple[Subject, list[tuple[float, Item]]]],
) -> list[tuple[Subject, list[tuple[float, Item]]]]:
    """People and channels with little to read share a dossier."""
    kept: list[tuple[Subject, list[tuple[float, Item]]]] = []
    small: dict[str, list[tuple[float, Item]]] = defaultdict(list)
    people = 0
    for subject, items in sorted(chosen, key=lambda one: -max(score for score, _ in one[1])):
        size = sum(cost(item) for _, item in items)
        people += subject.kind == "person"
        if subject.kind in ("person", "channel") and (size < LITTLE or people > PEOPLE):
            small[subject.kind] += items
        else:
            kept.append((subject, items))
    for kind, name in (("person", "people in less exchange"), ("channel", "channels with little traffic")):
        if small[kind]:
            few = small[kind][:80]
            kept.append((Subject(f"owner/{kind}", kind, name), few))  # type: ignore[arg-type]
    return kept


def _split(items: Sequence[tuple[float, Item]]) -> Iterator[list[tuple[float, Item]]]:
    """Even parts of at most ``TOKENS`` each, in order."""
    total = sum(cost(item) for _, item in items)
    parts = max(1, -(-total // TOKENS))
    room = total / parts
    group: list[tuple[float, Item]] = []
    size = 0
    for pair in items:
        price = cost(pair[1])
        if group and size + price / 2 > room:
            yield group
            group, size = [], 0
        group.append(pair)
        size += price
    if group:
        yield group


def _mentioned(subject: Subject, items: Sequence[Item], known: Sequence[Subject]) -> tuple[Subject, ...]:
    """Subjects that wrote, or are named in, the items; the dossier's own first."""
    authors = {item.author for item in items}
    text = fold("\n".join(f"{item.head}\n{item.text}" for item in items))
    found = [s for s in known if s.key == subject.key]
    found += [s for s in known if s.key in authors and s.key != subject.key]
    found += [s for s in known if s not in found and fold(s.name) in text]
    return tuple(found[:LISTED])


def _best(found: Sequence[Dossier]) -> list[Dossier]:
    """First parts before second ones, telling ones first."""
    order = sorted(found, key=lambda d: (d.part > 2, -d.score / d.part, d.subject.key, d.part))
    return order[:MOST]
