from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from connectors.exports.calendar import ics
from connectors.exports.entry import Context, Entry
from connectors.records import Event, Item

Reading = Callable[..., list[Item]]


def calendar_of(body: str, head: str = "") -> str:
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{head}{body}END:VCALENDAR\n"


@pytest.fixture
def read_ics() -> Reading:
    """Reads the components between BEGIN:VCALENDAR and END:VCALENDAR, with further properties in ``head``."""

    def read(
        body: str | bytes, head: str = "", name: str = "work.ics", raw: bool = False, **context: object
    ) -> list[Item]:
        data = (
            body
            if isinstance(body, bytes)
            else (body if raw else calendar_of(body, head)).replace("\n", "\r\n").encode()
        )
        entry = Entry(name, len(data), lambda: io.BytesIO(data))
        return list(ics.read(entry, Context(source="ics", **context)))  # type: ignore[arg-type]

    return read


@pytest.fixture
def one_event(read_ics: Reading) -> Callable[..., Event]:
    """The only event of a calendar that has one VEVENT with these lines."""

    def read(lines: str, **more: object) -> Event:
        if "DTSTART" not in lines:
            lines = f"DTSTART:20260504T130000Z\n{lines}"
        items = read_ics(f"BEGIN:VEVENT\nUID:one\n{lines}\nEND:VEVENT\n", **more)
        (event,) = items
        assert isinstance(event, Event)
        return event

    return read
