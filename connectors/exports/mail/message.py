"""One mail: its bytes, or its headers and content apart, to records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

from connectors.exports.entry import Context
from connectors.exports.links import links_in
from connectors.exports.mail.automated import CAMPAIGN, automated_reasons
from connectors.exports.mail.body import read_body
from connectors.exports.mail.dates import parse_date, received_date
from connectors.exports.mail.envelope import (
    answered_uri,
    delivered_to,
    gmail_link,
    message_uri,
    parties,
    sender_of,
    thread_uri,
)
from connectors.exports.mail.headers import Headers, HeadTooLong, read_headers
from connectors.exports.mail.mime import LONGEST_TEXT, Content, TooManyParts, read_content
from connectors.exports.mail.standing import all_labels, direction_of, is_chat, left_alone
from connectors.records import Event, Failure, Item, Message, Skip

LONGEST_SUBJECT = 500
MOST_CALENDARS = 5
MOST_LINKS = 20
MOST_NULS = 50
LONGEST_UTF16 = 4 << 20
LONGEST_CAMPAIGN = 30_000


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
        return tuple(_items(data, context, labels, name, unquote_from, missing_date))
    except HeadTooLong:
        return (Failure(f"file:{name}", "a header of more than 1 MB"),)
    except TooManyParts:
        return (Failure(f"file:{name}", "more parts, or parts nested deeper, than a mail can have"),)
    except Exception as error:  # one message nobody foresaw must not cost the whole mailbox
        return (Failure(f"file:{name}", f"can't be read ({type(error).__name__})"),)


def _items(
    data: bytes,
    context: Context,
    labels: tuple[str, ...],
    name: str,
    unquote_from: bool,
    missing_date: Callable[[], datetime | None],
) -> Iterator[Item]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # saved as text by Windows
        data = data[: 2 * LONGEST_UTF16].decode("utf-16", "replace").encode("utf-8", "replace")
    if data.count(b"\0", 0, 1_000) > MOST_NULS:
        yield Failure(f"file:{name}", "no mail, but binary data")
        return
    if b"\n" not in data[:4_000]:
        data = data.replace(b"\r", b"\n")
    headers, body = read_headers(data)
    labels = all_labels(headers, labels, name)
    skipped = left_alone(headers, labels)
    if skipped:
        yield Skip(message_uri(headers, data[body : body + 2_000]), skipped)
        return
    content = read_content(data, body, headers, LONGEST_CAMPAIGN if _is_campaign(headers) else LONGEST_TEXT)
    message = build(headers, content, context, labels, unquote_from, missing_date)
    yield message
    if content.calendars:
        yield from _invitations(content, context, message.uri)


def build(
    headers: Headers,
    content: Content,
    context: Context,
    labels: tuple[str, ...] = (),
    unquote_from: bool = False,
    missing_date: Callable[[], datetime | None] = lambda: None,
) -> Message:
    """A Message from headers and content that are already apart, as mail services give them.

    ``labels`` are all there are (``standing.all_labels`` gathers them); ask ``standing.left_alone`` first.
    """
    sender = sender_of(headers)
    automated = automated_reasons(headers, sender, labels)
    campaign = _is_campaign(headers)
    body = read_body(content, sender.name, unquote_from, campaign)
    uri = message_uri(headers, (body.own or body.quoted)[:2_000].encode("utf-8", "replace"))
    direction = direction_of(labels, sender, context.me)
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
        to=parties(headers, "to"),
        cc=parties(headers, "cc") + parties(headers, "bcc"),
        medium="chat" if is_chat(labels) else "mail",
        direction=direction,
        quoted=body.quoted,
        signature=body.signature,
        thread=thread_uri(headers, uri),
        reply_to=answered_uri(headers),
        labels=labels,
        automated=automated,
        delivered_to=delivered_to(headers),
        attachments=tuple(content.attachments),
        links=() if campaign or "http" not in body.own else links_in(body.own)[:MOST_LINKS],
        link=gmail_link(headers),
    )


def _is_campaign(headers: Headers) -> bool:
    """Campaigns quote nobody, sign nothing, link through trackers only, and say what they say at the top."""
    sent_in_bulk = "feedback-id" in headers or not CAMPAIGN.isdisjoint(headers.fields)
    return sent_in_bulk and "list-unsubscribe" in headers


def _invitations(content: Content, context: Context, uri: str) -> Iterator[Item]:
    """The events in a mail; most programs enclose the same one twice."""
    from connectors.exports.calendar import ics

    seen: set[str] = set()
    try:
        for data in content.calendars[:MOST_CALENDARS]:
            for item in ics.read_bytes(data, replace(context, start=0), invitation=True):
                if isinstance(item, Event) and item.uri not in seen:
                    seen.add(item.uri)
                    yield item
    except Exception as error:  # nor must its invitation cost a message
        yield Failure(f"{uri}/invitation", f"can't be read ({type(error).__name__})")
