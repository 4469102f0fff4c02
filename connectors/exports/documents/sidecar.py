"""What Google Takeout tells of a Drive file in ``<name>-info.json`` beside it: owner, sharing, dates, star."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from connectors.exports.documents.content import parse_time
from connectors.exports.entry import Context, Entry
from connectors.exports.fields import objects_at, read_object, text_at
from connectors.records import Party

_LARGEST = 1_000_000
_ID = re.compile(r"/files/([\w-]{10,100})(?:/|$)")
_LONGEST_TEXT = 1_000
_MOST_PARTIES = 100


@dataclass(frozen=True, slots=True)
class Sidecar:
    """All empty where there is no sidecar, or none that can be read."""

    id: str = ""
    title: str = ""
    owner: Party = field(default_factory=Party)
    shared_with: tuple[Party, ...] = ()
    created: datetime | None = None
    modified: datetime | None = None
    viewed: datetime | None = None
    starred: bool = False

    @property
    def link(self) -> str:
        return f"https://drive.google.com/open?id={self.id}" if self.id else ""


def read_sidecar(entry: Entry, context: Context) -> Sidecar:
    """The sidecar of ``entry``: ``plan.pdf-info.json``, or ``plan-info.json`` for a converted Google file."""
    stem = entry.name.rpartition(".")[0]
    for name in (f"{entry.name}-info.json", f"{stem}-info.json"):
        found = context.beside(name)
        if found and (told := read_object(found, _LARGEST)):
            return _sidecar(told)
    return Sidecar()


def _sidecar(told: dict[str, Any]) -> Sidecar:
    def when(*names: str) -> datetime | None:
        return next((time for name in names if (time := parse_time(_text(told, name)))), None)

    permissions = objects_at(told, "permissions")
    ids = (_ID.search(_text(one, "self_link")) for one in permissions)
    owners = tuple(_parties(permissions, {"owner"}))
    return Sidecar(
        id=_text(told, "id") or next((match.group(1) for match in ids if match), ""),
        title=_text(told, "title"),
        owner=owners[0] if owners else Party(),
        shared_with=tuple(
            _parties(permissions, {"writer", "reader", "commenter", "fileOrganizer", "organizer"})
        ),
        created=when("created"),
        modified=when("content_last_modified", "last_modified_by_any_user"),
        viewed=when("last_viewed_by_me", "viewed_by_me"),
        starred=told.get("starred") is True,
    )


def _parties(permissions: list[dict[str, Any]], roles: set[str]) -> Iterator[Party]:
    """People and groups with one of these roles; a link for anyone is nobody in particular."""
    for one in permissions[:_MOST_PARTIES]:
        if (
            _text(one, "role") in roles
            and _text(one, "type") in {"user", "group", ""}
            and one.get("deleted") is not True
        ):
            yield Party(_text(one, "name"), _text(one, "email_address").lower())


def _text(raw: dict[str, Any], key: str) -> str:
    return text_at(raw, key)[:_LONGEST_TEXT]
