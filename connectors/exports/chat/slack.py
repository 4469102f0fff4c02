"""Slack's workspace export: lists at the root, and one folder a channel with one JSON file a day
(slack.com/help/articles/220556107, "How to read Slack data exports")."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from connectors.exports.chat.mrkdwn import Names, Plain, from_blocks, from_mrkdwn
from connectors.exports.chat.objects import read_objects
from connectors.exports.chat.slack_workspace import (
    CHANNEL_FILES,
    SLACKBOT,
    Workspace,
    channel_of,
    contact_of,
    load,
    time_of,
)
from connectors.exports.entry import Context, Entry
from connectors.exports.export import Dispatch, ExportConnector
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.exports.links import unique_links
from connectors.exports.tree import Tree, open_tree
from connectors.records import Channel, Failure, Item, Message, Party, Skip
from connectors.source import Source

KIND = "slack-export"
_MAX_TEXT = 20_000
_SAID = frozenset(
    {
        "bot_message",
        "file_comment",
        "file_mention",
        "file_share",
        "me_message",
        "message_changed",
        "message_replied",
        "reply_broadcast",
        "slackbot_response",
        "thread_broadcast",
    }
)
"""Subtypes in which somebody says something; all others are notices of the system, such as channel_join."""


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of a Slack export, zip or folder."""
    tree = open_tree(source.paths)
    return ExportConnector(KIND, source.label, tree, dispatch(tree, me), Context(KIND, me, zone))


def dispatch(tree: Tree, me: tuple[str, ...]) -> Dispatch:
    readers = _Readers(tree, me)
    return (
        (r"(^|/)(attachments|__uploads|files)/", None),
        (r"(^|/)users\.json$", readers.users),
        (r"(^|/)(channels|groups|mpims|dms)\.json$", readers.channels),
        (
            r"(^|/)(integration_logs|canvases|lists|file_conversations|huddle_transcripts|org_users)\.json$",
            None,
        ),
        (r"(^|/)canvas_in_the_conversation(/|\.json$)", None),
        (r"/\d{4}-\d\d-\d\d\.json$", readers.day),
        (r"\.html?$", None),
    )


class _Readers:
    """Readers that share the lists of one export, which are read when the first entry comes."""

    def __init__(self, tree: Tree, me: tuple[str, ...]) -> None:
        self._tree = tree
        self._me = me

    @cached_property
    def _workspace(self) -> Workspace:
        return load(self._tree, KIND, self._me)

    def users(self, entry: Entry, context: Context) -> Iterator[Item]:
        def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
            contact = contact_of(raw, context.source, self._workspace.me)
            yield contact or Failure(f"file:{entry.name}", "a user without an id")

        return read_objects(entry, make)

    def channels(self, entry: Entry, context: Context) -> Iterator[Item]:
        shape = CHANNEL_FILES[entry.name.split("/")[-1].lower()]

        def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
            if text_at(raw, "id"):
                yield channel_of(raw, self._workspace, shape)
            else:
                yield Failure(f"file:{entry.name}", "a channel without an id")

        return read_objects(entry, make)

    def day(self, entry: Entry, context: Context) -> Iterator[Item]:
        channel = self._workspace.channel(entry.name.split("/")[-2])

        def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
            if time_of(raw.get("ts")) is None:
                yield Failure(f"file:{entry.name}", "a message without a time")
            else:
                yield message_of(raw, channel, self._workspace)

        return read_objects(entry, make)


