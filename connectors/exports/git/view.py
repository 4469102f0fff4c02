"""A private look at a repository: its objects and references, and nothing else of it.

A repository's configuration can name programs (fsmonitor, text conversion, filters, signing, pager,
transports, hooks), and git runs them. So git is never pointed at the repository. It is pointed at a
private, temporary git directory with a configuration of ours, which borrows the repository's objects
(gitrepository-layout(5), ``objects/info/alternates``) and gets a copy of its references. Whatever git
might write lands there, and the repository stays as it is. A bundle is unpacked into the same.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from connectors.base import SourceNotFound, SourceUnreadable
from connectors.exports.git.command import Git, GitFailed
from connectors.exports.git.places import git_directory, is_bundle, read_small

MOST_REFERENCES = 20_000
MOST_PACKED = 32 << 20
MOST_TABLES = 64 << 20
KEPT_REFERENCES = ("refs/heads/", "refs/remotes/", "refs/tags/")
OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
REFERENCE = re.compile(
    r"(?!.*(?:\.\.|@\{|//|/\.|\.lock(?:/|\Z)|[./]\Z))refs(?:/[^\x00-\x20\x7f~^:?*\[\\/]+)+", re.DOTALL
)
"""A well-formed name (git-check-ref-format(1)); git refuses a whole packed-refs file over one other."""


@dataclass(frozen=True, slots=True)
class View:
    """A repository as git may see it.

    Attributes:
        git: runs commands on the private directory.
        heads: object id by full reference name (branches, remote branches, tags).
        symbolic: full reference name by symbolic name (``HEAD``, ``refs/remotes/origin/HEAD``).
        settings: the repository's own configuration as lists of values; keys as git prints them.
        shallow: the history is cut off.
    """

    git: Git
    heads: Mapping[str, str]
    symbolic: Mapping[str, str]
    settings: Mapping[str, tuple[str, ...]]
    shallow: bool


@contextmanager
def view(place: Path) -> Iterator[View]:
    """Open a repository or bundle; the private directory is gone afterwards.

    Raises SourceNotFound, SourceUnreadable, and SourceUnavailable where git is missing.
    """
    if not place.exists():
        raise SourceNotFound(f"there is nothing at {place}")
    with tempfile.TemporaryDirectory(prefix="day1-git-", ignore_cleanup_errors=True) as folder:
        try:
            seen = _open(place, Path(folder))
        except OSError as error:
            raise SourceUnreadable(f"the repository can't be read ({error.strerror})") from None
        yield seen


def _open(place: Path, private: Path) -> View:
    if is_bundle(place):
        return _open_bundle(place, private)
    if (directory := git_directory(place)) is not None:
        return _open_directory(directory, private)
    raise SourceUnreadable(f"{place} is no git repository and no bundle")


def _open_directory(directory: Path, private: Path) -> View:
    settings = _read_settings(directory, private)
    objects = directory.resolve() / "objects"
    if "\n" in str(objects):
        raise SourceUnreadable("a repository whose path has a line break can't be read")
    tables = (directory / "reftable").is_dir()
    _lay_out(private, _last(settings, "extensions.objectformat"), tables)
    (private / "objects" / "info" / "alternates").write_text(f"{objects}\n", encoding="utf-8")
    cut = read_small(directory / "shallow")
    if cut.strip():
        (private / "shallow").write_bytes(cut)
    git = Git(private)
    if tables:
        _copy_tables(directory / "reftable", private / "reftable")
        heads, symbolic = _list_references(git)
    else:
        heads, symbolic = _read_references(directory)
        _write_references(private, heads)
    return View(git, heads, symbolic, settings, bool(cut.strip()))


def _open_bundle(bundle: Path, private: Path) -> View:
    with bundle.open("rb") as file:
        head = file.read(1 << 16).split(b"\n\n", 1)[0].split(b"\n")
    if any(line.startswith(b"-") for line in head[1:]):
        raise SourceUnreadable(
            "the bundle holds only the newer part of a history",
            "make a whole one: git bundle create NAME.bundle --all",
        )
    _lay_out(private, "sha256" if b"@object-format=sha256" in head else "sha1", tables=False)
    git = Git(private)
    try:
        listing = git.run("bundle", "unbundle", str(bundle.resolve())).decode(errors="replace")
    except GitFailed:
        raise SourceUnreadable(
            "the bundle is damaged or cut off", "make it again: git bundle create NAME.bundle --all"
        ) from None
    named = [line.partition(" ") for line in listing.splitlines()]
    heads = {name: found for found, _, name in named if name.startswith(KEPT_REFERENCES)}
    tip = next((found for found, _, name in named if name == "HEAD"), "")
    _write_references(private, heads)
    branches = sorted(name for name, found in heads.items() if found == tip and "/heads/" in name)
    usual = [name for name in ("refs/heads/main", "refs/heads/master") if name in branches]
    symbolic = {"HEAD": (usual + branches)[0]} if branches else {}
    return View(git, heads, symbolic, {}, shallow=False)


def _lay_out(private: Path, object_format: str, tables: bool) -> None:
    for name in ("objects/info", "objects/pack", "refs"):
        (private / name).mkdir(parents=True)
    (private / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
    extended = object_format == "sha256" or tables
    lines = ["[core]", f"\trepositoryformatversion = {int(extended)}", "\tbare = true", "[extensions]"]
    if object_format == "sha256":
        lines.append("\tobjectFormat = sha256")
    if tables:
        lines.append("\trefStorage = reftable")
    (private / "config").write_text("\n".join(lines) + "\n", encoding="ascii")


def _read_settings(directory: Path, private: Path) -> dict[str, tuple[str, ...]]:
    """The configuration as plain values; files it includes are not read."""
    copy = private / "their-configuration"
    copy.write_bytes(read_small(directory / "config"))
    try:
        raw = Git(private, seconds=10).run("config", "--file", str(copy), "--no-includes", "--list", "-z")
    except GitFailed:
        return {}
    settings: dict[str, tuple[str, ...]] = {}
    for entry in raw.decode(errors="replace").split("\0"):
        key, _, value = entry.partition("\n")
        settings[key] = (*settings.get(key, ()), value)
    return settings


def _last(settings: Mapping[str, tuple[str, ...]], key: str) -> str:
    return settings.get(key, ("",))[-1]


def _read_references(directory: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Loose and packed references (gitrepository-layout(5)); loose ones are the newer."""
    heads: dict[str, str] = {}
    symbolic: dict[str, str] = {}
    packed = directory / "packed-refs"
    if packed.is_file() and packed.stat().st_size <= MOST_PACKED:
        for line in packed.read_text(encoding="utf-8", errors="replace").splitlines():
            found, _, name = line.partition(" ")
            if OBJECT_ID.fullmatch(found) and _is_kept(name):
                heads[name] = found
    for path, folders, files in os.walk(directory / "refs"):
        folders.sort()
        for file in sorted(files):
            name = (Path(path) / file).relative_to(directory).as_posix()
            _note(name, read_small(Path(path) / file), heads, symbolic)
        if len(heads) > MOST_REFERENCES:
            break
    _note("HEAD", read_small(directory / "HEAD"), heads, symbolic)
    return dict(list(heads.items())[:MOST_REFERENCES]), symbolic


