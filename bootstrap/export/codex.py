"""Codex CLI: AGENTS.md for its default settings, and its memory folders where they are in use.

``AGENTS.md`` (or ``AGENTS.override.md``, which is read instead) gets a block with the global layer.
Memories are off by default; ``memories/`` (v1) and ``memories_v2/`` are written only where they are
there, and ``memories_v2/`` also where ``config.toml`` turns memories on: a new ``memories/`` would pin
the user to v1. Formats and fates of files as run on 0.171.0.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from bootstrap.export.codex_memory import extension, handbook, summary
from bootstrap.export.codex_notes import notes
from bootstrap.export.digest import digest, ranked
from bootstrap.export.marks import own_block
from bootstrap.files import PRIVATE_FILE
from bootstrap.memory.changes import Held, Plan
from bootstrap.memory.directory import Directory
from bootstrap.model import GLOBAL

_WHOLE, _LIMIT = 16_000, 36_000


class Codex:
    """Writes for Codex CLI."""

    name = "codex"
    title = "Codex CLI"

    def home(self, user: Path, environ: Mapping[str, str]) -> Path:
        """``$CODEX_HOME``, else ``~/.codex``."""
        return Path(environ["CODEX_HOME"]) if environ.get("CODEX_HOME") else user / ".codex"

    def plan(self, directory: Directory, home: Path, project: Path | None) -> Plan:
        """The global layer everywhere; project layers in the memory folders, as an extension of our own."""
        memories = ranked(directory, directory.memories(GLOBAL))
        found = digest(memories, _WHOLE, _LIMIT, size=lambda text: len(text.encode()))
        override = home / "AGENTS.override.md"
        file = override.name if override.is_file() and override.stat().st_size else "AGENTS.md"
        text = f"# About the user\n\n{found.text}" if found.text else ""
        changes, held = own_block(home, file, text, PRIVATE_FILE)
        held += found.left_out
        roots = _roots(home)
        for root in roots:
            changes += notes(home, root, memories)
            more, left = extension(directory, home, root, project)
            changes += more
            held += left
            changes += summary(directory, home, root, memories)
            if root == "memories":
                changes += handbook(directory, home, root, memories)
        if not roots:
            held += _without_roots(directory)
        unique = {change.path: change for change in changes}
        return Plan(home, f"export:{self.name}", tuple(unique.values()), tuple(dict.fromkeys(held)))


def _roots(home: Path) -> list[str]:
    there = [name for name in ("memories", "memories_v2") if (home / name).is_dir()]
    return there or (["memories_v2"] if _turned_on(home) else [])


def _turned_on(home: Path) -> bool:
    """Does ``config.toml`` turn the memories feature on?"""
    try:
        features = tomllib.loads((home / "config.toml").read_text(encoding="utf-8")).get("features", {})
    except (OSError, ValueError):
        return False
    return isinstance(features, dict) and features.get("memories") is True


def _without_roots(directory: Directory) -> list[Held]:
    reason = "Codex memories are off, and AGENTS.md of the user has no projects."
    layers = [layer for layer in directory.layers() if layer != GLOBAL]
    return [Held(memory.name, reason) for layer in layers for memory in directory.memories(layer)]
