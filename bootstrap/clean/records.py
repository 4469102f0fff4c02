"""Clean every text a record holds, those of the parties it names too."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, cast

from bootstrap.clean.text import clean
from connectors.records import Record


def clean_record(record: Record) -> tuple[Record, int]:
    """The record with all its texts cleaned, and how many characters were dropped.

    The record itself comes back where there was nothing to drop, which is nearly always.
    """
    value, dropped = _clean(record)
    return cast(Record, value), dropped


def _clean(value: Any) -> tuple[Any, int]:
    kind = type(value)
    if kind is str:
        return clean(value)
    if kind is tuple:
        return _clean_tuple(value)
    if is_dataclass(kind):
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
    for name in _names(type(value)):
        old = getattr(value, name)
        if not old:
            continue
        new, count = _clean(old)
        if new is not old:
            changed[name] = new
            dropped += count
    return (replace(value, **changed), dropped) if changed else (value, 0)


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
