"""What an exporter is, and the table of them. A new harness is one file and one line here.

An export is a plan (``bootstrap.memory.changes.Plan``) under the harness's own folder: the same
difference to look at, the same writing with a receipt, the same undo as a seeding.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, cast

from bootstrap.errors import NothingToDo
from bootstrap.memory.changes import Plan
from bootstrap.memory.directory import Directory

EXPORTERS: dict[str, str] = {
    "claude-code": "bootstrap.export.claude:ClaudeCode",
    "codex": "bootstrap.export.codex:Codex",
    "hermes": "bootstrap.export.hermes:Hermes",
    "copilot": "bootstrap.export.copilot:Copilot",
    "gemini": "bootstrap.export.gemini:Gemini",
    "agents-md": "bootstrap.export.agents_md:AgentsMd",
}


class Exporter(Protocol):
    """Renders memories for one harness.

    Attributes:
        name: as on the command line.
        title: as people call it.
    """

    name: str
    title: str

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """The harness's folder: by its own environment variable, else under the user's home folder."""
        ...

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """What an export would write under ``home``; nothing is written.

        Args:
            home: the harness's folder, as ``home()`` gives it; it may be missing yet.
            project: also this project's layer, for harnesses that keep one store a project.

        Only files, blocks and entries that carry our mark and are as we wrote them are changed; what a
        person or the harness changed since, and what did not fit, is in ``held``. Planning again after
        the export gives no changes.
        """
        ...


def load(name: str) -> Exporter:
    """The exporter ``name``. Raises NothingToDo for a name that is not in the table."""
    if name not in EXPORTERS:
        raise NothingToDo(f"There is no export called {name}.", f"There are: {', '.join(EXPORTERS)}.")
    module, _, maker = EXPORTERS[name].partition(":")
    return cast(Exporter, getattr(importlib.import_module(module), maker)())


def plan_export(
    name: str,
    directory: Directory,
    to: Path | None,
    user: Path,
    environ: Mapping[str, str],
    project: Path | None = None,
) -> Plan:
    """Plan an export into ``to``, or into the harness's own folder.

    ``to`` may be that folder (``.../.codex``) or a home folder that holds one under its usual name.
    """
    exporter = load(name)
    usual = exporter.home(user, environ)
    if to is None:
        return exporter.plan(directory, usual, project)
    inner = to / exporter.home(Path("/"), {}).name
    return exporter.plan(directory, inner if inner.name.startswith(".") and inner.is_dir() else to, project)
