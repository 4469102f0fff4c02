"""Gemini CLI: a block in the user's ``GEMINI.md``, and one in a known project's private memory.

Gemini's own prompt says that project context counts before global context. A project's private memory
lies in ``tmp/<id>/memory/MEMORY.md``; the id is in ``projects.json``. Seen on 0.61.0.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from bootstrap.export.digest import digest, ranked
from bootstrap.export.marks import own_block
from bootstrap.files import PRIVATE_FILE
from bootstrap.memory.changes import Held, Plan
from bootstrap.memory.directory import Directory
from bootstrap.memory.layers import project_root

FILE = "GEMINI.md"
_WHOLE, _LIMIT = 16_000, 36_000


class Gemini:
    """Writes for Gemini CLI."""

    name = "gemini"
    title = "Gemini CLI"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """``~/.gemini``."""
        return user / ".gemini"

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """The global layer, and the project's own where Gemini knows the project."""
        found = digest(ranked(directory, directory.overlay()), _WHOLE, _LIMIT)
        text = f"# About the user\n\n{found.text}" if found.text else ""
        changes, held = own_block(home, FILE, text, PRIVATE_FILE)
        held += found.left_out
        own = directory.memories(directory.project_key(project)) if project else []
        if project and own:
            name = _project_id(home, project)
            if name:
                part = digest(ranked(directory, own), _WHOLE, _LIMIT)
                more, left = own_block(home, f"tmp/{name}/memory/MEMORY.md", part.text, PRIVATE_FILE)
                changes += more
                held += [*left, *part.left_out]
            else:
                held += [Held(memory.name, "Gemini CLI was never started in this project.") for memory in own]
        return Plan(home, f"export:{self.name}", tuple(changes), tuple(held))


def _project_id(home: Path, project: Path) -> str | None:
    """The project's id in ``projects.json`` (``{"projects": {path: id}}``), if it names a plain folder."""
    try:
        known = json.loads((home / "projects.json").read_bytes()).get("projects", {})
    except (OSError, ValueError, AttributeError):
        return None
    for path in (str(project_root(project)), os.path.realpath(project)):
        name = known.get(path) if isinstance(known, dict) else None
        if isinstance(name, str) and name and name == Path(name).name:
            return name
    return None
