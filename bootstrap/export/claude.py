"""Claude Code: the global layer as one rules file, project layers as auto-memory directories.

``<home>/rules/day1.md`` is loaded whole in every session, before a project's memory; nothing of the
user's own files is touched. ``<home>/projects/<key>/memory/`` is the project's auto memory: an index
MEMORY.md (200 lines, 25,000 characters; ours stays under nine tenths of that) and one file a memory,
``<type>_<name>.day1.md``, whose front matter is the one of our own files. As loaded by Claude Code
2.1.332.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from bootstrap.export.digest import NO_ROOM, digest, ranked
from bootstrap.export.marks import own_file, state
from bootstrap.memory import index
from bootstrap.memory.changes import Change, Held, Plan
from bootstrap.memory.directory import Directory
from bootstrap.memory.markdown import BrokenMemory, file_name, parse_bytes, render
from bootstrap.model import GLOBAL, Memory

RULES = "rules/day1.md"
_SUFFIX = ".day1.md"
_WHOLE, _LIMIT = 20_000, 54_000
_LINES, _CHARACTERS = index.LINES * 9 // 10, index.CHARACTERS * 9 // 10


class ClaudeCode:
    """Writes for Claude Code."""

    name = "claude-code"
    title = "Claude Code"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """``$CLAUDE_CONFIG_DIR``, else ``~/.claude``."""
        return Path(environ["CLAUDE_CONFIG_DIR"]) if environ.get("CLAUDE_CONFIG_DIR") else user / ".claude"

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """The global layer, and the project's layer or, without one, all projects' layers."""
        rules = digest(ranked(directory, directory.memories(GLOBAL)), _WHOLE, _LIMIT)
        text = f"# About the user\n\n{rules.text}" if rules.text else None
        changes, held = own_file(home, RULES, text, RULES)
        held += rules.left_out
        for layer in [directory.project_key(project)] if project else _layers(directory, home):
            more, left = _project(directory, home, layer)
            changes += more
            held += left
        return Plan(home, f"export:{self.name}", tuple(changes), tuple(held))


def _layers(directory: Directory, home: Path) -> list[str]:
    """Project layers that are there, and those an earlier export wrote."""
    written = {path.parents[1].name for path in home.glob(f"projects/*/memory/*{_SUFFIX}")}
    return sorted(written | set(directory.layers()) - {GLOBAL})


def _project(directory: Directory, home: Path, layer: str) -> tuple[list[Change], list[Held]]:
    """One auto-memory directory: our topic files and their index lines; all others stay."""
    folder = f"projects/{layer}/memory"
    path = home / folder / index.FILE
    raw = path.read_bytes() if path.is_file() else None
    ours = {file for file in _files(home / folder) if state((home / folder / file).read_bytes()) != "foreign"}
    before = _unlisted(home / folder, ours) if raw is None else raw.decode(errors="surrogateescape")
    others = index.merged(before, {}, ours)
    count, size = others.count("\n"), len(others)
    changes: list[Change] = []
    held: list[Held] = []
    lines: dict[str, str] = {}
    for memory in ranked(directory, directory.memories(layer)):
        file = file_name(memory.type, memory.name).removesuffix(".md") + _SUFFIX
        line = index.render_line(memory.title, file, memory.description)
        if count + 1 > _LINES or size + len(line) + 2 > _CHARACTERS:
            held.append(Held(memory.name, NO_ROOM))
            continue
        more, left = own_file(home, f"{folder}/{file}", _topic(memory), memory.name)
        changes += more
        held += left
        if not left or file in ours:
            lines[file] = line
            count, size = count + 1, size + len(line) + 2
    gone = set()
    for file in sorted(ours - set(lines)):
        more, left = own_file(home, f"{folder}/{file}", None, file)
        changes += more
        held += left
        gone |= set() if left else {file}
    after = index.merged(before if lines or raw is not None else "", lines, gone)
    data = after.encode(errors="surrogateescape") if after or raw is not None else None
    if data != raw:
        changes.append(Change(f"{folder}/{index.FILE}", raw, data, shared=True))
    return changes, held


def _unlisted(folder: Path, ours: set[str]) -> str:
    """Index lines of the files Claude Code listed by itself as long as there was no index."""
    lines = []
    for path in sorted(folder.glob("*.md")) if folder.is_dir() else []:
        if path.name not in ours:
            try:
                description = parse_bytes(path.read_bytes(), path.stem, "").description
            except BrokenMemory:
                description = ""
            lines.append(index.render_line(path.stem, path.name, description) + "\n")
    return "".join(lines)


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []


def _topic(memory: Memory) -> str:
    note = "".join(
        f"\n\nThe global memory `{name}` does not hold in this project." for name in memory.retires
    )
    return render(replace(memory, body=memory.body + note, retires=()))
