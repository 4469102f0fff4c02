"""Phrases by concept, read from one file per language, and found all at once.

An entry of ``phrases/<language>.toml`` is a phrase. A ``*`` at the end of a word stands for any ending, a
space for any white space. Word boundaries hold where the script writes them; Arabic and Hebrew words may
carry their prefixes. All languages are looked for in all texts: mail mixes them, and so do attackers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import re2

from bootstrap.screening.fold import fold

Span = tuple[int, int]

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ARABIC = re.compile("[\u0600-\u06ff]")
_HEBREW = re.compile("[\u0590-\u05ff]")
# What is no letter: ASCII, Latin-1 and general punctuation, and that of CJK, Arabic and Indic scripts. A
# short class on purpose: the automaton over all letters of Unicode is a hundred times as big.
_NO_LETTER = (
    r"\x00-/:-@\[-`{-\x{bf}\x{60c}\x{61b}\x{61f}\x{6d4}\x{964}\x{965}"
    r"\x{2000}-\x{206f}\x{3000}-\x{303f}\x{ff01}-\x{ff0f}\x{ff1a}-\x{ff20}"
)
_EDGE = f"(?:^|[{_NO_LETTER}])"
_END = f"(?:$|[{_NO_LETTER}])"
_MEMORY = 64 << 20
_MOST_SPANS = 60


class Lexicon:
    """Concepts and what stands for them.

    Args:
        phrases: phrases by concept.
        shapes: by concept, a literal or short expression that is looked for in every text, and the full one
            that must hold where it was found. Both are RE2 and see folded text.
    """

    def __init__(
        self, phrases: dict[str, list[str]], shapes: dict[str, tuple[str, str]] | None = None
    ) -> None:
        signs = {concept: _alternatives(entries) for concept, entries in phrases.items()}
        full = dict(signs)
        for concept, (sign, expression) in (shapes or {}).items():
            signs[concept], full[concept] = sign, expression
        options = re2.Options()
        options.max_mem = _MEMORY
        options.log_errors = False
        self._names = tuple(signs)
        self._full = {name: re2.compile(f"(?m){source}", options) for name, source in full.items()}
        self._set = re2.Set.SearchSet(options)
        for source in signs.values():
            self._set.Add(f"(?m){source}")
        self._set.Compile()

    def concepts(self, folded: str) -> frozenset[str]:
        """Names of the concepts that a folded text may hold; one pass over the text."""
        hits = self._set.Match(folded.encode("utf-8", "replace"))
        return frozenset(self._names[hit] for hit in hits or ())

    def spans(self, concept: str, folded: str) -> list[Span]:
        """Where a concept stands in a folded text, the first sixty places at most."""
        found = self._full[concept].finditer(folded)
        return [match.span() for match, _ in zip(found, range(_MOST_SPANS), strict=False)]


@cache
def phrases(section: str) -> dict[str, list[str]]:
    """The phrases of one section (``injection``, ``secret``, ``sensitive``) of all languages, by concept."""
    merged: dict[str, list[str]] = {}
    for table in _tables():
        for concept, entries in table.get(section, {}).items():
            merged.setdefault(concept, []).extend(entries)
    return merged


def _tables() -> Iterator[dict[str, Any]]:
    folder = files("bootstrap.screening") / "phrases"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            yield tomllib.loads(file.read_text(encoding="utf-8"))


def _alternatives(entries: list[str]) -> str:
    return "(?:" + "|".join(dict.fromkeys(_expression(entry) for entry in entries)) + ")"


def _expression(entry: str) -> str:
    """RE2 source of one phrase."""
    open_end = entry.endswith("*")
    words = [_word(word) for word in fold(entry.removesuffix("*")).split(" ")]
    body = r"\s+".join(words)
    if _UNSPACED.match(entry):
        return body.replace(r"\s+", r"\s*")
    prefix = ""
    if _ARABIC.match(entry):
        prefix = "[وفبکل]{0,2}(?:ال)?"
    elif _HEBREW.match(entry):
        prefix = "[והבלכמש]{0,2}"
    return f"{_EDGE}{prefix}{body}{'' if open_end else _END}"


def _word(word: str) -> str:
    if word.endswith("*"):
        return f"{re2.escape(word[:-1])}[^{_NO_LETTER}]*"
    return str(re2.escape(word))
