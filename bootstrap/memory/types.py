"""The kinds of memory, in the order in which the index shows them. A new kind is one more row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from bootstrap.model import MemoryType


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of memory.

    Attributes:
        heading: over its memories where they are shown together.
        silent_after: days without a sign of life after which its end is proposed; None for never.
    """

    name: MemoryType
    heading: str
    silent_after: int | None


KINDS: tuple[Kind, ...] = (
    Kind("user", "The user", None),
    Kind("project", "Projects", 183),
    Kind("reference", "References", 365),
    Kind("feedback", "Feedback", None),
)
RANK: dict[str, int] = {kind.name: rank for rank, kind in enumerate(KINDS)}


def is_type(value: object) -> TypeGuard[MemoryType]:
    """Is it the name of a kind?"""
    return isinstance(value, str) and value in RANK


def kind_of(type_: MemoryType) -> Kind:
    """The row of a type."""
    return KINDS[RANK[type_]]
