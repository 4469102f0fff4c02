"""The account's own profile as Takeout writes it: ``Profile/Profile.json``, and ``user_info.json`` of Google Chat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from connectors.exports.entry import Context, Entry
from connectors.exports.fields import object_at, read_object, text_at
from connectors.records import Contact, Failure, Item, Skip

_LARGEST = 64 << 10


def read_profile(entry: Entry, context: Context) -> Iterator[Item]:
    """The owner's own card; any other JSON file at that place is left alone."""
    uri = f"file:{entry.name}"
    raw = read_object(entry, _LARGEST)
    if raw is None or not _emails(raw):
        named = entry.name.split("/")[-1].lower().startswith("prof")
        yield Failure(uri, "damaged JSON") if raw is None and named else Skip(uri, "known, not read")
        return
    addresses = _emails(raw)
    spelt = object_at(raw, "name")
    title = text_at(spelt, "formattedName") or text_at(raw, "displayName")
    spellings = (
        text_at(raw, "displayName"),
        f"{text_at(spelt, 'givenName')} {text_at(spelt, 'familyName')}".strip(),
    )
    yield Contact(
        uri=f"contact:profile/{addresses[0]}",
        source=context.source,
        when=None,
        title=title,
        addresses=addresses,
        names=tuple(dict.fromkeys(spelling for spelling in spellings if spelling and spelling != title)),
        own=True,
    )


def addresses_of(entry: Entry) -> tuple[str, ...]:
    """The account's addresses, if the entry is its profile; else nothing."""
    raw = read_object(entry, _LARGEST)
    return _emails(raw) if raw else ()


def _emails(raw: dict[str, Any]) -> tuple[str, ...]:
    """Profile.json lists ``emails``; user_info.json holds the account's own ``user`` beside its memberships."""
    listed = raw.get("emails")
    values = (
        [item.get("value") for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    )
    user = raw.get("user")
    if isinstance(user, dict) and "membership_info" in raw:
        values.append(user.get("email"))
    return tuple(
        dict.fromkeys(value.strip().lower() for value in values if isinstance(value, str) and "@" in value)
    )
