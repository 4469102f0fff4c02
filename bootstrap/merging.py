"""One record out of two that show the same thing, whichever source or folder each came from."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from connectors.records import Author, Commit, Event, Party, Record

# Proof of who sent it beats not knowing: the copy in Sent says more than the one in the inbox.
_DIRECTIONS = {"sent": 3, "draft": 2, "received": 1, "unknown": 0}


def merge(first: Record, second: Record) -> Record:
    """Take the fuller value of each field; ``first`` wins where both say something different.

    Of two versions of a calendar event the one in a calendar beats the one in a mailed invitation, and else
    the one modified last; nothing of the other's guest list is taken over. Records of different
    types can't be merged: the first is kept.
    """
    if type(first) is not type(second):
        return first
    if isinstance(first, Event) and isinstance(second, Event) and _overrules(second, first):
        first, second = second, first
    changes: dict[str, Any] = {}
    for field in fields(first):
        mine, theirs = getattr(first, field.name), getattr(second, field.name)
        if mine != theirs and (value := _fuller(field.name, mine, theirs)) != mine:
            changes[field.name] = value
    return replace(first, **changes)


def _overrules(a: Event, b: Event) -> bool:
    if a.invitation != b.invitation:
        return b.invitation
    return a.modified is not None and b.modified is not None and a.modified > b.modified


def _fuller(name: str, mine: Any, theirs: Any) -> Any:
    if name == "direction":
        return max(mine, theirs, key=_DIRECTIONS.__getitem__)
    if name in {"uri", "source", "automated", "invitation"}:
        return mine
    if name == "attendees":
        return mine or theirs
    if isinstance(mine, tuple) and isinstance(theirs, tuple):
        had = {_key(item) for item in mine}
        return mine + tuple(item for item in theirs if _key(item) not in had)
    if name == "text" and isinstance(mine, str):
        return mine if len(mine) >= len(theirs) else theirs
    return mine or theirs


def _key(item: Any) -> Any:
    """What makes two entries of a list the same thing, although each source counted it in its own way."""
    match item:
        case Author():
            return item.party.address or item.party.name
        case Commit():
            return item.id
        case (str(), _) | (Party(), int()):
            return item[0]
        case _:
            return item
