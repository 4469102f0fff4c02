"""The key of a project's layer, from where the project lies."""

from __future__ import annotations

import os
from pathlib import Path

from bootstrap.errors import MemoryDirectoryError
from bootstrap.model import GLOBAL

_LONGEST = 200
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def project_root(path: Path) -> Path:
    """The root of the git repository ``path`` lies in (of the main one for a linked worktree), else ``path``."""
    real = Path(os.path.realpath(path.expanduser()))
    for folder in (real, *real.parents):
        mark = folder / ".git"
        if mark.is_dir():
            return folder
        if mark.is_file():
            return _main_repository(mark) or folder
    return real


def project_key(path: Path) -> str:
    """The layer's name: the root's path with every UTF-16 unit outside [A-Za-z0-9] as ``-``.

    Longer than 200, it is cut there and a hash of the path follows, so that a key is always a file name.
    This is Claude Code's own rule (measured on 2.1.332), so that one key serves both.
    """
    return encoded(str(project_root(path)))


def encoded(path: str) -> str:
    """``path`` as a key; see ``project_key``."""
    data = path.encode("utf-16-le", "surrogatepass")
    units = [data[at] | data[at + 1] << 8 for at in range(0, len(data), 2)]
    key = "".join(chr(unit) if unit < 128 and chr(unit).isalnum() else "-" for unit in units)
    return key if len(key) <= _LONGEST else f"{key[:_LONGEST]}-{_hash(units)}"


def check_layer(layer: str) -> str:
    """``layer`` itself when it can name a folder of the memory directory.

    Raises MemoryDirectoryError for anything else, such as a path.
    """
    plain = layer and all(c.isascii() and (c.isalnum() or c == "-") for c in layer)
    if layer == GLOBAL or plain:
        return layer
    raise MemoryDirectoryError(
        "A layer is _global or a project key.", "A project key has letters, digits and hyphens only."
    )


def _main_repository(mark: Path) -> Path | None:
    """Where a linked worktree's ``.git`` file leads: ``<main>/.git/worktrees/<name>``."""
    try:
        target = mark.read_text(errors="replace").removeprefix("gitdir:").strip()
    except OSError:
        return None
    git = Path(os.path.normpath(mark.parent / target))
    return git.parents[2] if git.parent.name == "worktrees" and git.parents[1].name == ".git" else None


def _hash(units: list[int]) -> str:
    """``h * 31 + unit`` in 32 bits, as JavaScript programs hash strings, in base 36."""
    value = 0
    for unit in units:
        value = (value * 31 + unit) & 0xFFFFFFFF
    value = 2**32 - value if value >= 2**31 else value
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
