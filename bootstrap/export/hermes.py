"""Hermes: ``memories/USER.md`` and ``memories/MEMORY.md``, entries joined by a section sign.

The files are exactly what Hermes' own tool would write (anything else is refused as drift on its next
change), stay at four fifths of its caps so that the agent can still add, and every entry passes its
threat scan. Entries we wrote are known by their hashes in ``memories/.day1.json``; all others stay.
Formats and caps of hermes-agent 0.19.0.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import yaml

from bootstrap.export.digest import NO_ROOM, ranked
from bootstrap.export.rewording import reworded
from bootstrap.memory.changes import Change, Held, Plan
from bootstrap.memory.directory import Directory
from bootstrap.memory.index import shortened
from bootstrap.memory.markdown import one_line
from bootstrap.model import GLOBAL, Memory
from bootstrap.screening import harness_findings

DELIMITER = "\n§\n"
CAPS = {"user": 1_375, "memory": 2_200}
_FILES = {"user": "memories/USER.md", "memory": "memories/MEMORY.md"}
_SEALS = "memories/.day1.json"
_ENTRY = 220
_HEADROOM = 0.8


class Hermes:
    """Writes for Hermes."""

    name = "hermes"
    title = "Hermes"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """``$HERMES_HOME``, else ``~/.hermes``; a profile is a home of its own."""
        return Path(environ["HERMES_HOME"]) if environ.get("HERMES_HOME") else user / ".hermes"

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """The global layer; Hermes knows no projects, so a project's memories are held."""
        memories = ranked(directory, directory.memories(GLOBAL))
        caps, seals = _caps(home), _seals(home)
        changes: list[Change] = []
        held: list[Held] = []
        written: dict[str, dict[str, str]] = {}
        for store, file in _FILES.items():
            mine = [m for m in memories if (m.type in ("user", "feedback")) == (store == "user")]
            raw = (home / file).read_bytes() if (home / file).is_file() else None
            after, written[store], left = _store(
                raw, mine, seals.get(store, {}), int(caps[store] * _HEADROOM)
            )
            held += left
            if after != raw:
                changes.append(Change(file, raw, after))
        before = (home / _SEALS).read_bytes() if (home / _SEALS).is_file() else None
        sealed = (
            (json.dumps(written, indent=1, sort_keys=True) + "\n").encode() if any(written.values()) else None
        )
        if sealed != before:
            changes.append(Change(_SEALS, before, sealed))
        held += _projects(directory, project)
        locks = tuple(f"{file}.lock" for file in _FILES.values())
        if changes and (home / "memories").is_dir():
            changes += [Change(lock, None, b"") for lock in locks if not (home / lock).exists()]
        return Plan(home, f"export:{self.name}", tuple(changes), tuple(held), locks)


def _store(
    raw: bytes | None, memories: list[Memory], seals: dict[str, str], room: int
) -> tuple[bytes | None, dict[str, str], list[Held]]:
    """One file: its new bytes, the hashes of our entries in it, and what is held."""
    try:
        there = _entries((raw or b"").decode())
    except UnicodeDecodeError:
        reason = "Hermes' file is not UTF-8; neither Hermes nor day1 can read it."
        return raw, seals, [Held(memory.name, reason) for memory in memories]
    owner = {seal: name for name, seal in seals.items()}
    used = sum(len(entry) + len(DELIMITER) for entry in there if _hash(entry) not in owner)
    present = {_hash(entry) for entry in there}
    wanted: dict[str, str] = {}
    new_seals: dict[str, str] = {}
    held: list[Held] = []
    for memory in memories:
        plain = entry_text(memory)
        text = reworded(plain)
        if text is None:
            held.append(Held(memory.name, f"Hermes would block it ({', '.join(harness_findings(plain))})."))
        elif seals.get(memory.name) == _hash(text) and _hash(text) not in present:
            new_seals[memory.name] = _hash(text)
            held.append(Held(memory.name, "It was removed or reworded in Hermes since the last export."))
        elif _hash(text) in present and _hash(text) not in owner:
            held.append(Held(memory.name, "Hermes has an entry of its own that says the same."))
        elif used + len(text) > room:
            held.append(Held(memory.name, NO_ROOM))
        else:
            used += len(text) + len(DELIMITER)
            wanted[memory.name] = text
            new_seals[memory.name] = _hash(text)
            if text != plain:
                held.append(
                    Held(
                        memory.name,
                        f"Reworded, since Hermes would block it ({', '.join(harness_findings(plain))}).",
                    )
                )
    kept = [wanted.pop(owner[_hash(entry)], None) if _hash(entry) in owner else entry for entry in there]
    entries = [entry for entry in kept if entry is not None] + list(wanted.values())
    if entries == there:
        return raw, new_seals, held
    return (DELIMITER.join(entries).encode() if entries else None), new_seals, held


def entry_text(memory: Memory) -> str:
    """The memory in one line: what it is about, the claim, and since when it stands."""
    title, description = (
        one_line(memory.title).rstrip("."),
        one_line(memory.description) or one_line(memory.body),
    )
    text = description if title.casefold() in description.casefold() else f"{title}: {description}"
    if memory.type in ("project", "reference") and memory.as_of:
        text = f"{shortened(text, _ENTRY)} (as of {memory.as_of:%Y-%m})"
    return shortened(text, _ENTRY + 20).replace("§", "section ")


def _entries(text: str) -> list[str]:
    """As Hermes reads its file."""
    entries = [entry.strip() for entry in text.replace("\r\n", "\n").split(DELIMITER)]
    return list(dict.fromkeys(entry for entry in entries if entry))


def _hash(entry: str) -> str:
    return hashlib.sha256(entry.encode()).hexdigest()[:16]


def _caps(home: Path) -> dict[str, int]:
    """Hermes' own caps, where its ``config.yaml`` sets them."""
    caps = dict(CAPS)
    try:
        config = yaml.load((home / "config.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
        memory = config.get("memory", {}) if isinstance(config, dict) else {}
    except (OSError, ValueError, yaml.YAMLError, RecursionError):
        return caps
    for store in caps:
        limit = memory.get(f"{store}_char_limit") if isinstance(memory, dict) else None
        if isinstance(limit, int) and limit > 0:
            caps[store] = limit
    return caps


def _seals(home: Path) -> dict[str, dict[str, str]]:
    try:
        found = json.loads((home / _SEALS).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _projects(directory: Directory, project: Path | None) -> list[Held]:
    layers = (
        [directory.project_key(project)] if project else [one for one in directory.layers() if one != GLOBAL]
    )
    reason = "Hermes has one memory for all projects."
    return [Held(memory.name, reason) for layer in layers for memory in directory.memories(layer)]
