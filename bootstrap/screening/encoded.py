"""Text behind an encoding: base64, hex, a shifted alphabet, letters reversed, spaced, or written as digits.

A view is made only where the first look found a sign of it, so ordinary text costs nothing here.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

import re2

_CORE = ("ignore", "disregard", "previous", "instructions", "system prompt", "assistant", "override")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_LEET = str.maketrans("01345789@$!|", "oieastbgasii")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{20,}={0,2}(?![A-Za-z0-9/])")
_HEX = re.compile(r"(?<![A-Za-z0-9])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[ ,:]?){10,}")
_SPACED = re.compile(r"(?:\b\w[ .\-_*|/,]{1,2}){4,}\w\b")
_JOIN = re.compile(r"""['"]\s*(?:\+|\.\.|&|\|\||,)\s*['"]""")
_LONGEST = 200_000
_MOST = 200


def shifted(text: str, by: int) -> str:
    """Every Latin letter moved on in the alphabet, as Caesar did."""
    turned = _ALPHABET[by:] + _ALPHABET[:by]
    return text.lower().translate(str.maketrans(_ALPHABET, turned))


# Looked for in every text: the words of an attack in a shifted alphabet or reversed.
SIGNS: dict[str, tuple[str, ...]] = {
    f"shift-{by}": tuple(shifted(word, by) for word in _CORE if len(word) > 6) for by in range(1, 26)
} | {"reversed": tuple(word[::-1] for word in _CORE)}
_ODD = {
    "packed": r"(?:^|[\s\"'(<>:;,`])[A-Za-z0-9+/_-]{20,}={0,2}(?:[\s\"')<>,.;`]|$)|(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[ ,:]){10}",
    "leet": r"[A-Za-z][013457@$!|]{1,2}[A-Za-z]{1,3}[013457@$!|]|[1!|][A-Za-z]{1,3}0[A-Za-z]|\b[A-Za-z][013457@$!|][A-Za-z]",
    "spaced": r"(?:\b\pL[ .\-_*|/,]{1,2}){5}",
    "joined": r"""['"]\s*(?:\+|\.\.|&|\|\||,)\s*['"]""",
    "entities": r"&#x?[0-9A-Fa-f]{2,5};|&(?:lt|gt|quot|amp);|%[2-7][0-9A-Fa-f]%[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]",
}
ODD = "|".join(_ODD.values())
_EACH_ODD = {name: re2.compile(source) for name, source in _ODD.items()}


def views(text: str, folded: str, signs: frozenset[str], odd: bool) -> Iterator[str]:
    """The readings of a text that its signs call for.

    Args:
        signs: names of those of ``SIGNS`` that stand in the text.
        odd: ``ODD`` (RE2) may match the text.
    """
    text = text[:_LONGEST]
    folded = folded[:_LONGEST]
    for by in range(1, 26):
        if f"shift-{by}" in signs:
            yield shifted(folded, 26 - by)
    if "reversed" in signs:
        yield folded[::-1]
        yield " ".join(word[::-1] for word in folded.split())
    if odd:
        yield from _odd_views(text, folded)


def _odd_views(text: str, folded: str) -> Iterator[str]:
    odd = {name for name, expression in _EACH_ODD.items() if expression.search(text)}
    if "packed" in odd:
        yield from _decoded(text)
    if "leet" in odd:
        yield folded.translate(_LEET)
    if "spaced" in odd:
        yield _SPACED.sub(lambda found: re.sub(r"\W|_", "", found[0]) + " ", text)
        yield re.sub(r"(?<=\b\w)[ .\-_*|/,](?=\w\b)", "", text)
    if "joined" in odd:
        yield _JOIN.sub("", text)
    if "entities" in odd:
        yield unquote(html.unescape(re.sub(r"\\u00([2-7][0-9a-fA-F])", r"%\1", text)))


def _decoded(text: str) -> Iterator[str]:
    for found, _ in zip(_BASE64.finditer(text), range(_MOST), strict=False):
        body = found[0].replace("-", "+").replace("_", "/").rstrip("=")
        try:
            yield from _readable(base64.b64decode(body + "=" * (-len(body) % 4)))
        except (binascii.Error, ValueError):
            continue
    for found, _ in zip(_HEX.finditer(text), range(_MOST), strict=False):
        digits = re.sub(r"0x|\\x|[% ,:]", "", found[0])
        yield from _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _readable(data: bytes) -> Iterator[str]:
    """The bytes as text, where they are one: mostly letters and spaces."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    letters = sum(char.isalpha() or char == " " for char in text)
    if len(text) >= 8 and letters >= 0.8 * len(text):
        yield text
