"""What a person sees when something goes wrong, and what a log keeps: places in the code, never content."""

from __future__ import annotations

import errno
import logging
import os
import sys
import traceback
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bootstrap.errors import Day1Error
from bootstrap.review.words import sentence
from bootstrap.settings import default_workspace
from connectors.base import ConnectorError

# Errors of the machine that a person can put right; any other OSError is a bug of ours.
_CIRCUMSTANCES = {
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE,
    errno.ENFILE, errno.ENOMEM, errno.ENAMETOOLONG, errno.ELOOP,
}  # fmt: skip
DONE, FAILED, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130


def guarded(work: Callable[[], int], workspace: Path | None) -> int:
    """Run ``work`` and turn what it raises into an exit code and lines on stderr."""
    _hush()
    try:
        return work()
    except (Day1Error, ConnectorError) as error:
        say(f"day1: {sentence(str(error), capital=False)}")
        if error.hint:
            say(f"hint: {sentence(error.hint)}")
        return FAILED
    except KeyboardInterrupt:
        say("\nday1: interrupted. What was read and decided so far is kept.")
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`day1 show | head`): nothing is wrong, and nothing more can be said on stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _CIRCUMSTANCES:
            say(f"day1: {f'{error.filename}: ' if error.filename else ''}{os.strerror(error.errno)}.")
            say("hint: Nothing is half-written. Put that right, then run the same command again.")
            return FAILED
        log = _log(error, workspace or default_workspace())
        say(f"day1: this is a bug in day1 ({type(error).__name__}).")
        say(
            f"hint: {log} tells where it happened, without any of your data; please report it."
            if log
            else "hint: please report it."
        )
        return BUG


def _hush() -> None:
    """Libraries warn and log in words of what they read; that is content, and stays off the screen."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    logging.lastResort = logging.NullHandler()


def say(line: str) -> None:
    print(line, file=sys.stderr)


def _log(error: BaseException, workspace: Path) -> str:
    """Append type and places of an error to the log. The message stays out: it may quote a record."""
    lines = [f"{datetime.now(UTC).isoformat(timespec='seconds')} {type(error).__name__}"]
    lines += [
        f"  {Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)
    ]
    if (cause := error.__cause__ or error.__context__) is not None:
        lines.append(f"  from {type(cause).__name__}")
    try:
        workspace.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = workspace / "log"
        with open(
            path, "a", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)
        ) as stream:
            stream.write("\n".join(lines) + "\n")
    except OSError:
        return ""
    return str(path)
