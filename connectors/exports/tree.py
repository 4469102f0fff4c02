"""One export as one tree of files, wherever it lies: a folder, a zip, a tgz, or several of them.

Nothing is unpacked to disk. Entries come in a stable order: part after part, and within a part as the archive
lists them, or by name for a folder. What is refused (names that lead outside, links, nested archives, absurd
ratios, encrypted members) comes as a Failure in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from connectors.base import SourceNotFound, SourceUnreadable
from connectors.exports.entry import Entry
from connectors.records import Failure

_NUMBERED = re.compile(
    r"^(?P<stem>.*?)(?P<number>\d{1,4})(?P<end>\.zip|\.tgz|\.tar\.gz|\.tar)$", re.IGNORECASE
)


class Part(Protocol):
    """One archive or folder of an export."""

    @property
    def size(self) -> int:
        """Bytes of all files when unpacked."""
        ...

    def entries(self) -> Iterator[Entry | Failure]: ...

    def find(self, name: str) -> Entry | None: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Tree:
    """Several parts read as one. ``missing`` names the parts that should be there and are not."""

    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def entries(self) -> Iterator[Entry | Failure]:
        for name in self.missing:
            yield Failure(
                f"file:{name}", "this part of the export is missing; download it into the same folder"
            )
        for part in self.parts:
            yield from part.entries()

    def find(self, name: str) -> Entry | None:
        """The entry of that name, or None. A first look into a tgz reads through it once."""
        for part in self.parts:
            if entry := part.find(name):
                return entry
        return None

    def close(self) -> None:
        """Let go of open files; a later question opens them again."""
        for part in self.parts:
            part.close()


def open_tree(paths: tuple[Path, ...]) -> Tree:
    """One tree over archives and folders, in the order given.

    Raises SourceNotFound for a path that is not there, SourceUnreadable for an archive that is none.
    """
    return Tree(tuple(open_part(path) for path in paths), missing_parts(paths))


def open_part(path: Path) -> Part:
    """The part at ``path``, by what it is rather than by its name."""
    from connectors.exports.folder import FilePart, FolderPart
    from connectors.exports.tars import TarPart, is_tar
    from connectors.exports.zips import ZipPart

    if path.is_dir():
        return FolderPart(path)
    try:
        with path.open("rb") as stream:
            head = stream.read(512)
    except FileNotFoundError as error:
        raise SourceNotFound(f"{path} is not there", "check the path") from error
    except OSError as error:
        raise SourceUnreadable(
            f"{path} can't be opened ({error.strerror})", "check its permissions"
        ) from error
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")) or path.suffix.lower() == ".zip":
        return ZipPart(path)
    if is_tar(head) or path.name.lower().endswith((".tgz", ".tar.gz", ".tar")):
        return TarPart(path)
    return FilePart(path)


def missing_parts(paths: tuple[Path, ...]) -> tuple[str, ...]:
    """Names of the numbered parts that lie between the given ones or before them and are absent.

    Google numbers the parts of a Takeout from 001; the last number is not written anywhere, so a part missing
    at the end can't be noticed.
    """
    found: dict[tuple[str, str, int], set[int]] = {}
    for path in paths:
        if match := _NUMBERED.match(path.name):
            number = match["number"]
            found.setdefault((match["stem"], match["end"], len(number)), set()).add(int(number))
    missing = []
    for (stem, end, width), numbers in sorted(found.items()):
        if width >= 3 and "takeout" in stem.lower() and max(numbers) < 1000:
            absent = [number for number in range(1, max(numbers)) if number not in numbers]
            missing += [f"{stem}{number:0{width}d}{end}" for number in absent]
    return tuple(missing)
