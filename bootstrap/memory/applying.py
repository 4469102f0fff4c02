"""Writing a plan, taking it back, and finishing what was cut: all or nothing, under a lock.

The receipt is written first, with every file before and after. Then all new files are staged beside
their targets and flushed, then moved over them one by one, new memories before the index and removals
last, so that an agent reading in between finds no dangling line. Killed at any moment, ``recover``
finds the receipt and finishes; an error (a full disk) takes everything back at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bootstrap.errors import MemoryDirectoryError, NothingToDo
from bootstrap.files import (
    PRIVATE_DIRECTORY,
    Busy,
    discard_staged,
    explained,
    locked,
    locked_folder,
    remove,
    replace_by,
    stage,
    sync_directory,
)
from bootstrap.memory import receipts as store
from bootstrap.memory.changes import Change, Plan
from bootstrap.memory.receipts import Receipt
from bootstrap.memory.takeback import reverse

Step = Callable[[str], None]
_WRITERS = 16
_BUSY = "Somebody else is writing to {root} just now."
_BUSY_HINT = "Another day1 or an agent holds its lock; try again in a moment."


def _no_step(_: str) -> None:
    """The default: nothing happens between the steps."""


def apply(plan: Plan, receipts: Path, now: datetime, step: Step = _no_step) -> Receipt:
    """Write a plan whole, or not at all.

    Args:
        receipts: the workspace's folder of receipts.
        now: for the receipt.
        step: called before each change on disk with its name; tests cut the writing there.

    Returns the receipt; one without an id when the plan has no changes.
    Raises MemoryDirectoryError when a file is no longer as the plan found it or a lock is held, and
    Day1Error when a place can't be written; nothing is changed then.
    """
    root = Path(os.path.abspath(plan.root))
    if not plan.changes:
        return Receipt("done", "", plan.kind, str(root), now)
    with _locks(root, plan.locks):
        _unchanged(root, plan.changes)
        folders = _missing_folders(root, plan.changes)
        name = _new_id(plan, receipts, now)
        receipt = Receipt("begun", name, plan.kind, str(root), now, plan.changes, folders, plan.locks)
        step("receipt")
        store.save(receipts, receipt)
        try:
            _write(receipt, step)
        except (Exception, KeyboardInterrupt):
            _take_back(receipt)
            remove(receipts / f"{name}.json")
            raise
        step("close")
        done = replace(receipt, state="done")
        store.save(receipts, done)
    return done


def undo(root: Path, receipts: Path, receipt_id: str | None = None, step: Step = _no_step) -> Receipt:
    """Take a writing back, to the byte: the one named, else the newest that still stands.

    Without a name, seedings of other directories than ``root`` are passed over; exports count.

    Lines that others wrote into an index or a ledger since are kept. Raises MemoryDirectoryError when
    a file was changed since, and names it; nothing is changed then. Raises NothingToDo when there is
    no such writing.
    """
    everything = store.all_receipts(receipts)
    standing = [receipt for receipt in everything if receipt.state == "done"]
    if receipt_id is None:
        chosen = [receipt for receipt in standing if _concerns(receipt, root)][-1:]
    else:
        chosen = [receipt for receipt in standing if receipt.id == receipt_id]
    if not chosen:
        raise NothingToDo("There is no such writing to take back.", "`day1 status` lists the receipts.")
    receipt = chosen[0]
    place = Path(receipt.root)
    with _locks(place, receipt.locks):
        changes = reverse(receipt, standing)
        undoing = replace(receipt, state="undoing", changes=changes)
        step("receipt")
        store.save(receipts, undoing)
        _write(undoing, step)
        _remove_folders(receipt.folders)
        step("close")
        undone = replace(receipt, state="undone")
        store.save(receipts, undone)
    return undone


def recover(root: Path, receipts: Path) -> list[Receipt]:
    """Finish the writings that were cut in the middle: those under ``root``, and exports.

    Where a file was changed by somebody else in the meantime, the writing is taken back instead, and
    that file is left alone. A writing that another day1 is at just now is left to it. Returns the
    receipts settled; call it before anything is read.
    """
    store.sweep(receipts)
    settled = []
    for receipt in store.pending(receipts):
        if _concerns(receipt, root):
            with contextlib.suppress(Busy):
                settled.append(_settle(receipt, receipts))
    return settled


def _concerns(receipt: Receipt, root: Path) -> bool:
    return receipt.root == os.path.abspath(root) or receipt.kind != "seed"


def _settle(receipt: Receipt, receipts: Path) -> Receipt:
    place = Path(receipt.root)
    with _locks(place, receipt.locks):
        receipt = store.load(receipts / f"{receipt.id}.json")
        if receipt.state not in ("begun", "undoing"):
            return receipt
        for folder in {(place / change.path).parent for change in receipt.changes}:
            discard_staged(folder)
        foreign = {c.path for c in receipt.changes if _now(place, c) not in (c.before, c.after)}
        if receipt.state == "begun" and foreign:
            _take_back(receipt)
        else:
            ours = tuple(change for change in receipt.changes if change.path not in foreign)
            _write(replace(receipt, changes=ours), _no_step)
        if receipt.state == "undoing":
            _remove_folders(receipt.folders)
        settled = replace(receipt, state="undone" if foreign or receipt.state == "undoing" else "done")
        store.save(receipts, settled)
    return settled


def _write(receipt: Receipt, step: Step) -> None:
    """Bring every file to its ``after``. Files that are there already are passed over."""
    root = Path(receipt.root)
    waiting = [change for change in receipt.changes if _now(root, change) != change.after]
    coming = [change for change in waiting if change.after is not None]
    folders = {(root / change.path).parent: None for change in coming}
    try:
        for folder in folders:
            step(f"make {folder.name}")
            _make_folder(folder)
        step("stage")
        # Several at a time, since nearly all of it is waiting for the disk.
        with ThreadPoolExecutor(_WRITERS) as writers:
            staged = list(writers.map(lambda change: _staged(root, change), coming))
        for change, file in zip(coming, staged, strict=True):
            step(f"replace {change.path}")
            replace_by(root / change.path, file)
    except (Exception, KeyboardInterrupt):
        for folder in folders:
            discard_staged(folder)
        raise
    for change in waiting:
        if change.after is None:
            step(f"remove {change.path}")
            remove(root / change.path)
    step("flush")
    for folder in {Path(os.path.realpath(root / change.path)).parent for change in waiting}:
        sync_directory(folder)


def _staged(root: Path, change: Change) -> Path:
    path = root / change.path
    return stage(path, change.after or b"", _mode(path, change))


def _take_back(receipt: Receipt) -> None:
    """Bring every file that is at its ``after`` back to its ``before``; others are left alone."""
    root = Path(receipt.root)
    back = [
        replace(change, before=change.after, after=change.before)
        for change in reversed(receipt.changes)
        if _now(root, change) == change.after
    ]
    _write(replace(receipt, changes=tuple(back)), _no_step)
    _remove_folders(receipt.folders)


def _unchanged(root: Path, changes: Sequence[Change]) -> None:
    touched = [change.path for change in changes if _now(root, change) not in (change.before, change.after)]
    if touched:
        raise MemoryDirectoryError(
            f"{', '.join(touched[:3])} changed while it was being planned.", "Try again; nothing was written."
        )


def _now(root: Path, change: Change) -> bytes | None:
    try:
        return (root / change.path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise MemoryDirectoryError(
            f"Can't read {root / change.path}: {os.strerror(error.errno or 0)}.",
            "Check who owns it; nothing was changed.",
        ) from error


def _mode(path: Path, change: Change) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    return change.mode


def _missing_folders(root: Path, changes: Sequence[Change]) -> tuple[str, ...]:
    missing: dict[Path, None] = {}
    for change in changes:
        if change.after is not None:
            parents = [parent for parent in (root / change.path).parents if not parent.exists()]
            missing.update(dict.fromkeys(reversed(parents)))
    return tuple(str(folder) for folder in missing)


def _make_folder(folder: Path) -> None:
    with explained(folder):
        for missing in reversed([parent for parent in (folder, *folder.parents) if not parent.exists()]):
            missing.mkdir(mode=PRIVATE_DIRECTORY, exist_ok=True)
            sync_directory(missing.parent)


def _remove_folders(folders: Sequence[str]) -> None:
    """Remove folders made for a writing, innermost first; one that holds something by now stays."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)


def _new_id(plan: Plan, receipts: Path, now: datetime) -> str:
    seal = hashlib.sha256(plan.kind.encode())
    for change in plan.changes:
        seal.update(f"{change.path}\0".encode() + (change.after or b"") + b"\0")
    return f"{store.next_number(receipts):04}-{now:%Y%m%d}-{seal.hexdigest()[:6]}"


@contextlib.contextmanager
def _locks(root: Path, names: Sequence[str]) -> Iterator[None]:
    """Hold the folder (or the nearest one above that is there), each layer's index lock, and ``names``."""
    busy = _BUSY.format(root=root)
    nearest = next(folder for folder in (root, *root.parents) if folder.is_dir())
    with contextlib.ExitStack() as held:
        held.enter_context(locked_folder(nearest, busy, _BUSY_HINT))
        wanted = {root / name for name in names} | set(root.glob("*/MEMORY.md.lock"))
        for path in sorted(path for path in wanted if path.parent.is_dir()):
            held.enter_context(locked(path, busy, _BUSY_HINT))
        yield
