"""Discord: the data package everybody can ask for (own messages only), and DiscordChatExporter's JSON."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

from connectors.exports.chat.objects import read_objects
from connectors.exports.chat.quotes import split_quotes
from connectors.exports.chat.times import iso_time
from connectors.exports.entry import Context, Entry
from connectors.exports.export import Dispatch, ExportConnector
from connectors.exports.fields import object_at, objects_at, read_object, text_at
from connectors.exports.links import links_in
from connectors.exports.loose import tree_of
from connectors.exports.tree import Tree
from connectors.records import Channel, Contact, Failure, Item, Message, Party, Skip
from connectors.source import Source

KIND = "discord"
_MAX_TEXT = 20_000
_USER_JSON = re.compile(r"(^|/)[^/]+/user\.json$", re.IGNORECASE)
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")
_ENTITY = re.compile(r"<(@!?|#|@&)(\d{15,22})>")
_DIRECT = frozenset({"DM", "GROUP_DM", "DirectTextChat", "DirectGroupTextChat", "1", "3"})
_SAID = frozenset(
    {"Default", "Reply", "ThreadStarterMessage", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20"}
)


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of a data package (zip or folder) or of exported channels."""
    tree = tree_of(source)
    return ExportConnector(KIND, source.label, tree, dispatch(tree), Context(KIND, me, zone))


def dispatch(tree: Tree) -> Dispatch:
    package = _Package(tree)
    return (
        (r"/c?\d{15,22}/messages\.(json|csv)$", package.messages),
        (r"/c?\d{15,22}/channel\.json$", package.channel),
        (_USER_JSON.pattern, package.user),
        (r"(^|/)(activity|activities|ads|programs|servers|support_tickets)/", None),
        (r"(^|/)(index|audit-log|guild)\.json$", None),
        (r"\.json$", read_channel),
        ("", None),
    )


