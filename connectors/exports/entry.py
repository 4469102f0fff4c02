"""One file of an export, wherever it lies: in a folder, a zip or a tgz."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO, TypeAlias

from connectors.records import Item


@dataclass(frozen=True, slots=True)
class Entry:
    """A file to read.

    Attributes:
        name: path inside the export, with ``/``; never absolute, never with ``..``.
        size: bytes when unpacked.
        when: modification time as the archive or file system has it (aware, UTC), if known.
        open: gives a fresh, seekable or forward-only binary stream; the reader closes it.
    """

    name: str
    size: int
    open: Callable[[], BinaryIO] = field(repr=False, compare=False)
    when: datetime | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader may need to know beside its entry.

    Attributes:
        source: kind of the connector, written into each record.
        me: the account's own addresses, lower case, as far as they are declared.
        zone: IANA zone for times without one.
        beside: finds another entry of the same export by its name (a sidecar file), or None.
        start: where in the entry to go on, as an earlier Mark said; 0 from the beginning.
    """

    source: str
    me: tuple[str, ...] = ()
    zone: str = ""
    beside: Callable[[str], Entry | None] = lambda name: None
    start: int = 0


Reader: TypeAlias = Callable[[Entry, Context], Iterator[Item]]
"""Reads one entry. Yields records, failures and skips; a big one also marks (cursor = offset in the
entry, as a decimal number). Never raises on bad content: that is a Failure."""
