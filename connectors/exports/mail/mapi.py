"""Outlook's items: MAPI properties to the same records as a mail on the wire.

Property ids from [MS-OXPROPS]; value types from [MS-OXCDATA] section 2.11.1.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from connectors.exports.charsets import decode
from connectors.exports.entry import Context
from connectors.exports.mail.headers import Headers, read_headers
from connectors.exports.mail.message import build
from connectors.exports.mail.mime import Content
from connectors.exports.mail.standing import all_labels, left_alone
from connectors.records import Item, Skip

STRING8, UNICODE, TIME, BINARY = 0x1E, 0x1F, 0x40, 0x102
MESSAGE_CLASS, SUBJECT, SUBMITTED, DELIVERED, TRANSPORT = 0x001A, 0x0037, 0x0039, 0x0E06, 0x007D
MESSAGE_ID, REFERENCES, IN_REPLY_TO = 0x1035, 0x1039, 0x1042
BODY, BODY_HTML = 0x1000, 0x1013
NAME, ADDRESS, SMTP, RECIPIENT_TYPE = 0x3001, 0x3003, 0x39FE, 0x0C15
FILE_NAME, LONG_FILE_NAME = 0x3704, 0x3707
CODEPAGE, INTERNET_CODEPAGE = 0x3FFD, 0x3FDE
SENDERS = (
    (0x0042, 0x5D02, 0x0065),
    (0x0C1A, 0x5D01, 0x0C1F),
)  # (name, SMTP address, address): author, then agent
FIELDS = {1: "to", 2: "cc", 3: "bcc"}
EPOCH = datetime(1601, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Properties:
    """Property id → (type, raw bytes), as an item, a recipient or an attachment has them."""

    values: dict[int, tuple[int, bytes]] = field(default_factory=dict)

    def text(self, key: int, fallback: str = "cp1252") -> str:
        kind, data = self.values.get(key, (0, b""))
        if kind == UNICODE:
            return data.decode("utf-16-le", "replace").rstrip("\0")
        if kind in (STRING8, BINARY):
            return decode(data.rstrip(b"\0"), self.codepage(fallback, html=kind == BINARY))
        return ""

    def number(self, key: int) -> int:
        _, data = self.values.get(key, (0, b""))
        return int(struct.unpack_from("<I", data)[0]) if len(data) >= 4 else 0

    def time(self, key: int) -> datetime | None:
        kind, data = self.values.get(key, (0, b""))
        if kind != TIME or len(data) < 8:
            return None
        try:
            return EPOCH + timedelta(microseconds=struct.unpack_from("<Q", data)[0] // 10)
        except OverflowError:
            return None

    def codepage(self, fallback: str, html: bool) -> str:
        number = self.number(INTERNET_CODEPAGE if html else CODEPAGE) or self.number(CODEPAGE)
        return {0: fallback, 65001: "utf-8", 20127: "us-ascii", 28591: "cp1252", 50220: "iso-2022-jp", 51932: "euc-jp",
                20866: "koi8-r", 21866: "koi8-u", 28592: "iso-8859-2", 28605: "iso-8859-15", 54936: "gb18030",
                936: "gb18030"}.get(number, f"cp{number}")  # fmt: skip


def mail_item(
    item: Properties, recipients: list[Properties], files: list[Properties], context: Context, name: str
) -> Item:
    """A Message from an Outlook item; a Skip for appointments, contacts, tasks and notes."""
    kind = item.text(MESSAGE_CLASS).lower()
    if kind and not kind.startswith(("ipm.note", "ipm.schedule", "ipm.post", "report.")):
        return Skip(
            f"file:{name}",
            f"an Outlook item that is no mail ({kind[:40]})" if re.fullmatch(r"[a-z.]+", kind) else "no mail",
        )
    headers = _headers(item, recipients)
    text = item.text(BODY)
    texts = [(text, False)] if text.strip() else [(item.text(BODY_HTML), True)]
    names = [file.text(LONG_FILE_NAME) or file.text(FILE_NAME) for file in files]
    content = Content(texts=texts, attachments=[file for file in names if file][:100])
    labels = all_labels(headers, (), name)
    thrown = left_alone(headers, labels)
    message = build(
        headers, content, context, labels, missing_date=lambda: item.time(SUBMITTED) or item.time(DELIVERED)
    )
    return Skip(message.uri, thrown) if thrown else message


def _headers(item: Properties, recipients: list[Properties]) -> Headers:
    """The head the item came with; for what never was on the wire, one made of its properties."""
    wire = item.text(TRANSPORT)
    fields: dict[str, list[bytes]] = {}
    if wire:
        start = re.search(r"(?m)^[\w-]+:", wire)
        fields = dict(
            read_headers(wire[start.start() if start else 0 :].encode("utf-8", "replace"))[0].fields
        )
    made: dict[str, list[str]] = {
        "from": [sender] if (sender := _sender(item)) else [],
        "subject": [item.text(SUBJECT)],
        "message-id": [item.text(MESSAGE_ID)],
        "references": [item.text(REFERENCES)],
        "in-reply-to": [item.text(IN_REPLY_TO)],
    }
    for party in recipients:
        made.setdefault(FIELDS.get(party.number(RECIPIENT_TYPE) & 0xF, "to"), []).append(_recipient(party))
    when = item.time(SUBMITTED)
    if when is not None:
        made["date"] = [format_datetime(when)]
    for key, values in made.items():
        text = ", ".join(value for value in values if value)
        if text and key not in fields:
            fields[key] = [re.sub(r"[\x00-\x1f]+", " ", text).encode("utf-8", "replace")]
    return Headers(fields)


def _sender(item: Properties) -> str:
    for name, smtp, address in SENDERS:
        place = item.text(smtp) or item.text(address)
        if place or item.text(name):
            return _mailbox(item.text(name), place)
    return ""


def _recipient(party: Properties) -> str:
    return _mailbox(party.text(NAME), party.text(SMTP) or party.text(ADDRESS))


def _mailbox(name: str, address: str) -> str:
    quoted = name.replace("\\", "").replace('"', "'")
    return f'"{quoted}" <{address}>' if address else f'"{quoted}"'
