"""Google Chat as Takeout writes it: ``Groups/{DM,Space} <id>/{group_info,messages}.json``, ``Users/*/user_info.json``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

from connectors.exports.chat.objects import read_objects
from connectors.exports.chat.quotes import split_quotes
from connectors.exports.chat.times import iso_time, long_time
from connectors.exports.entry import Context, Entry
from connectors.exports.fields import object_at, objects_at, read_object, text_at
from connectors.exports.links import links_in, unique_links
from connectors.records import Channel, Failure, Item, Message, Party, Skip

_MAX_TEXT = 20_000
_UNNAMED = frozenset({"", "Group Chat", "Direct Message"})

Shape = Literal["public", "private", "group", "direct"]


def read_group(entry: Entry, context: Context) -> Iterator[Item]:
    """A conversation with its members."""
    info = read_object(entry)
    if info is None:
        yield Failure(f"file:{entry.name}", "damaged JSON")
    else:
        yield _channel(entry.name, info, context)


def read_messages(entry: Entry, context: Context) -> Iterator[Item]:
    """The messages of one conversation. Their members come from the ``group_info.json`` beside them."""
    beside = context.beside(f"{entry.name.rpartition('/')[0]}/group_info.json")
    channel = _channel(entry.name, (read_object(beside) if beside else None) or {}, context)
    number = count(1)

    def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
        if key == "messages":
            yield _message(raw, next(number), channel, context)

    return read_objects(entry, make)


def _message(raw: dict[str, Any], number: int, channel: Channel, context: Context) -> Item:
    identity = text_at(raw, "message_id").rpartition("/")[2] or text_at(raw, "message_id")
    uri = f"{channel.uri}/{identity or number}"
    if raw.get("message_state") == "DELETED" or "deletion_metadata" in raw:
        return Skip(uri, "deleted message")
    text, quoted = split_quotes(text_at(raw, "text")[:_MAX_TEXT])
    quote = text_at(object_at(raw, "quoted_message_metadata"), "text")[:_MAX_TEXT]
    quoted = "\n".join(part for part in (quoted, quote) if part)
    files = tuple(text_at(file, "original_name") for file in objects_at(raw, "attached_files"))
    if not (text or quoted or any(files)):
        return Skip(uri, "message without text")
    when = long_time(raw.get("created_date")) or iso_time(raw.get("created_date"))
    creator = object_at(raw, "creator")
    sender = _party(creator)
    topic = text_at(raw, "topic_id")
    annotated = [_address(object_at(item, "url_metadata")) for item in objects_at(raw, "annotations")]
    return Message(
        uri=uri,
        source=context.source,
        when=when,
        title="",
        text=text,
        sender=sender,
        to=_others(channel, sender),
        medium="chat",
        direction=_direction(sender, context),
        quoted=quoted,
        thread=f"{channel.uri}/topic/{topic}" if topic else "",
        channel=channel.uri,
        automated=("bot",) if text_at(creator, "user_type").lower() == "bot" else (),
        attachments=tuple(file for file in files if file),
        links=tuple(dict.fromkeys((*links_in(text), *unique_links(annotated)))),
    )


def _channel(name: str, info: dict[str, Any], context: Context) -> Channel:
    folder = name.split("/")[-2]
    label, _, identity = folder.partition(" ")
    people = tuple(_party(member) for member in objects_at(info, "members"))
    direct = label == "DM"
    shape: Shape = ("direct" if len(people) <= 2 else "group") if direct else "private"
    title = text_at(info, "name")
    return Channel(
        uri=f"gchat:{identity or folder}",
        source=context.source,
        when=None,
        title="" if direct or title in _UNNAMED else title,
        text="",
        members=people,
        shape=shape,
    )


def _address(meta: dict[str, Any]) -> str:
    """The link of an annotation, which Takeout wraps in a message of its own."""
    wrapped = object_at(meta, "url")
    return text_at(wrapped, "private_do_not_access_safe_url_wrapped_value") or text_at(meta, "url")


def _party(raw: dict[str, Any]) -> Party:
    return Party(text_at(raw, "name"), text_at(raw, "email").lower())


def _others(channel: Channel, sender: Party) -> tuple[Party, ...]:
    if channel.shape == "private":
        return ()
    return tuple(member for member in channel.members if member != sender)


def _direction(sender: Party, context: Context) -> Literal["sent", "received", "unknown"]:
    if not context.me or not sender.address:
        return "unknown"
    return "sent" if sender.address in context.me else "received"
