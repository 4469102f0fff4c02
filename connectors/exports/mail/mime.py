"""The parts of a message (RFC 2045, 2046), found by their boundaries; only text is ever decoded.

Own walk over the raw bytes: the standard library's parser builds every part of a message, attachments
included, and takes most of a mailbox's reading time for it.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass, field

from connectors.exports.charsets import decode
from connectors.exports.mail.encoded import base64_bytes, header_text, parameters
from connectors.exports.mail.headers import Headers, read_headers

DEEPEST = 50
MOST_PARTS = 2_000
LONGEST_TEXT = 600_000
LONGEST_CALENDAR = 2_000_000
MOST_NAMES = 100
FIRST_BOUNDARY = re.compile(rb"(?:^|\n)(--[^\r\n]{1,70}?)[ \t]*\r?\n")
TEXT = {"text/plain", "text/html", "text/enriched", "text/richtext", "application/xhtml+xml"}
CALENDAR = {"text/calendar", "application/ics", "text/x-vcalendar"}
ENCLOSED = {"message/rfc822", "message/global", "message/news"}
QUIET = {"message/delivery-status", "message/disposition-notification", "text/rfc822-headers", "message/feedback-report",
         "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
         "application/pgp-encrypted", "message/external-body", "message/partial"}  # fmt: skip


class TooManyParts(ValueError):
    """More parts, or parts nested deeper, than any real message has."""


@dataclass(slots=True)
class Content:
    """What a message holds.

    Attributes:
        texts: (text, whether it is HTML), in reading order; of alternatives the plainest good one.
        calendars: iCalendar data of invitations, undecoded from their charset.
        attachments: file names.
        forwarded: messages enclosed whole: (their headers, their content).
    """

    texts: list[tuple[str, bool]] = field(default_factory=list)
    calendars: list[bytes] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    forwarded: list[tuple[Headers, Content]] = field(default_factory=list)


def read_content(data: bytes, start: int, headers: Headers, longest: int = LONGEST_TEXT) -> Content:
    """The content of the message whose body begins at ``start``.

    Of each text part ``longest`` bytes are read at most.
    Raises TooManyParts for more than 2,000 parts or 50 levels, HeadTooLong for a part's endless head.
    """
    return _Walk(data, longest).message(headers, start, len(data), 0)


class _Walk:
    """One message being read: its bytes, and how many parts have been met."""

    def __init__(self, data: bytes, longest: int) -> None:
        self.data = data
        self.longest = longest
        self.parts = 0

    def message(self, headers: Headers, start: int, end: int, depth: int) -> Content:
        content = Content()
        self.part(headers, start, end, depth, content, "text/plain")
        return content

    def part(self, headers: Headers, start: int, end: int, depth: int, into: Content, default: str) -> None:
        self.parts += 1
        if depth > DEEPEST or self.parts > MOST_PARTS:
            raise TooManyParts
        raw = headers.raw("content-type")
        kind, params = parameters(raw) if raw else (default, {})
        if "/" not in kind:
            kind = default
        if kind.startswith("multipart/"):
            bounds = self.children(start, end, params.get("boundary", ""))
            if bounds:
                self.multipart(kind, bounds, depth, into)
                return
            kind = "text/plain"
        disposition, name = _disposition(headers, params)
        if kind in CALENDAR:
            if end - start <= LONGEST_CALENDAR:
                into.calendars.append(_to_utf8(self.payload(headers, start, end), params.get("charset", "")))
        elif kind in ENCLOSED:
            self.enclosed(headers, start, end, depth, into)
        elif kind in TEXT and disposition != "attachment" and not (name and into.texts):
            html = "html" in kind
            text = decode(self.payload(headers, start, end, self.longest), params.get("charset", ""))
            if params.get("format", "").lower() == "flowed":
                text = _unflowed(text, params.get("delsp", "").lower() == "yes")
            if kind in ("text/enriched", "text/richtext"):
                text = re.sub(r"<[^<>]{0,200}>", "", text)
            into.texts.append((text, html))
        elif (
            kind not in QUIET and len(into.attachments) < MOST_NAMES and (name or disposition == "attachment")
        ):
            into.attachments.append(name or kind)

    def multipart(self, kind: str, bounds: list[tuple[int, int]], depth: int, into: Content) -> None:
        default = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        if kind == "multipart/alternative":
            into.texts += self.best_version(bounds, depth, into)
            return
        for start, end in bounds:
            headers, body = read_headers(self.data, start, end)
            self.part(headers, min(body, end), end, depth + 1, into, default)

    def best_version(
        self, bounds: list[tuple[int, int]], depth: int, into: Content
    ) -> list[tuple[str, bool]]:
        """The plain version if it says something, else the longest; HTML is not decoded beside a good plain one."""
        versions: list[list[tuple[str, bool]]] = []
        for start, end in bounds:
            headers, body = read_headers(self.data, start, end)
            if versions and _good(versions[0]) and headers.raw("content-type")[:9].lower() == b"text/html":
                self.parts += 1
                continue
            version = Content([], into.calendars, into.attachments, into.forwarded)
            self.part(headers, min(body, end), end, depth + 1, version, "text/plain")
            versions.append(version.texts)
        good = (version for version in versions if _good(version))
        return next(good, None) or max(
            versions, key=lambda version: sum(len(text) for text, _ in version), default=[]
        )

    def enclosed(self, headers: Headers, start: int, end: int, depth: int, into: Content) -> None:
        data, walk, at, stop = self.data, self, start, end
        encoding = headers.raw("content-transfer-encoding").strip().lower()
        if encoding in (b"base64", b"quoted-printable"):  # forbidden by RFC 2046, and met all the same
            data = self.payload(headers, start, end, LONGEST_TEXT)
            walk, at, stop = _Walk(data, self.longest), 0, len(data)
            walk.parts = self.parts
        inner, body = read_headers(data, at, stop)
        into.forwarded.append((inner, walk.message(inner, min(body, stop), stop, depth + 1)))
        self.parts = max(self.parts, walk.parts)

    def children(self, start: int, end: int, boundary: str) -> list[tuple[int, int]]:
        """Where each part of a multipart body begins and ends."""
        mark = b"--" + boundary.encode("utf-8", "replace")
        if not boundary:
            first = FIRST_BOUNDARY.search(self.data, start, min(end, start + 2_000))
            if first is None:
                return []
            mark = first.group(1)
        found: list[tuple[int, int]] = []
        begin = -1
        at = start if self.data.startswith(mark, start) else self.after(mark, start, end)
        while at >= 0:
            tail = self.data[at + len(mark) : min(end, at + len(mark) + 200)]
            line, newline, _ = tail.partition(b"\n")
            closing = line.startswith(b"--")
            if line.strip(b" \t\r") and not closing:  # a longer boundary that begins the same
                at = self.after(mark, at + 1, end)
                continue
            if begin >= 0:
                stop = at - 1
                found.append(
                    (
                        begin,
                        stop - 1
                        if self.data[stop - 1 : stop] == b"\r" and stop > begin
                        else max(begin, stop),
                    )
                )
                if len(found) > MOST_PARTS:
                    raise TooManyParts
            if closing:
                return found
            begin = min(at + len(mark) + len(line) + len(newline), end)
            at = self.after(mark, begin - 1, end)
        if begin >= 0:
            found.append((begin, end))  # the last boundary is missing: cut short, but readable
        return found

    def after(self, mark: bytes, start: int, end: int) -> int:
        at = self.data.find(b"\n" + mark, start, end)
        return at + 1 if at >= 0 else -1

    def payload(self, headers: Headers, start: int, end: int, most: int = LONGEST_CALENDAR) -> bytes:
        """The decoded bytes of a leaf, bounded."""
        encoding = headers.raw("content-transfer-encoding").strip().lower()
        raw = self.data[start : min(end, start + most)]
        if encoding.startswith(b"base64"):
            return base64_bytes(raw.decode("latin-1"))
        if encoding.startswith(b"quoted"):
            return binascii.a2b_qp(raw)
        if encoding in (b"x-uuencode", b"uuencode", b"x-uue"):
            return _uudecode(raw)
        return raw


def _disposition(headers: Headers, params: dict[str, str]) -> tuple[str, str]:
    raw = headers.raw("content-disposition")
    disposition, own = parameters(raw) if raw else ("", {})
    name = (
        own.get("filename")
        or params.get("name")
        or headers.text("content-description") * (disposition == "attachment")
    )
    name = header_text(name).replace("\\", "/").rpartition("/")[2]
    return disposition, name[:200]


def _good(version: list[tuple[str, bool]]) -> bool:
    """A plain version worth reading: not empty, not just a pointer to the HTML one."""
    text = "\n".join(part for part, html in version if not html).strip()
    if len(text) < 250 and re.search(r"(?i)html|view (?:this|it|the)|browser|client", text):
        return False
    return len(text) > 20


def _to_utf8(data: bytes, charset: str) -> bytes:
    return data if data.isascii() else decode(data, charset).encode("utf-8", "replace")


def _uudecode(raw: bytes) -> bytes:
    out = []
    for line in raw.split(b"\n"):
        if line.startswith(b"begin ") or not line.strip():
            continue
        if line.startswith(b"end"):
            break
        try:
            out.append(binascii.a2b_uu(line))
        except binascii.Error:
            continue
    return b"".join(out)


def _unflowed(text: str, delete_space: bool) -> str:
    """Paragraphs on one line again (RFC 3676): a line that ends with a blank goes on in the next one."""
    out: list[str] = []
    depth = -1  # quote depth of an open paragraph
    for line in text.replace("\r\n", "\n").split("\n"):
        marks = len(line) - len(line.lstrip(">"))
        body = line[marks:].removeprefix(" ")
        if marks == depth and body != "-- ":
            out[-1] += body
        else:
            out.append((">" * marks + " " if marks else "") + body)
        flows = body.endswith(" ") and body != "-- "
        depth = marks if flows else -1
        # With DelSp the last blank goes; programs that forget to double theirs would lose it between words.
        if flows and delete_space and (body[-2:-1] == " " or not body[-2:-1].isascii()):
            out[-1] = out[-1][:-1]
    return "\n".join(out)