def message_of(raw: dict[str, Any], channel: Channel, workspace: Workspace) -> Item:
    """A message as the export and the API give it; a skip for notices and for what says nothing."""
    ts = str(raw["ts"])
    uri = f"{channel.uri}/{ts}"
    subtype = str(raw.get("subtype") or "")
    if subtype and subtype not in _SAID:
        return Skip(uri, f"notice ({subtype})" if subtype.isidentifier() else "notice")
    if isinstance(raw.get("message"), dict):
        raw = {**raw, **raw["message"], "ts": ts}  # message_changed wraps the message as it is now
    plain = _plain(raw, Names(workspace.name, workspace.channel_name))
    files = _file_names(raw)
    if not (plain.text or plain.quoted or files):
        return Skip(uri, "message without text")
    sender = _sender(raw, workspace)
    root = str(raw.get("thread_ts") or "")
    thread = f"{channel.uri}/{root}" if root else ""
    mine = bool(workspace.me) and _is_me(raw, sender, workspace)
    return Message(
        uri=uri,
        source=workspace.source,
        when=time_of(ts),
        title="",
        text=plain.text[:_MAX_TEXT],
        sender=sender,
        to=_others(channel, sender),
        medium="chat",
        direction="sent" if mine else "received" if workspace.me else "unknown",
        quoted=plain.quoted[:_MAX_TEXT],
        thread=thread,
        reply_to=thread if root and root != ts else "",
        channel=channel.uri,
        automated=("bot",) if _is_bot(raw, workspace) else (),
        attachments=files,
        links=unique_links(plain.links),
    )


def _plain(raw: dict[str, Any], names: Names) -> Plain:
    text = raw.get("text")
    plain = from_mrkdwn(text, names) if isinstance(text, str) else Plain("")
    if not plain.text and not plain.quoted:
        plain = from_blocks(raw.get("blocks"), names)
    attached = objects_at(raw, "attachments")
    shared = [
        _attachment(item, names) for item in attached if item.get("is_share") or item.get("is_msg_unfurl")
    ]
    if not plain.text and not plain.quoted and not shared:
        parts = [_attachment(item, names) for item in attached]
        return Plain(
            "\n".join(part.text for part in parts if part.text), "", sum((p.links for p in parts), ())
        )
    quoted = "\n".join(part for part in (plain.quoted, *(item.text for item in shared)) if part)
    return Plain(plain.text, quoted, plain.links)


def _attachment(item: dict[str, Any], names: Names) -> Plain:
    """What an attachment says: its own texts and fields, or its blocks, or at least its fallback."""
    texts = [text for key in ("pretext", "title", "text") if (text := text_at(item, key))]
    texts += [f"{text_at(field, 'title')}: {text_at(field, 'value')}" for field in objects_at(item, "fields")]
    plain = from_mrkdwn("\n".join(texts), names) if texts else from_blocks(item.get("blocks"), names)
    if not plain.text:
        plain = from_mrkdwn(text_at(item, "fallback"), names)
    return Plain(plain.text, "", (*plain.links, text_at(item, "title_link")))


def _file_names(raw: dict[str, Any]) -> tuple[str, ...]:
    """Names of the files shared; their addresses carry a token of the export and are left out."""
    files = objects_at(raw, "files") or [object_at(raw, "file")]
    names = (text_at(file, "name") or text_at(file, "title") for file in files)
    return tuple(name for name in names if name)


def _sender(raw: dict[str, Any], workspace: Workspace) -> Party:
    user = text_at(raw, "user") or text_at(object_at(raw, "comment"), "user")
    profile, bot = object_at(raw, "user_profile"), object_at(raw, "bot_profile")
    spelt = (
        text_at(profile, "real_name"),
        text_at(profile, "display_name"),
        text_at(profile, "name"),
        text_at(raw, "username"),
        text_at(bot, "name"),
    )
    return workspace.party(user or text_at(raw, "bot_id"), next((name for name in spelt if name), ""))


def _is_bot(raw: dict[str, Any], workspace: Workspace) -> bool:
    known = workspace.users.get(str(raw.get("user") or ""))
    automatic = raw.get("subtype") in ("bot_message", "slackbot_response") or raw.get("user") == SLACKBOT
    return automatic or bool(raw.get("bot_id")) or (known is not None and known.bot)


def _is_me(raw: dict[str, Any], sender: Party, workspace: Workspace) -> bool:
    known = workspace.users.get(str(raw.get("user") or ""))
    return known.own if known else sender.address.lower() in workspace.me


def _others(channel: Channel, sender: Party) -> tuple[Party, ...]:
    """Whom a message in a direct or group conversation is addressed to."""
    if channel.shape not in ("direct", "group"):
        return ()
    return tuple(member for member in channel.members if member.address != sender.address)
