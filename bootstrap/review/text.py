"""Strangers' text on its way to a screen: the second line of defence.

Text was cleaned where it was sealed. Should anything have slipped through, a control, bidi or
invisible character is shown as one visible mark here instead of being obeyed by the terminal.
"""

from __future__ import annotations

import re

MARK = "�"
ENTIRE = 200_000
"""Characters of a memory or a difference that are shown: all, but for one made to fill the screen."""

LINE = 2_000
"""Characters shown of what stands on one line."""

_SUSPECT = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]+"
)
# ZWNJ and ZWJ belong between letters of scripts that need them and inside emoji, nowhere else.
_JOINER = re.compile(r"(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])")
# Terminals disagree on the width of joined emoji, skin tones and emoji-style letters; in columns
# each part stands alone, so that what follows stays aligned.
_EMOJI_GLUE = re.compile("\u200d(?=[\u2190-\u2bff\U0001f000-\U0001faff])|[\ufe0f\U0001f3fb-\U0001f3ff]")


def harmless(text: str) -> str:
    """The text, whole, with every run of characters that a terminal would obey or hide as one mark."""
    return _JOINER.sub(MARK, _SUSPECT.sub(MARK, text.replace("\r\n", "\n")))


def visible(text: str, limit: int = ENTIRE) -> str:
    """The same for showing: tabs are spaces, and what is left out for its length is said."""
    shown = harmless(text[: limit + 1]).replace("\t", "    ")
    return _bounded(shown, limit, len(text))


def one_line(text: str) -> str:
    """The same on a single line, for columns."""
    joined = " ".join(text[: LINE * 2].split())
    return _EMOJI_GLUE.sub("", _bounded(harmless(joined), LINE, max(len(joined), len(text))))


def _bounded(shown: str, limit: int, length: int) -> str:
    return shown if len(shown) <= limit else f"{shown[:limit]}… ({length - limit:,} more characters)"
