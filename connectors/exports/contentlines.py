"""The line format that iCalendar and vCard share: ``group.NAME;PARAM=value:value``, folded.

RFC 5545 §3.1 and RFC 6350 §3.2; the older quoted-printable soft breaks are those of vCard 2.1 and
vCalendar 1.0 (Internet Mail Consortium, 1996). Everything is bounded: a line longer than ``LONGEST``
loses its tail, so that an inline photo or a hostile file costs no memory.
"""

from __future__ import annotations

import codecs
import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from connectors.exports.charsets import decode as decode_named

LONGEST = 256_000
_CHUNK = 1 << 16
_BREAK = re.compile(rb"\r\n|\n|\r")
_SOFT_BREAK = re.compile(rb"^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]", re.IGNORECASE)
_PARAMETER = re.compile(r'([^=;:"]+)(?:\s*=\s*((?:"[^"]*"|[^";:])*))?')
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_WIDE = {
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
    "utf-16-be": (b"\0B", b"\0b"),
    "utf-16-le": (b"B\0", b"b\0"),
}
_CARET = {"^n": "\n", "^'": '"', "^^": "^"}


class Readable(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Line:
    """One content line, taken apart.

    Attributes:
        group: the ``item1`` of ``item1.EMAIL``, lower case, mostly empty.
        name: upper case.
        parameters: by upper-case name; a bare ``;WORK`` of version 2.1 is a TYPE.
        value: decoded text, its backslash escapes untouched.
    """

    name: str
    value: str
    group: str = ""
    parameters: dict[str, list[str]] = field(default_factory=dict)

    def types(self) -> set[str]:
        return {
            word.strip().lower() for value in self.parameters.get("TYPE", []) for word in value.split(",")
        }


def physical_lines(stream: Readable) -> Iterator[tuple[int, bytes]]:
    """Lines without their ends, each with the offset behind it; CRLF, LF and a lone CR all end a line."""
    rest, offset, dropping = b"", 0, False
    while chunk := stream.read(_CHUNK):
        data = rest + chunk
        position = 0
        for match in _BREAK.finditer(data):
            if match.end() == len(data) and match.group() == b"\r":
                break  # the LF may be in the next chunk
            if not dropping:
                yield offset + match.end(), data[position : match.start()]
            position, dropping = match.end(), False
        rest, offset = data[position:], offset + position
        if len(rest) > LONGEST:
            if not dropping:
                yield offset + len(rest), rest[:LONGEST]
            offset, rest, dropping = offset + len(rest), b"", True
    if rest and not dropping:
        yield offset + len(rest), rest.rstrip(b"\r")


def logical_lines(stream: Readable) -> Iterator[tuple[int, bytes]]:
    """Unfolded lines, each with the offset behind its last part. Empty lines are left out."""
    current, end, size = bytearray(), 0, 0
    soft = False
    for end_of_line, part in physical_lines(_as_utf8(stream)):
        if soft:
            current[-1:] = part.lstrip(b" \t") if part[:1] in b" \t" and part.strip() else part
        elif part[:1] in (b" ", b"\t") and current:
            if len(current) < LONGEST:
                current += part[1:]
        else:
            if current.strip():
                yield end, bytes(current)
            current = bytearray(part)
        end, size = end_of_line, len(current)
        soft = size < LONGEST and current.endswith(b"=") and bool(_SOFT_BREAK.match(current))
    if current.strip():
        yield end, bytes(current)


def parse(line: bytes, charset: str = "cp1252") -> Line | None:
    """Take a logical line apart; None when it has no name or no colon.

    ``charset`` is for bytes that are not UTF-8 and name no charset of their own.
    """
    head, colon, body = _split(line)
    if not colon:
        return None
    name, _, rest = decode(head, charset).strip().partition(";")
    group, _, name = name.rpartition(".")
    name = name.strip().upper()
    if not name:
        return None
    parameters: dict[str, list[str]] = {}
    for match in _PARAMETER.finditer(rest):
        key, value = match.group(1).strip().upper(), match.group(2)
        if value is None:  # version 2.1 writes the bare value
            key, value = ("ENCODING" if key in {"QUOTED-PRINTABLE", "BASE64", "B"} else "TYPE"), key.lower()
        value = re.sub(r"\^[n'^]", lambda caret: _CARET[caret.group()], value.strip().replace('"', ""))
        parameters.setdefault(key, []).append(value)
    encoding = parameters.get("ENCODING", [""])[0].lower()
    if encoding == "quoted-printable":
        body = quopri.decodestring(body)
    named = parameters.get("CHARSET", [""])[0]
    return Line(name, decode(body, charset, named), group.strip().lower(), parameters)


def decode(data: bytes, fallback: str, named: str = "") -> str:
    """Text of ``data``: by the charset it names, else UTF-8, else ``fallback``."""
    if named and not data.isascii():
        return decode_named(data, named)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(fallback, "replace")


def unescape(value: str) -> str:
    r"""Resolve ``\n``, ``\,``, ``\;`` and ``\\`` of a text value."""
    return _ESCAPE.sub(lambda match: "\n" if match.group(1) in "nN" else match.group(1), value)


def components(value: str, separator: str = ";") -> list[str]:
    """Split a structured value at its unescaped separators and unescape each part."""
    parts = re.split(rf"(?<!\\)((?:\\\\)*){separator}", value)
    # re.split keeps the backslash pairs it captured: they belong to the part before them
    texts = [parts[i] + (parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)]
    return [unescape(text).strip() for text in texts]


def _split(line: bytes) -> tuple[bytes, bytes, bytes]:
    """Head and body around the first colon outside quotes; a stray quote does not hide every colon."""
    head, colon, body = line.partition(b":")
    if b'"' not in head:
        return head, colon, body
    quoted = False
    for index, byte in enumerate(line):
        if byte == 0x22:
            quoted = not quoted
        elif byte == 0x3A and not quoted:
            return line[:index], b":", line[index + 1 :]
    return line.partition(b":")


def _as_utf8(stream: Readable) -> Readable:
    """The stream without its byte order mark; UTF-16 (old Outlook, Lotus) is turned into UTF-8.

    Without a mark UTF-16 shows by its first letter, the ``B`` of ``BEGIN``.
    """
    head = stream.read(4)
    for charset, starts in _WIDE.items():
        if head.startswith(starts):
            return _Recoded(codecs.getincrementaldecoder(charset)("replace"), _Joined(head, stream))
    return _Joined(head.removeprefix(codecs.BOM_UTF8), stream)


class _Joined:
    """What was read ahead, then the rest of the stream."""

    def __init__(self, head: bytes, rest: Readable) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int = -1, /) -> bytes:
        if self._head:
            head, self._head = self._head, b""
            return head
        return self._rest.read(size)


class _Recoded:
    """A stream of another charset, as UTF-8."""

    def __init__(self, decoder: codecs.IncrementalDecoder, stream: Readable) -> None:
        self._decoder, self._stream = decoder, stream

    def read(self, size: int = -1, /) -> bytes:
        while data := self._stream.read(size):
            if text := self._decoder.decode(data):
                return text.encode("utf-8", "replace")
        return b""
