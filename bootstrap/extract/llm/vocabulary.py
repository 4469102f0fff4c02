"""Which names a claim may use: those in its evidence, those of the footprint, and ordinary words."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.languages import NAMES as LANGUAGES
from bootstrap.footprint.names import WORD, fold, tokens
from bootstrap.footprint.types import Footprint
from prompts import load

_SENTENCE_START = re.compile(r"(?:^|[.;:!?]\s+|[(“\"]|\s[-–—]\s)\W*([^\W\d_][\w'’]*)")
_WORDS = re.compile(r"(?<!\w)[^\W\d_][\w'’]*")
# What follows a name at the head of a sentence: a verb of the third person, another name, a comma.
_AFTER_NAME = re.compile(
    r"['’]s\b|,|\s+(?:[A-Z]|\w+s\b|(?:is|was|has|had|will|can|must|may|might|should|would|and|or|also|then|now|who|whose|no longer)\b)"
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
        if begins and (_is_ordinary(word, known) or not _AFTER_NAME.match(claim, match.end())):
            continue
        return word
    return ""


def unknown_in_title(title: str, known: frozenset[str]) -> str:
    """The first word of a title that is neither known nor ordinary; empty when all are."""
    for word in _WORDS.findall(title):
        word = re.sub(r"['’]s?$", "", word)
        if _is_name(word) and not _in(word, known) and not _is_ordinary(word, known):
            return str(word)
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
    folded = fold(word)
    stem = folded[: max(4, len(word) - 3)]
    words = (*_ordinary(), *GENERIC, *known)
    listed = any(
        (len(b) > 3 and folded.startswith(b)) or folded == b or folded == f"{b}s" for b in _beginnings()
    )
    return len(word) < 4 or listed or any(other.startswith(stem) for other in words)


@cache
def _ordinary() -> frozenset[str]:
    """English as it is used in claims: words written small in our own prompts, and a list."""
    words = (word for name in _ORDINARY for word in WORD.findall(load(name).text))
    return frozenset(fold(word) for word in words if word.islower())


@cache
def _beginnings() -> tuple[str, ...]:
    """Beginnings of the ordinary words that a sentence may start with."""
    lines = (files(__package__) / "ordinary.txt").read_text(encoding="utf-8").splitlines()
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())
