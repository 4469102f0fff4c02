"""Who wrote a mail to whom, what it answers, and how it is named: read from its head."""

from __future__ import annotations

import hashlib
import re

from connectors.exports.mail.addresses import is_x500, parse_addresses
from connectors.exports.mail.headers import Headers
from connectors.records import Party

IDS = re.compile(r"<([^<>\s]{1,900})>")
LIST = ("list-id", "list-post", "mailing-list", "x-beenthere", "x-mailman-version")
DELIVERED = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to", "x-forwarded-to",
             "x-forwarded-for", "x-apparently-to", "x-rcpt-to")  # fmt: skip


def sender_of(headers: Headers) -> Party:
    """Who wrote it. An Exchange-internal sender takes the mail address that stands elsewhere in the head."""
    candidates = [party for field in ("from", "sender") for party in parties(headers, field)]
    sender = candidates[0] if candidates else Party()
    if sender.address and not is_x500(sender.address):
        return sender
    for field in ("sender", "reply-to", "return-path", "x-sender", "x-original-from"):
        for party in parties(headers, field):
            if party.address and not is_x500(party.address):
                return Party(sender.name or party.name, party.address)
    return sender


def parties(headers: Headers, name: str) -> tuple[Party, ...]:
    """Everybody in the headers of one name."""
    values = headers.fields.get(name)
    if not values:
        return ()
    if len(values) == 1:
        return parse_addresses(values[0])
    return tuple(dict.fromkeys(party for value in values[:50] for party in parse_addresses(value)))


def delivered_to(headers: Headers) -> tuple[str, ...]:
    """Addresses the message went to on its way to this account: the owner's own, and their aliases.

    A list's server writes such headers too, so of a list's mail only the last delivery counts.
    """
    through_list = any(name in headers for name in LIST)
    found: dict[str, None] = {}
    for name in ("delivered-to",) if through_list else DELIVERED:
        for value in headers.fields.get(name, [])[: 1 if through_list else 10]:
            if value[:12].lower() == b"mailing list":
                continue
            for party in parse_addresses(value.replace(b" ", b",") if name == "x-forwarded-for" else value):
                if "@" in party.address:
                    found.setdefault(party.address)
    return tuple(found)


def message_uri(headers: Headers, text: bytes) -> str:
    """``mid:<message-id>``; where there is none, of the people, the date, the subject and the text's begin."""
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


def thread_uri(headers: Headers, uri: str) -> str:
    """``gmail:<thread id>`` (in hexadecimal, as Gmail's API has it), else the first message of the thread."""
    if gmail := _gmail_thread(headers):
        return f"gmail:{gmail}"
    first = IDS.search(headers.text("references")) or IDS.search(headers.text("in-reply-to"))
    return f"mid:{first.group(1)}" if first else uri


def answered_uri(headers: Headers) -> str:
    """The message this one answers; empty when it answers none."""
    answered = IDS.search(headers.text("in-reply-to"))
    if answered:
        return f"mid:{answered.group(1)}"
    references = IDS.findall(headers.raw("references").decode("latin-1"))
    return f"mid:{references[-1]}" if references else ""


def gmail_link(headers: Headers) -> str:
    """Where Gmail shows the thread."""
    gmail = _gmail_thread(headers)
    return f"https://mail.google.com/mail/#all/{gmail}" if gmail else ""


def _gmail_thread(headers: Headers) -> str:
    """Gmail's id of the thread in hexadecimal; Takeout writes it in decimal."""
    number = headers.raw("x-gm-thrid").strip()
    return f"{int(number):x}" if number.isdigit() and len(number) < 25 else ""
