"""Clean one text: a fast look that passes ordinary text, and a careful walk for the rest."""

from __future__ import annotations

import re
import unicodedata

import re2

from bootstrap.clean.scripts import flag_at, is_right_to_left, needed

# Everything the walk has to look at; ordinary text holds none of it. RE2 looks ten times as fast as re.
_SUSPECT = re2.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u0334-\u0338\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u20d0-\u20f0\u24b6-\u24e9\u2800\u3164\ufdd0-\ufdef"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U0001d400-\U0001d7ff"
    "\U0001f130-\U0001f169\U0001f170-\U0001f189\U000e0000-\U000e0fff]"
    "|[\u0300-\u036f]{4}"
)
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# ECMA-48: CSI, OSC and the other strings with their terminator, then any two-byte escape.
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]*[0-~]?"
)
_CONTROL = re.compile("[\x00-\x07\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+")
_PILE = re.compile("([\u0300-\u036f]{3})[\u0300-\u036f]+")
# Lines struck through or round letters: a way to keep filters, not readers, from a word.
_OVERLAY = re.compile("(?<=[\\w\\s])[\u0334-\u0338\u20d0-\u20df\u20e1-\u20f0]+")
# Letters dressed up as mathematics or in circles and squares; a single one is a sign, three are a word.
_DRESSED = re.compile(
    "[\U0001d400-\U0001d7ff]+|[\u24b6-\u24e9\U0001f130-\U0001f169\U0001f170-\U0001f189]{3,}"
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def clean(text: str) -> tuple[str, int]:
    """Take out what a person can't see and a model or a terminal would act on.

    Controls but newline and tab, terminal sequences, direction overrides, zero-width and tag characters,
    variation selectors that carry data, private variants of letters. What a script or an emoji needs stays.
    Line ends become ``\\n``.

    Returns:
        The text, and how many characters were dropped or replaced (line ends not counted). Cleaning a clean
        text changes nothing.
    """
    if not is_suspect(text):
        return text, 0
    text = _LINE_END.sub("\n", text)
    dropped = 0
    while True:
        cleaned, count = _pass(text)
        if cleaned == text:
            return text, dropped
        text, dropped = cleaned, dropped + count


def is_suspect(text: str) -> bool:
    """Whether a text holds anything that cleaning has to look at; quick."""
    try:
        return _SUSPECT.search(text) is not None
    except UnicodeEncodeError:  # half of a surrogate pair
        return True


def _pass(text: str) -> tuple[str, int]:
    """One walk. What a removal brings together may need another."""
    start = len(text)
    text = _ESCAPE.sub("", text)
    text = _rub_out(text) if "\b" in text else text
    text = _CONTROL.sub("", text)
    text = _PILE.sub(r"\1", text)
    text = _OVERLAY.sub("", text)
    dropped = start - len(text)
    text, dressed = _undress(text)
    text, hidden = _drop_invisible(text)
    return text, dropped + dressed + hidden


def _rub_out(text: str) -> str:
    """Do what a backspace does on a terminal, so that the reviewer reads what a model would."""
    kept: list[str] = []
    for char in text:
        if char != "\b":
            kept.append(char)
        elif kept and kept[-1] != "\n":
            kept.pop()
    return "".join(kept)


def _undress(text: str) -> tuple[str, int]:
    count = 0

    def plain(found: re.Match[str]) -> str:
        nonlocal count
        count += len(found[0])
        return "".join(_letter(char) for char in found[0])

    return _DRESSED.sub(plain, text), count


def _letter(char: str) -> str:
    """The letter in a circle, a square or a mathematical alphabet."""
    if "\U0001f130" <= char <= "\U0001f189":
        offset = ord(char) - 0x1F130
        return chr(ord("A") + offset % 32) if offset % 32 < 26 else char
    return unicodedata.normalize("NFKC", char)


def _drop_invisible(text: str) -> tuple[str, int]:
    if not _INVISIBLE.search(text):
        return text, 0
    lines = text.split("\n")
    return "\n".join(cleaned := [_visible(line) for line in lines]), sum(map(_changed, lines, cleaned))


def _visible(line: str) -> str:
    mixed = is_right_to_left(line)
    kept: list[str] = []
    at = 0
    while at < len(line):
        length = flag_at(line, at)
        if length:
            kept.append(line[at : at + length])
            at += length
            continue
        char = line[at]
        if not _INVISIBLE.match(char) or needed(line, at, mixed):
            kept.append(char)
        elif char == "\u2800":
            kept.append(" ")
        at += 1
    return "".join(kept)


def _changed(before: str, after: str) -> int:
    return len(before) - len(after) + max(0, before.count("\u2800") - after.count("\u2800"))
