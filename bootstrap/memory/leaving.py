"""Which memories are over: those of an employer the person left, and those silent for too long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from bootstrap.memory.employer import OWN_PLACE, employer_of, is_shared, same_employer
from bootstrap.memory.known import Known, last_seen
from bootstrap.memory.types import kind_of
from bootstrap.model import Candidate


def leaving(proposed: Sequence[Candidate], known: Sequence[Known], now: date) -> list[Candidate]:
    """Retirements to be asked about; what a person made by hand is never among them."""
    newest = _newest(proposed)
    alive = [memory for memory in known if memory.alive and memory.key]
    job = next((newest[key] for key in OWN_PLACE if key in newest and _employer(newest[key])), None)
    former = _former(known, job) if job else None
    ends = []
    for memory in alive:
        candidate = newest.get(memory.key)
        if job and former and _left(memory, candidate, former):
            ends.append(_end(memory, job))
        elif (day := _silent_since(memory, candidate, now)) is not None:
            ends.append(_silent(memory, day))
    return ends


def _newest(proposed: Iterable[Candidate]) -> dict[str, Candidate]:
    newest: dict[str, Candidate] = {}
    for candidate in proposed:
        held = newest.get(candidate.key)
        if candidate.change != "retire" and (held is None or _day(candidate) > _day(held)):
            newest[candidate.key] = candidate
    return newest


def _day(candidate: Candidate) -> date:
    return candidate.as_of or date.min


def _employer(candidate: Candidate) -> str:
    text = f"{candidate.description} {candidate.body}"
    named = candidate.employer or employer_of(candidate.key, text, candidate.evidence)
    return "" if is_shared(named) else named


@dataclass(frozen=True, slots=True)
class _Former:
    """The employers before the present one, and when a fact about one of them was last written."""

    domains: frozenset[str]
    until: datetime

    def __contains__(self, employer: str) -> bool:
        return bool(employer) and any(same_employer(employer, old) for old in self.domains)


def _former(known: Sequence[Known], job: Candidate) -> _Former | None:
    """What our own facts about the owner ever named as an employer, without the present one."""
    present = _employer(job)
    named: dict[str, datetime] = {}
    acts = [act for memory in known if memory.key in OWN_PLACE for act in memory.acts if act.act != "retire"]
    for act in acts:
        domain = act.employer or employer_of(act.key, act.proposed, act.evidence)
        older = not (act.as_of and job.as_of and act.as_of > job.as_of)
        if domain and older and not is_shared(domain) and not same_employer(domain, present):
            named[domain] = max(act.when, named.get(domain, act.when))
    return _Former(frozenset(named), max(named.values())) if named else None


def _left(memory: Known, candidate: Candidate | None, former: _Former) -> bool:
    """Does it belong to an employer the person left, and does no newer evidence place it elsewhere?

    Somebody outside who was known through the old work is no longer known through it, unless they show
    up again.
    """
    if candidate is not None:
        return memory.employer in former and _employer(candidate) in former
    outside = memory.key.startswith("person/") and memory.entry is not None and not memory.entry.employer
    return memory.employer in former or bool(outside and memory.entry and memory.entry.when <= former.until)


def _silent_since(memory: Known, candidate: Candidate | None, now: date) -> date | None:
    """The last sign of life when it lies too long ago for this kind of memory.

    What was silent already when the person approved it is counted from that day: they wanted it.
    """
    if memory.memory is None or memory.entry is None:
        return None
    limit = kind_of(memory.memory.type).silent_after
    days = [day for day in (memory.as_of, candidate.as_of if candidate else None) if day]
    if limit is None or not days:
        return None
    last, written = max(days), memory.entry.when.date()
    since = last if (written - last).days <= limit else written
    return last if (now - since).days > limit else None


def _silent(memory: Known, day: date) -> Candidate:
    ended = _blank(memory)
    evidence = last_seen(memory.entry.evidence if memory.entry else (), day)
    why = f"Last seen on {day.isoformat()}; nothing newer was found."
    return memory.ended(replace(ended, evidence=evidence, as_of=day, why=why))


def _end(memory: Known, job: Candidate) -> Candidate:
    seen = (
        f"Last seen on {memory.as_of}, before you changed employers."
        if memory.as_of
        else "You changed employers."
    )
    why = f"It belonged to {memory.employer}, where you no longer work." if memory.employer else seen
    return memory.ended(replace(_blank(memory), evidence=job.evidence, as_of=job.as_of, why=why))


def _blank(memory: Known) -> Candidate:
    """A retirement without its reason; ``Known.ended`` fills in what the memory says."""
    return Candidate(
        key=memory.key,
        change="retire",
        type=memory.entry.type if memory.entry else "reference",
        name=memory.name,
        title="",
        description="",
        body="",
        evidence=(),
        as_of=None,
        confidence=0.9,
        value=0.8,
        maker="reseed",
        employer=memory.entry.employer if memory.entry else "",
    )
