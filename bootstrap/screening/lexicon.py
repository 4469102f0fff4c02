"""Phrases by concept, read from one file per language, and found all at once.

An entry of ``phrases/<language>.toml`` is a phrase; a ``*`` at its end stands for any ending of the last word.
Word boundaries hold where the script writes them; Arabic and Hebrew words may carry their prefixes. All
languages are looked for in all texts: mail mixes them, and so do attackers. The search is Aho and Corasick's:
one pass, whatever the number of phrases.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import ahocorasick_rs

from bootstrap.screening.fold import fold

Span = tuple[int, int]

_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ARABIC_PREFIXES = ("", "ال", "و", "ف", "ب", "ل", "ك", "ک", "وال", "بال", "فال", "کال", "لل")
_HEBREW_PREFIXES = ("", "ו", "ה", "ב", "ל", "כ", "מ", "ש", "וה", "שה", "מה", "בה", "לה", "וב", "ול")
_MOST_SPANS = 5_000


class Lexicon:
    """A search for phrases.

    Args:
        phrases: phrases by concept, boundaries and ``*`` as described above.
        literals: by concept, strings that are found anywhere, inside words too.
        plain: how the texts are folded that will be searched.
    """

    def __init__(
        self,
        phrases: dict[str, list[str]],
        literals: Mapping[str, Iterable[str]] | None = None,
        plain: Callable[[str], str] = fold,
    ) -> None:
        entries: dict[str, list[tuple[str, bool, bool]]] = {}
        for concept, listed in phrases.items():
            for entry in listed:
                key = plain(entry.removesuffix("*"))
                open_end = entry.endswith("*") or bool(_UNSPACED.search(entry[-1:]))
                bound = not _UNSPACED.match(entry)
                entries.setdefault(key, []).append((concept, bound, open_end or not key[-1:].isalnum()))
        for concept, found_anywhere in (literals or {}).items():
            for entry in found_anywhere:
                entries.setdefault(entry, []).append((concept, False, True))
        self._meanings = list(entries.values())
        self._search = ahocorasick_rs.AhoCorasick(list(entries))

    def concepts(self, flat: str) -> frozenset[str]:
        """Names of the concepts that a folded text on one line holds."""
        return frozenset(concept for concept, _ in self._hits(flat))

    def spans(self, flat: str) -> dict[str, list[Span]]:
        """Where each concept stands in a folded text on one line, in order, 5,000 places of each at most."""
        found: dict[str, list[Span]] = {}
        for concept, span in self._hits(flat):
            places = found.setdefault(concept, [])
            if len(places) < _MOST_SPANS:
                places.append(span)
        return {concept: sorted(places) for concept, places in found.items()}

    def _hits(self, flat: str) -> Iterator[tuple[str, Span]]:
        for number, start, end in self._search.find_matches_as_indexes(flat, overlapping=True):
            for concept, bound, open_end in self._meanings[number]:
                if bound and not _starts_word(flat, start):
                    continue
                if open_end or end == len(flat) or _is_edge(flat[end]):
                    yield concept, (start, end)


def flatten(folded: str) -> str:
    """A folded text on one line, with single spaces: what phrases are looked for in."""
    return folded if folded.isalnum() else " ".join(folded.split())


@cache
def phrases(section: str) -> dict[str, list[str]]:
    """The phrases of one section (``injection``, ``secret`` ...) of all languages, by concept."""
    merged: dict[str, list[str]] = {}
    for table in _tables():
        for concept, entries in table.get(section, {}).items():
            merged.setdefault(concept, []).extend(entries)
    return merged


@cache
def _tables() -> tuple[dict[str, Any], ...]:
    folder = files("bootstrap.screening") / "phrases"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(tomllib.loads((folder / name).read_text(encoding="utf-8")) for name in names)


def _is_edge(char: str) -> bool:
    """Whether a word ends before this character; a word of Latin letters ends before a CJK one."""
    return not char.isalnum() or _UNSPACED.match(char) is not None


def _starts_word(flat: str, start: int) -> bool:
    """Whether a word begins there, prefixes of Semitic scripts allowed for."""
    if start == 0 or _is_edge(flat[start - 1]):
        return True
    first = flat[start]
    if "\u0600" <= first <= "\u06ff":
        prefixes: tuple[str, ...] = _ARABIC_PREFIXES
    elif "\u0590" <= first <= "\u05ff":
        prefixes = _HEBREW_PREFIXES
    else:
        return False
    begin = start
    while begin > 0 and start - begin < 4 and flat[begin - 1].isalnum():
        begin -= 1
    return flat[begin:start] in prefixes and (begin == 0 or not flat[begin - 1].isalnum())
