"""The ledger of a layer: for each memory where it comes from, who decided, and what was written.

``<layer>/.day1/ledger.jsonl``, one line an act, the newest line of a name counts. Undoing a seeding
takes its lines out again, so ledger and directory always tell the same story.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeAlias

import msgspec

from bootstrap.model import Candidate, Decision, Evidence, MemoryType, content_id

PATH = ".day1/ledger.jsonl"
RETIRED = ".day1/retired"
Act: TypeAlias = Literal["create", "update", "retire", "confirm"]
_ELSEWHERE = re.compile(r"[/\\\\]|^\.")
_HISTORY = re.compile(r"^Until \d{4}-\d{2}: .+$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One act on one memory.

    Attributes:
        file: name of the memory file in its layer; for ``retire`` the name it had.
        sha256: of the bytes written; empty for ``retire``.
        line: the index line written.
        claim: hash of what the candidate claimed, before a person's edits.
        proposed: that claim in full (description, empty line, body): what later edits are told by.
        title: as the index shows it.
        rank: value × confidence, for exports that can't take everything.
        kept_at: for ``retire``, where the file lies now, relative to the layer.
    """

    act: Act
    name: str
    type: MemoryType
    file: str
    key: str
    candidate: str
    claim: str
    when: datetime
    sha256: str = ""
    line: str = ""
    title: str = ""
    as_of: date | None = None
    evidence: tuple[Evidence, ...] = ()
    decision: Decision | None = None
    why: str = ""
    rank: float = 0.0
    employer: str = ""
    maker: str = ""
    blocked: tuple[str, ...] = ()
    kept_at: str = ""
    proposed: str = ""


_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    """One line, with its newline."""
    return _encoder.encode(entry) + b"\n"


def decode(data: bytes) -> list[Entry]:
    """All acts, oldest first. A line that is damaged, torn or names a file elsewhere is passed over."""
    found = []
    for line in data.split(b"\n"):
        try:
            entry = msgspec.json.decode(line, type=Entry)
        except msgspec.MsgspecError:
            continue
        kept = entry.kept_at.removeprefix(f"{RETIRED}/")
        if not _ELSEWHERE.search(entry.file) and not _ELSEWHERE.search(kept):
            found.append(entry)
    return found


def newest(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The act that counts for each memory, by file name."""
    return {entry.file: entry for entry in entries}


def digest(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def claim(candidate: Candidate) -> str:
    """Hash of what a candidate claims, whatever the change and whatever a person added."""
    return content_id(candidate.key, candidate.title, proposed(candidate))


def proposed(candidate: Candidate) -> str:
    """Description, empty line and body as the extractor gave them."""
    return candidate.proposed or f"{candidate.description}\n\n{candidate.body}"


def history(body: str) -> list[str]:
    """The lines of history (``Until 2026-07: ...``) in a body."""
    return _HISTORY.findall(body)


def without_history(body: str) -> str:
    """The body without its lines of history."""
    return _HISTORY.sub("", body).rstrip("\n")
