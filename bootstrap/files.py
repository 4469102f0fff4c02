"""Writing files so that a reader sees the old or the new, never a mixture.

Every write path of day1 goes through here. A file is staged beside its target, flushed to disk and
moved over it; the directory is flushed too, so that a power cut keeps the order of things.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bootstrap.errors import Day1Error

PRIVATE_FILE = 0o600
PRIVATE_DIRECTORY = 0o700
STAGED_PREFIX = ".day1-"
STAGED_SUFFIX = ".tmp"
WRITERS = 16
"""Files written at a time where there are many: nearly all of it is waiting for the disk."""


class Busy(Day1Error):
    """Somebody else holds the lock."""


def make_private_directory(path: Path) -> None:
    """Make ``path`` and its missing parents; what is made is for the owner alone (0700).

    Raises Day1Error when the place can't be written.
    """
    missing = []
    here = path
    while not here.exists() and here != here.parent:
        missing.append(here)
        here = here.parent
    with explained(path):
        for folder in reversed(missing):
            folder.mkdir(mode=PRIVATE_DIRECTORY, exist_ok=True)
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "not a directory", str(path))


def write_atomic(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Put ``data`` at ``path``, whole or not at all. A symlink keeps pointing where it points.

    Raises Day1Error when the place can't be written; the old file is untouched then.
    """
    staged = stage(path, data, mode)
    try:
        replace_by(path, staged)
    except BaseException:
        discard(staged)
        raise
    with explained(path):
        sync_directory(Path(os.path.realpath(path)).parent)


def stage(path: Path, data: bytes, mode: int = PRIVATE_FILE) -> Path:
    """Write ``data`` to a new file beside the real target of ``path``, flushed to disk; returns its place.

    Its name starts with ``.day1-`` and ends in ``.tmp``. Raises Day1Error, and leaves nothing, when
    that fails.
    """
    target = Path(os.path.realpath(path))
    with explained(path):
        handle, name = tempfile.mkstemp(prefix=STAGED_PREFIX, suffix=STAGED_SUFFIX, dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                if mode != PRIVATE_FILE:
                    os.chmod(name, mode)
                os.fsync(stream.fileno())
        except BaseException:
            discard(Path(name))
            raise
    return Path(name)


def make_tree(top: Path, files: Sequence[tuple[str, bytes, int]]) -> None:
    """Make the folder ``top``, which is not there yet, with all its files in one step.

    Args:
        files: path below ``top``, bytes and mode of each. All is staged beside ``top``, flushed, and
            moved into place at once. Folders are for the owner alone.

    Raises Day1Error, and leaves nothing, when that fails or ``top`` is there by now.
    """
    with explained(top):
        staged = Path(tempfile.mkdtemp(prefix=STAGED_PREFIX, suffix=STAGED_SUFFIX, dir=top.parent))
        try:
            folders = {(staged / name).parent for name, _, _ in files}
            for folder in folders:
                make_private_directory(folder)
            with ThreadPoolExecutor(WRITERS) as writers:
                list(writers.map(lambda file: _write_new(staged / file[0], file[1], file[2]), files))
            for folder in folders:
                sync_directory(folder)
            os.rename(staged, top)
        except BaseException:
            shutil.rmtree(staged, ignore_errors=True)
            raise
        sync_directory(top.parent)


def _write_new(path: Path, data: bytes, mode: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def replace_by(path: Path, staged: Path) -> None:
    """Move a staged file over the real target of ``path``; the caller flushes the folder."""
    with explained(path):
        os.replace(staged, os.path.realpath(path))


def remove(path: Path) -> None:
    """Delete a file; no error when it is gone already. The caller flushes the folder."""
    with explained(path), contextlib.suppress(FileNotFoundError):
        os.unlink(path)


def discard(staged: Path) -> None:
    """Delete a staged file that is not wanted any more."""
    with contextlib.suppress(OSError):
        os.unlink(staged)


def discard_staged(folder: Path) -> None:
    """Delete what a killed writer left staged in ``folder``; only while nobody else can be writing there."""
    if folder.is_dir():
        for left in folder.glob(f"{STAGED_PREFIX}*{STAGED_SUFFIX}"):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)
            else:
                discard(left)


def append_line(path: Path, line: bytes, mode: int = PRIVATE_FILE) -> None:
    """Add one line (without its newline) to an append-only log and flush it to disk.

    A last line cut short by an earlier crash is closed first, so that it spoils no other. What does not fit
    on the disk is taken back whole, and Day1Error raised.
    """
    with explained(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, mode)
        try:
            end = os.lseek(handle, 0, os.SEEK_END)
            torn = end > 0 and _last_byte(handle, end) != b"\n"
            try:
                _write_all(handle, (b"\n" if torn else b"") + line + b"\n")
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, end)
                raise
        finally:
            os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    """``os.write`` on a disk that gets full writes a part and says so in its result only."""
    while data:
        data = data[os.write(handle, data) :]


def _last_byte(handle: int, end: int) -> bytes:
    os.lseek(handle, end - 1, os.SEEK_SET)
    return os.read(handle, 1)


def sync_directory(path: Path) -> None:
    """Flush a directory's entries to disk (a no-op where the platform has no such thing, or it is gone)."""
    if sys.platform == "win32" or not path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path, busy: str, hint: str = "") -> Iterator[None]:
    """Hold an exclusive lock on the file ``path`` (made if missing), or raise Busy at once.

    The system drops the lock when the process ends, however it ends.
    """
    with explained(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    with _held(handle, busy, hint):
        yield


@contextlib.contextmanager
def locked_folder(path: Path, busy: str, hint: str = "") -> Iterator[None]:
    """Like ``locked``, on a folder that is there, without leaving a lock file in it.

    Where the platform can't lock a folder, the lock is a file in the temporary folder.
    """
    if sys.platform == "win32":
        name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]
        with locked(Path(tempfile.gettempdir()) / f"day1-{name}.lock", busy, hint):
            yield
    else:
        with explained(path):
            handle = os.open(path, os.O_RDONLY)
        with _held(handle, busy, hint):
            yield


@contextlib.contextmanager
def _held(handle: int, busy: str, hint: str) -> Iterator[None]:
    try:
        try:
            _lock(handle)
        except OSError:
            raise Busy(busy, hint) from None
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an OSError about ``path`` into one clear line and a hint."""
    try:
        yield
    except OSError as error:
        hints = {
            errno.EACCES: "Check who owns it, or choose another place with --workspace or --memories.",
            errno.EPERM: "Check who owns it, or choose another place with --workspace or --memories.",
            errno.EROFS: "That disk is read-only; choose another place with --workspace or --memories.",
            errno.ENOSPC: "The disk is full; nothing was changed. Free some room and try again.",
            errno.EDQUOT: "Your quota is used up; nothing was changed. Free some room and try again.",
            errno.EFBIG: "The file would pass the size limit set for you (ulimit -f); raise it and try again.",
            errno.EIO: "The disk reports an error; check it before you go on.",
            errno.ENOENT: "The folder it should lie in does not exist.",
            errno.ENOTDIR: "Something on that path is a file, not a folder.",
        }
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        raise Day1Error(f"Can't write {path}: {reason}.", hints.get(error.errno or 0, "")) from error