class _Package:
    """The data package: ``messages/c<id>/{channel,messages}.json`` and ``account/user.json``. All is the owner's."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    @cached_property
    def _user(self) -> dict[str, Any]:
        for entry in self._tree.entries():
            if isinstance(entry, Entry) and _USER_JSON.search(entry.name):
                return read_object(entry) or {}
        return {}

    @cached_property
    def _owner(self) -> Party:
        user = self._user
        name = text_at(user, "global_name") or text_at(user, "username")
        return Party(name, text_at(user, "email").lower() or f"discord:{user.get('id') or ''}")

    @cached_property
    def _friends(self) -> dict[str, Party]:
        found = {}
        for relation in objects_at(self._user, "relationships"):
            user = object_at(relation, "user")
            if user.get("id"):
                name = text_at(user, "global_name") or text_at(user, "username")
                found[str(user["id"])] = Party(name, f"discord:{user['id']}")
        return found

    @cached_property
    def _names(self) -> dict[str, str]:
        return {friend: party.name for friend, party in self._friends.items()}

    def user(self, entry: Entry, context: Context) -> Iterator[Item]:
        if not self._user.get("id"):
            yield Failure(f"file:{entry.name}", "damaged JSON")
            return
        handle = f"discord:{self._user['id']}"
        address = self._owner.address
        username = text_at(self._user, "username")
        yield Contact(
            uri=f"contact:{handle}",
            source=context.source,
            when=None,
            title=self._owner.name,
            addresses=tuple(dict.fromkeys((address, handle))),
            names=(username,) if username not in ("", self._owner.name) else (),
            own=True,
        )

    def channel(self, entry: Entry, context: Context) -> Iterator[Item]:
        raw = read_object(entry)
        yield self._channel(raw, context) if raw else Failure(f"file:{entry.name}", "damaged JSON")

    def messages(self, entry: Entry, context: Context) -> Iterator[Item]:
        beside = context.beside(f"{entry.name.rpartition('/')[0]}/channel.json")
        raw = (read_object(beside) if beside else None) or {"id": entry.name.split("/")[-2].lstrip("c")}
        channel = self._channel(raw, context)
        if entry.name.lower().endswith(".json"):
            yield from read_objects(entry, lambda key, row: [self._message(row, channel, context)])
            return
        try:
            with entry.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", "replace", newline="") as text:
                for row in csv.DictReader(text):
                    yield self._message(row, channel, context)
        except csv.Error:
            yield Failure(f"file:{entry.name}", "damaged table: the rest of this file is not read")

    def _channel(self, raw: dict[str, Any], context: Context) -> Channel:
        people = tuple(self._party(str(identity)) for identity in raw.get("recipients") or ())
        return Channel(
            uri=f"discord:{raw.get('id')}",
            source=context.source,
            when=None,
            title=text_at(raw, "name"),
            text=text_at(object_at(raw, "guild"), "name"),
            members=people,
            shape=_shape(str(raw.get("type")), len(people)),
        )

    def _party(self, identity: str) -> Party:
        if identity == str(self._user.get("id")):
            return self._owner
        return self._friends.get(identity) or Party("", f"discord:{identity}")

    def _message(self, row: dict[str, Any], channel: Channel, context: Context) -> Item:
        uri = f"{channel.uri}/{row.get('ID')}"
        text, quoted = split_quotes(_plain(str(row.get("Contents") or ""), self._names))
        files = tuple(
            url.rsplit("/", 1)[-1].split("?")[0] for url in str(row.get("Attachments") or "").split()
        )
        if not (text or quoted or files):
            return Skip(uri, "message without text")
        return Message(
            uri=uri,
            source=context.source,
            when=iso_time(row.get("Timestamp")),
            title="",
            text=text,
            sender=self._owner,
            to=tuple(member for member in channel.members if member != self._owner),
            medium="chat",
            direction="sent",
            quoted=quoted,
            channel=channel.uri,
            attachments=files,
            links=links_in(text),
        )


def read_channel(entry: Entry, context: Context) -> Iterator[Item]:
    """One channel as DiscordChatExporter writes it: guild, channel, messages, in this order."""
    channel: Channel | None = None
    guild = ""

    def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
        nonlocal channel, guild
        if key == "guild":
            guild = text_at(raw, "name")
        elif key == "channel":
            channel = _exported_channel(raw, guild, context)
            yield channel
        elif key == "messages" and channel:
            yield _exported_message(raw, channel, context)

    yield from read_objects(entry, make)
    if channel is None:
        yield Skip(f"file:{entry.name}", "unknown file")


def _exported_channel(raw: dict[str, Any], guild: str, context: Context) -> Channel:
    shape = _shape(text_at(raw, "type"), 2 if text_at(raw, "type") == "DirectTextChat" else 3)
    purpose = "\n".join(part for part in (guild if shape == "private" else "", text_at(raw, "topic")) if part)
    title = "" if shape == "direct" else text_at(raw, "name")
    return Channel(f"discord:{raw.get('id')}", context.source, None, title, purpose, shape=shape)


def _exported_message(raw: dict[str, Any], channel: Channel, context: Context) -> Item:
    uri = f"{channel.uri}/{raw.get('id')}"
    kind = str(raw.get("type") or "Default")
    if kind not in _SAID:
        return Skip(uri, f"notice ({kind})" if kind.isalnum() else "notice")
    text, quoted = split_quotes(_plain(text_at(raw, "content"), {}))
    files = tuple(text_at(file, "fileName") for file in objects_at(raw, "attachments"))
    if not (text or quoted or any(files)):
        return Skip(uri, "message without text")
    author = object_at(raw, "author")
    answered = object_at(raw, "reference").get("messageId") if kind in ("Reply", "19") else None
    reply_to = f"{channel.uri}/{answered}" if answered else ""
    sender = Party(text_at(author, "nickname") or text_at(author, "name"), f"discord:{author.get('id')}")
    return Message(
        uri=uri,
        source=context.source,
        when=iso_time(raw.get("timestamp")),
        title="",
        text=text,
        sender=sender,
        medium="chat",
        direction=("sent" if sender.address in context.me else "received") if context.me else "unknown",
        quoted=quoted,
        thread=reply_to,
        reply_to=reply_to,
        channel=channel.uri,
        automated=("bot",) if author.get("isBot") is True else (),
        attachments=tuple(file for file in files if file),
        links=links_in(text),
    )


def _shape(kind: str, people: int) -> Literal["private", "group", "direct"]:
    if kind not in _DIRECT:
        return "private"
    return "direct" if people <= 2 else "group"


def _plain(text: str, names: dict[str, str]) -> str:
    def spell(match: re.Match[str]) -> str:
        sign = "#" if match[1] == "#" else "@"
        return f"{sign}{names.get(match[2]) or match[2]}"

    return _ENTITY.sub(spell, _EMOJI.sub(r"\1", text[:_MAX_TEXT]))
