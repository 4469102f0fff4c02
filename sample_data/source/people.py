"""Who appears in the sample: names, addresses, zones and the signatures they had over time."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bootstrap.fixtures.mail import Mailbox

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Person:
    """One of the cast. ``signatures`` are (last day in use or None, lines), in order."""

    key: str
    name: str
    address: str
    zone: str
    signatures: tuple[tuple[date | None, tuple[str, ...]], ...] = ()
    title: str = ""
    handle: str = ""
    status: str = ""

    @property
    def mailbox(self) -> Mailbox:
        return Mailbox(self.name, self.address)

    def at(self, day: str, time: str) -> datetime:
        """An aware moment from ``2026-05-05`` and ``09:12`` on this person's clock."""
        return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZoneInfo(self.zone))

    def signature(self, day: date) -> str:
        """The signature block in use on ``day``, with its delimiter; empty when there is none."""
        for until, lines in self.signatures:
            if until is None or day <= until:
                return "\n\n-- \n" + "\n".join(lines)
        return ""


def load() -> dict[str, Person]:
    """The cast of people.toml by key."""
    table = tomllib.loads((HERE / "people.toml").read_text("utf-8"))
    return {key: _person(key, row) for key, row in table.items()}


def _person(key: str, row: dict) -> Person:
    signatures = tuple((each.get("until"), tuple(each["lines"])) for each in row.get("signature", ()))
    return Person(
        key, row["name"], row["address"], row["zone"], signatures,
        row.get("slack", ""), row.get("handle", ""), row.get("status", ""),
    )  # fmt: skip
