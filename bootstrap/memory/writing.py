"""The changes of a receipt on disk: staged beside their targets, then moved over them one by one.

A folder that is new (a first seeding, a new layer) comes whole, in one step. Elsewhere new memories come
before the index and removals last, so that an agent reading in between finds no dangling line.
Everything here is safe to repeat.
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
    WRITERS,
    discard_staged,
    locked,
    locked_folder,
    make_tree,
    remove,
    replace_by,
    stage,
    sync_directory,
)
from bootstrap.memory.changes import Change
from bootstrap.memory.receipts import Receipt

Step = Callable[[str], None]
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
    trees = _new_trees(root, coming)
    single = [change for change in coming if not any(change in inside for inside in trees.values())]
    try:
        for top, inside in trees.items():
            step(f"make {top.name}")
            make_tree(top, [(_below(top, root, one), one.after or b"", one.mode) for one in inside])
        step("stage")
        with ThreadPoolExecutor(WRITERS) as writers:
            staged = list(writers.map(lambda change: _staged(root, change), single))
        for change, file in zip(single, staged, strict=True):
            step(f"replace {change.path}")
            check_unchanged(root, [change])
            replace_by(root / change.path, file)
        for change in waiting:
            if change.after is None:
                step(f"remove {change.path}")
                check_unchanged(root, [change])
                remove(root / change.path)
    except (Exception, KeyboardInterrupt):
        for folder in real_folders(root, single):
            discard_staged(folder)
        raise
    step("flush")
    for folder in real_folders(root, waiting):
        sync_directory(folder)


def _new_trees(root: Path, coming: Sequence[Change]) -> dict[Path, list[Change]]:
    """The changes below each folder that is not there yet, by the outermost such folder."""
    trees: dict[Path, list[Change]] = {}
    for change in coming:
        missing = [folder for folder in (root / change.path).parents if not folder.exists()]
        if missing:
            trees.setdefault(missing[-1], []).append(change)
    return trees


def _below(top: Path, root: Path, change: Change) -> str:
    return (root / change.path).relative_to(top).as_posix()


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
