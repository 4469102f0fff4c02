"""The index MEMORY.md: one line a memory, ``- [Title](file.md) — hook``.

Lines that day1 did not write stay where they are, to the byte. The limits are those of the strictest
harness that loads such an index as it stands (Claude Code: 200 lines, 25,000 characters).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bootstrap.memory.markdown import name_of, one_line
from bootstrap.memory.types import KINDS, RANK

Place: TypeAlias = tuple[int, str, str]
FILE = "MEMORY.md"
LINE_CHARACTERS = 150
LINES = 200
CHARACTERS = 25_000
_TITLE_CHARACTERS = 70
_LINK = re.compile(
    r"^\s*[-*+]\s+\[(?P<title>(?:\\.|[^\]\\])*)\]\(<?(?P<file>[^)>]+?)>?\)\s*(?:[—–:-]+\s*(?P<hook>.*))?$"
)
_ESCAPE = re.compile(r"([\[\]\\])")
_UNESCAPE = re.compile(r"\\([\[\]\\])")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line that names a memory file."""

    title: str
    file: str
    hook: str
    line: str


def render_line(title: str, file: str, description: str) -> str:
    """The line of a memory, at most 150 characters; a longer hook is cut at a word and ends in ``…``."""
    label = _ESCAPE.sub(r"\\\1", shortened(one_line(title) or name_of(file), _TITLE_CHARACTERS))
    head = f"- [{label}]({file})"
    room = LINE_CHARACTERS - len(head) - 3
    hook = shortened(hook_of(title, description), room) if room > 1 else ""
    return f"{head} — {hook}" if hook else head


def hook_of(title: str, description: str) -> str:
    """The description behind its title: without the title once more (``Priya Nair: ...``) in front."""
    text, label = one_line(description), one_line(title)
    rest = text[len(label) :].lstrip()
    if label and text.casefold().startswith(label.casefold()) and rest[:1] in (":", "–", "—"):
        return rest[1:].lstrip() or text
    return text


def shortened(text: str, limit: int) -> str:
    """``text`` in at most ``limit`` characters, cut at a word where there is one."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    word = cut.rsplit(" ", 1)[0] if " " in cut[limit // 2 :] else cut
    return word.rstrip(" ,;:—-") + "…"


def entry_of(line: str) -> Entry | None:
    """The memory a line names; None for a heading, a comment, a link elsewhere or out of the layer."""
    found = _LINK.match(line.rstrip("\r\n"))
    if found is None or "://" in found["file"] or not found["file"].endswith(".md"):
        return None
    if found["file"].startswith("/") or ".." in found["file"].split("/"):
        return None
    title = _UNESCAPE.sub(r"\1", found["title"])
    return Entry(title, found["file"].removeprefix("./"), found["hook"] or "", line.rstrip("\r\n"))


def entries(text: str) -> list[Entry]:
    """The memories an index names, in its order."""
    return [entry for line in text.split("\n") if (entry := entry_of(line.removeprefix("\ufeff")))]


def position(file: str) -> Place:
    """Where a file's line belongs: user, project, reference, feedback, others; then by name."""
    type_ = file.rsplit("/", 1)[-1].partition("_")[0]
    return RANK.get(type_, len(KINDS)), name_of(file), file


def merged(
    text: str,
    put: Mapping[str, str],
    gone: Collection[str],
    keep: Callable[[Entry], bool] = lambda _: False,
) -> str:
    """The index with the lines in ``put`` (by file), without those of the files in ``gone``.

    A line that stands there for a file in ``put`` is replaced in its place, unless ``keep`` says that a
    person wrote it. All other lines stay as they are, with their line ends.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    waiting = dict(put)
    kept: list[str] = []
    places: list[Place | None] = []
    for line in lines:
        entry = entry_of(line.removeprefix("\ufeff"))
        if entry is not None and entry.file in gone:
            continue
        if entry is not None and entry.file in put:
            new = waiting.pop(entry.file, None)
            if new is not None and not keep(entry):
                line = new + end.removesuffix("\n")
        kept.append(line)
        places.append(position(entry.file) if entry else None)
    for file in sorted(waiting, key=position):
        at = _place(places, position(file))
        kept.insert(at, waiting[file] + end.removesuffix("\n"))
        places.insert(at, position(file))
    return "\n".join(kept) + "\n" if kept else ""


def _place(places: Sequence[Place | None], new: Place) -> int:
    """Behind the last line that belongs before ``new``, else before the first that belongs behind it."""
    first = len(places)
    for number in range(len(places) - 1, -1, -1):
        place = places[number]
        if place is not None and place < new:
            return number + 1
        first = number if place is not None else first
    return first


def overflow(text: str) -> bool:
    """Is the index over its limits?"""
    return text.count("\n") > LINES or len(text) > CHARACTERS
