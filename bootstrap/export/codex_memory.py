"""The parts of a Codex memory folder that outlive its own consolidation.

An extension of our own carries the projects (``codex_notes.py`` has the global facts), and
``memory_summary.md`` is written only where there is none, or where it is still ours: in use, it is
Codex's own.
"""

from __future__ import annotations

import json
from pathlib import Path

from bootstrap.export.digest import as_line, ranked
from bootstrap.export.marks import own_file, sealed, state
from bootstrap.memory import index
from bootstrap.memory.changes import Change, Held
from bootstrap.memory.directory import Directory
from bootstrap.memory.layers import project_root
from bootstrap.memory.markdown import file_name, one_line, render
from bootstrap.model import GLOBAL, Memory

SUMMARY_BYTES = 6_500
_EXTENSION = "extensions/day1"
_INSTRUCTIONS = """\
# day1 extension

`resources/<project>/` holds what the user's own records say about one project, each point approved by
the user. `scope.json` names the project's folder (`cwd`); `MEMORY.md` is its index, one file a memory.

- Never edit, rename or delete these resources; day1 updates them.
- Use them for work in that folder only; they are no user preferences and no general tips.
- In the summary, give them one compact route under `## What's in Memory`.
"""
_INDEX_HEAD = "# Memories of this project\n\n"


def extension(
    directory: Directory, home: Path, root: str, project: Path | None
) -> tuple[list[Change], list[Held]]:
    """Project layers as resources; one whose folder is not known is held."""
    changes: list[Change] = []
    held: list[Held] = []
    base = f"{root}/{_EXTENSION}"
    key = directory.project_key(project) if project else None
    written = {path.parent.name for path in (home / base / "resources").glob("*/scope.json")}
    for layer in sorted(written | set(directory.layers()) - {GLOBAL}):
        memories = ranked(directory, directory.memories(layer))
        folder = f"{base}/resources/{layer}"
        if memories and layer != key and layer not in written:
            reason = f"Where {layer} lies is not known: export with --project."
            held += [Held(memory.name, reason) for memory in memories]
            continue
        if layer == key and project and memories:
            changes += _scope(home, f"{folder}/scope.json", project_root(project))
        elif not memories:
            changes += _scope(home, f"{folder}/scope.json", None)
        more, left = _files(home, folder, _resources(memories))
        changes += more
        held += left
    if changes or (home / base).is_dir():
        first, left = own_file(home, f"{base}/instructions.md", _INSTRUCTIONS, "instructions.md")
        changes = first + changes
        held += left
    return changes, held


def _scope(home: Path, path: str, cwd: Path | None) -> list[Change]:
    before = (home / path).read_bytes() if (home / path).is_file() else None
    after = (json.dumps({"cwd": str(cwd)}, ensure_ascii=False) + "\n").encode() if cwd else None
    return [Change(path, before, after)] if before != after else []


def _resources(memories: list[Memory]) -> dict[str, str]:
    """The files of one project by name: its memories and their index."""
    texts, lines = {}, {}
    for memory in memories:
        file = file_name(memory.type, memory.name)
        texts[file] = render(memory)
        lines[file] = index.render_line(memory.title, file, memory.description)
    return {**texts, index.FILE: _INDEX_HEAD + index.merged("", lines, ())} if texts else {}


def _files(home: Path, folder: str, texts: dict[str, str]) -> tuple[list[Change], list[Held]]:
    """The files of one project, those of memories that are gone included."""
    there = {path.name for path in (home / folder).glob("*.md")} if (home / folder).is_dir() else set()
    changes: list[Change] = []
    held: list[Held] = []
    for file in sorted({*texts, *there}):
        more, left = own_file(home, f"{folder}/{file}", texts.get(file), file)
        changes += more
        held += left
    return changes, held


def summary(directory: Directory, home: Path, root: str, memories: list[Memory]) -> list[Change]:
    """``memory_summary.md`` where there is none or it is still as we wrote it."""
    path = f"{root}/memory_summary.md"
    before = (home / path).read_bytes() if (home / path).is_file() else None
    if state(before) not in ("absent", "ours"):
        return []
    after = sealed(_summary(directory, memories)) if memories else None
    return [Change(path, before, after)] if after != before else []


def _summary(directory: Directory, memories: list[Memory]) -> str:
    """The four sections Codex asks for, each memory one line, best first, within 6,500 bytes."""
    sections: dict[str, list[str]] = {"User Profile": [], "User preferences": [], "General Tips": []}
    place = {"user": "User Profile", "feedback": "User preferences"}
    projects = [layer for layer in directory.layers() if layer != GLOBAL and directory.files(layer)]
    routes = [f"- {layer}: {_EXTENSION}/resources/{layer}/MEMORY.md\n" for layer in projects[:10]]
    tail = "## What's in Memory\n\n### Older Memory Topics\n\n#### day1\n\n" + (
        "- what the user's own records say: extensions/ad_hoc/notes, file names with -day1-\n"
        + "".join(routes)
    )
    used = len(tail.encode()) + len(sealed("")) + sum(len(name) + 8 for name in sections)
    for memory in memories:
        line = as_line(memory)
        if used + len(line.encode()) <= SUMMARY_BYTES - 100:
            sections[place.get(memory.type, "General Tips")].append(line)
            used += len(line.encode())
    parts = [
        f"## {name}\n\n{''.join(lines) or '- nothing yet'}".rstrip("\n") for name, lines in sections.items()
    ]
    return "v1\n\n" + "\n\n".join([*parts, tail])


def handbook(directory: Directory, home: Path, root: str, memories: list[Memory]) -> list[Change]:
    """v1 asks for a MEMORY.md beside the summary: a Task Group that leads to the notes, where there is none."""
    path = f"{root}/MEMORY.md"
    before = (home / path).read_bytes() if (home / path).is_file() else None
    if state(before) not in ("absent", "ours") or not memories:
        return []
    text = (
        "# Task Group: day1\n\nscope: who the user is and what they work on\n"
        "applies_to: cwd=any; reuse_rule=facts about the user, approved by the user\n\n"
        "## Task 1: what the user's own records say, approved\n\n### extension_resource_files\n\n"
        "- extensions/ad_hoc/notes (files with -day1- in their name; source=day1)\n\n"
        f"### keywords\n\n- {', '.join(one_line(memory.title) for memory in memories[:20])}\n\n"
        "## Reusable knowledge\n\n"
    )
    after = sealed(text + "".join(as_line(memory).rstrip("\n") + " [Task 1]\n" for memory in memories[:60]))
    return [Change(path, before, after)] if after != before else []
