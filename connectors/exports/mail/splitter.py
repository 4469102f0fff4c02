"""Cutting mailboxes of the mbox format (RFC 4155 and its dialects) into messages, in constant memory.

Separators as they are met: ``From 1277085061787347926@xxx Tue Aug 05 08:00:23 +0000 2008`` (Gmail, also
without the date), ``From - Tue Feb 21 10:04:06 2017`` and ``From -`` (Thunderbird, Netscape), ``From jane@x
Tue Aug  5 08:00:23 2008`` (Apple Mail, mutt, mailman), and a bare ``From``. A line of text that begins with
"From " is none: a separator is followed by a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

from connectors.exports.mail.dates import parse_date

CHUNK = 1 << 20
LONGEST_MESSAGE = 16 << 20
LOOK_AHEAD = 2_000
BOM = b"\xef\xbb\xbf"
HEADER = re.compile(rb"(?:[!-9;-~]{1,80}[ \t]*:|>From )")
DASH = re.compile(rb"From -(?:[ \t].*)?\r?\Z")
GMAIL = re.compile(rb"From \S{1,200}@xxx\b")
# A date as asctime(3) writes it, with or without a zone, as RFC 5322 does, or behind an address as ISO 8601.
DATED = re.compile(
    rb"From .{0,300}?\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(?:[A-Z][a-z]{2} +\d{1,2}|\d{1,2} +[A-Z][a-z]{2})\b.{0,30}?\d{1,2}:\d\d|"
    rb"[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d\b|(?<=@).{1,200} \d{4}-\d\d-\d\d[T ]\d\d:\d\d)"
)
YEAR = re.compile(rb"\b(?:19|20)\d\d\b")
BARE = re.compile(rb"From[ \t]*\r?\Z")
STAMP = re.compile(
    rb"From \S* ?(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d(?::\d\d)?)(?: ([+-]\d{4}|[A-Z]{2,5}))? (\d{4})"
)


@dataclass(frozen=True, slots=True)
class Raw:
    """One message as it lies in the mailbox.

    Attributes:
        start, end: offsets in the file, the separator line included.
        data: the message without its separator; cut at 16 MiB, which holds every text part.
        separator: the separator line.
    """

    start: int
    end: int
    data: bytes
    separator: bytes


class NoMailbox(ValueError):
    """The file does not begin as a mailbox does."""


def split(stream: BinaryIO, start: int = 0) -> Iterator[Raw]:
    """Cut a mailbox into messages; ``start`` is the offset of a separator.

    Raises NoMailbox when the first line that is not blank is neither a separator nor a header.
    """
    _skip_to(stream, start)
    buffer = _chunk(stream)
    base = start  # offset of buffer[0] in the file
    if base == 0 and buffer.startswith(BOM):
        buffer, base = buffer[len(BOM) :], len(BOM)
    begin = _first(buffer)
    kept: list[bytes] = []  # head of a message too long to hold
    message_start = base + begin
    look = begin + 1
    ended = not buffer
    while True:
        at = buffer.find(b"\nFrom", look - 1)
        if at >= 0 and (ended or len(buffer) - at > LOOK_AHEAD):
            look = at + 2
            if _separates(buffer, at + 1):
                yield _raw(kept, buffer, begin, at + 1, message_start, base + at + 1)
                kept = []
                begin, message_start = at + 1, base + at + 1
            continue
        if ended:
            break
        look = max(look, at + 1 if at >= 0 else len(buffer) - 6)
        if len(buffer) - begin > LONGEST_MESSAGE:
            if not kept:
                kept = [buffer[begin : begin + LONGEST_MESSAGE]]
            cut = min(look - 2, len(buffer) - LOOK_AHEAD - 8)
            buffer, base, look, begin = buffer[cut:], base + cut, look - cut, 0
        else:
            buffer, base, look, begin = buffer[begin:], base + begin, look - begin, 0
        more = _chunk(stream)
        ended = not more
        buffer += more
    if begin < len(buffer) or kept:
        raw = _raw(kept, buffer, begin, len(buffer), message_start, base + len(buffer))
        if raw.data.strip():
            yield raw


def separator_date(separator: bytes) -> datetime | None:
    """The date in a separator: when the message was delivered, in UTC."""
    match = STAMP.match(separator)
    if match is None:
        return None
    month, day, clock, zone, year = (part.decode("ascii") if part else "" for part in match.groups())
    return parse_date(f"{day} {month} {year} {clock} {zone or '+0000'}")


def _raw(kept: list[bytes], buffer: bytes, begin: int, stop: int, start: int, end: int) -> Raw:
    if kept:
        buffer, begin, stop = kept[0], 0, len(kept[0])
    separator = b""
    if buffer.startswith(b"From", begin) and not buffer.startswith((b"From:", b"From :"), begin):
        line = buffer.find(b"\n", begin, stop) + 1 or stop
        separator, begin = buffer[begin:line], line
    return Raw(start, end, buffer[begin:stop], separator)


def _first(buffer: bytes) -> int:
    begin = len(buffer) - len(buffer.lstrip(b"\r\n \t"))
    line = buffer[begin : begin + LOOK_AHEAD].partition(b"\n")[0]
    if not line.strip():
        return len(buffer)
    if _separates(buffer, begin) or re.match(rb"(?i)[a-z][a-z0-9-]{1,60}:[ \t]", line):
        return begin
    raise NoMailbox


def _separates(buffer: bytes, at: int) -> bool:
    """Whether the line at ``at`` parts two messages."""
    window = buffer[at : at + LOOK_AHEAD]
    line, newline, rest = window.partition(b"\n")
    if not newline or not HEADER.match(rest):
        return False
    if BARE.match(line):
        return at == 0 or buffer[max(0, at - 4) : at].endswith((b"\n\n", b"\n\r\n"))
    if DASH.match(line) or GMAIL.match(line):
        return True
    return bool(DATED.match(line) and YEAR.search(line))


def _chunk(stream: BinaryIO) -> bytes:
    """A whole chunk, unless the file ends; raw streams may give less at a time."""
    pieces = [stream.read(CHUNK)]
    size = len(pieces[0])
    while pieces[-1] and size < CHUNK:
        pieces.append(stream.read(CHUNK - size))
        size += len(pieces[-1])
    return b"".join(pieces)


def _skip_to(stream: BinaryIO, start: int) -> None:
    if not start:
        return
    if stream.seekable():
        stream.seek(start)
        return
    while start > 0:
        block = stream.read(min(CHUNK, start))
        if not block:
            return
        start -= len(block)
