"""Which names a claim may use: those in its evidence, those of the footprint, and ordinary words."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from functools import cache

from bootstrap.footprint.languages import NAMES as LANGUAGES
from bootstrap.footprint.names import WORD, fold, tokens
from bootstrap.footprint.types import Footprint
from prompts import load

_LATIN = re.compile(r"^[^\W\d_][\w'’]*$")
_SENTENCE_START = re.compile(r"(?:^|[.;:!?]\s+|[(“\"]|\s[-–—]\s)\W*([^\W\d_][\w'’]*)")
_WORDS = re.compile(r"[^\W\d_][\w'’]*")
# "Travels to", "Asked for": a verb in front of a word that no name is followed by.
_VERB = re.compile(
    r"[A-Z][a-z]{2,}(?:s|ed|ing) (?:to|the|a|an|in|on|at|by|for|with|from|of|no|not|all|every|each|his|her|their|only|up|out|over|as|when|before|after|about|new|two|three|any) "
)
_ORDINARY = ("extraction", "gate", "type_user", "type_project", "type_reference", "consolidation")
_ALWAYS = frozenset(fold(word) for word in (*calendar.day_name, *calendar.day_abbr, *calendar.month_name, *calendar.month_abbr,
                    *LANGUAGES.values(), "UTC", "AM", "PM", "OK", "PDF", "PR", "PRs", "URL", "API", "IT", "HR", "Q1", "Q2", "Q3", "Q4"))  # fmt: skip


def of_footprint(footprint: Footprint) -> frozenset[str]:
    """Folded words of every name the footprint has proven: people, addresses, projects, places, tools."""
    return frozenset(word for text in _texts(footprint) for word in tokens(text))


def _texts(footprint: Footprint) -> Iterable[str]:
    owner = footprint.owner
    yield from (owner.name, *owner.names, *owner.addresses, *owner.former, owner.locality)
    yield from (zone for zone, _, _ in owner.zones)
    for held in owner.positions:
        yield from (held.role, held.organization, held.department)
    for person in footprint.people.values():
        yield from (person.name, *person.names, *person.addresses, person.locality, person.zone)
        for held in person.positions:
            yield from (held.role, held.organization, held.department)
    for project in footprint.projects:
        yield project.name
        yield from (place.name for place in project.places)
    for series in footprint.series:
        yield from (series.title, series.location)
    yield from (codebase.name for codebase in footprint.codebases)
    yield from (room.name for room in footprint.rooms)
    yield from (system.name for system in footprint.systems)
    yield from (system.host for system in footprint.systems)
    yield from (document.title for document in footprint.documents)


def unknown_name(claim: str, known: frozenset[str]) -> str:
    """The first word of ``claim`` that is written like a name and is none of ``known``; empty when all are."""
    starts = {match.start(1) for match in _SENTENCE_START.finditer(claim)}
    for match in _WORDS.finditer(claim):
        word = re.sub(r"['’]s?$", "", match[0])
        if not _is_name(word) or _in(word, known):
            continue
        begins = match.start() in starts and not word[1:2].isupper()
        if begins and (_is_ordinary(word, known) or _VERB.match(claim, match.start())):
            continue
        return word
    return ""


def _is_name(word: str) -> bool:
    """Written with a capital, or in a script without capitals: claims are in English."""
    if not word.isascii() and not any(char.isupper() or char.islower() for char in word):
        return True
    return any(char.isupper() for char in word)


def _in(word: str, known: frozenset[str]) -> bool:
    folded = fold(word)
    parts = tokens(word)
    forms = (folded, folded.removesuffix("s"), f"{folded}s")
    if any(form in known or form in _ALWAYS or form in _ordinary() for form in forms):
        return True
    if len(parts) > 1 and all(part in known or part in _ordinary() for part in parts):
        return True
    # Han, Kana and others write no spaces: a name stands inside a longer run of letters.
    return not word.isascii() and any(folded in longer for longer in known)


def _is_ordinary(word: str, known: frozenset[str]) -> bool:
    """The first word of a sentence is written with a capital, whatever it is: one that reads like others does."""
    stem = fold(word)[: max(4, len(word) - 3)]
    return len(word) < 4 or any(other.startswith(stem) for other in (*_ordinary(), *known))


@cache
def _ordinary() -> frozenset[str]:
    """Words written small in our own prompts: English as it is used in claims."""
    words = (word for name in _ORDINARY for word in WORD.findall(load(name).text))
    return frozenset(fold(word) for word in words if word.islower())
