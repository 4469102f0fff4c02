"""What a person may want to read, found in the usual places before anything is read.

Looks at names, sizes, times and first bytes only, and stops after a bounded time and number of folders.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from connectors.base import ConnectorError
from connectors.exports.assistants import find as find_assistants
from connectors.grouping import unique_labels
from connectors.recognition import kind_of_folder, recognise
from connectors.source import Source

_USER_FOLDERS = re.compile(r'^XDG_(DOWNLOAD|DESKTOP|DOCUMENTS)_DIR="\$HOME/(.+)"$', re.MULTILINE)
_MAIL = (
    ".thunderbird/*",
    ".var/app/org.mozilla.Thunderbird/.thunderbird/*",
    "AppData/Roaming/Thunderbird/Profiles/*",
    "Library/Mail",
    "Library/Thunderbird/Profiles/*",
    "Maildir",
    "snap/thunderbird/common/.thunderbird/*",
)
_MAIL_KINDS = frozenset({"apple-mail", "maildir", "thunderbird"})
_NOT_SEARCHED = frozenset(
    "AppData Applications Library Movies Music Pictures Videos go node_modules site-packages snap venv".split()
)
_MAX_CHILDREN = 400
_MAX_FOLDERS = 20_000
_MAX_REPOSITORIES = 40
_REPOSITORY_DEPTH = 5

Clock = Callable[[], float]


def discover(home: Path, seconds: float = 5.0, clock: Clock = time.monotonic) -> list[Source]:
    """Sources under a home folder: exports and documents, mail, assistants' memories, then repositories, newest first.

    Never raises; what can't be looked into is left out, and so is what ``seconds`` on the ``clock`` do not allow.
    """
    end = clock() + seconds

    def late() -> bool:
        return clock() > end

    found = [*_exports(home, late), *_mail(home), *_assistants(home), *_repositories(home, late)]
    return unique_labels(list({source.paths: source for source in found}.values()))


def _exports(home: Path, late: Callable[[], bool]) -> Iterator[Source]:
    """What lies in the folders for downloads and documents; of documents only what lies in the latter."""
    for purpose, name in sorted(_user_folders(home)):
        if late() or not (home / name).is_dir():
            continue
        documents = purpose == "DOCUMENTS"
        try:
            sources = recognise(home / name, depth=5 if documents else 2, most=4000)
        except ConnectorError:
            continue
        left = {"assistant", "git"} if documents else {"assistant", "documents", "files", "git"}
        yield from (source for source in sources if source.kind not in left)


def _user_folders(home: Path) -> set[tuple[str, str]]:
    """(purpose, name) of these folders, in the desktop's language too (freedesktop.org, xdg-user-dirs)."""
    usual = {("DOWNLOAD", "Downloads"), ("DESKTOP", "Desktop"), ("DOCUMENTS", "Documents")}
    try:
        with (home / ".config" / "user-dirs.dirs").open(encoding="utf-8", errors="replace") as stream:
            text = stream.read(4096)
    except OSError:
        return usual
    return usual | {(purpose, name) for purpose, name in _USER_FOLDERS.findall(text) if ".." not in name}


def _mail(home: Path) -> Iterator[Source]:
    for pattern in _MAIL:
        for path in sorted(islice(home.glob(pattern), _MAX_CHILDREN)):
            if path.is_dir() and (kind := kind_of_folder(path)) in _MAIL_KINDS:
                yield Source(kind, f"{kind}:{path.name}", (path,), detail=str(path))


def _assistants(home: Path) -> Iterator[Source]:
    for path in find_assistants(home):
        if path != home:
            yield Source("assistant", f"assistant:{path.name}", (path,), detail=str(path))


def _repositories(home: Path, late: Callable[[], bool]) -> list[Source]:
    """Repositories by the time something was last committed or fetched, newest first."""
    found = sorted(_walk(home, late), reverse=True)[:_MAX_REPOSITORIES]
    return [
        Source("git", f"git:{path.name}", (path,), detail=f"last change {_day(changed)}")
        for changed, path in found
    ]


def _walk(home: Path, late: Callable[[], bool]) -> Iterator[tuple[float, Path]]:
    level = [home]
    looked = 0
    for _ in range(_REPOSITORY_DEPTH):
        below: list[Path] = []
        for folder in level:
            looked += 1
            if looked > _MAX_FOLDERS or late():
                return
            names = _folders(folder)
            if ".git" in names and folder != home:
                yield _changed(folder / ".git"), folder
            else:
                below += [folder / name for name in names if name[0] != "." and name not in _NOT_SEARCHED]
        level = below


def _folders(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as listing:
            children = islice(listing, _MAX_CHILDREN * 10)
            return sorted(child.name for child in children if child.is_dir(follow_symlinks=False))[
                :_MAX_CHILDREN
            ]
    except OSError:
        return []


def _changed(git: Path) -> float:
    """When the log of HEAD last grew; a repository without one is as old as its HEAD."""
    for name in ("logs/HEAD", "HEAD"):
        try:
            return (git / name).stat().st_mtime
        except OSError:
            continue
    return 0.0


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
