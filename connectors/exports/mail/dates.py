"""The Date of a message, with the offset its author wrote."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_tz

EARLIEST, LATEST = 1970, 2200


def parse_date(value: str) -> datetime | None:
    """RFC 5322 date and its older and broken forms; ``-0000`` and no zone at all mean UTC.

    Returns None for what is no date, and for years no mail can come from.
    """
    try:
        parts = parsedate_tz(value[:200])
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    if parts is None or not EARLIEST <= parts[0] <= LATEST:
        return None
    seconds = parts[9] or 0
    zone = timezone(timedelta(seconds=seconds)) if seconds and abs(seconds) < 86_400 else UTC
    try:
        return datetime(*parts[:5], min(parts[5], 59), tzinfo=zone)
    except ValueError:
        return None


def received_date(values: list[bytes]) -> datetime | None:
    """When the last server took the message, in UTC: the stand-in for a missing Date."""
    for value in values[:5]:
        when = parse_date(value.rpartition(b";")[2].decode("latin-1"))
        if when is not None:
            return when.astimezone(UTC)
    return None
