"""Which candidates are shown: words, type, source, confidence, state.

One line of text says it all, so that the screen, ``--plain`` and a script filter alike:
``harbour type:project source:slack confidence:80 is:pending is:blocked is:below is:alike``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bootstrap.model import MemoryType
from bootstrap.review.item import Item

TYPES: tuple[MemoryType, ...] = ("user", "project", "reference", "feedback")


@dataclass(frozen=True, slots=True)
class Filter:
    """What must hold of a shown item; the default shows all above the line.

    Attributes:
        words: all must occur (case-folded).
        types: any of these; empty for all.
        source: word for a source (``mail``, ``slack`` ...); empty for all.
        confidence: at least this, 0 to 1.
        pending: only those not decided yet.
        blocked: only blocked ones.
        below: those below the budget line as well.
        family: only those that ask the same kind of question.
    """

    words: str = ""
    types: frozenset[MemoryType] = frozenset()
    source: str = ""
    confidence: float = 0.0
    pending: bool = False
    blocked: bool = False
    below: bool = False
    family: tuple[str, str] | None = None

    @property
    def narrows(self) -> bool:
        """Whether the person chose a part; only then may a bulk answer be given."""
        return self != Filter(pending=self.pending, below=self.below)

    def shows(self, item: Item) -> bool:
        one = item.candidate
        return (
            (self.below or not one.below)
            and (not self.pending or item.verdict is None)
            and (not self.types or item.type in self.types)
            and (not self.blocked or bool(item.blocked))
            and one.confidence >= self.confidence
            and (not self.source or self.source in item.sources)
            and (self.family is None or item.family == self.family)
            and all(word in item.haystack for word in self.words.casefold().split())
        )

    def __str__(self) -> str:
        parts = [self.words.strip()] if self.words.strip() else []
        parts += [f"type:{name}" for name in sorted(self.types)]
        parts += [f"source:{self.source}"] if self.source else []
        parts += [f"confidence:{self.confidence:.0%}".rstrip("%")] if self.confidence else []
        flags = {"pending": self.pending, "blocked": self.blocked, "below": self.below, "alike": self.family}
        return " ".join(parts + [f"is:{name}" for name, on in flags.items() if on])


FLAGS: dict[str, Callable[[Filter], Filter]] = {
    "is:pending": lambda chosen: replace(chosen, pending=True),
    "is:blocked": lambda chosen: replace(chosen, blocked=True),
    "is:below": lambda chosen: replace(chosen, below=True),
}


def parse(line: str, alike: Item | None = None) -> Filter:
    """Read the one-line form; what is not understood counts as a word. ``alike`` is the present item."""
    chosen = Filter()
    words = []
    for token in line.split():
        name, colon, value = token.partition(":")
        if colon and name == "type" and value in TYPES:
            chosen = replace(chosen, types=chosen.types | {value})
        elif colon and name == "source" and value:
            chosen = replace(chosen, source=value)
        elif colon and name == "confidence" and value.rstrip("%").isdecimal():
            chosen = replace(chosen, confidence=min(int(value.rstrip("%")), 100) / 100)
        elif token in FLAGS:
            chosen = FLAGS[token](chosen)
        elif token == "is:alike" and alike is not None:
            chosen = replace(chosen, family=alike.family)
        else:
            words.append(token)
    return replace(chosen, words=" ".join(words))
