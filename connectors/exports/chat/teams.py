"""Microsoft Teams messages in JSON: chatMessage objects as Graph gives them (learn.microsoft.com/graph/api/resources/
chatmessage), in a list, in pages, or one by one; and the personal export of Teams and Skype (``MessageList``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, TypeAlias

from connectors.exports.chat.objects import guarded, read_objects
from connectors.exports.chat.times import iso_time
from connectors.exports.documents.html import read_html
from connectors.exports.entry import Context, Entry
from connectors.exports.export import ExportConnector
from connectors.exports.fields import object_at, objects_at, read_object, text_at
from connectors.exports.jsonstream import members
from connectors.exports.links import links_in
from connectors.exports.loose import tree_of
from connectors.exports.tree import Tree
from connectors.records import Channel, Contact, Item, Message, Party, Skip
from connectors.source import Source

KIND = "teams"
_MAX_TEXT = 20_000
Lists: TypeAlias = tuple[dict[str, str], dict[str, list[dict[str, Any]]]]
"""User id → mail address, and chat id → members."""

_SHAPES = {"oneOnOne": "direct", "group": "group", "meeting": "group"}


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of a file, a folder or an archive of Teams messages."""
    tree = tree_of(source)
    dispatch = ((r"\.json$", _Reader(lambda: _of_files(tree), me).read), ("", None))
    return ExportConnector(KIND, source.label, tree, dispatch, Context(KIND, me, zone))


def read_chat(
    chat: dict[str, Any], messages: Iterable[dict[str, Any]], lists: Lists, context: Context
) -> Iterator[Item]:
    """One chat and its messages as Graph answers them. A message of an odd shape is a failure of its own.

    ``lists``: who is who, as ``gather`` finds it in the chats with their members.
    """
    reader = _Reader(lambda: lists, context.me)
    for number, raw in enumerate([chat, *messages]):
        yield from guarded(raw, number, f"teams:{chat.get('id')}", lambda raw: reader.item(raw, context, ""))


def gather(lists: Lists, raw: dict[str, Any]) -> None:
    """Add what an object tells of people: their addresses, and the members of a chat."""
    mails, chats = lists
    people = objects_at(raw, "members")
    for member in (raw, *people):
        if text_at(member, "userId") and text_at(member, "email"):
            mails[text_at(member, "userId")] = text_at(member, "email").lower()
    if "chatType" in raw and people:
        chats[text_at(raw, "id")] = people


def _of_files(tree: Tree) -> Lists:
    """Who is who in all files of an export."""
    lists: Lists = ({}, {})

    def make(key: str, raw: dict[str, Any]) -> Iterator[Item]:
        gather(lists, raw)
        return iter(())

    for entry in tree.entries():
        if isinstance(entry, Entry) and entry.name.lower().endswith(".json"):
            for _ in read_objects(entry, make):
                pass  # what is wrong with it is told when the entry itself is read
    return lists


