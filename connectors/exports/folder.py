"""A folder, or a single file, as part of an export."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from connectors.exports.entry import Entry
from connectors.exports.names import printable, refusal
from connectors.records import Failure

LEFT_OUT = frozenset(
    {
        "$RECYCLE.BIN",
        "__MACOSX",
        "__pycache__",
        "node_modules",
        "site-packages",
        "System Volume Information",
        "venv",
    }
)
"""Folders that hold what programs put there, not what the person wrote."""

_MAX_DEPTH = 24
_MAX_FILES = 500_000


@dataclass(frozen=True)
class FilePart:
    """One file on its own, under a name given to it."""

    path: Path
    name: str = ""

    @property
    def size(self) -> int:
        return _entry(self.path, "").size

    def entries(self) -> Iterator[Entry | Failure]:
        yield _entry(self.path, self.name or self.path.name)

    def find(self, name: str) -> Entry | None:
        return _entry(self.path, name) if name == (self.name or self.path.name) else None

    def close(self) -> None:
        """Nothing is held open."""


@dataclass(frozen=True)
class FolderPart:
    """A folder and what lies below it; names begin with ``name``, or else the folder's own.

    Attributes:
        hidden: whether names beginning with a dot are seen.
    """

    path: Path
    name: str = ""
    hidden: bool = False

    @cached_property
    def size(self) -> int:
        return sum(entry.size for entry in self.entries() if isinstance(entry, Entry))

    def entries(self) -> Iterator[Entry | Failure]:
        for number, found in enumerate(self._walk(self.path, self.name or self.path.name, _MAX_DEPTH)):
            if number == _MAX_FILES:
                yield Failure(f"file:{self.path.name}", f"more than {_MAX_FILES} files: the rest is not read")
                return
            yield found

    def find(self, name: str) -> Entry | None:
        top = f"{self.name or self.path.name}/"
        path = self.path / name.removeprefix(top)
        inside = name.startswith(top) and path.resolve() == self.path.resolve() / name.removeprefix(top)
        if not inside or refusal(name) or not path.is_file():
            return None
        return _entry(path, name)

    def close(self) -> None:
        """Nothing is held open."""

    def _walk(self, folder: Path, name: str, depth: int) -> Iterator[Entry | Failure]:
        try:
            with os.scandir(folder) as listing:
                children = sorted(listing, key=lambda child: child.name)
        except OSError as error:
            yield Failure(f"file:{name}", f"folder can't be read ({error.strerror})")
            return
        for child in children:
            below = f"{name}/{child.name}"
            if child.name in LEFT_OUT or (child.name.startswith(".") and not self.hidden):
                continue
            path = folder / child.name
            if child.is_symlink():
                yield Failure(f"file:{printable(below)}", "link, not followed")
            elif child.is_dir():
                if depth == 0:
                    yield Failure(f"file:{printable(below)}", "folder nested too deep")
                else:
                    yield from self._walk(path, below, depth - 1)
            elif child.is_file():
                reason = refusal(below)
                yield Failure(f"file:{printable(below)}", reason) if reason else _entry(path, below)


def _entry(path: Path, name: str) -> Entry:
    try:
        status = path.stat()
    except OSError:
        return Entry(name, 0, lambda: path.open("rb"))
    when = datetime.fromtimestamp(status.st_mtime, UTC)
    return Entry(name, status.st_size, lambda: path.open("rb"), when)
