"""What a document format yields, before it becomes a record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

LONGEST_TEXT = 12_000
LONGEST_HIDDEN = 4_000
MOST_LINKS = 50


class Unreadable(Exception):
    """The file can't be read. The message is the reason a person gets to see; it never quotes the file."""


@dataclass(frozen=True, slots=True)
class Content:
    """Title, text and properties of a document.

    Attributes:
        title: from its properties; empty when they name none.
        heading: its first heading, for want of a title.
        text: what a reader sees.
        hidden: what a reader does not see: hidden runs, comments, hidden sheets, white or tiny text.
        author, editor: who made it and who changed it last, by name.
        editors: further names: those who commented or whose changes are tracked.
        created, modified: aware; from the properties, not from the file system.
    """

    text: str
    title: str = ""
    heading: str = ""
    hidden: str = ""
    links: tuple[str, ...] = ()
    author: str = ""
    editor: str = ""
    editors: tuple[str, ...] = ()
    created: datetime | None = None
    modified: datetime | None = None


class Text:
    """Collects text up to a bound; ``full`` tells the reader that it may stop."""

    def __init__(self, longest: int) -> None:
        self._parts: list[str] = []
        self._left = longest * 2  # blanks are folded later, so some more than the bound is gathered

    @property
    def full(self) -> bool:
        return self._left <= 0

    def add(self, part: str) -> None:
        if self._left > 0:
            self._parts.append(part[: self._left])
            self._left -= len(part)

    def value(self, longest: int) -> str:
        return fold("".join(self._parts))[:longest].rstrip()


def fold(text: str) -> str:
    """Lines without blanks at their ends, and no more than one empty line in a row."""
    lines: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        line = line.replace("\u00a0", " ").rstrip()
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n")


def parse_time(text: str | None) -> datetime | None:
    """An ISO 8601 time of a document's properties; UTC where it names no offset."""
    try:
        when = datetime.fromisoformat((text or "").strip()[:40])
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return when if 1980 <= when.year <= 2200 else None


def unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
