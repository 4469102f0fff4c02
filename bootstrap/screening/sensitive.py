"""Matters that are nobody's business at work: health, belief, politics, union, sexuality, money, family, law.

A phrase that can only be about a person ("diagnosed with", "her salary") is enough. A mere topic ("oncology",
"salary", "custody") is the daily work of a nurse, a payroll engineer and a lawyer; it counts where a word for
a person or an appointment stands close and no word of a trade does.
"""

from __future__ import annotations

import re
from functools import cache

from bootstrap.screening.fold import fold
from bootstrap.screening.lexicon import Lexicon, Span, phrases

MATTERS = {
    "health": "a person's health",
    "therapy": "therapy or counselling",
    "religion": "religious belief",
    "politics": "political opinion",
    "union": "membership of a union or works council",
    "sexuality": "sexuality or intimate life",
    "money": "a person's pay, debts or finances",
    "family": "a family dispute",
    "legal": "a person's legal trouble",
}
_NEAR = 30
_SHORT = 5


def find(text: str) -> str:
    """Which private matter a text is about, in words; empty when it is about none."""
    folded = fold(text)
    present = lexicon().concepts(folded)
    for matter, words in MATTERS.items():
        if matter in present:
            return words
    if "topic" not in present:
        return ""
    return "a private matter" if any(_is_private(line) for line in re.split(r"[\n.;!?]+\s", folded)) else ""


@cache
def lexicon() -> Lexicon:
    """Phrases for private matters in all languages, in one search."""
    return Lexicon(phrases("sensitive"))


def _is_private(line: str) -> bool:
    present = lexicon().concepts(line)
    if "topic" not in present or "trade" in present:
        return False
    topics = lexicon().spans("topic", line)
    around = [
        span for name in ("personal", "provider") if name in present for span in lexicon().spans(name, line)
    ]
    if any(_near(topic, other) for topic in topics for other in around):
        return True
    return len(line.split()) <= _SHORT and not re.search(r"[/_()<>={}]", line)


def _near(topic: Span, other: Span) -> bool:
    return topic[0] - _NEAR <= other[1] and other[0] <= topic[1] + _NEAR
