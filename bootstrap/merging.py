"""One record out of two that show the same thing, whichever source or folder each came from."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from connectors.records import Event, Record

# Proof of who sent it beats not knowing: the copy in Sent says more than the one in the inbox.
_DIRECTIONS = {"sent": 3, "draft": 2, "received": 1, "unknown": 0}


def merge(first: Record, second: Record) -> Record:
    """Take the fuller value of each field; ``first`` wins where both say something different.

    Of two versions of a calendar event the one modified last counts as ``first``. Records of different
    types can't be merged: the first is kept.
    """
    if type(first) is not type(second):
        return first
    if isinstance(first, Event) and isinstance(second, Event) and _newer(second, first):
        first, second = second, first
    changes: dict[str, Any] = {}
    for field in fields(first):
        mine, theirs = getattr(first, field.name), getattr(second, field.name)
        if mine != theirs and (value := _fuller(field.name, mine, theirs)) != mine:
            changes[field.name] = value
    return replace(first, **changes)


def _newer(a: Event, b: Event) -> bool:
    return a.modified is not None and b.modified is not None and a.modified > b.modified


def _fuller(name: str, mine: Any, theirs: Any) -> Any:
    if name == "direction":
        return max(mine, theirs, key=_DIRECTIONS.__getitem__)
    if name in {"uri", "source", "automated"}:
        return mine
    if isinstance(mine, tuple) and isinstance(theirs, tuple):
        return mine + tuple(item for item in theirs if item not in mine)
    if name == "text" and isinstance(mine, str):
        return mine if len(mine) >= len(theirs) else theirs
    return mine or theirs
