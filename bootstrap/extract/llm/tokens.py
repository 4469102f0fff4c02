"""How many tokens a text will be, told without the model's own tokenizer."""

from __future__ import annotations

import re

# Byte-pair vocabularies of today hold most words of four to nine Latin letters whole; other alphabets take
# about one token for two letters, Han and Kana about one for each; digits go three by three.
_PIECES = re.compile(r"[A-Za-z]+|\d{1,3}|[^\W\d_A-Za-z]+|\s*\n\s*|[^\w\s]+")
_WHOLE = 7


def tokens(text: str) -> int:
    """A close guess; on the high side for texts in few languages, which is the safe one for a cap."""
    total = 0.0
    for piece in _PIECES.findall(text):
        first = piece[0]
        if first.isascii() and first.isalpha():
            total += 1 + max(0, len(piece) - _WHOLE) / 4
        elif first.isalpha():
            total += len(piece) * (0.9 if ord(first) > 0x2E7F else 0.5)
        else:
            total += 1 if len(piece) < 4 else len(piece) / 3
    return round(total)
