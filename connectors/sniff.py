"""What a file is, by its first bytes, with its name for a second opinion."""

from __future__ import annotations

import re
from pathlib import Path

from connectors.exports.documents.files import ENDINGS as DOCUMENTS

HEAD = 8 << 10

ENDINGS = {
    ".eml": "eml",
    ".emlx": "eml",
    ".ics": "ics",
    ".ical": "ics",
    ".mbox": "mbox",
    ".mbx": "mbox",
    ".msg": "msg",
    ".ost": "pst",
    ".pst": "pst",
    ".vcard": "vcard",
    ".vcf": "vcard",
}
_MEDIA = frozenset(
    ".avi .gif .heic .jpeg .jpg .m4a .m4v .mkv .mov .mp3 .mp4 .ogg .opus .png .wav .webp".split()
)
_HEADERS = re.compile(rb"^(?:[A-Za-z][A-Za-z0-9-]{1,40}:[ \t].*\r?\n(?:[ \t].*\r?\n)*){3}")
_SEPARATOR = re.compile(rb"From [^\n]*\n>?[A-Za-z][A-Za-z0-9-]*:")
_MAIL_HEADER = re.compile(
    rb"^(From|Received|Return-Path|Message-ID|Delivered-To|Date|Subject):", re.IGNORECASE | re.MULTILINE
)
_SLACK_DAY = re.compile(r"^(?:[^/]+/)?[^/]+/\d{4}-\d\d-\d\d\.json$")
_DISCORD = re.compile(r"/c?\d{15,22}/(channel\.json|messages\.(csv|json))$")
_WHATSAPP_NAME = re.compile(r"^(_chat\.txt|[^/]*WhatsApp[^/]*\.txt)$", re.IGNORECASE)


def kind_of_file(path: Path) -> str:
    """The kind of a file, ``archive`` for a zip or tar, ``bundle``, ``unknown``, or ``""`` where it can't be read."""
    ending = path.suffix.lower()
    if ending in _MEDIA:
        return "unknown"
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
    except OSError:
        return ""
    return (
        _by_content(head, path) or ENDINGS.get(ending) or ("documents" if ending in DOCUMENTS else "unknown")
    )


def _by_content(head: bytes, path: Path) -> str:
    ending = path.suffix.lower()
    text = head.removeprefix(b"\xef\xbb\xbf")
    start = text.lstrip()[:32].upper()
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "documents" if ending in DOCUMENTS else "archive"
    if head[257:262] == b"ustar" or path.name.lower().endswith((".tar", ".tar.gz", ".tgz", ".zip")):
        return "archive"
    if head.startswith(b"# v") and b"git bundle" in head[:20]:
        return "bundle"
    if head.startswith(b"!BDN"):
        return "pst"
    if head.startswith(b"\xd0\xcf\x11\xe0"):
        return "msg" if ending == ".msg" else "unknown"
    if start.startswith(b"BEGIN:VCALENDAR"):
        return "ics"
    if start.startswith(b"BEGIN:VCARD"):
        return "vcard"
    if _SEPARATOR.match(text):
        return "eml" if ending == ".eml" else "mbox"
    if ending in (".json", "") and start[:1] in (b"{", b"["):
        return kind_of_json(text)
    if ending == ".txt" and _is_chat(text, path.name):
        return "whatsapp"
    if ending in (".csv", ".tsv"):
        return "contacts" if _is_contacts(head) else "documents"
    if ending not in DOCUMENTS and _HEADERS.match(text) and _MAIL_HEADER.search(text):
        return "eml"
    return ""


def kind_of_json(head: bytes) -> str:
    """Chat exports of one JSON file, by the keys their makers write first."""
    if b'"guild"' in head and b'"channel"' in head:
        return "discord"
    if b'"exportDate"' in head and b'"conversations"' in head:
        return "teams"
    if b'"messageType"' in head and (b'"chatId"' in head or b'"channelIdentity"' in head):
        return "teams"
    if b'"chatType"' in head or b"ConversationMember" in head:
        return "teams"
    return ""


def _is_chat(head: bytes, name: str) -> bool:
    from connectors.exports.chat.whatsapp import begins_chat

    return begins_chat(head.decode("utf-8", "replace"), name)


def _is_contacts(head: bytes) -> bool:
    """Whether the first line of a CSV names the columns of an address book."""
    from connectors.exports.charsets import decode_marked
    from connectors.exports.contacts.tables import recognise, text_of

    headers = re.split(rb"[\r\n]", head, maxsplit=1)[0]
    return recognise(decode_marked(head) or text_of(headers))


def kind_of_names(names: list[str], archive: str = "") -> str:
    """The kind of an export by the names of its files, as they stand in an archive or below a folder.

    ``files`` for mixed files of which some can be read, ``unknown`` where none can.
    """
    bases = {name.rsplit("/", 1)[-1] for name in names}
    if (
        any(name.startswith("Takeout/") or "/Takeout/" in name for name in names)
        or "archive_browser.html" in bases
    ):
        return "takeout"
    if re.match(r"takeout-\d{8}T\d{6}Z", archive, re.IGNORECASE):
        return "takeout"
    if bases & {"users.json", "channels.json"} and any(_SLACK_DAY.match(name) for name in names):
        return "slack-export"
    if {"users.json", "channels.json"} <= bases:
        return "slack-export"
    if any(_DISCORD.search(name) for name in names):
        return "discord"
    if any(_WHATSAPP_NAME.match(name) for name in names):
        return "whatsapp"
    if any(re.search(r"(^|/)(cur|new)/[^/]+$", name) for name in names):
        return "maildir"
    endings = {"." + base.rsplit(".", 1)[-1].lower() for base in bases}
    return "files" if endings & (DOCUMENTS | ENDINGS.keys()) else "unknown"


def is_office(names: list[str]) -> bool:
    """Whether an archive is a document, by the files in it (ECMA-376 part 2, ODF part 2)."""
    return bool({"[Content_Types].xml", "mimetype"} & set(names[:50]))
