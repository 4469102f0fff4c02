"""A later footprint against the memories that are there: only what is new, changed or over is proposed.

What was rejected stays rejected; what a person edited is shown to them with a difference, never written
over; what only got older is let go in time, with the person's word (``leaving.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bootstrap.memory import ledger
from bootstrap.memory.directory import Directory
from bootstrap.memory.known import Known, known_memories
from bootstrap.memory.leaving import leaving
from bootstrap.model import Candidate, Decision


def reconcile(
    proposed: Sequence[Candidate], directory: Directory, decisions: Sequence[Decision], now: date
) -> list[Candidate]:
    """What is left to ask of ``proposed``, in its order, then the retirements.

    Args:
        proposed: everything the footprint gives, also what is below the budget line (a memory that is
            only outranked is still alive).
        decisions: all answers ever given, oldest first.
        now: the day from which silence is counted.

    Returns candidates that are new, ``update`` with the ``current`` text of what they replace,
    ``confirm`` where only ``as_of`` moved (not to be asked about), and ``retire``. Against an unchanged
    footprint a second run gives none.
    """
    refused = _Refused(decisions)
    known = known_memories(directory)
    proposed = _under_known_keys(proposed, known)
    memories = _Memories(known)
    kept: list[Candidate] = []
    for candidate in proposed:
        settled = _settle(candidate, memories)
        if settled is not None and settled not in refused:
            kept.append(settled)
    gone = [candidate for candidate in leaving(proposed, known, now) if candidate not in refused]
    ending = {(candidate.layer, candidate.replaces) for candidate in gone}
    return [one for one in kept if (one.layer, one.replaces) not in ending or one.change == "create"] + gone


def _under_known_keys(proposed: Sequence[Candidate], known: Sequence[Known]) -> list[Candidate]:
    """Candidates about something whose key changed (a repository's rewritten history) get its known key.

    It is the same thing when it has the same name and nothing else goes by the known key. Never people:
    a name alone makes nobody the same person.
    """
    taken = {candidate.key for candidate in proposed}
    names = {
        _kind_and_name(m.key, m.layer, m.name): m.key
        for m in known
        if m.key and m.alive and m.key not in taken
    }
    keys = {memory.key for memory in known}
    return [
        replace(candidate, key=names[name])
        if candidate.key not in keys
        and (name := _kind_and_name(candidate.key, candidate.layer, candidate.name)) in names
        else candidate
        for candidate in proposed
    ]


def _kind_and_name(key: str, layer: str, name: str) -> tuple[str, str, str]:
    kind = key.partition("/")[0]
    return ("", key, "") if kind == "person" else (kind, layer, name)


class _Refused:
    """What the person said no to, by id and by key and gist; the newest answer to each counts.

    An answer without a gist stands for its whole key, except about the owner, who changes jobs.
    """

    def __init__(self, decisions: Sequence[Decision]) -> None:
        newest = {decision.candidate: decision for decision in decisions}
        refused = [decision for decision in newest.values() if decision.verdict == "reject"]
        self._ids = {decision.candidate for decision in refused}
        self._gists = {decision.gist for decision in refused if decision.gist}
        by_key = {
            decision.key: decision
            for decision in newest.values()
            if decision.verdict in ("approve", "reject")
        }
        self._keys = {
            key
            for key, decision in by_key.items()
            if decision.verdict == "reject" and not decision.gist and key and not key.startswith("owner/")
        }

    def __contains__(self, candidate: Candidate) -> bool:
        if candidate.change == "confirm":
            return False
        asked = candidate.change != "retire"
        return (
            candidate.id in self._ids
            or candidate.gist in self._gists
            or (asked and replace(candidate, change="create").gist in self._gists)
            or (asked and candidate.key in self._keys)
        )


class _Memories:
    """Finds what a candidate is about among what is there."""

    def __init__(self, known: Sequence[Known]) -> None:
        self._by_key: dict[str, list[Known]] = {}
        self._by_hand: dict[tuple[str, str], list[Known]] = {}
        for memory in known:
            if memory.key:
                self._by_key.setdefault(memory.key, []).append(memory)
            else:
                self._by_hand.setdefault((memory.layer, memory.name), []).append(memory)

    def match(self, candidate: Candidate) -> Known | None:
        """By key, those that are alive first; else one made by hand under the name it would have."""
        name = candidate.replaces or candidate.name
        same = self._by_key.get(candidate.key) or self._by_hand.get((candidate.layer, name), [])
        return min(same, key=lambda memory: (not memory.alive, memory.layer != candidate.layer), default=None)


def _settle(candidate: Candidate, memories: _Memories) -> Candidate | None:
    """The candidate as the change it is against what is there; None when there is nothing to ask."""
    there = memories.match(candidate)
    if candidate.change == "retire":
        return there.ended(candidate) if there and there.alive else None
    if there is None or (not there.alive and _returns(candidate, there)):
        return replace(candidate, change="create", replaces="", current="")
    if not there.alive:
        return None
    if there.says(candidate):
        newer = candidate.as_of and there.as_of and candidate.as_of > there.as_of
        return there.confirmed(candidate) if newer and there.untouched else None
    update = there.updated(candidate)
    return None if there.says(update) else update


def _returns(candidate: Candidate, there: Known) -> bool:
    """What the person let go comes back with a sign of life since; what they deleted, with another claim."""
    if there.entry is None:
        return False
    if there.entry.act == "retire":
        return candidate.as_of is not None and candidate.as_of > there.entry.when.date()
    return ledger.claim(candidate) != there.entry.claim
