"""The changes of a receipt on disk: staged beside their targets, then moved over them one by one.

New memories come before the index and removals last, so that an agent reading in between finds no
dangling line. Everything here is safe to repeat.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from bootstrap.errors import MemoryDirectoryError
from bootstrap.files import (
    PRIVATE_DIRECTORY,
    discard_staged,
    explained,
    locked,
    locked_folder,
    remove,
    replace_by,
    stage,
    sync_directory,
)
from bootstrap.memory.changes import Change
from bootstrap.memory.receipts import Receipt

Step = Callable[[str], None]
_WRITERS = 16
_BUSY = "Somebody else is writing to {root} just now."
_BUSY_HINT = "Another day1 or an agent holds its lock; try again in a moment."


def no_step(_: str) -> None:
    """The default: nothing happens between the steps."""


def write(receipt: Receipt, step: Step) -> None:
    """Bring every file to its ``after``. Files that are there already are passed over.

    Raises MemoryDirectoryError when somebody changes a file in this very moment, and Day1Error when a
    place can't be written; files that were moved into place until then stay there.
    """
    root = Path(receipt.root)
    waiting = [change for change in receipt.changes if current(root, change) != change.after]
    coming = [change for change in waiting if change.after is not None]
    try:
        for folder in dict.fromkeys((root / change.path).parent for change in coming):
            step(f"make {folder.name}")
            _make_folder(folder)
        step("stage")
        # Several at a time, since nearly all of it is waiting for the disk.
        with ThreadPoolExecutor(_WRITERS) as writers:
            staged = list(writers.map(lambda change: _staged(root, change), coming))
        for change, file in zip(coming, staged, strict=True):
            step(f"replace {change.path}")
            check_unchanged(root, [change])
            replace_by(root / change.path, file)
        for change in waiting:
            if change.after is None:
                step(f"remove {change.path}")
                check_unchanged(root, [change])
                remove(root / change.path)
    except (Exception, KeyboardInterrupt):
        for folder in real_folders(root, coming):
            discard_staged(folder)
        raise
    step("flush")
    for folder in real_folders(root, waiting):
        sync_directory(folder)


def real_folders(root: Path, changes: Sequence[Change]) -> set[Path]:
    """Where the files lie, links followed."""
    return {Path(os.path.realpath(root / change.path)).parent for change in changes}


def _staged(root: Path, change: Change) -> Path:
    path = root / change.path
    return stage(path, change.after or b"", _mode(path, change))


def take_back(receipt: Receipt) -> None:
    """Bring every file that is at its ``after`` back to its ``before``; others are left alone."""
    root = Path(receipt.root)
    back = [
        replace(change, before=change.after, after=change.before)
        for change in reversed(receipt.changes)
        if current(root, change) == change.after
    ]
    write(replace(receipt, changes=tuple(back)), no_step)
    remove_folders(receipt.folders)


def check_unchanged(root: Path, changes: Sequence[Change]) -> None:
    """Raises MemoryDirectoryError when a file is neither as it was planned on nor as it shall be."""
    touched = [
        change.path for change in changes if current(root, change) not in (change.before, change.after)
    ]
    if touched:
        raise MemoryDirectoryError(
            f"{', '.join(touched[:3])} changed in the meantime.", "Nothing was written over; try again."
        )


def current(root: Path, change: Change) -> bytes | None:
    """The file's bytes now; None where there is none."""
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


def missing_folders(root: Path, changes: Sequence[Change]) -> tuple[str, ...]:
    """The folders that have to be made, outermost first."""
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


def remove_folders(folders: Sequence[str]) -> None:
    """Remove folders made for a writing, innermost first; one that holds something by now stays."""
    for folder in reversed(folders):
        with contextlib.suppress(OSError):
            os.rmdir(folder)


@contextlib.contextmanager
def held_locks(root: Path, names: Sequence[str]) -> Iterator[None]:
    """Hold the folder (or the nearest one above that is there), each layer's index lock, and ``names``."""
    busy = _BUSY.format(root=root)
    nearest = next(folder for folder in (root, *root.parents) if folder.is_dir())
    with contextlib.ExitStack() as held:
        held.enter_context(locked_folder(nearest, busy, _BUSY_HINT))
        wanted = {root / name for name in names} | set(root.glob("*/MEMORY.md.lock"))
        for path in sorted(path for path in wanted if path.parent.is_dir()):
            held.enter_context(locked(path, busy, _BUSY_HINT))
        yield
