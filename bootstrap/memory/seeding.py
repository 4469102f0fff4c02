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
from bootstrap.memory.markdown import BrokenMemory, name_of, parse, parse_bytes, render, safe_name
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
        layer = check_layer(answer.decision.layer or answer.candidate.layer)
        if layer not in drafts:
            drafts[layer] = LayerDraft(directory, layer)
        if not drafts[layer].already((answer.candidate.id, answer.decision)):
            reason = _act(directory, drafts[layer], answer, now)
            held += [Held(answer.candidate.name, reason)] if reason else []
    changes = tuple(change for layer in sorted(drafts) for change in drafts[layer].changes())
    return Plan(directory.root, "seed", changes, tuple(held))


def _act(directory: Directory, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    """Put one answer into the draft; returns why it is held, or nothing."""
    change = answer.candidate.change
    if change == "confirm":
        return _confirm(draft, answer, now)
    if change == "retire":
        return _retire(directory, draft, answer, now)
    return _write(draft, answer, now)


def _write(draft: LayerDraft, answer: Approved, now: datetime) -> str:
    candidate = answer.candidate
    memory = _memory(answer, draft.layer, now)
    standing = draft.by_key(candidate.key)
    if candidate.change == "update":
        standing = draft.by_name(candidate.replaces) or standing
        if standing is None:
            return _GONE
    if standing is None:
        file = draft.free_file(memory.type, memory.name)
    else:
        if not (draft.is_ours(standing) or draft.data(standing) == candidate.current.encode()):
            return _CHANGED
        if _same(draft, standing, memory):
            return ""
        same_place = memory.name == name_of(standing) and standing.startswith(f"{memory.type}_")
        file = standing if same_place else draft.free_file(memory.type, memory.name)
        if not same_place:
            old = draft.entry(standing)
            kept = draft.retire(standing)
            if old is not None:
                draft.note(
                    replace(old, act="retire", when=now, kept_at=kept, sha256="", line="", decision=None)
                )
    data = render(replace(memory, name=name_of(file))).encode()
    draft.put(file, data, _entry("update" if standing else "create", file, memory, answer, now, data))
    return ""


def _confirm(draft: LayerDraft, answer: Approved, now: datetime) -> str:
    """Move ``as_of`` in a file that is as we wrote it; one changed by hand is left alone."""
    file = draft.by_name(answer.candidate.replaces or answer.candidate.name)
    entry = draft.entry(file) if file else None
    data = draft.data(file) if file else None
    if file is None or entry is None or data is None or not draft.is_ours(file):
        return ""
    memory = replace(parse_bytes(data, name_of(file), draft.layer), as_of=answer.candidate.as_of)
    new = render(memory).encode()
    moved = replace(entry, act="confirm", as_of=memory.as_of, sha256=ledger.digest(new), when=now)
    evidence, employer = answer.candidate.evidence, answer.candidate.employer
    draft.put(
        file, new, replace(moved, evidence=evidence or entry.evidence, employer=employer or entry.employer)
    )
    return ""


def _retire(directory: Directory, draft: LayerDraft, answer: Approved, now: datetime) -> str:
    candidate = answer.candidate
    name = candidate.replaces or candidate.name
    file = draft.by_name(name)
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
    file = draft.free_file(memory.type, memory.name)
    data = render(replace(memory, name=name_of(file))).encode()
    draft.put(file, data, _entry("create", file, memory, answer, now, data))
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
