"""Fields of parsed JSON that may be missing or of the wrong type."""

from __future__ import annotations

import json
from typing import Any

from connectors.exports.entry import Entry

_LARGEST = 4 << 20


def text_at(raw: dict[str, Any], key: str) -> str:
    """The text under ``key``, stripped; empty for anything else."""
    value = raw.get(key)
    return value.strip() if isinstance(value, str) else ""


def object_at(raw: dict[str, Any], key: str) -> dict[str, Any]:
    """The object under ``key``; an empty one for anything else."""
    value = raw.get(key)
    return value if isinstance(value, dict) else {}


def objects_at(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects in the array under ``key``; none for anything else."""
    return objects_in(raw.get(key))


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The objects in an array; none for anything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def read_object(entry: Entry, largest: int = _LARGEST) -> dict[str, Any] | None:
    """The entry as one JSON object; None where it is none, is damaged, or has more than ``largest`` bytes."""
    if entry.size > largest:
        return None
    try:
        with entry.open() as stream:
            raw = json.loads(stream.read(largest).decode("utf-8-sig", "replace"))
    except (OSError, ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None