class _Reader:
    """Reads any of the objects; who is who is gathered from all of them first."""

    def __init__(self, gathered: Callable[[], Lists], me: tuple[str, ...]) -> None:
        self._gathered = gathered
        self._me = frozenset(me)

    @cached_property
    def _lists(self) -> Lists:
        return self._gathered()

    def read(self, entry: Entry, context: Context) -> Iterator[Item]:
        """The objects of a list or of pages (``value``), or the one object the file is."""
        understood = False
        owner = _owner(entry)
        for item in read_objects(entry, lambda key, raw: self.item(raw, context, owner)):
            understood = True
            yield item
        if not understood:
            alone = list(self.item(read_object(entry) or {}, context, owner))
            yield from alone or [Skip(f"file:{entry.name}", "unknown file")]

    def item(self, raw: dict[str, Any], context: Context, owner: str) -> Iterator[Item]:
        if "messageType" in raw and "id" in raw:
            yield self._message(raw, context)
            for reply in objects_at(raw, "replies"):
                yield self._message({"replyToId": raw["id"], **reply}, context)
        elif "chatType" in raw or "membershipType" in raw:
            yield self._channel(raw, context)
        elif "userId" in raw and "email" in raw:
            yield self._contact(raw, context)
        elif "MessageList" in raw:
            yield from self._conversation(raw, context, owner)

    def _message(self, raw: dict[str, Any], context: Context) -> Item:
        home = text_at(object_at(raw, "channelIdentity"), "channelId") or text_at(raw, "chatId")
        channel = f"teams:{home}"
        uri = f"{channel}/{raw['id']}"
        if raw["messageType"] != "message":
            return Skip(uri, "notice")
        if raw.get("deletedDateTime"):
            return Skip(uri, "deleted message")
        text, quoted, links = _plain(object_at(raw, "body"))
        attachments = objects_at(raw, "attachments")
        files = tuple(text_at(file, "name") for file in attachments if text_at(file, "name"))
        previews = [
            text_at(file, "content") for file in attachments if file.get("contentType") == "messageReference"
        ]
        if not (text or quoted or files or previews):
            return Skip(uri, "message without text")
        sender, bot = self._sender(raw)
        root = raw.get("replyToId")
        present = self._people(self._lists[1].get(home, []))
        return Message(
            uri=uri,
            source=context.source,
            when=iso_time(raw.get("createdDateTime")),
            title=text_at(raw, "subject"),
            text=text,
            sender=sender,
            to=tuple(member for member in present if member.address != sender.address),
            medium="chat",
            direction=("sent" if sender.address in self._me else "received") if self._me else "unknown",
            quoted="\n".join(part for part in (quoted, *previews) if part)[:_MAX_TEXT],
            thread=f"{channel}/{root}" if root else "",
            reply_to=f"{channel}/{root}" if root else "",
            channel=channel if home else "",
            automated=("bot",) if bot else (),
            attachments=files,
            links=links,
            link=text_at(raw, "webUrl"),
        )

    def _sender(self, raw: dict[str, Any]) -> tuple[Party, bool]:
        origin = object_at(raw, "from")
        for key in ("user", "application", "device"):
            if identity := object_at(origin, key):
                return self._party(
                    str(identity.get("id") or ""), text_at(identity, "displayName")
                ), key != "user"
        return Party(), False

    def _party(self, user: str, name: str) -> Party:
        mails, _ = self._lists
        return Party(name, mails.get(user) or (f"teams:{user}" if user else ""))

    def _people(self, listed: list[dict[str, Any]]) -> tuple[Party, ...]:
        return tuple(
            self._party(text_at(member, "userId"), text_at(member, "displayName")) for member in listed
        )

    def _channel(self, raw: dict[str, Any], context: Context) -> Channel:
        kind = _SHAPES.get(
            text_at(raw, "chatType"), "private" if raw.get("membershipType") == "private" else "public"
        )
        created = iso_time(raw.get("createdDateTime"))
        return Channel(
            uri=f"teams:{raw.get('id')}",
            source=context.source,
            when=iso_time(raw.get("lastUpdatedDateTime")) or created,
            title=text_at(raw, "topic") or text_at(raw, "displayName"),
            text=text_at(raw, "description"),
            members=self._people(objects_at(raw, "members")),
            shape=kind,  # type: ignore[arg-type]  # one of the four, by the table above
            created=created,
            link=text_at(raw, "webUrl"),
        )

    def _contact(self, raw: dict[str, Any], context: Context) -> Contact:
        handle = f"teams:{raw['userId']}"
        address = str(raw["email"] or "").strip().lower()
        return Contact(
            uri=f"contact:{handle}",
            source=context.source,
            when=None,
            title=text_at(raw, "displayName"),
            addresses=(address, handle) if address else (handle,),
            own=address in self._me,
        )

    def _conversation(self, raw: dict[str, Any], context: Context, owner: str) -> Iterator[Item]:
        identity = str(raw.get("id") or "")
        channel = f"teams:{identity}"
        direct = not identity.startswith("19:")
        title = text_at(raw, "displayName")
        yield Channel(
            channel, context.source, None, "" if direct else title, "", shape="direct" if direct else "group"
        )
        for message in objects_at(raw, "MessageList"):
            uri = f"{channel}/{message.get('id')}"
            if message.get("messagetype") not in ("RichText", "Text"):
                yield Skip(uri, "notice")
                continue
            text, quoted, links = _plain({"contentType": "html", "content": text_at(message, "content")})
            author = text_at(message, "from").rpartition("/")[2]
            yield Message(
                uri=uri,
                source=context.source,
                when=iso_time(message.get("originalarrivaltime")),
                title="",
                text=text,
                sender=Party(text_at(message, "displayName"), f"teams:{author}" if author else ""),
                medium="chat",
                direction=("sent" if author == owner else "received") if owner else "unknown",
                quoted=quoted,
                channel=channel,
                links=links,
            )


def _owner(entry: Entry) -> str:
    """The account a personal export belongs to, which it names before all else."""
    try:
        with entry.open() as stream:
            for key, value in members(stream):
                if key == "userId" and isinstance(value, str):
                    return value
                if not isinstance(value, str):
                    return ""
    except (OSError, ValueError, RecursionError):
        pass  # told when the entry itself is read
    return ""


def _plain(body: dict[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    """(own text, quoted text, links) of a body; what is quoted stands in ``blockquote`` or ``quote``."""
    content = text_at(body, "content")
    if body.get("contentType") != "html":
        return content[:_MAX_TEXT], "", links_in(content)
    own, quoted = _without_quotes(content)
    page = read_html(own)
    links = tuple(dict.fromkeys((*page.links, *links_in(page.text))))
    return page.text[:_MAX_TEXT], read_html(quoted).text[:_MAX_TEXT] if quoted else "", links


def _without_quotes(content: str) -> tuple[str, str]:
    from selectolax.lexbor import LexborHTMLParser

    if "quote" not in content:
        return content, ""
    tree = LexborHTMLParser(content)
    quotes = list(tree.css("blockquote, quote"))
    quoted = "\n".join(node.html or "" for node in quotes)
    for node in quotes:
        node.decompose()
    return tree.html or "", quoted
