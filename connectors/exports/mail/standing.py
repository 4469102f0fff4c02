"""Where a mail stands with the account's owner: sent, received, a draft, or thrown away."""

from __future__ import annotations

import re
from typing import Literal

from connectors.exports.mail.headers import Headers
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
from connectors.records import Party

# Thunderbird marks what was deleted, and takes it out of the file when it compacts the folder.
MOZILLA_STATUS = re.compile(rb"[0-9A-Fa-f]{4}\Z")
MOZILLA_DELETED = 0x8
Direction = Literal["sent", "received", "draft", "unknown"]


def all_labels(headers: Headers, labels: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Labels in the head, those the source keeps beside the message, and standard folders in its path."""
    own = split_labels(", ".join(headers.texts("x-gmail-labels"))) if "x-gmail-labels" in headers else ()
    keywords = tuple(headers.text("x-keywords").split()) if "x-keywords" in headers else ()
    return tuple(dict.fromkeys((*own, *labels, *keywords, *(folder_labels(name) if name else ()))))


def left_alone(headers: Headers, labels: tuple[str, ...]) -> str:
    """Why a message does not count; empty when it does."""
    plain = frozenset(map(plain_name, labels))
    if plain & SPAM:
        return "spam"
    mozilla = headers.raw("x-mozilla-status")
    if plain & TRASH or (MOZILLA_STATUS.match(mozilla) and int(mozilla, 16) & MOZILLA_DELETED):
        return "trash"
    return ""


def direction_of(labels: tuple[str, ...], sender: Party, me: tuple[str, ...]) -> Direction:
    """``sent`` on proof only: a Sent label or folder, or one of the account's declared addresses."""
    plain = frozenset(map(plain_name, labels))
    if plain & SENT:
        return "sent"
    if plain & DRAFTS:
        return "draft"
    if sender.address and sender.address in me:
        return "sent"
    return "received" if me or plain else "unknown"


def is_chat(labels: tuple[str, ...]) -> bool:
    """Gmail keeps chats among the mail."""
    return not CHAT.isdisjoint(map(plain_name, labels))
