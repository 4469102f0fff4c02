"""The connector of every file export: a tree of files, and an ordered table that says who reads which."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

from connectors.base import ConnectorError, Health, State
from connectors.exports.damage import Damaged
from connectors.exports.entry import Context, Entry, Reader
from connectors.exports.tree import Tree
from connectors.records import Failure, Item, Mark, Skip

Dispatch: TypeAlias = tuple[tuple[str, Reader | None], ...]
"""Lines of (pattern searched in the entry's name regardless of case, reader). The first match wins; ``None`` is a
file that is known and left alone."""

_Table: TypeAlias = list[tuple[re.Pattern[str], Reader | None]]

_LITTER = r"(^|/)(__MACOSX/|\._|(\.DS_Store|Thumbs\.db|desktop\.ini)$)"
"""What operating systems put beside the files of an archive; ``._a.ics`` is no calendar."""

_MARK_EVERY = 256 << 10


def reader(module: str, function: str = "read") -> Reader:
    """A reader that is imported when its first entry comes."""

    def read(entry: Entry, context: Context) -> Iterator[Item]:
        found: Reader = getattr(importlib.import_module(module), function)
        return found(entry, context)

    return read


def as_is(tree: Tree, context: Context) -> Context:
    """The preparation of an export that needs none."""
    return context


@dataclass(frozen=True)
class ExportConnector:
    """Reads a tree by a dispatch table.

    Attributes:
        prepare: completes the context when a pull begins, e.g. with the addresses an export names as its owner's.
    """

    kind: str
    label: str
    tree: Tree
    dispatch: Dispatch
    context: Context
    prepare: Callable[[Tree, Context], Context] = as_is

    def check(self) -> Health:
        try:
            size = self.tree.size
        except ConnectorError as error:
            return Health(State.REFUSED, str(error), error.hint)
        except OSError as error:
            return Health(
                State.REFUSED, f"{self.label} can't be read ({error.strerror})", "check its permissions"
            )
        finally:
            self.tree.close()
        count, missing = len(self.tree.parts), self.tree.missing
        detail = "can be read" if count == 1 else f"{count} parts can be read"
        if missing:
            return Health(
                State.READY, f"{detail}, {len(missing)} missing", f"missing: {', '.join(missing)}", size
            )
        return Health(State.READY, detail, size=size)

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Cursors are ``position:offset:name``: the entry's place in the tree, the offset in it (or ``end``), and its
        name, by which a tree that has changed since is noticed; it is then read from the beginning."""
        try:
            yield from self._pull(*self._resume(cursor))
        finally:
            self.tree.close()

    def _pull(self, position: int, offset: int) -> Iterator[Item]:
        total = self.tree.size
        context = self.prepare(self.tree, replace(self.context, beside=self.tree.find))
        table = [
            (re.compile(pattern, re.IGNORECASE), read) for pattern, read in ((_LITTER, None), *self.dispatch)
        ]
        done = marked = 0
        for number, entry in enumerate(self.tree.entries()):
            size = entry.size if isinstance(entry, Entry) else 0
            if number >= position:
                if isinstance(entry, Failure):
                    yield entry
                else:
                    start = offset if number == position else 0
                    yield from self._read(entry, table, replace(context, start=start), number, done, total)
                if done + size - marked >= _MARK_EVERY:
                    marked = done + size
                    yield Mark(f"{number}:end:{_name(entry)}", marked, total)
            done += size
        yield Mark("end", total, total)

    def _read(
        self,
        entry: Entry,
        table: _Table,
        context: Context,
        number: int,
        done: int,
        total: int,
    ) -> Iterator[Item]:
        uri = f"file:{entry.name}"
        line = next((line for line in table if line[0].search(entry.name)), None)
        if line is None:
            yield Skip(uri, "unknown file")
            return
        read = line[1]
        if read is None:
            yield Skip(uri, "known, not read")
            return
        try:
            for item in read(entry, context):
                if isinstance(item, Mark):
                    cursor = f"{number}:{item.cursor}:{entry.name}"
                    item = Mark(cursor, min(done + int(item.cursor), total), total, item.note)
                yield item
        except ConnectorError as error:
            yield Failure(uri, str(error))
        except Damaged:
            yield Failure(uri, "damaged in the archive")
        except OSError as error:
            yield Failure(uri, f"can't be read ({error.strerror or type(error).__name__})", retry=True)
        except Exception as error:  # a reader's bug costs one file, not the pull
            yield Failure(uri, f"{type(error).__name__} while reading")

    def _resume(self, cursor: str) -> tuple[int, int]:
        """(entries to pass over, offset in the one after them)."""
        if cursor == "end":
            return sys.maxsize, 0
        match = re.match(r"(\d+):(\d+|end):(.*)$", cursor, re.DOTALL)
        if match is None:
            return 0, 0
        position = int(match[1])
        entry = next(islice(self.tree.entries(), position, None), None)
        if entry is None or _name(entry) != match[3]:
            return 0, 0
        return (position + 1, 0) if match[2] == "end" else (position, int(match[2]))


def _name(entry: Entry | Failure) -> str:
    return entry.name if isinstance(entry, Entry) else entry.uri
