"""Where repositories lie: working copies, bare repositories, worktrees, submodules and bundles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

DEPTH = 6
MOST_FOLDERS = 50_000
SMALL = 1 << 20
PASSED_OVER = frozenset(
    [
        ".cache",
        ".cargo",
        ".npm",
        ".nvm",
        ".pyenv",
        ".rustup",
        ".terraform",
        ".tox",
        ".trash",
        ".venv",
        "appdata",
        "library",
        "node_modules",
        "site-packages",
        "target",
        "venv",
        "vendor",
    ]
)


def find(folder: Path) -> list[Path]:
    """Repositories and bundles in ``folder``, itself included, at most six levels down, sorted.

    What lies inside a repository that was found is not searched, unless it is ``folder`` itself (a home
    folder kept in git holds other repositories). Several worktrees of one repository count once.
    """
    found: dict[Path, Path] = {}
    for place in sorted(_walk(folder), key=lambda place: (len(place.parts), place)):
        shared = git_directory(place)
        key = (shared or place).resolve()
        if key not in found or (shared is not None and place in (shared, shared.parent)):
            found[key] = place
    return sorted(found.values())


def _walk(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        if is_bundle(folder):
            yield folder
        return
    for count, (path, folders, files) in enumerate(os.walk(folder)):
        if count == MOST_FOLDERS:
            return
        here = Path(path)
        yield from (here / name for name in files if name.endswith(".bundle") and is_bundle(here / name))
        is_repository = git_directory(here) is not None
        if is_repository and not (here != folder and _is_submodule(here)):
            yield here
        deep = len(here.relative_to(folder).parts) >= DEPTH
        if deep or (is_repository and (here != folder or _is_bare(here))):
            folders.clear()
        folders[:] = sorted(name for name in folders if name.lower() not in PASSED_OVER and name != ".git")


def git_directory(place: Path) -> Path | None:
    """The directory with objects and references that ``place`` stands for, or None.

    Follows the ``gitdir:`` line of a worktree or submodule and the ``commondir`` file of a worktree
    (gitrepository-layout(5)).
    """
    try:
        if _is_bare(place):
            return place
        directory = place / ".git"
        if directory.is_file():
            line = read_small(directory).decode(errors="replace").strip()
            if not line.startswith("gitdir:"):
                return None
            directory = place / line.removeprefix("gitdir:").strip()
        common = read_small(directory / "commondir").decode(errors="replace").strip()
        if common:
            directory = Path(os.path.normpath(directory / common))
        return directory if _is_bare(directory) else None
    except (OSError, ValueError):
        return None


def _is_bare(place: Path) -> bool:
    """Git's own test of a git directory: objects, and HEAD; references may be files or a table."""
    return (
        (place / "objects").is_dir()
        and (place / "HEAD").is_file()
        and ((place / "refs").is_dir() or (place / "reftable").is_dir())
    )


def _is_submodule(place: Path) -> bool:
    """A submodule's git directory lies in ``.git/modules`` of the repository that holds it."""
    directory = git_directory(place)
    return (place / ".git").is_file() and directory is not None and "modules" in directory.parts


def is_bundle(path: Path) -> bool:
    """Whether a file begins as git-bundle(1) says (format v2 or v3)."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(15) in (b"# v2 git bundle", b"# v3 git bundle")
    except OSError:
        return False


def read_small(path: Path) -> bytes:
    """A small regular file, or nothing: no device, no pipe, nothing above 1 MB."""
    if not path.is_file() or path.stat().st_size > SMALL:
        return b""
    return path.read_bytes()
