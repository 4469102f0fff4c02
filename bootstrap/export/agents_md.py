"""A plain AGENTS.md: one block in the file of the folder at hand, for any agent that reads it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bootstrap.export.digest import digest, ranked
from bootstrap.export.marks import own_block
from bootstrap.memory.changes import Plan
from bootstrap.memory.directory import Directory

FILE = "AGENTS.md"
_WHOLE, _LIMIT = 12_000, 28_000
_MODE = 0o644


class AgentsMd:
    """Writes AGENTS.md. Codex cuts a project's file at 32 KiB; ours stays under it."""

    name = "agents-md"
    title = "AGENTS.md"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """The folder day1 runs in."""
        return Path(environ.get("PWD") or Path.cwd())

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """What holds in ``project``; without one, the global layer."""
        memories = ranked(directory, directory.overlay(project))
        found = digest(memories, _WHOLE, _LIMIT, size=lambda text: len(text.encode()))
        text = f"# About the user\n\n{found.text}" if found.text else ""
        changes, held = own_block(home, FILE, text, _MODE)
        return Plan(home, f"export:{self.name}", tuple(changes), (*held, *found.left_out))
