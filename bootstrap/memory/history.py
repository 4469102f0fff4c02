"""The directory's own git history, where the person wants one (``--git``): one commit a writing."""

from __future__ import annotations

import os
import subprocess
from datetime import datetime
from pathlib import Path

from bootstrap.errors import MemoryDirectoryError

_HINT = "Leave --git away, or look into it with `git -C <memory directory> status`."


def commit(root: Path, message: str, now: datetime) -> str:
    """Record the directory as it is now; the repository is made at the first time.

    Nothing of the person's git set-up is used (hooks, signing, identity), and nothing is ever pushed.
    Returns the commit's short id, or nothing when all is as it was. Raises MemoryDirectoryError when
    git is missing or refuses.
    """
    if not (root / ".git").is_dir():
        _git(root, now, "init", "--quiet", "--initial-branch=main", "--template=")
        (root / ".git").chmod(0o700)
    _git(root, now, "add", "--all", "--force", ".")
    if not _git(root, now, "status", "--porcelain"):
        return ""
    _git(root, now, "commit", "--quiet", "--no-verify", "--message", message)
    return _git(root, now, "rev-parse", "--short", "HEAD")


def _git(root: Path, now: datetime, *arguments: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR") if name in os.environ}
    environ = {
        **kept,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_DIR": str(root / ".git"),
        "GIT_WORK_TREE": str(root),
        "GIT_AUTHOR_DATE": now.isoformat(),
        "GIT_COMMITTER_DATE": now.isoformat(),
        "HOME": str(root),
    }
    for role in ("AUTHOR", "COMMITTER"):
        environ |= {f"GIT_{role}_NAME": "day1", f"GIT_{role}_EMAIL": "day1@localhost"}
    safe = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgSign=false", "-c", "core.fsmonitor=false")
    quoting = ("-c", "core.quotePath=false", "-c", "core.autocrlf=false")
    try:
        done = subprocess.run(
            ["git", *safe, *quoting, *arguments],
            cwd=root,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        raise MemoryDirectoryError("git is not installed.", "Install git, or leave --git away.") from None
    if done.returncode:
        raise MemoryDirectoryError(f"git {arguments[0]} failed in the memory directory.", _HINT)
    return done.stdout.strip()
