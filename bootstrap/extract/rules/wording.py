"""How findings are put into words, the same everywhere, so that the same footprint gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time

from anyascii import anyascii

from bootstrap.footprint.types import Person, Position
from bootstrap.model import Candidate, Evidence, MemoryType
from bootstrap.screening import safe_title

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def slug(text: str) -> str:
    """Kebab-case ASCII of at most 60 characters; other scripts are transliterated."""
    plain = re.sub(r"[^a-z0-9]+", "-", anyascii(text).lower()).strip("-")
    return plain[:60].rstrip("-") or "memory"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def days(weekdays: Sequence[int]) -> str:
    """``Tuesdays and Thursdays``; working days and the whole week by name."""
    if tuple(weekdays) == (0, 1, 2, 3, 4):
        return "working days"
    return "daily" if len(weekdays) == 7 else listed([WEEKDAYS[d] + "s" for d in weekdays])


def clock(at: time | None, until: time | None = None) -> str:
    """``14:00`` or ``14:00–14:30``."""
    if at is None:
        return "all day"
    return f"{at:%H:%M}–{until:%H:%M}" if until else f"{at:%H:%M}"


def month(day: date | None) -> str:
    return f"{day:%Y-%m}" if day else ""


def quoted(title: str) -> str:
    """A stranger's short title in quotation marks, defanged; '' when it is not fit to be carried on."""
    fit = safe_title(title)
    return f"“{fit}”" if fit else ""


def role(position: Position | None, with_organization: bool = True) -> str:
    """``Engineering Manager (Platform Reliability) at Ostkai Logistik SE``, as far as known and fit."""
    if position is None:
        return ""
    words = safe_title(position.role)
    if department := safe_title(position.department):
        words = f"{words} ({department})" if words else department
    if with_organization and (organization := safe_title(position.organization)):
        words = f"{words} at {organization}" if words else organization
    return words


def called(person: Person) -> str:
    """The person's name, or their address where the name is not fit to be carried on."""
    return safe_title(person.name) or person.address


def newest(evidence: Iterable[Evidence], now: datetime) -> date | None:
    """``as_of``: the day of the newest evidence that is not in the future."""
    moments = [e.when for e in evidence if e.when and e.when <= now]
    return max(moments).date() if moments else None


def candidate(
    key: str, type_: MemoryType, title: str, description: str, body: str, evidence: Sequence[Evidence], now: datetime,
    *, value: float, confidence: float, why: str, name: str = "", employer: str = "",
) -> Candidate:  # fmt: skip
    """A proposal to create one memory; evidence that says the same twice is shown once."""
    kept = tuple(dict.fromkeys(e for e in evidence if e.quote or e.fact))[:12]
    return Candidate(
        key=key,
        change="create",
        type=type_,
        name=name or slug(title),
        title=title,
        description=" ".join(description.split()),
        body=body.strip() + "\n",
        evidence=kept,
        as_of=newest(kept, now),
        why=why,
        confidence=round(confidence, 3),
        value=round(value, 3),
        employer=employer,
    )
