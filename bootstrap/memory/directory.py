"""The memory directory as agents read it: layers, their indexes and files, and the boot context."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from bootstrap.errors import MemoryDirectoryError
from bootstrap.memory import index, layers, ledger
from bootstrap.memory.markdown import BrokenMemory, name_of, parse_bytes
from bootstrap.model import GLOBAL, Memory

_HEAD = """\
# Memories

One line a memory, as it was when it was written. The whole of one: `day1 read NAME`, or its file.
"""
_EMPTY = "No memories yet.\n"
Line: TypeAlias = tuple[str, index.Entry | None]


@dataclass(frozen=True, slots=True)
class Directory:
    """Reads what lies under ``root``; nothing here writes. A missing folder is an empty one.

    All methods raise MemoryDirectoryError when something that is there can't be read.
    """

    root: Path

    @staticmethod
    def project_key(path: Path) -> str:
        """The name of the layer for the project at ``path``."""
        return layers.project_key(path)

    def layers(self) -> list[str]:
        """``_global`` first, then the project keys in order; those that are there."""
        with _readable(self.root):
            found = (
                {entry.name for entry in self.root.iterdir() if entry.is_dir()}
                if self.root.is_dir()
                else set()
            )
        projects = sorted(name for name in found if name != GLOBAL and not name.startswith("."))
        return [GLOBAL, *projects] if GLOBAL in found else projects

    def files(self, layer: str) -> list[str]:
        """Names of the memory files of a layer, the index and hidden ones left out, in order."""
        folder = self.root / layer
        with _readable(folder):
            names = [entry.name for entry in os.scandir(folder) if entry.is_file()] if folder.is_dir() else []
        return sorted(name for name in names if name != index.FILE and _is_memory(name))

    def read_bytes(self, layer: str, file: str) -> bytes | None:
        """The bytes of a file of a layer; None where there is none."""
        path = self.root / layer / file
        with _readable(path):
            try:
                return path.read_bytes()
            except FileNotFoundError:
                return None

    def index_text(self, layer: str) -> str:
        """The layer's index; empty where there is none, damaged bytes replaced."""
        return (self.read_bytes(layer, index.FILE) or b"").decode(errors="replace")

    def ledger(self, layer: str) -> list[ledger.Entry]:
        """All acts in the layer's ledger, oldest first."""
        return ledger.decode(self.read_bytes(layer, ledger.PATH) or b"")

    def titles(self, layer: str) -> dict[str, str]:
        """The titles the index gives, by file name."""
        return {entry.file: entry.title for entry in index.entries(self.index_text(layer))}

    def memory(self, layer: str, file: str, titles: dict[str, str] | None = None) -> Memory:
        """The memory in one file; its name is that of the file. Raises BrokenMemory."""
        data = self.read_bytes(layer, file)
        if data is None:
            raise BrokenMemory("It is gone.")
        name = name_of(file)
        known = self.titles(layer) if titles is None else titles
        title = known.get(file) or name.replace("-", " ").capitalize()
        return replace(parse_bytes(data, name, layer), name=name, title=title)

    def memories(self, layer: str) -> list[Memory]:
        """The memories of a layer in the order of an index; broken files are left to ``doctor``."""
        titles = self.titles(layer)
        found = []
        for file in sorted(self.files(layer), key=index.position):
            with contextlib.suppress(BrokenMemory):
                found.append(self.memory(layer, file, titles))
        return found

    def overlay(self, project: Path | None = None) -> list[Memory]:
        """The memories that hold in ``project``: its own, and the global ones it does not replace or retire."""
        common = self.memories(GLOBAL)
        if project is None:
            return common
        own = self.memories(self.project_key(project))
        hidden = {memory.name for memory in own} | {name for memory in own for name in memory.retires}
        return [memory for memory in common if memory.name not in hidden] + own

    def boot_context(self, project: Path | None = None) -> str:
        """What an agent gets at its start; the same bytes for the same directory.

        The global index, without the lines that the project's layer replaces or retires, then the
        project's index, each under its scope.
        """
        key = self.project_key(project) if project is not None else ""
        own = self._lines(key, set()) if key else []
        names = {name_of(entry.file) for _, entry in own if entry is not None}
        common = self._lines(GLOBAL, names | self._retired_by(key, own))
        parts = [_HEAD] if own or common else [_EMPTY]
        if common:
            parts.append(f"\n## Global ({GLOBAL}/)\n\n" + _text(common))
        if own:
            parts.append(f"\n## This project ({key}/): counts before a global one\n\n" + _text(own))
        return "".join(parts)

    def find(self, name: str, project: Path | None = None) -> tuple[str, str]:
        """(layer, file) of a memory by its name or file name; the project's layer is looked at first.

        Raises MemoryDirectoryError, with near names as the hint, when there is none.
        """
        places = [self.project_key(project)] if project is not None else []
        places += [layer for layer in (GLOBAL, *self.layers()) if layer not in places]
        wanted = name.removesuffix(".md").casefold()
        for layer in places:
            for file in self.files(layer):
                if wanted in (name_of(file).casefold(), file.removesuffix(".md").casefold()):
                    return layer, file
        names = sorted({name_of(file) for layer in places for file in self.files(layer)})
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else "`day1 show` lists them."
        raise MemoryDirectoryError(f"There is no memory {name}.", hint)

    def _lines(self, layer: str, hidden: set[str]) -> list[Line]:
        """The index as it stands, without lines of memories that are ``hidden`` or whose file is gone."""
        there = set(self.files(layer))
        folder = self.root / layer
        found: list[Line] = []
        for line in self.index_text(layer).removeprefix("\ufeff").splitlines():
            entry = index.entry_of(line)
            if entry is None or (
                name_of(entry.file) not in hidden and (entry.file in there or (folder / entry.file).is_file())
            ):
                found.append((line.rstrip(), entry))
        return found if any(line for line, _ in found) else []

    def _retired_by(self, layer: str, own: list[Line]) -> set[str]:
        """Global names the project's memories retire; only files that speak of it are parsed."""
        names = set[str]()
        for _, entry in own:
            if entry is not None and b"retires:" in (self.read_bytes(layer, entry.file) or b""):
                with contextlib.suppress(BrokenMemory):
                    names.update(self.memory(layer, entry.file, {}).retires)
        return names


def _text(lines: list[Line]) -> str:
    return "\n".join(line for line, _ in lines).strip("\n") + "\n"


def _is_memory(name: str) -> bool:
    """A visible Markdown file whose name is text (a name of damaged bytes comes with surrogates)."""
    return (
        name.endswith(".md") and not name.startswith(".") and not any("\ud800" <= c <= "\udfff" for c in name)
    )


@contextlib.contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        raise MemoryDirectoryError(
            f"Can't read {path}: {reason}.", "Check who owns it, or choose another place with --memories."
        ) from error
