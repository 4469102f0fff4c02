"""Clean every text a record holds, those of the parties it names too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, cast

from bootstrap.clean.text import clean, is_suspect
from connectors.records import KINDS, Attendee, Author, Commit, Party, Record

_FIELDS: dict[type[Any], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind))
    for kind in (*KINDS.values(), Party, Attendee, Author, Commit)
}


def clean_record(record: Record) -> tuple[Record, int]:
    """The record with all its texts cleaned, and how many characters were dropped.

    The record itself comes back where there was nothing to drop, which is nearly always.
    """
    if not is_suspect("\n".join(texts(record))):
        return record, 0
    value, dropped = _clean(record)
    return cast(Record, value), dropped


def texts(value: Any) -> Iterator[str]:
    """Every non-empty text in a record, in the order of its fields."""
    kind = type(value)
    if kind is str:
        if value:
            yield value
    elif kind is tuple:
        for item in value:
            yield from texts(item)
    else:
        for name in _FIELDS.get(kind, ()):
            yield from texts(getattr(value, name))


def _clean(value: Any) -> tuple[Any, int]:
    kind = type(value)
    if kind is str:
        return clean(value)
    if kind is tuple:
        return _clean_tuple(value)
    if kind in _FIELDS:
        return _clean_fields(value)
    return value, 0


def _clean_tuple(values: tuple[Any, ...]) -> tuple[Any, int]:
    if not values:
        return values, 0
    pairs = [_clean(value) for value in values]
    if all(new is old for (new, _), old in zip(pairs, values, strict=True)):
        return values, 0
    return tuple(new for new, _ in pairs), sum(dropped for _, dropped in pairs)


def _clean_fields(value: Any) -> tuple[Any, int]:
    changed: dict[str, Any] = {}
    dropped = 0
    for name in _FIELDS[type(value)]:
        old = getattr(value, name)
        if not old:
            continue
        new, count = _clean(old)
        if new is not old:
            changed[name] = new
            dropped += count
    return (replace(value, **changed), dropped) if changed else (value, 0)
