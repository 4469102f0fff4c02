"""One layer while a seeding is planned: what will lie there, worked out in memory only."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.errors import OverBudget
from bootstrap.memory import index, ledger
from bootstrap.memory.changes import Change
from bootstrap.memory.directory import Directory
from bootstrap.memory.markdown import file_name, name_of
from bootstrap.model import MemoryType


class LayerDraft:
    """Collects files, index lines and ledger entries of one layer; ``changes`` gives them out."""

    def __init__(self, directory: Directory, layer: str) -> None:
        self.layer = layer
        self._directory = directory
        self._files: dict[str, bytes | None] = {}
        self._lines: dict[str, str] = {}
        self._new: list[ledger.Entry] = []
        self._there = {name_of(file).casefold() for file in directory.files(layer)}
        self._standing = ledger.newest(directory.ledger(layer))
        self._recorded = {file: entry.line for file, entry in self._standing.items()}
        self._done = {(entry.candidate, entry.decision) for entry in directory.ledger(layer)}

    def already(self, entry: tuple[str, object]) -> bool:
        """Was this (candidate, decision) written before?"""
        return entry in self._done

    def data(self, file: str) -> bytes | None:
        """The bytes of a file as they will be."""
        if file in self._files:
            return self._files[file]
        return self._directory.read_bytes(self.layer, file)

    def entry(self, file: str) -> ledger.Entry | None:
        """The act that counts for a file; None for one made by hand."""
        return self._standing.get(file)

    def is_ours(self, file: str) -> bool:
        """Are the bytes there the ones we wrote?"""
        entry, data = self.entry(file), self.data(file)
        return entry is not None and data is not None and ledger.digest(data) == entry.sha256

    def by_key(self, key: str) -> str | None:
        """The file that holds the memory about ``key``."""
        for file, entry in self._standing.items():
            if entry.key == key and entry.act != "retire" and self.data(file) is not None:
                return file
        return None

    def by_name(self, name: str, type_: MemoryType) -> str | None:
        """The file of the memory ``name``, of that type where several types have one."""
        there = {
            file for file in (*self._directory.files(self.layer), *self._files) if self.data(file) is not None
        }
        same = [file for file in sorted(there) if name_of(file) == name and "/" not in file]
        return next((file for file in same if file.startswith(f"{type_}_")), same[0] if same else None)

    def free_file(self, type_: MemoryType, name: str) -> str:
        """A file whose name no memory of the layer has, in any case and type: the name, or it and a number."""
        number, free = 1, name
        while free.casefold() in self._there:
            number += 1
            free = f"{name}-{number}"
        return file_name(type_, free)

    def put(self, file: str, data: bytes, entry: ledger.Entry) -> None:
        """A memory's file, its index line and its act."""
        self._files[file] = data
        self._there.add(name_of(file).casefold())
        self._lines[file] = entry.line
        self.note(entry)

    def retire(self, file: str) -> str:
        """Move a file to the retired ones; returns its place there."""
        data = self.data(file)
        number, place = 1, f"{ledger.RETIRED}/{file}"
        while self.data(place) is not None:
            number += 1
            place = f"{ledger.RETIRED}/{file.removesuffix('.md')}-{number}.md"
        self._files[place] = data
        self._files[file] = None
        self._lines.pop(file, None)
        self._there.discard(name_of(file).casefold())
        return place

    def note(self, entry: ledger.Entry) -> None:
        """Add an act to the ledger."""
        self._new.append(entry)
        self._standing[entry.file] = entry

    def changes(self) -> Iterator[Change]:
        """Memory files, then the index, then the ledger; only what differs.

        Raises OverBudget when the index would grow over its limits.
        """
        for file, data in self._files.items():
            yield from self._change(file, data)
        yield from self._change(index.FILE, self._index(), shared=True)
        if self._new:
            before = self._directory.read_bytes(self.layer, ledger.PATH) or b""
            torn = b"" if before.endswith(b"\n") or not before else b"\n"
            lines = b"".join(ledger.encode(entry) for entry in self._new)
            yield from self._change(ledger.PATH, before + torn + lines, shared=True)

    def _change(self, file: str, data: bytes | None, shared: bool = False) -> Iterator[Change]:
        before = self._directory.read_bytes(self.layer, file)
        if before != data:
            yield Change(f"{self.layer}/{file}", before, data, shared=shared)

    def _index(self) -> bytes | None:
        raw = self._directory.read_bytes(self.layer, index.FILE)
        if not self._files:
            return raw
        # Bytes that are no UTF-8 stand in somebody's own line; they go through unharmed.
        text = (raw or b"").decode(errors="surrogateescape")
        listed = {entry.file for entry in index.entries(text)}
        gone = {
            file for file in listed | set(self._files) if file in self._standing and self.data(file) is None
        }
        lines = {file: line for file, line in self._lines.items() if self.data(file) is not None}
        after = index.merged(text, lines, gone, lambda entry: self._recorded.get(entry.file) != entry.line)
        if index.overflow(after) and len(after) > len(text):
            raise self._over_budget(after)
        return after.encode(errors="surrogateescape") if after or raw is not None else None

    def _over_budget(self, text: str) -> OverBudget:
        """Names what would have to go: of the new memories and the old ones the least valuable first."""
        listed = {entry.file: entry for entry in index.entries(text)}
        ranks = {file: entry.rank for file, entry in self._standing.items()}
        order = sorted(
            (file for file in listed if file in ranks),
            key=lambda file: (file not in self._lines, ranks[file], file),
        )
        excess: list[str] = []
        rest = text
        while order and index.overflow(rest):
            file = order.pop(0)
            rest = index.merged(rest, {}, {file})
            excess.append(name_of(file))
        present = tuple(name_of(file) for file in listed if file not in self._lines)
        return OverBudget(
            f"The index of {self.layer} would grow over {index.LINES} lines or {index.CHARACTERS:,} characters.",
            f"{len(excess)} would have to go, least valuable first: {', '.join(excess[:5])}"
            + (" ..." if len(excess) > 5 else ""),
            present,
            tuple(excess),
        )
