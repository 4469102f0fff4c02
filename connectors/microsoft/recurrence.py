"""Graph's patternedRecurrence as an RRULE (learn.microsoft.com/graph/api/resources/patternedrecurrence)."""

from __future__ import annotations

from typing import Any

from connectors.exports.fields import object_at, text_at

FREQUENCIES = {
    "daily": "DAILY",
    "weekly": "WEEKLY",
    "absoluteMonthly": "MONTHLY",
    "relativeMonthly": "MONTHLY",
    "absoluteYearly": "YEARLY",
    "relativeYearly": "YEARLY",
}
POSITIONS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1}


def to_rule(recurrence: dict[str, Any]) -> str:
    """``FREQ=WEEKLY;BYDAY=TU``; empty for what is no recurrence."""
    pattern, span = object_at(recurrence, "pattern"), object_at(recurrence, "range")
    kind = text_at(pattern, "type")
    if kind not in FREQUENCIES:
        return ""
    parts = [f"FREQ={FREQUENCIES[kind]}"]
    if (interval := _number(pattern, "interval")) > 1:
        parts.append(f"INTERVAL={interval}")
    if kind.endswith("Yearly") and (month := _number(pattern, "month")):
        parts.append(f"BYMONTH={month}")
    if kind.startswith("absolute") and (day := _number(pattern, "dayOfMonth")):
        parts.append(f"BYMONTHDAY={day}")
    days = _days(pattern)
    if days and kind in ("weekly", "relativeMonthly", "relativeYearly"):
        parts.append(f"BYDAY={','.join(days)}")
    if kind.startswith("relative"):
        parts.append(f"BYSETPOS={POSITIONS.get(text_at(pattern, 'index'), 1)}")
    first = text_at(pattern, "firstDayOfWeek")
    if kind == "weekly" and first and interval > 1:
        parts.append(f"WKST={first[:2].upper()}")
    match text_at(span, "type"):
        case "endDate":
            parts.append(f"UNTIL={text_at(span, 'endDate').replace('-', '')}")
        case "numbered":
            parts.append(f"COUNT={_number(span, 'numberOfOccurrences')}")
    return ";".join(parts)


def _number(raw: dict[str, Any], key: str) -> int:
    value = raw.get(key)
    return value if isinstance(value, int) else 0


def _days(pattern: dict[str, Any]) -> list[str]:
    listed = pattern.get("daysOfWeek")
    return [day[:2].upper() for day in listed if isinstance(day, str)] if isinstance(listed, list) else []
