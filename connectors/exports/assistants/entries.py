"""Cutting memory files into entries: by front matter, by heading, by Hermes' delimiter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

import yaml

MOST_TITLE = 80
MOST_FRONT = 16_384
HERMES_DELIMITER = "\n§\n"
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
HEADING = re.compile(r"#{1,3}[ \t]+(\S.*)")
FENCE = re.compile(r"```|~~~")
INDEX_LINE = re.compile(r"^[ \t]*[-*][ \t]*\[[^\]\n]*\]\([^)\s]+\.md\).*\n?", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
FRONT_LINE = re.compile(r"^[ \t]*(name|description|type|origin|as_of):[ \t]*(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing an assistant keeps; ``labels`` such as ``type:feedback`` and ``project:/srv/app``."""

    title: str
    text: str
    labels: tuple[str, ...] = ()
    when: datetime | None = None
    hidden: str = ""
    ours: bool = False


Splitter: TypeAlias = Callable[[str], Iterator[Entry]]


def split_topic(text: str) -> Iterator[Entry]:
    """A memory with front matter (``name``, ``description``, ``type`` or ``metadata.type``): one entry."""
    front, body = read_front_matter(text)
    if not front:
        yield from split_sections(text)
        return
    visible, hidden = part_comments(body)
    description = front.get("description", "")
    whole = visible if description in visible else f"{description}\n\n{visible.strip()}"
    labels = (f"type:{front['type']}",) if "type" in front else ()
    title = front.get("name") or first_line(whole)
    yield Entry(title, whole.strip(), labels, _as_of(front), hidden, ours=front.get("origin") == "day1")


def split_index(text: str) -> Iterator[Entry]:
    """The index of a memory directory: what it says beyond naming the other files."""
    yield from split_sections(INDEX_LINE.sub("", text))


def split_sections(text: str) -> Iterator[Entry]:
    """Markdown by its headings (not those in code); a heading without text below it is none."""
    front, body = read_front_matter(text)
    title, lines = front.get("name", ""), list[str]()
    fence = ""
    for line in body.split("\n"):
        opened = FENCE.match(line)
        if opened and (not fence or opened[0] == fence):
            fence = "" if fence else opened[0]
        heading = None if fence else HEADING.match(line)
        if heading is None:
            lines.append(line)
            continue
        yield from _section(title, lines)
        title, lines = heading[1].rstrip(" \t#"), [line]
    yield from _section(title, lines)


def _section(title: str, lines: list[str]) -> Iterator[Entry]:
    visible, hidden = part_comments("\n".join(lines))
    below = lines[1:] if lines and HEADING.match(lines[0]) else lines
    if hidden or any(line.strip() for line in below):
        yield Entry(title or first_line(visible), visible.strip(), hidden=hidden)


def split_task_groups(text: str) -> Iterator[Entry]:
    """Codex's handbook: one entry per ``# Task Group:``."""
    groups = re.split(r"(?m)^(?=# )", text)
    for group in groups:
        visible, hidden = part_comments(group)
        if visible.strip():
            title = first_line(visible).removeprefix("Task Group:").strip()
            yield Entry(title, visible.strip(), hidden=hidden)


def split_summary(text: str) -> Iterator[Entry]:
    """Codex's summary: its first line is a format version."""
    yield from split_sections(re.sub(r"\A\ufeff?v\d+\s*\n", "", text))


def split_hermes(text: str) -> Iterator[Entry]:
    """Hermes: entries parted by a line that holds nothing but ``§``."""
    for part in re.split(r"(?m)^[ \t]*§[ \t]*$", text):
        visible, hidden = part_comments(part)
        if visible.strip():
            yield Entry(first_line(visible), visible.strip(), hidden=hidden)


def split_memory(text: str) -> Iterator[Entry]:
    """A MEMORY.md of unknown house: Hermes' delimiter tells it apart from an index."""
    delimited = HERMES_DELIMITER in text.replace("\r\n", "\n")
    yield from split_hermes(text) if delimited else split_index(text)


def read_front_matter(text: str) -> tuple[dict[str, str], str]:
    """Front matter as plain strings, ``metadata`` laid open, and the rest of the text.

    YAML that isn't (a colon in a description is the usual fault) is read line by line.
    """
    found = FRONT_MATTER.match(text)
    if not found or len(found[1]) > MOST_FRONT:
        return {}, text
    body = text[found.end() :]
    try:
        loaded: Any = yaml.safe_load(found[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        loaded = {match[1]: match[2].strip(" \t\"'") for match in FRONT_LINE.finditer(found[1])}
    if not isinstance(loaded, dict):
        return {}, body
    nested = loaded.get("metadata")
    flat = {**loaded, **(nested if isinstance(nested, dict) else {})}
    return {str(key): str(value) for key, value in flat.items() if isinstance(value, str | int | date)}, body


def part_comments(text: str) -> tuple[str, str]:
    """Visible text, and what stood in HTML comments (assistants drop them, people don't see them)."""
    hidden = "\n".join(
        match[0].removeprefix("<!--").removesuffix("-->").strip() for match in COMMENT.finditer(text)
    )
    return (COMMENT.sub("", text), hidden) if hidden else (text, "")


def first_line(text: str) -> str:
    """A title for an entry without one."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line.lstrip("#-* ")[:MOST_TITLE].rstrip()


def _as_of(front: dict[str, str]) -> datetime | None:
    try:
        moment = datetime.fromisoformat(front.get("as_of", ""))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
