"""The person's own editor ($VISUAL, $EDITOR), run on a private temporary file."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bootstrap.errors import ReviewError

USUAL = "notepad" if os.name == "nt" else "vi"
HINT = "Set $VISUAL or $EDITOR to an editor that waits, or press e to edit here."


def external(environ: Mapping[str, str]) -> Callable[[str], str]:
    """The editor as a function from text to text.

    It raises ReviewError, and nothing is changed, when the editor is missing, fails, or leaves nothing.
    """
    command = environ.get("VISUAL") or environ.get("EDITOR") or USUAL

    def edit(text: str) -> str:
        with tempfile.TemporaryDirectory(prefix="day1-") as folder:
            path = Path(folder, "memory.md")
            path.write_text(text, encoding="utf-8")
            _run(command, path)
            return _read(path)

    return edit


def _run(command: str, path: Path) -> None:
    try:
        words: Sequence[str] = shlex.split(command)
        code = subprocess.run([*words, str(path)], check=False).returncode
    except (OSError, ValueError, IndexError):
        raise ReviewError("The editor could not be started.", HINT) from None
    if code != 0:
        raise ReviewError(f"The editor ended with code {code}; nothing was changed.", HINT)


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise ReviewError("The editor left no readable text; nothing was changed.", HINT) from None
    if not text.strip():
        raise ReviewError(
            "The editor left an empty file; nothing was changed.", "Press x to reject a memory."
        )
    return text
