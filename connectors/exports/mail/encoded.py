"""Encoded words (RFC 2047) and parameters (RFC 2231), as written and as broken in the wild.

Tolerated: words split inside a character, missing padding, blanks inside a word, a missing end,
raw 8-bit text around words, words inside quotes, unknown charsets, a word encoded twice.
"""

from __future__ import annotations

import binascii
import functools
import re
from urllib.parse import unquote_to_bytes

from connectors.exports.charsets import decode

LONGEST = 4_000
WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?((?:(?!=\?[^?=\s]).)*?)(?:\?=|$)", re.DOTALL)
NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
PARAMETER = re.compile(r';\s*([^\s=;"*]+)(\*\d*\*?)?\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)')


def header_text(raw: bytes | str) -> str:
    """A header's value as a person would read it: one line, at most 4,000 characters."""
    if isinstance(raw, bytes):
        text = raw[:LONGEST].decode("ascii") if raw.isascii() else decode(raw[: 4 * LONGEST])
    else:
        text = raw
    if "=?" in text:
        text = decode_words(text[:LONGEST])
        if "=?" in text and "?=" in text:  # a gateway encoded the encoded word again
            text = decode_words(text)
    if "  " in text or "\n" in text or "\r" in text or "\t" in text:
        text = " ".join(text.split())
    return text[:LONGEST].strip()


def decode_words(text: str) -> str:
    """``text`` with its encoded words decoded; the rest stays."""
    out: list[str] = []
    waiting = b""  # neighbours of one charset are joined before decoding: characters get split
    charset = ""
    end = 0
    for match in WORD.finditer(text):
        between = text[end : match.start()]
        data = _word_bytes(match.group(2), match.group(3))
        name = match.group(1).partition("*")[0]
        if end and not between.strip() and name.lower() == charset.lower():
            waiting += data
        else:
            out.append(decode(waiting, charset))
            if not end or between.strip():
                out.append(between)
            waiting, charset = data, name
        end = match.end()
    out += (decode(waiting, charset), text[end:])
    return "".join(out)


def _word_bytes(how: str, payload: str) -> bytes:
    if how in "bB":
        return base64_bytes(payload)
    raw = payload.replace("_", " ").encode("utf-8", "replace")
    return binascii.a2b_qp(raw)


def base64_bytes(payload: str) -> bytes:
    """Base64 with anything foreign left out and the padding made good."""
    letters = NOT_BASE64.sub("", payload)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + "=" * (-len(letters) % 4))


def parameters(value: bytes) -> tuple[str, dict[str, str]]:
    """``text/plain; charset="x"; name*0*=...`` → (``text/plain``, {``charset``: ``x``, ``name``: ...})."""
    main, found = _short_parameters(value) if len(value) < 60 else _parameters(value)
    return main, dict(found)


@functools.lru_cache(512)
def _short_parameters(value: bytes) -> tuple[str, dict[str, str]]:
    return _parameters(value)


def _parameters(value: bytes) -> tuple[str, dict[str, str]]:
    text = decode(value[:8_000])
    main = text.partition(";")[0].strip().lower()
    found: dict[str, str] = {}
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for match in PARAMETER.finditer(text):
        name, star, raw = match.group(1).lower(), match.group(2), match.group(3).strip()
        if raw.startswith('"'):
            raw = re.sub(r"\\(.)", r"\1", raw[1:-1] if raw.endswith('"') and len(raw) > 1 else raw[1:])
        if star is None:
            found.setdefault(name, raw)
        else:
            number = star.strip("*")
            pieces.setdefault(name, []).append((int(number[:6] or 0), star.endswith("*"), raw))
    for name, parts in pieces.items():
        found[name] = _joined(sorted(parts, key=lambda part: part[0]))
    return main, {name: header_text(text) if "=?" in text else text for name, text in found.items()}


def _joined(parts: list[tuple[int, bool, str]]) -> str:
    charset = ""
    data = b""
    for index, (_, escaped, raw) in enumerate(parts):
        if escaped and index == 0 and raw.count("'") >= 2:
            charset, _, raw = raw.split("'", 2)
        data += unquote_to_bytes(raw) if escaped else raw.encode("utf-8", "replace")
    return decode(data, charset)
