"""Candidates and decisions as JSON lines: written whole (candidates) or line by line (decisions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from bootstrap.errors import WorkspaceError
from bootstrap.files import append_line, write_atomic
from bootstrap.model import Candidate, Decision

_encoder = msgspec.json.Encoder()


def encode_candidate(candidate: Candidate) -> bytes:
    """One JSON line: the candidate's id, then its fields."""
    fields: dict[str, object] = msgspec.to_builtins(candidate)
    return _encoder.encode({"id": candidate.id, **fields})


def write_candidates(path: Path, candidates: Iterable[Candidate]) -> None:
    """Put all candidates, best first, into ``path``; the old list or the new one."""
    write_atomic(path, b"".join(encode_candidate(candidate) + b"\n" for candidate in candidates))


def read_candidates(path: Path) -> list[Candidate]:
    """The candidates in ``path``, in order; none where there is no file.

    Raises WorkspaceError when a line is damaged: the file is written whole, so nothing of it counts.
    """
    if not path.exists():
        return []
    try:
        return [msgspec.json.decode(line, type=Candidate) for line in path.read_bytes().splitlines() if line]
    except msgspec.MsgspecError as error:
        raise WorkspaceError(
            f"{path.name} is damaged.", "Run `day1 propose` again; no answer is lost."
        ) from error


def append_decision(path: Path, decision: Decision) -> None:
    """Add one answer; it is on disk when this returns."""
    append_line(path, _encoder.encode(decision))


def read_decisions(path: Path) -> list[Decision]:
    """All answers ever given, oldest first. A line torn by a crash is passed over."""
    if not path.exists():
        return []
    found = []
    for line in path.read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Decision))
        except msgspec.MsgspecError:
            continue
    return found


def standing(decisions: Sequence[Decision]) -> dict[str, Decision]:
    """The answer that counts for each candidate id; those taken back are left out."""
    newest: dict[str, Decision] = {decision.candidate: decision for decision in decisions}
    return {id_: decision for id_, decision in newest.items() if decision.verdict is not None}
