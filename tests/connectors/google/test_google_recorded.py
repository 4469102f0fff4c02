"""Answers of Google Calendar that somebody recorded: each becomes a record, and a series keeps its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from connectors.exports.entry import Context
from connectors.google.calendar import to_records
from connectors.records import Event, Failure

CORPUS = Path(__file__).parents[3].parent / "shared" / "corpus" / "gcal_api"
WHOLE = re.compile(r"=\s*([{\[].*[}\]])", re.DOTALL)


def listings() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The event lists of the recordings, which are object literals and so nearly YAML."""
    for path in sorted(CORPUS.rglob("*.ts")):
        found = WHOLE.search(path.read_text(encoding="utf-8"))
        if not found or "errors" in path.parts:
            continue
        told = yaml.safe_load(re.sub(r"^\s*//.*$", "", found[1], flags=re.MULTILINE))
        items = told.get("items", []) if isinstance(told, dict) else told
        events = [one for one in items if isinstance(one, dict) and "status" in one]
        if events:
            yield path.name, [_as_told(one) for one in events]


def _as_told(value: Any) -> Any:
    """YAML makes dates of what JSON has as text."""
    if isinstance(value, dict):
        return {key: _as_told(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_as_told(one) for one in value]
    return value.isoformat() if hasattr(value, "isoformat") else value


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no folder `shared` beside the checkout")
def test_recorded_calendars_are_read() -> None:
    seen = 0
    for name, events in listings():
        items = list(
            to_records(events, {"id": "primary", "summary": "Calendar"}, Context("google", ("a@b.example",)))
        )
        assert not [item for item in items if isinstance(item, Failure)], name
        found = {item.uri: item for item in items if isinstance(item, Event)}
        for one in events:
            if one.get("recurrence") and one.get("start"):
                rule = next(line for line in one["recurrence"] if line.startswith("RRULE:"))
                assert found[f"event:{one['iCalUID']}"].rule == rule.removeprefix("RRULE:"), name
        seen += len(found)
    assert seen >= 30
