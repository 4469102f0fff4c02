"""Approved candidates become memory files: a plan to look at, then one writing with a receipt.

A file that a person changed by hand is never overwritten unless the candidate showed them exactly
that text; otherwise the candidate is held, and the next proposal comes with a diff.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bootstrap.memory import index, ledger
from bootstrap.memory.applying import apply, recover, undo
from bootstrap.memory.changes import Held, Plan
from bootstrap.memory.directory import Directory
from bootstrap.memory.draft import LayerDraft
from bootstrap.memory.layers import check_layer
from bootstrap.memory.markdown import BrokenMemory, file_name, name_of, parse, parse_bytes, render, safe_name
from bootstrap.model import GLOBAL, Candidate, Decision, Memory

__all__ = ["Approved", "apply", "plan", "recover", "undo"]

_CHANGED = "Its file was changed by hand since it was proposed; propose again to see the difference."
_GONE = "Its file is gone."


@dataclass(frozen=True, slots=True)
class Approved:
    """A candidate and the answer that approves it (edited text, type and layer included)."""

    candidate: Candidate
    decision: Decision


def plan(directory: Directory, approved: Sequence[Approved], now: datetime) -> Plan:
    """What seeding ``approved`` would write under the directory; nothing is written.

    What was seeded before is passed over, so planning the same answers twice changes nothing. Raises
    OverBudget when an index would grow over its limits, BrokenMemory when an edited text is no memory.
    """
    drafts: dict[str, LayerDraft] = {}
    held: list[Held] = []
    for answer in approved:
        home = check_layer(answer.candidate.layer)
        layer = check_layer(answer.decision.layer or home)
        for name in (home, layer):
            if name not in drafts:
                drafts[name] = LayerDraft(directory, name)
        if not drafts[layer].already((answer.candidate.id, answer.decision)):
            reason = _act(directory, drafts[home], drafts[layer], answer, now)
            held += [Held(answer.candidate.name, reason)] if reason else []
    changes = tuple(change for layer in sorted(drafts) for change in drafts[layer].changes())
    return Plan(directory.root, "seed", changes, tuple(held))


def _act(directory: Directory, home: LayerDraft, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    """Put one answer into the drafts of where it is and where it shall be; returns why it is held, or nothing."""
    change = answer.candidate.change
    if change == "confirm":
        return _confirm(draft, answer, now)
    if change == "retire":
        return _retire(directory, draft, answer, now)
    if change == "update":
        return _update(home, draft, answer, now)
    standing = draft.by_key(answer.candidate.key)
    if standing is not None:
        return _rewrite(draft, draft, standing, answer, now)
    memory = _memory(answer, draft.layer, now)
    _put(draft, "create", draft.free_file(memory.type, memory.name), memory, answer, now)
    return ""


def _update(home: LayerDraft, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    standing = _standing(home, answer.candidate)
    return _GONE if standing is None else _rewrite(home, draft, standing, answer, now)


def _rewrite(home: LayerDraft, draft: LayerDraft, standing: str, answer: Approved, now: datetime) -> str:
    """Write anew what stands in ``home``; under another name, type or layer the old file is retired."""
    if not (home.is_ours(standing) or home.data(standing) == answer.candidate.current.encode()):
        return _CHANGED
    memory = _memory(answer, draft.layer, now)
    file = file_name(memory.type, memory.name)
    if home is draft and _same(draft, standing, memory):
        return ""
    if home is not draft or file != standing:
        old = home.entry(standing)
        kept = home.retire(standing)
        if old is not None:
            home.note(replace(old, act="retire", when=now, kept_at=kept, sha256="", line="", decision=None))
        file = draft.free_file(memory.type, memory.name)
    _put(draft, "update", file, memory, answer, now)
    return ""


def _put(
    draft: LayerDraft, act: ledger.Act, file: str, memory: Memory, answer: Approved, now: datetime
) -> None:
    data = render(replace(memory, name=name_of(file))).encode()
    draft.put(file, data, _entry(act, file, memory, answer, now, data))


def _standing(draft: LayerDraft, candidate: Candidate) -> str | None:
    """The file a candidate is about: the one the ledger has for its key, else the one of that name."""
    name = candidate.replaces or candidate.name
    by_key = draft.by_key(candidate.key)
    return by_key if by_key and name_of(by_key) == name else draft.by_name(name, candidate.type) or by_key


def _confirm(draft: LayerDraft, answer: Approved, now: datetime) -> str:
    """Move ``as_of`` in a file that is as we wrote it; one changed by hand is left alone."""
    file = _standing(draft, answer.candidate)
    entry = draft.entry(file) if file else None
    data = draft.data(file) if file else None
    if file is None or entry is None or data is None or not draft.is_ours(file):
        return ""
    memory = replace(parse_bytes(data, name_of(file), draft.layer), as_of=answer.candidate.as_of)
    new = render(memory).encode()
    if new == data and entry.as_of == memory.as_of:
        return ""  # confirmed already
    moved = replace(entry, act="confirm", as_of=memory.as_of, sha256=ledger.digest(new), when=now)
    evidence, employer = answer.candidate.evidence, answer.candidate.employer
    draft.put(
        file, new, replace(moved, evidence=evidence or entry.evidence, employer=employer or entry.employer)
    )
    return ""


def _retire(directory: Directory, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    candidate = answer.candidate
    file = _standing(draft, candidate)
    if file is None and draft.layer != GLOBAL:
        return _retire_here(directory, draft, answer, now)
    if file is None:
        return _GONE
    if not (draft.is_ours(file) or (draft.data(file) or b"") == candidate.current.encode()):
        return _CHANGED
    kept = draft.retire(file)
    memory = _memory(answer, draft.layer, now)
    gone = _entry("retire", file, memory, answer, now, b"")
    draft.note(replace(gone, sha256="", line="", kept_at=kept))
    return ""


def _retire_here(directory: Directory, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    """A global memory that does not hold in one project: the project gets a memory that says so."""
    name = answer.candidate.replaces or answer.candidate.name
    common = next((memory for memory in directory.memories(GLOBAL) if memory.name == name), None)
    if common is None:
        return _GONE
    memory = replace(
        common,
        name=safe_name(f"without-{name}"),
        layer=draft.layer,
        title=f"Not here: {common.title}",
        description=f"Does not hold in this project: {common.description}",
        body="This global memory does not hold in this project.",
        as_of=answer.candidate.as_of,
        seeded=now.date(),
        origin="day1",
        retires=(name,),
    )
    _put(draft, "create", draft.free_file(memory.type, memory.name), memory, answer, now)
    return ""


def _memory(answer: Approved, layer: str, now: datetime) -> Memory:
    """The memory as approved: the person's text where they edited it, their type where they chose one."""
    candidate, decision = answer.candidate, answer.decision
    name = safe_name(candidate.name)
    if decision.text and candidate.change != "retire":
        try:
            memory = parse(decision.text, name, layer)
        except BrokenMemory as broken:
            raise BrokenMemory(
                f"The edited text of {name} can't be used: {broken}", "Edit it again."
            ) from None
    else:
        memory = Memory(name, candidate.type, candidate.description, candidate.body, layer=layer)
    return replace(
        memory,
        type=decision.type or memory.type,
        title=candidate.title,
        as_of=memory.as_of or candidate.as_of,
        seeded=now.date(),
        origin="day1",
    )


