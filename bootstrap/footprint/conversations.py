"""Who answers whom: by In-Reply-To where it is there, else by the thread, else by a subject that says Re."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bootstrap.footprint.identity import Identity
from bootstrap.footprint.names import fold
from connectors.records import Message

_PREFIX = re.compile(r"^(?:(?:re|aw|fwd?|wg|sv|vs|tr|rv|antw|enc|res|odp|ynt)\s*:\s*)+", re.I)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a message answers.

    Attributes:
        address: whose message it answers; '' for the owner's.
        after: how long it took; None where a date is missing.
    """

    address: str
    after: timedelta | None


def bare_subject(subject: str) -> str:
    """A mail subject without its reply and forward marks."""
    return _PREFIX.sub("", subject).strip()


def answers(messages: Iterable[Message], identity: Identity) -> dict[str, Answer]:
    """By uri of the answering message; messages come oldest first.

    Nobody answers themselves: a second mail in a row to one thread is no reply.
    """
    known: dict[str, tuple[str, datetime | None]] = {}
    found: dict[str, Answer] = {}
    for message in messages:
        author = "" if identity.wrote(message) else message.sender.address
        for key in _before(message):
            if (before := known.get(key)) and before[0] != author:
                after = message.when - before[1] if message.when and before[1] else None
                found[message.uri] = Answer(before[0], after)
                break
        for key in _keys(message):
            known[key] = (author, message.when)
    return found


def _before(message: Message) -> list[str]:
    """Where to look for what a message answers, best first."""
    subject = bare_subject(message.title)
    keys = [message.reply_to, f"thread:{message.thread}" if message.thread else ""]
    if message.medium == "mail" and subject != message.title.strip() and len(subject) > 3:
        keys.append(f"subject:{fold(subject)}")
    return [key for key in keys if key]


def _keys(message: Message) -> list[str]:
    keys = [message.uri]
    if message.thread:
        keys.append(f"thread:{message.thread}")
    if message.medium == "mail" and message.title:
        keys.append(f"subject:{fold(bare_subject(message.title))}")
    return keys
