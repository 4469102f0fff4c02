"""An iCalendar file as a stream of components, so that one broken component costs only itself.

A library that reads a file as a whole stops at its first fault. Here a component ends with its END,
with the BEGIN of the next one, or with the file, whichever comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from connectors.exports.contentlines import Line, Readable, logical_lines, parse

_LARGEST = 2_000_000


@dataclass(slots=True)
class Component:
    """One VEVENT, VTIMEZONE, VTODO ... of a file, or the head of a VCALENDAR.

    Attributes:
        name: ``VEVENT`` and so on; ``VCALENDAR`` for the properties of the calendar itself.
        calendar: which VCALENDAR of the file it stands in, from 0.
        end: offset in the file behind it.
        raw: its unfolded lines, BEGIN and END included.
        own: those of ``raw`` that are no part of a component inside it.
        oversized: it was too large; the lines behind the limit are missing.
    """

    name: str
    calendar: int
    end: int = 0
    raw: list[bytes] = field(default_factory=list)
    own: list[bytes] = field(default_factory=list)
    oversized: bool = False

    def lines(self, charset: str = "cp1252", only: frozenset[str] | None = None) -> list[Line]:
        """Its own properties (or those of the names in ``only``), taken apart; what is none is left out."""
        wanted = self.own if only is None else [raw for raw in self.own if _name(raw) in only]
        return [line for line in (parse(raw, charset) for raw in wanted) if line]


def split(stream: Readable) -> Iterator[Component]:
    """The components of a file in order. A calendar's own properties come as one VCALENDAR component
    behind the components inside it."""
    calendar, head = 0, Component("VCALENDAR", 0)
    current: Component | None = None
    depth: list[str] = []
    size = 0
    for end, line in logical_lines(stream):
        word, _, name = line.partition(b":")
        word = word.strip().upper()
        if word == b"BEGIN":
            kind = name.strip().upper().decode("ascii", "replace")
            if kind == "VCALENDAR":
                if current:
                    yield current
                    current = None
                if head.raw:
                    yield head
                    calendar += 1
                    head = Component("VCALENDAR", calendar)
                head.raw.append(line)
                continue
            if current and kind == "VEVENT":  # its END is missing
                yield current
                current = None
            if current is None:
                current, depth, size = Component(kind, calendar, end), [], 0
            else:
                depth.append(kind)
        target = current or head
        target.end = end
        size += len(line)
        if size > _LARGEST:
            target.oversized = True
        else:
            target.raw.append(line)
            if not depth and word not in (b"BEGIN", b"END"):
                target.own.append(line)
        if word == b"END" and current:
            kind = name.strip().upper().decode("ascii", "replace")
            if kind in depth:
                del depth[depth.index(kind) :]
            elif kind == current.name or kind == "VCALENDAR":
                yield current
                current = None
    if current:
        yield current
    if head.raw:
        yield head


def _name(raw: bytes) -> str:
    return re.split(rb"[;:]", raw[:60], maxsplit=1)[0].strip().upper().decode("ascii", "replace")
