"""One mail: its bytes, or its headers and content apart, to records."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Literal

from connectors.exports.entry import Context
from connectors.exports.links import links_in
from connectors.exports.mail.addresses import is_x500, parse_addresses
from connectors.exports.mail.automated import automated_reasons
from connectors.exports.mail.body import Body, read_body
from connectors.exports.mail.dates import parse_date, received_date
from connectors.exports.mail.headers import Headers, HeadTooLong, read_headers
from connectors.exports.mail.labels import (
    CHAT,
    DRAFTS,
    SENT,
    SPAM,
    TRASH,
    folder_labels,
    plain_name,
    split_labels,
)
from connectors.exports.mail.mime import Content, TooManyParts, read_content
from connectors.records import Event, Failure, Item, Message, Party, Skip

LONGEST_SUBJECT = 500
MOST_CALENDARS = 5
MOST_LINKS = 20
IDS = re.compile(r"<([^<>\s]{1,900})>")
DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "x-forwarded-to",
             "x-forwarded-for", "x-apparently-to", "x-rcpt-to")  # fmt: skip
# Campaigns quote nobody, sign nothing, and link through trackers only.
BULK = frozenset(("feedback-id", "campaign", "category:promotions"))
# Thunderbird marks what was deleted, and takes it out of the file when it compacts the folder.
EXPUNGED = re.compile(rb"[0-9A-Fa-f]{4}\Z")
MOZILLA_DELETED = 0x8
Direction = Literal["sent", "received", "draft", "unknown"]


def parse(
    data: bytes,
    context: Context,
    labels: tuple[str, ...] = (),
    name: str = "",
    unquote_from: bool = False,
    missing_date: Callable[[], datetime | None] = lambda: None,
) -> tuple[Item, ...]:
    """A mail's Message, followed by the Events of invitations in it; or one Failure or Skip.

    Args:
        data: the message as RFC 5322 has it, any line ends.
        labels: labels or folders the source keeps beside the message.
        name: where it lies in the export; a standard folder in it (Sent, Drafts, Spam, Trash) counts as a label.
        unquote_from: the message comes from an mbox, where lines that begin with ``From `` carry a ``>``.
        missing_date: gives the date to use where the message has none.

    Never raises on bad content.
    """
    try:
        if b"\0" in data[:1_000]:
            return (Failure(name, "no mail, but binary data"),)
        if b"\n" not in data[:4_000]:
            data = data.replace(b"\r", b"\n")
        headers, body = read_headers(data)
        skipped = _left_alone(headers, _labels(headers, labels, name))
        if skipped:
            return (Skip(_uri(headers, data[body : body + 2_000]), skipped),)
        content = read_content(data, body, headers)
    except HeadTooLong:
        return (Failure(name, "a header of more than 1 MB"),)
    except TooManyParts:
        return (Failure(name, "more parts, or parts nested deeper, than a mail can have"),)
    message = build(headers, content, context, labels, name, unquote_from, missing_date)
    if isinstance(message, Skip) or not content.calendars:
        return (message,)
    return (message, *_invitations(content, context))


def build(
    headers: Headers,
    content: Content,
    context: Context,
    labels: tuple[str, ...] = (),
    name: str = "",
    unquote_from: bool = False,
    missing_date: Callable[[], datetime | None] = lambda: None,
) -> Message | Skip:
    """A Message from headers and content that are already apart, as mail services give them."""
    labels = _labels(headers, labels, name)
    plain = frozenset(map(plain_name, labels))
    sender = _sender(headers)
    to, cc = _parties(headers, "to"), _parties(headers, "cc")
    automated = automated_reasons(headers, sender, labels)
    bulk = not BULK.isdisjoint(automated)
    body = read_body(content, sender.name, unquote_from, bulk)
    uri = _uri(headers, (body.own or body.quoted)[:2_000].encode("utf-8", "replace"))
    skipped = _left_alone(headers, labels)
    if skipped:
        return Skip(uri, skipped)
    direction = _direction(plain, sender, context.me)
    if direction in ("sent", "draft"):
        automated = tuple(reason for reason in automated if reason.startswith("auto-"))
    return Message(
        uri=uri,
        source=context.source,
        when=parse_date(headers.text("date"))
        or received_date(headers.fields.get("received", []))
        or missing_date(),
        title=headers.text("subject")[:LONGEST_SUBJECT],
        text=body.own,
        sender=sender,
        to=to,
        cc=cc + _parties(headers, "bcc"),
        medium="chat" if plain & CHAT else "mail",
        direction=direction,
        quoted=body.quoted,
        signature=body.signature,
        thread=_thread(headers, uri),
        reply_to=_reply_to(headers),
        labels=labels,
        automated=automated,
        delivered_to=_delivered_to(headers),
        attachments=tuple(content.attachments),
        links=() if bulk or "http" not in body.own else links_in(body.own)[:MOST_LINKS],
        link=_gmail_link(headers),
    )


def _labels(headers: Headers, labels: tuple[str, ...], name: str) -> tuple[str, ...]:
    own = split_labels(", ".join(headers.texts("x-gmail-labels"))) if "x-gmail-labels" in headers else ()
    keywords = tuple(headers.text("x-keywords").split()) if "x-keywords" in headers else ()
    return tuple(dict.fromkeys((*own, *labels, *keywords, *(folder_labels(name) if name else ()))))


def _left_alone(headers: Headers, labels: tuple[str, ...]) -> str:
    """Why a message does not count; empty when it does."""
    plain = frozenset(map(plain_name, labels))
    if plain & SPAM:
        return "spam"
    mozilla = headers.raw("x-mozilla-status")
    if plain & TRASH or (EXPUNGED.match(mozilla) and int(mozilla, 16) & MOZILLA_DELETED):
        return "trash"
    return ""


def _direction(plain: frozenset[str], sender: Party, me: tuple[str, ...]) -> Direction:
    if plain & SENT:
        return "sent"
    if plain & DRAFTS:
        return "draft"
    if sender.address and sender.address in me:
        return "sent"
    return "received" if me or plain else "unknown"


def _sender(headers: Headers) -> Party:
    """Who wrote it. An Exchange-internal sender takes the mail address that stands elsewhere in the head."""
    candidates = [party for field in ("from", "sender") for party in _parties(headers, field)]
    sender = candidates[0] if candidates else Party()
    if sender.address and not is_x500(sender.address):
        return sender
    for field in ("sender", "reply-to", "return-path", "x-sender", "x-original-from"):
        for party in _parties(headers, field):
            if party.address and not is_x500(party.address):
                return Party(sender.name or party.name, party.address)
    return sender


def _parties(headers: Headers, name: str) -> tuple[Party, ...]:
    values = headers.fields.get(name)
    if not values:
        return ()
    if len(values) == 1:
        return parse_addresses(values[0])
    return tuple(dict.fromkeys(party for value in values[:50] for party in parse_addresses(value)))


def _delivered_to(headers: Headers) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in DELIVERED:
        for value in headers.fields.get(name, [])[:10]:
            for party in parse_addresses(value.replace(b" ", b",") if name == "x-forwarded-for" else value):
                if "@" in party.address:
                    found.setdefault(party.address)
    return tuple(found)


def _uri(headers: Headers, text: bytes) -> str:
    raw = headers.text("message-id")
    match = IDS.search(raw)
    plain = match.group(1) if match else raw.strip("<> ")
    if plain and len(plain) < 900 and not re.search(r"\s", plain):
        return f"mid:{plain}"
    digest = hashlib.sha256()
    for name in ("from", "to", "cc", "date", "subject"):
        digest.update(headers.raw(name) + b"\0")
    digest.update(text)
    return f"mid:sha256-{digest.hexdigest()[:32]}"


def _thread(headers: Headers, uri: str) -> str:
    gmail = headers.raw("x-gm-thrid").strip()
    if gmail.isdigit() and len(gmail) < 25:
        return f"gmail:{int(gmail):x}"
    first = IDS.search(headers.text("references")) or IDS.search(headers.text("in-reply-to"))
    return f"mid:{first.group(1)}" if first else uri


def _reply_to(headers: Headers) -> str:
    answered = IDS.search(headers.text("in-reply-to"))
    if answered:
        return f"mid:{answered.group(1)}"
    references = IDS.findall(headers.raw("references").decode("latin-1"))
    return f"mid:{references[-1]}" if references else ""


def _gmail_link(headers: Headers) -> str:
    gmail = headers.raw("x-gm-thrid").strip()
    return f"https://mail.google.com/mail/#all/{int(gmail):x}" if gmail.isdigit() and len(gmail) < 25 else ""


def _invitations(content: Content, context: Context) -> Iterator[Item]:
    from connectors.exports.calendar import ics

    seen: set[str] = set()
    for data in content.calendars[:MOST_CALENDARS]:
        for item in ics.read_bytes(data, context, invitation=True):
            if isinstance(item, Event) and item.uri not in seen:
                seen.add(item.uri)
                yield item


__all__ = ["Body", "build", "parse"]
