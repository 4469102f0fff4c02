"""The body of a mail as a person reads it: own text, quoted text, signature; all bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass

from connectors.exports.mail.addresses import parse_addresses
from connectors.exports.mail.headers import Headers
from connectors.exports.mail.html import html_text
from connectors.exports.mail.mime import Content
from connectors.exports.mail.quoted import split_quoted
from connectors.exports.mail.signature import split_signature

LONGEST_OWN = 8_000
LONGEST_QUOTED = 4_000
LONGEST_RAW = 100_000
STUFFED = re.compile(r"^>(>*From )", re.MULTILINE)
ARMOR = re.compile(
    r"-----BEGIN PGP (?P<what>SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----.*?(?:-----END PGP (?P=what)-----|\Z)",
    re.DOTALL,
)
UUENCODED = re.compile(r"^begin [0-7]{3,4} \S.*\n(?:[!-`]{1,61}\n)+(?:end\n?)?", re.MULTILINE)
SIGNED = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:Hash: .*\n)*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Body:
    own: str = ""
    quoted: str = ""
    signature: str = ""


def read_body(content: Content, sender: str = "", unquote_from: bool = False, whole: bool = False) -> Body:
    """What the sender wrote, what they quote or forward, and how they sign.

    Args:
        sender: their display name; helps to tell the signature.
        whole: nothing is quoted or signed in it; keep it in one piece.
        unquote_from: undo the ``>`` an mbox puts before lines that begin with ``From ``.
    """
    texts = [html_text(text) if html else _plain(text, unquote_from) for text, html in content.texts]
    text = "\n\n".join(part for part in texts if part.strip())[:LONGEST_RAW]
    if whole:
        return Body(text[:LONGEST_OWN])
    parts = split_quoted(text)
    own, signature = split_signature(parts.own, sender)
    quoted = "\n\n".join(part for part in (parts.quoted, *map(_enclosed, content.forwarded[:5])) if part)
    return Body(own[:LONGEST_OWN], quoted[:LONGEST_QUOTED], signature)


def _plain(text: str, unquote_from: bool) -> str:
    text = text[:LONGEST_RAW].replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
    if unquote_from and ">From " in text:
        text = STUFFED.sub(r"\1", text)
    if "begin " in text:
        text = UUENCODED.sub("", text)
    if "-----BEGIN PGP" in text:
        text = ARMOR.sub("", SIGNED.sub("", text))
    return text


def _enclosed(message: tuple[Headers, Content]) -> str:
    """A message forwarded whole, with the few headers that say whose it is."""
    headers, content = message
    senders = parse_addresses(headers.raw("from"))
    who = f"{senders[0].name} <{senders[0].address}>".strip() if senders else ""
    text = "\n".join(html_text(text) if html else _plain(text, False) for text, html in content.texts)
    return f"From: {who}\nDate: {headers.text('date')}\nSubject: {headers.text('subject')}\n\n{text}"[
        :LONGEST_QUOTED
    ]