def _note(name: str, content: bytes, heads: dict[str, str], symbolic: dict[str, str]) -> None:
    text = content.decode(errors="replace").strip()
    if text.startswith("ref:"):
        symbolic[name] = text.removeprefix("ref:").strip()
    elif OBJECT_ID.fullmatch(text) and _is_kept(name):
        heads[name] = text
    elif OBJECT_ID.fullmatch(text) and name == "HEAD":
        heads["refs/heads/HEAD"] = text


def _is_kept(name: str) -> bool:
    return name.startswith(KEPT_REFERENCES) and REFERENCE.fullmatch(name) is not None


def _write_references(private: Path, heads: Mapping[str, str]) -> None:
    lines = ["# pack-refs with: sorted", *(f"{heads[name]} {name}" for name in sorted(heads))]
    (private / "packed-refs").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _copy_tables(tables: Path, private: Path) -> None:
    """References in git's table format; the files are small, flat and copied as they are."""
    private.mkdir()
    room = MOST_TABLES
    for table in sorted(tables.iterdir()):
        room -= table.stat().st_size
        if table.is_file() and not table.is_symlink() and room >= 0:
            shutil.copyfile(table, private / table.name)


def _list_references(git: Git) -> tuple[dict[str, str], dict[str, str]]:
    """What the table format holds; raises SourceUnreadable where this git is older than the format."""
    try:
        raw = git.run("for-each-ref", "--format=%(objectname) %(refname) %(symref)", *KEPT_REFERENCES)
        head = git.run("symbolic-ref", "--quiet", "HEAD").decode(errors="replace").strip()
    except GitFailed:
        raise SourceUnreadable(
            "this git is too old for the repository's reference format", "install git 2.45 or newer"
        ) from None
    heads: dict[str, str] = {}
    symbolic = {"HEAD": head}
    for line in raw.decode(errors="replace").splitlines():
        found, name, target = line.split(" ", 2)
        if target:
            symbolic[name] = target
        else:
            heads[name] = found
    return heads, symbolic
