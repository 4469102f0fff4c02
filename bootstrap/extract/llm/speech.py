"""Is a line a statement of fact, in words of its own? Requests, and strangers' sentences, are kept out."""

from __future__ import annotations

import re
from functools import cache

from bootstrap.footprint.conventions import IMPERATIVE
from bootstrap.footprint.names import WORD, fold
from bootstrap.screening.lexicon import phrases

COPIED = 12

# A claim is in the third person: nobody speaks in it, and nobody is spoken to.
_PERSONAL = re.compile(
    r"\b(?i:me|my|mine|myself|you|your|yours|yourself|we|our|ours|please|kindly|let's)\b|\bI\b(?=[\s'’][a-z])|\b[Uu]s\b"
)
_ADDRESSED = re.compile(
    r"\b(?:(?:ai|a\.i\.) (?:assistants?|agents?|models?|systems?|tools?)|(?:the|your|any|an|every|all) (?:assistants?|agents?|bots?|models?|llms?)"
    r"|assistants? (?:must|should|may|can|shall|will|is|are|has|have|need|needs)|chatbots?|language models?|llms?|prompts?|system message"
    r"|memor(?:y|ies) (?:files?|directory|entr\w+)|(?:long|short)[- ]term memory)\b"
)
_ARTICLE = frozenset(
    "the a an all any every each this that these those it them everything anything to him her".split()
)


def spoken(line: str) -> str:
    """Why a line is no plain statement; empty when it is one."""
    letters = [char for char in line if char.isalpha()]
    if sum(ord(char) > 0x24F for char in letters) > len(letters) / 2:
        return "is not in English"
    if _PERSONAL.search(line):
        return "speaks to somebody"
    if line.rstrip().endswith(("?", "!")):
        return "is a question or an exclamation"
    if _ADDRESSED.search(fold(line)):
        return "speaks of assistants"
    for sentence in re.split(r"[.;:]\s+|\s[-–—]\s|→", line):
        words = [fold(word) for word in WORD.findall(sentence)]
        if words and _requests(words):
            return "asks for something"
    return ""


def _requests(words: list[str]) -> bool:
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in ("do", "don", "dont", "never", "always", "ensure", "remember", "ignore", "disregard"):
        return (
            first in ("remember", "ignore", "disregard", "ensure", "don", "dont")
            or second in _verbs()
            or second == "not"
        )
    if first not in _verbs():
        return False
    return first not in _either() or second in _ARTICLE


def copied(line: str, text: str) -> bool:
    """Whether more than twelve words in a row of ``line`` are those of ``text``."""
    ours, theirs = ([fold(word) for word in WORD.findall(part)] for part in (line, text))
    if len(ours) <= COPIED:
        return False
    runs = {tuple(theirs[i : i + COPIED + 1]) for i in range(len(theirs) - COPIED)}
    return any(tuple(ours[i : i + COPIED + 1]) in runs for i in range(len(ours) - COPIED))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(fold(word) for word in phrases("title")["request"] if " " not in word) | IMPERATIVE


@cache
def _either() -> frozenset[str]:
    """Verbs that are nouns as well: a line may begin with the noun."""
    # And words of other languages' lists that begin English sentences of every kind.
    nouns = "when may might can come doe die list plan book contact count group order answer approach request report review release commit test tests deploy document file plan reply search visit work name note"
    return frozenset(fold(word) for word in phrases("title")["either"]) | frozenset(nouns.split())
