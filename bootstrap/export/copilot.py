"""GitHub Copilot CLI: one user-level instructions file of our own, ``instructions/day1.instructions.md``.

Plain Markdown with an ``applyTo`` pattern (docs.github.com, custom instructions of Copilot CLI; loading
seen on 1.0.102). Repository instructions count before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bootstrap.export.digest import digest, ranked
from bootstrap.export.marks import own_file
from bootstrap.memory.changes import Plan
from bootstrap.memory.directory import Directory

FILE = "instructions/day1.instructions.md"
_WHOLE, _LIMIT = 16_000, 36_000


class Copilot:
    """Writes for GitHub Copilot CLI."""

    name = "copilot"
    title = "GitHub Copilot CLI"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """``$COPILOT_HOME``, else ``~/.copilot``."""
        return Path(environ["COPILOT_HOME"]) if environ.get("COPILOT_HOME") else user / ".copilot"

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """The global layer; a project's memories are no user-level instructions."""
        found = digest(ranked(directory, directory.overlay()), _WHOLE, _LIMIT)
        text = f'---\napplyTo: "**"\n---\n\n# About the user\n\n{found.text}' if found.text else None
        changes, held = own_file(home, FILE, text, FILE)
        return Plan(home, f"export:{self.name}", tuple(changes), (*held, *found.left_out))
