"""Matters that are nobody's business at work: health, belief, politics, union, sexuality, money, family, law.

A phrase that can only be about a person ("diagnosed with", "her salary") is enough. A mere topic ("oncology",
"salary", "custody") is the daily work of a nurse, a payroll engineer and a lawyer; it counts where a word for
a person or an appointment stands close and no word of a trade does.
"""

from __future__ import annotations

import re
from functools import cache

from bootstrap.screening.lexicon import Lexicon, Span, flatten, phrases
from bootstrap.screening.look import Look

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
_SHORT = 3


def find(seen: Look) -> str:
    """Which private matter a text is about, in words; empty when it is about none."""
    for matter, words in MATTERS.items():
        if f"sensitive:{matter}" in seen.signs:
            return words
    if "sensitive:topic" not in seen.signs:
        return ""
    lines = [flatten(line) for line in re.split(r"\n+|[.;!?]+\s|[。！？]", seen.folded) if line.strip()]
    return "a private matter" if any(_is_private(line, alone=len(lines) == 1) for line in lines) else ""


@cache
def _lexicon() -> Lexicon:
    names = ("topic", "personal", "provider", "trade")
    return Lexicon({name: phrases("sensitive")[name] for name in names})


def _is_private(line: str, alone: bool) -> bool:
    """A topic beside a word for a person or an appointment; or nothing but the topic, as in a diary."""
    spans = _lexicon().spans(line)
    topics = spans.get("topic", [])
    if not topics or "trade" in spans:
        return False
    around = spans.get("personal", []) + spans.get("provider", [])
    if any(_near(topic, other) for topic in topics for other in around):
        return True
    return alone and len(line.split()) <= _SHORT and not re.search(r"[/_()<>={}]", line)


def _near(topic: Span, other: Span) -> bool:
    return topic[0] - _NEAR <= other[1] and other[0] <= topic[1] + _NEAR
