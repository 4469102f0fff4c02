"""What a service answers, written the way its export is: calendars as iCalendar, people as vCards.

The export's own reader then makes the records, so that a live pull and an export of the same account show
the same thing under the same uri.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from connectors.exports.calendar import ics
from connectors.exports.contacts import vcard
from connectors.exports.entry import Context, Entry
from connectors.records import Item, Mark

_QUOTED = str.maketrans({'"': None, "\r": " ", "\n": " ", "\\": "\\\\"})


def text_line(name: str, value: str, **parameters: str) -> str:
    """A line whose value is text: escaped as RFC 5545 §3.3.11 and RFC 6350 §3.4 say; empty for no value."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return plain_line(
        name, escaped.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n"), **parameters
    )


def plain_line(name: str, value: str, **parameters: str) -> str:
    """A line whose value stands as it is (dates, rules, addresses); empty for no value."""
    if not value.strip():
        return ""
    told = "".join(f';{key}="{text.translate(_QUOTED)}"' for key, text in parameters.items() if text)
    return f"{name}{told}:{' '.join(value.splitlines())}"


def structured_line(name: str, parts: Iterable[str]) -> str:
    """A line of several texts with ``;`` between them (ORG, N, ADR); empty when all are."""
    texts = [text_line("X", part).removeprefix("X:") for part in parts]
    return f"{name}:{';'.join(texts)}" if any(texts) else ""


def events(
    components: Iterable[Iterable[str]], head: Iterable[str], context: Context, calendar: str
) -> Iterator[Item]:
    """The records of VEVENTs given as lines; ``head`` are the properties of their calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", *head]
    for component in components:
        lines += ["BEGIN:VEVENT", *component, "END:VEVENT"]
    data = "\r\n".join(line for line in [*lines, "END:VCALENDAR", ""] if line).encode("utf-8", "replace")
    yield from (
        item for item in ics.read_bytes(data, context, calendar=calendar) if not isinstance(item, Mark)
    )


def cards(components: Iterable[Iterable[str]], context: Context, name: str) -> Iterator[Item]:
    """The records of vCards given as lines; ``name`` stands for the file they would lie in."""
    lines: list[str] = []
    for component in components:
        lines += ["BEGIN:VCARD", "VERSION:3.0", *component, "END:VCARD"]
    if not lines:
        return
    data = "\r\n".join([*(line for line in lines if line), ""]).encode("utf-8", "replace")
    entry = Entry(name, len(data), lambda: io.BytesIO(data))
    yield from (item for item in vcard.read(entry, context) if not isinstance(item, Mark))
