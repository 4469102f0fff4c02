"""The head of a message: names and raw values, found without parsing what nobody asks for."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from connectors.exports.mail.encoded import header_text

LONGEST_HEAD = 1_000_000
LONGEST_NAME = 100
NAME = re.compile(rb"[!-9;-~]{1,100}")
UNASKED, NO_FIELD = "-", ""
# A line that is no header ends the head, unless one of these follows: then it was a fold gone wrong.
USUAL = re.compile(
    rb"(?i)(?:from|to|cc|subject|date|message-id|received|mime-version|content-[a-z-]+|x-[a-z0-9-]+|"
    rb"references|in-reply-to|reply-to|return-path|list-[a-z]+)[ \t]*:"
)
# Headers of the way a message took, which nobody asks for and which are most of a head.
TRACE = (b"ARC-", b"DKIM-", b"X-Google-", b"X-Received", b"Authentication-Results", b"Received-SPF", b"X-MS-Exchange-",
         b"X-Microsoft-", b"X-Gm-Message-State", b"X-Forefront")  # fmt: skip


class HeadTooLong(ValueError):
    """The head is longer than any mail program writes."""


class Headers:
    """Header values by lower-case name; several of one name keep their order."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, list[bytes]]) -> None:
        self.fields = fields

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Headers:
        """From (name, value) pairs, as mail services answer them."""
        fields: dict[str, list[bytes]] = {}
        for name, value in pairs:
            fields.setdefault(name.strip().lower(), []).append(value.encode("utf-8", "replace"))
        return cls(fields)

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def raw(self, name: str) -> bytes:
        """First value as it stands, unfolded; empty when there is none."""
        values = self.fields.get(name)
        return values[0] if values else b""

    def text(self, name: str) -> str:
        """First value, decoded."""
        values = self.fields.get(name)
        return header_text(values[0]) if values else ""

    def texts(self, name: str) -> list[str]:
        """All values, decoded."""
        return [header_text(value) for value in self.fields.get(name, [])[:100]]


def read_headers(data: bytes, start: int = 0, end: int | None = None) -> tuple[Headers, int]:
    """The headers of the message or part that begins at ``start``, and where its body begins.

    Raises HeadTooLong beyond a million bytes (RFC 5322 sets no limit; real heads stay below 200 kB).
    """
    stop = len(data) if end is None else end
    body, gap = _blank_line(data, start, stop)
    if body - start > LONGEST_HEAD:
        raise HeadTooLong
    # Unfolding first (RFC 5322 section 2.2.3) leaves one line a header.
    head = data[start : body - gap].replace(b"\r\n", b"\n").replace(b"\n ", b" ").replace(b"\n\t", b" ")
    lines = head.split(b"\n")
    fields: dict[str, list[bytes]] = {}
    values: list[bytes] | None = None
    for number, line in enumerate(lines):
        name, colon, value = line.partition(b":")
        known = _field(name) if colon and len(name) <= LONGEST_NAME else NO_FIELD
        if known is UNASKED:
            values = None
        elif known is not NO_FIELD:
            values = fields.setdefault(known, [])
            values.append(value.strip())
        elif not line.strip() or (number == 0 and line.startswith((b"From ", b">From "))):
            values = None
        elif any(USUAL.match(later) for later in lines[number + 1 : number + 4]):
            if values is not None:
                values[-1] += b" " + line.strip()
        else:
            return Headers(fields), data.find(line.partition(b" ")[0] or line, start, stop)
    return Headers(fields), body


def _blank_line(data: bytes, start: int, stop: int) -> tuple[int, int]:
    """Where the body begins, and how many bytes of line ends stand before it."""
    if data.startswith(b"\n", start):
        return start + 1, 1
    if data.startswith(b"\r\n", start):
        return start + 2, 2
    unix = data.find(b"\n\n", start, stop)
    dos = data.find(b"\n\r\n", start, stop if unix < 0 else unix)
    if dos >= 0:
        return dos + 3, 2
    if unix >= 0:
        return unix + 2, 1
    return stop, 0


@functools.lru_cache(2_048)
def _field(name: bytes) -> str:
    """The header's name as we keep it, UNASKED for one of those nobody asks for, NO_FIELD for none."""
    if name.startswith(TRACE):
        return UNASKED
    bare = name.rstrip(b" \t")
    if not NAME.fullmatch(bare):
        return NO_FIELD if b" " in bare or b"\t" in bare or not bare else UNASKED
    return bare.lower().decode("latin-1")
