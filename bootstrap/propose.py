"""From a snapshot to candidates: understand, extract, ground, screen, reconcile with what is there, rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from bootstrap.extract.base import Extractor
from bootstrap.extract.grounding import ground
from bootstrap.extract.ranking import rank
from bootstrap.footprint.types import Footprint
from bootstrap.memory.directory import Directory
from bootstrap.memory.reseed import reconcile
from bootstrap.model import Candidate, Decision
from bootstrap.screening import screen_candidate
from bootstrap.snapshot import Snapshot


def propose(
    footprint: Footprint, extractor: Extractor, snapshot: Snapshot, directory: Directory,
    decisions: Sequence[Decision], budget: int, now: datetime,
) -> list[Candidate]:  # fmt: skip
    """Candidates best first, blocked ones among them with their reasons, those over budget ``below``.

    Against an unchanged footprint and the same memory directory a second call gives none.
    """
    found = extractor.propose(footprint, snapshot)
    grounded = ground(found, lru_cache(maxsize=4096)(snapshot.record))
    trade = _trade(footprint)
    screened = [screen_candidate(candidate, trade) for candidate in _named_once(list(grounded))]
    return rank(reconcile(rank(screened, budget), directory, decisions, now.date()), budget)


def _trade(footprint: Footprint) -> list[str]:
    """Employers, departments and job titles of the owner and the people around them."""
    held = [
        *footprint.owner.positions,
        *(p for person in footprint.people.values() for p in person.positions),
    ]
    return [text for p in held for text in (p.role, p.department, p.organization) if text]


def _named_once(candidates: list[Candidate]) -> list[Candidate]:
    """Two memories of one type can't share a file: the later one gets the tail of its key."""
    taken: dict[tuple[str, str, str], str] = {}
    found = []
    for candidate in sorted(candidates, key=lambda c: c.key):
        place = (candidate.layer, candidate.type, candidate.name)
        if taken.setdefault(place, candidate.key) != candidate.key:
            candidate = replace(candidate, name=f"{candidate.name}-{candidate.id[:4]}")
        found.append(candidate)
    return found
