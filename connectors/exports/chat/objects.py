"""The loop of every reader of JSON chats: object after object, where a bad one costs itself and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from connectors.exports.damage import Damaged
from connectors.exports.entry import Entry
from connectors.exports.jsonstream import members
from connectors.records import Failure, Item

_ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def read_objects(entry: Entry, make: Callable[[str, dict[str, Any]], Iterable[Item]]) -> Iterator[Item]:
    """What ``make`` makes of each object in the entry, given its key at the top (``""`` in an array at the top).

    An object of a shape that ``make`` fails on, and a file that breaks off, are failures.
    """
    uri = f"file:{entry.name}"
    strangers = 0
    try:
        with entry.open() as stream:
            for number, (key, raw) in enumerate(members(stream)):
                if not isinstance(raw, dict):
                    strangers += not key
                    continue
                yield from guarded(raw, number, uri, partial(make, key))
    except (ValueError, RecursionError):
        yield Failure(uri, "damaged JSON: the rest of this file is not read")
    except OSError as error:
        yield Failure(
            uri, "damaged in the archive" if isinstance(error, Damaged) else "can't be read", retry=True
        )
    if strangers:
        yield Failure(uri, "no objects where objects are expected")


def guarded(
    raw: dict[str, Any], number: int, uri: str, make: Callable[[dict[str, Any]], Iterable[Item]]
) -> Iterator[Item]:
    """What ``make`` makes of one object; one of a shape that it fails on is a failure."""
    try:
        yield from make(raw)
    except _ODD as error:
        yield Failure(f"{uri}#{number}", f"odd shape ({type(error).__name__})")
