"""What lies at a path: one or several sources, found by looking inside.

An export that belongs together (a Takeout in parts, a Slack folder, a maildir, a repository) is one source and is
not searched any further. Loose files are gathered by kind.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from connectors.base import ConnectorError, SourceNotFound, SourceUnreadable
from connectors.exports.assistants import recognise as is_assistant
from connectors.exports.assistants.layouts import identify
from connectors.exports.entry import Entry
from connectors.exports.folder import LEFT_OUT
from connectors.exports.tars import TarPart
from connectors.exports.tree import open_part
from connectors.exports.zips import ZipPart
from connectors.grouping import parts_together, unique_labels
from connectors.sniff import HEAD, is_office, kind_of_file, kind_of_json, kind_of_names
from connectors.source import Source

_MAX_DEPTH = 8
_MAX_FILES = 50_000
_MAX_NAMES = 250_000
_MAX_BELOW = 500
_PEEK_INTO = 20
_TAKEOUT_FOLDERS = frozenset(
    {"Mail", "Calendar", "Contacts", "Drive", "Profile", "Google Chat", "My Activity"}
)
_MEMORY_FILES = frozenset({"MEMORY.md", "USER.md", "memory_summary.md"})
_ADVICE = (
    "name an export (a Takeout, a Slack export, a mailbox, .ics, .vcf), a repository or a folder of documents"
)


@dataclass
class _Found:
    """What a walk has gathered: whole exports, and loose files by kind; and how many files it may still look at."""

    left: int
    sources: list[Source] = field(default_factory=list)
    loose: dict[str, list[Path]] = field(default_factory=dict)


def recognise(
    path: Path, depth: int = _MAX_DEPTH, most: int = _MAX_FILES, strict: bool = True
) -> list[Source]:
    """The sources at ``path``, in a stable order, each with a label of its own.

    A folder is searched down to ``depth`` folders below it and for ``most`` files.

    Reads names and the first bytes of files only. Raises SourceNotFound for a path that is not there,
    SourceUnreadable where nothing that can be read is found, or if ``strict`` the path is a damaged archive.
    """
    path = Path(os.path.abspath(path.expanduser()))
    if not path.exists():
        raise SourceNotFound(f"{path} is not there", "check the path")
    if path.is_dir():
        found = _Found(most)
        _look_into(path, found, depth)
        sources = [*parts_together(found.sources), *_gathered(found.loose, path)]
        if not sources:
            what = "holds nothing that can be read" if any(_children(path)) else "is empty"
            raise SourceUnreadable(f"{path} {what}", _ADVICE)
    else:
        sources = [_file_source(path, strict)]
    return unique_labels(sorted(sources, key=lambda source: (source.kind, source.label)))


def kind_of_folder(path: Path) -> str:
    """The kind of a folder that is one export as a whole; empty for any other."""
    names = {child.name for child in _children(path)}
    if ".git" in names or {"HEAD", "objects", "refs"} <= names:
        return "git"
    if {"cur", "new"} <= names and (path / "cur").is_dir():
        return "maildir"
    if "prefs.js" in names and names & {"Mail", "ImapMail"}:
        return "thunderbird"
    if path.name == "Mail" and any(re.fullmatch(r"V\d+", name) for name in names):
        return "apple-mail"
    # Without Google's own marks only a folder of nothing but Takeout's folders is one: people sort exports alike.
    bare = len(names & _TAKEOUT_FOLDERS) >= 3 and names <= _TAKEOUT_FOLDERS
    if "Groups" in names and any((path / "Groups").glob("*/group_info.json")):
        return "takeout"
    if path.name == "Takeout" or "archive_browser.html" in names or bare:
        return "takeout"
    if {"users.json", "channels.json"} <= names or _holds_day_files(path, names):
        return "slack-export"
    if (
        "messages" in {name.lower() for name in names}
        and kind_of_names(list(_names_below(path))) == "discord"
    ):
        return "discord"
    # Notes with a type in their front matter are no memories; those have an index or an assistant's folders.
    memories = names & _MEMORY_FILES and is_assistant(path)
    return "assistant" if memories or identify(path) else ""


def _look_into(folder: Path, found: _Found, depth: int) -> None:
    if kind := kind_of_folder(folder):
        found.sources.append(_whole(kind, folder))
        return
    for child in _children(folder):
        if child.name.startswith(".") and not child.is_dir():
            continue
        if child.is_symlink() or child.name in LEFT_OUT or found.left <= 0:
            continue
        path = folder / child.name
        if child.is_dir():
            hidden = child.name.startswith(".")
            if hidden and is_assistant(path):
                found.sources.append(_whole("assistant", path))
            elif not hidden and depth > 0:
                _look_into(path, found, depth - 1)
        elif child.is_file():
            found.left -= 1
            _sort_in(path, found)


def _sort_in(path: Path, found: _Found) -> None:
    kind = kind_of_file(path)
    if kind == "bundle":
        found.sources.append(_whole("git", path))
    elif kind == "archive":
        source = _archive(path, strict=False)
        if source.kind in ("documents", "unknown"):
            found.loose.setdefault(source.kind, []).append(path)
        else:
            found.sources.append(source)
    elif kind:
        found.loose.setdefault(kind, []).append(path)


def _file_source(path: Path, strict: bool) -> Source:
    if not path.is_file():
        raise SourceUnreadable(f"{path} is neither a file nor a folder", _ADVICE)
    if is_assistant(path):
        return _whole("assistant", path)
    kind = kind_of_file(path)
    if not kind:
        raise SourceUnreadable(f"{path} can't be opened", "check its permissions")
    source = (
        _archive(path, strict) if kind == "archive" else _whole("git" if kind == "bundle" else kind, path)
    )
    if source.kind == "unknown":
        raise SourceUnreadable(f"{path} is of no kind that can be read", _ADVICE)
    return source


def _archive(path: Path, strict: bool) -> Source:
    """An archive by the names in it. A damaged one raises if ``strict``; else its pull will say so."""
    part = open_part(path)
    try:
        names = part.names(_MAX_NAMES) if isinstance(part, ZipPart | TarPart) else []
        kind = kind_of_names(names, path.name)
        if kind in ("files", "unknown") and isinstance(part, ZipPart):
            kind = "documents" if is_office(names) else _kind_of_json(part) or kind
    except ConnectorError:
        if strict:
            raise
        kind = kind_of_names([], path.name).replace("unknown", "files")
    finally:
        part.close()
    return _whole(kind, path)


def _kind_of_json(part: ZipPart) -> str:
    """The kind of the chats in an archive of JSON files, by the first ones."""
    found = (
        entry for entry in part.entries() if isinstance(entry, Entry) and entry.name.lower().endswith(".json")
    )
    for entry in islice(found, _PEEK_INTO):
        try:
            with entry.open() as stream:
                kind = kind_of_json(stream.read(HEAD))
        except OSError:
            continue
        if kind:
            return kind
    return ""


def _whole(kind: str, path: Path) -> Source:
    if path.is_dir():
        return Source(kind, f"{kind}:{path.name}", (path,))
    return Source(kind, f"{kind}:{path.name}", (path,), path.stat().st_size, root=path.parent)


def _gathered(loose: dict[str, list[Path]], root: Path) -> Iterator[Source]:
    unknown = loose.pop("unknown", [])
    if "documents" in loose:
        loose["documents"] += unknown  # they are reported, each as a skipped file
    for kind, paths in sorted(loose.items()):
        size = sum(path.stat().st_size for path in paths)
        known = len(paths) - (len(unknown) if kind == "documents" else 0)
        name = paths[0].name if len(paths) == 1 else root.name
        yield Source(kind, f"{kind}:{name}", tuple(sorted(paths)), size, f"{known} files", root)


def _children(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return sorted(islice(listing, _MAX_FILES), key=lambda child: child.name)
    except OSError:
        return []


def _names_below(folder: Path) -> Iterator[str]:
    """Names two levels below a folder, as an archive of it would list them."""
    for child in _children(folder):
        if child.is_dir(follow_symlinks=False):
            for below in islice(_children(folder / child.name), _MAX_BELOW):
                if below.is_dir(follow_symlinks=False):
                    inner = _children(folder / child.name / below.name)
                    yield from (f"{folder.name}/{child.name}/{below.name}/{file.name}" for file in inner[:5])


def _holds_day_files(path: Path, names: set[str]) -> bool:
    if not names & {"users.json", "channels.json"}:
        return False
    day = re.compile(r"\d{4}-\d\d-\d\d\.json")
    folders = [child for child in _children(path) if child.is_dir(follow_symlinks=False)]
    return any(
        day.fullmatch(file.name) for child in folders[:50] for file in _children(path / child.name)[:5]
    )
