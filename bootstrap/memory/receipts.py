"""Receipts: what a writing changed, byte for byte, so that it can be finished or taken back.

``receipts/<id>.json`` in the workspace. The state comes first in the file, so that looking for a
writing that was cut costs one short read a receipt.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from bootstrap.errors import WorkspaceError
from bootstrap.files import Busy, discard_staged, locked_folder, make_private_directory, write_atomic
from bootstrap.memory.changes import Change, visible

_BUSY = "Another day1 is writing a receipt just now."
State: TypeAlias = Literal["begun", "done", "undoing", "undone"]
_PENDING = tuple(f'{{"state":"{state}"'.encode() for state in ("begun", "undoing"))


@dataclass(frozen=True, slots=True)
class Receipt:
    """One writing.

    Attributes:
        id: running number, day and hash; empty when there was nothing to write.
        kind, root: of the plan.
        changes: the files before and after; while ``undoing``, those of taking it back.
        folders: absolute paths of the folders made for it, outermost first.
        locks: the harness's lock files to hold, relative to the root.
    """

    state: State
    id: str
    kind: str
    root: str
    when: datetime
    changes: tuple[Change, ...] = ()
    folders: tuple[str, ...] = ()
    locks: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The files a person finds written, relative to the root."""
        return visible(self.changes)


def save(receipts: Path, receipt: Receipt) -> None:
    """Write a receipt; it is on disk when this returns. Raises Busy while another day1 is at it."""
    make_private_directory(receipts)
    with locked_folder(receipts, _BUSY):
        write_atomic(receipts / f"{receipt.id}.json", msgspec.json.encode(receipt))


def sweep(receipts: Path) -> None:
    """Delete what a killed writer left half-written, unless somebody is writing just now."""
    if receipts.is_dir():
        with contextlib.suppress(Busy), locked_folder(receipts, _BUSY):
            discard_staged(receipts)


def load(path: Path) -> Receipt:
    """Read one receipt. Raises WorkspaceError when it is damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Receipt)
    except (OSError, msgspec.MsgspecError) as error:
        raise WorkspaceError(
            f"The receipt {path.stem} is damaged.", f"Nothing was changed. Delete {path} to go on without it."
        ) from error


def all_receipts(receipts: Path) -> list[Receipt]:
    """All receipts, in the order of their writing."""
    return [load(path) for path in _files(receipts)]


def next_number(receipts: Path) -> int:
    """The running number of the next receipt; clocks may stand still or be turned back."""
    files = _files(receipts)
    return _number(files[-1]) + 1 if files else 1


def _files(receipts: Path) -> list[Path]:
    return sorted(receipts.glob("*.json"), key=lambda path: (_number(path), path.name))


def _number(path: Path) -> int:
    head = path.name.partition("-")[0]
    return int(head) if head.isdecimal() else 0


def pending(receipts: Path) -> Iterator[Receipt]:
    """The receipts of writings that were cut in the middle."""
    for path in _files(receipts):
        with path.open("rb") as stream:
            head = stream.read(20)
        if head.startswith(_PENDING):
            yield load(path)