def _same(draft: LayerDraft, file: str, memory: Memory) -> bool:
    """Does the file say the same already, dates aside?"""
    try:
        there = parse_bytes(draft.data(file) or b"", name_of(file), draft.layer)
    except BrokenMemory:
        return False
    wanted = parse(render(memory), memory.name, draft.layer)
    return replace(there, as_of=None, seeded=None) == replace(wanted, as_of=None, seeded=None)


def _entry(
    act: ledger.Act, file: str, memory: Memory, answer: Approved, now: datetime, data: bytes
) -> ledger.Entry:
    candidate = answer.candidate
    return ledger.Entry(
        act=act,
        name=name_of(file),
        type=memory.type,
        file=file,
        key=candidate.key,
        candidate=candidate.id,
        claim=ledger.claim(candidate),
        proposed=ledger.proposed(candidate),
        when=now,
        sha256=ledger.digest(data),
        line=index.render_line(memory.title, file, memory.description),
        title=memory.title,
        as_of=memory.as_of,
        evidence=candidate.evidence,
        decision=answer.decision,
        why=candidate.why,
        rank=round(candidate.value * candidate.confidence, 6),
        employer=candidate.employer,
        maker=candidate.maker,
        blocked=tuple(block.reason for block in candidate.blocked),
    )
