"""Writing files so that a reader sees the old or the new, never a mixture.

Every write path of day1 goes through here. A file is staged beside its target, flushed to disk and
moved over it; the directory is flushed too, so that a power cut keeps the order of things.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bootstrap.errors import Day1Error

PRIVATE_FILE = 0o600
PRIVATE_DIRECTORY = 0o700


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
    target = Path(os.path.realpath(path))
    with explained(path):
        handle, staged = tempfile.mkstemp(prefix=".day1-", suffix=".tmp", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fchmod(stream.fileno(), mode)
                os.fsync(stream.fileno())
            os.replace(staged, target)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(staged)
            raise
        sync_directory(target.parent)


def append_line(path: Path, line: bytes, mode: int = PRIVATE_FILE) -> None:
    """Add one line (without its newline) to an append-only log and flush it to disk.

    A last line cut short by an earlier crash is closed first, so that it spoils no other.
    """
    with explained(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, mode)
        try:
            end = os.lseek(handle, 0, os.SEEK_END)
            torn = end > 0 and os.pread(handle, 1, end - 1) != b"\n"
            os.write(handle, (b"\n" if torn else b"") + line + b"\n")
            os.fsync(handle)
        finally:
            os.close(handle)


def sync_directory(path: Path) -> None:
    """Flush a directory's entries to disk (a no-op where the platform has no such thing)."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path, busy: str, hint: str = "") -> Iterator[None]:
    """Hold an exclusive lock on the file ``path`` (made if missing), or raise Day1Error(busy) at once.

    The system drops the lock when the process ends, however it ends.
    """
    with explained(path):
        handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    try:
        try:
            _lock(handle)
        except OSError:
            raise Day1Error(busy, hint) from None
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
            errno.ENOENT: "The folder it should lie in does not exist.",
            errno.ENOTDIR: "Something on that path is a file, not a folder.",
        }
        reason = os.strerror(error.errno) if error.errno else type(error).__name__
        raise Day1Error(f"Can't write {path}: {reason}.", hints.get(error.errno or 0, "")) from error
