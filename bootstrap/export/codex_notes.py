"""Ad-hoc notes in a Codex memory folder: its own way of being told something.

Codex never deletes a note and takes each for authoritative, so a change or an end is one more note. Names
are those its ``add_ad_hoc_note`` tool takes: a time, then small ASCII letters, digits and hyphens.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from bootstrap.export.digest import whole_text
from bootstrap.export.marks import sealed, state
from bootstrap.memory.changes import Change
from bootstrap.memory.markdown import one_line
from bootstrap.model import Memory

_NOTE = re.compile(r"\A(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})-day1-([a-z0-9-]+)\.md\Z")
_PLAIN = re.compile(r"\A[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_SLUG = 60


def notes(home: Path, root: str, memories: list[Memory]) -> list[Change]:
    """One note for each global memory that has none saying the same; one that ends each that is gone."""
    folder = f"{root}/extensions/ad_hoc/notes"
    last: dict[str, tuple[str, bytes]] = {}
    for path in sorted((home / folder).glob("*-day1-*.md")):
        found = _NOTE.match(path.name)
        if found and state(path.read_bytes()) == "ours":
            last[found[2]] = (found[1], path.read_bytes())
    changes = []
    for memory in memories:
        slug = note_slug(memory.name)
        stamp, there = last.pop(slug, ("", b""))
        text = sealed(_note(memory, replaces=False)), sealed(_note(memory, replaces=True))
        if there not in text:
            day = memory.seeded or memory.as_of
            name = _stamp(day.isoformat() if day else "2000-01-01", stamp)
            changes.append(Change(f"{folder}/{name}-day1-{slug}.md", None, text[bool(there)]))
    for slug, (stamp, there) in last.items():
        end = sealed("# No longer so\n\nForget the earlier note of this name: it no longer holds.")
        if there != end:
            changes.append(Change(f"{folder}/{_stamp(stamp[:10], stamp)}-day1-{slug}.md", None, end))
    return changes


def note_slug(name: str) -> str:
    """The memory's name where Codex takes it (small ASCII letters, digits, hyphens), else a hash of it."""
    if _PLAIN.match(name) and len(name) <= _SLUG:
        return name
    return f"m{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _stamp(day: str, after: str) -> str:
    """A time of that day, later than ``after``; from the directory alone, so that no clock is read."""
    if not after or after[:10] < day:
        return f"{day}T00-00-00"
    date, _, time = after.partition("T")
    hours, minutes, seconds = (int(part) for part in time.split("-"))
    count = min(hours * 3600 + minutes * 60 + seconds + 1, 86_399)
    return f"{date}T{count // 3600:02}-{count // 60 % 60:02}-{count % 60:02}"


def _note(memory: Memory, replaces: bool) -> str:
    earlier = "This replaces the earlier note of this name.\n\n" if replaces else ""
    about = (
        f"The user approved this ({memory.type}); as of {memory.as_of}."
        if memory.as_of
        else "Approved by the user."
    )
    return f"# {one_line(memory.title)}\n\n{earlier}{whole_text(memory)}\n\n{about}"
