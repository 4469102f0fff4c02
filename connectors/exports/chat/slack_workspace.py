"""Who and where in a Slack export: users.json, channels.json, groups.json, mpims.json, dms.json."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from connectors.exports.entry import Entry
from connectors.exports.fields import object_at, text_at
from connectors.exports.jsonstream import members
from connectors.exports.tree import Tree
from connectors.records import Channel, Contact, Party

CHANNEL_FILES: dict[str, Literal["public", "private", "group", "direct"]] = {
    "channels.json": "public",
    "groups.json": "private",
    "mpims.json": "group",
    "dms.json": "direct",
}
SLACKBOT = "USLACKBOT"


@dataclass
class Workspace:
    """Users and channels by id, and channels by the folder their messages lie in."""

    source: str
    me: frozenset[str]
    users: dict[str, Contact] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    folders: dict[str, Channel] = field(default_factory=dict)

    def name(self, user: str) -> str:
        known = self.users.get(user)
        return known.title if known else ""

    def channel_name(self, channel: str) -> str:
        known = self.channels.get(channel)
        return known.title if known else ""

    def party(self, user: str, name: str = "") -> Party:
        """A user by their mail address where it is known, so that they are the same person everywhere."""
        known = self.users.get(user)
        if known is None:
            return Party(name, f"slack:{user}" if user else "")
        return Party(known.title or name, known.addresses[0])

    def channel(self, folder: str) -> Channel:
        """The channel of a folder; a channel no list names gets the folder's name for its id."""
        if folder not in self.folders:
            direct = len(folder) >= 9 and folder[0] == "D" and folder.isalnum() and folder.isupper()
            shape: Literal["public", "direct"] = "direct" if direct else "public"
            self.folders[folder] = Channel(
                f"slack:{folder}", self.source, None, "" if direct else folder, "", shape=shape
            )
        return self.folders[folder]


def load(tree: Tree, source: str, me: tuple[str, ...]) -> Workspace:
    """Read the lists at the root of the export. A list that is broken or missing leaves its part empty."""
    workspace = Workspace(source, frozenset(address.lower() for address in me))
    lists = dict(_lists(tree))
    if entry := lists.get("users.json"):
        for user in _objects(entry):
            if contact := contact_of(user, source, workspace.me):
                workspace.users[text_at(user, "id")] = contact
    for name, shape in CHANNEL_FILES.items():
        for raw in _objects(lists[name]) if name in lists else ():
            channel = channel_of(raw, workspace, shape)
            workspace.channels[text_at(raw, "id")] = channel
            workspace.folders.setdefault(text_at(raw, "id"), channel)
            if raw.get("name"):
                workspace.folders.setdefault(str(raw["name"]), channel)
    return workspace


def _lists(tree: Tree) -> Iterator[tuple[str, Entry]]:
    """The lists that lie highest, for an export packed again with a folder around it."""
    wanted = {"users.json", *CHANNEL_FILES}
    found = [
        entry for entry in tree.entries() if isinstance(entry, Entry) and entry.name.split("/")[-1] in wanted
    ]
    for entry in sorted(found, key=lambda entry: -entry.name.count("/")):
        yield entry.name.split("/")[-1], entry


def _objects(entry: Entry) -> Iterator[dict[str, Any]]:
    try:
        with entry.open() as stream:
            for _, item in members(stream):
                if isinstance(item, dict) and text_at(item, "id"):
                    yield item
    except (OSError, ValueError, RecursionError):
        return  # the reader of this entry reports it


def contact_of(user: dict[str, Any], source: str, me: frozenset[str]) -> Contact | None:
    """A member of users.json as a contact; None for what has no id."""
    identity = text_at(user, "id")
    if not identity:
        return None
    profile = object_at(user, "profile")
    email = text_at(profile, "email").lower()
    handle = f"slack:{identity}"
    name = text_at(profile, "real_name") or text_at(user, "real_name") or text_at(profile, "display_name")
    spellings = (
        text_at(profile, "display_name"),
        text_at(user, "real_name"),
        _full_name(profile),
        text_at(user, "name"),
    )
    title = name or text_at(user, "name")
    return Contact(
        uri=f"contact:{handle}",
        source=source,
        when=time_of(user.get("updated")),
        title=title,
        text=text_at(profile, "status_text"),
        addresses=(email, handle) if email else (handle,),
        names=tuple(dict.fromkeys(spelling for spelling in spellings if spelling and spelling != title)),
        role=text_at(profile, "title"),
        zone=text_at(user, "tz"),
        own=bool(me & {email, handle.lower()} - {""}),
        bot=user.get("is_bot") is True or identity == SLACKBOT,
    )


def channel_of(
    raw: dict[str, Any], workspace: Workspace, shape: Literal["public", "private", "group", "direct"]
) -> Channel:
    """A member of one of the channel lists. The names Slack makes up for group conversations are left out."""
    texts = [text_at(object_at(raw, key), "value") for key in ("purpose", "topic")]
    users = raw.get("members")
    created = time_of(raw.get("created"))
    return Channel(
        uri=f"slack:{text_at(raw, 'id')}",
        source=workspace.source,
        when=created,
        title=text_at(raw, "name") if shape in ("public", "private") else "",
        text="\n".join(text for text in texts if text),
        members=tuple(workspace.party(str(user)) for user in users) if isinstance(users, list) else (),
        shape=shape,
        archived=raw.get("is_archived") is True,
        created=created,
    )


def time_of(value: Any) -> datetime | None:
    """Slack's seconds since the epoch, as a number or a string; None for anything else."""
    try:
        seconds = float(value)
        return datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def _full_name(profile: dict[str, Any]) -> str:
    return f"{text_at(profile, 'first_name')} {text_at(profile, 'last_name')}".strip()
