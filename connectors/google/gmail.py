"""Gmail: headers of sent and received mail, the newest sent ones whole (developers.google.com/gmail/api)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.exports.mail.headers import Headers
from connectors.exports.mail.message import build, parse
from connectors.exports.mail.mime import Content
from connectors.exports.mail.standing import all_labels, left_alone
from connectors.google.api import GoogleApi, Parameters
from connectors.limits import GoogleLimits
from connectors.pace import in_words
from connectors.records import Failure, Item, Mark, Skip
from connectors.streams import each
from connectors.web import Refused

PAGE = 50
SYSTEM = {
    "SENT": "Sent", "INBOX": "Inbox", "IMPORTANT": "Important", "STARRED": "Starred", "UNREAD": "Unread",
    "DRAFT": "Drafts", "SPAM": "Spam", "TRASH": "Trash", "CHAT": "Chat",
}  # fmt: skip
"""Gmail's own labels, named as Takeout names them in English."""


class Mail:
    """Reads the mail of one account; ``whole`` when bodies may be read, else headers alone."""

    def __init__(self, api: GoogleApi, context: Context, limits: GoogleLimits, whole: bool) -> None:
        self._api = api
        self._context = context
        self._limits = limits
        self._whole = whole
        self._labels: dict[str, str] = {}

    def sent(self, place: str) -> Iterator[Item]:
        """Sent mail, the newest first, the very newest with their text."""
        total = self._api.get("mail", "labels/SENT").get("messagesTotal")
        known = min(total, self._limits.sent) if isinstance(total, int) else self._limits.sent
        bodies = self._limits.bodies if self._whole else 0
        yield from self._listed(place, {"labelIds": ["SENT"]}, known, bodies)

    def received(self, place: str) -> Iterator[Item]:
        """Mail to the person, campaigns left out; without the right to search, what Gmail holds important."""
        if self._whole:
            query = (
                "-from:me -in:sent -in:chats -in:draft -category:promotions -category:social -category:forums"
            )
            asked: Parameters = {"q": f"{query} newer_than:{self._limits.days}d"}
        else:
            asked = {"labelIds": ["IMPORTANT"]}
        yield from self._listed(place, asked, self._limits.received, 0)

    def _listed(self, place: str, asked: Parameters, most: int, bodies: int) -> Iterator[Item]:
        """Messages of a listing, with a mark behind each page; a place is their number and a page token."""
        self._name_labels()
        number, _, token = place.partition(":")
        done = int(number) if number.isdigit() else 0
        yield Mark(place, done, most, self._estimate(most - done))
        parameters = {**asked, "maxResults": PAGE}
        for page, following in self._api.pages(
            "mail", "messages", parameters, token, self._limits.listing_units
        ):
            names = [text_at(one, "id") for one in objects_at(page, "messages")][: most - done]
            whole = set(names[: max(0, bodies - done)])
            yield from each(names, partial(self._message, whole), "gmail:")
            done += len(names)
            if not following:
                return
            if done >= most:
                yield Skip("google:mail", f"beyond the newest {most} mails")
                return
            yield Mark(f"{done}:{following}", done, most, self._estimate(most - done))

    def _estimate(self, messages: int) -> str:
        return in_words(self._api.seconds_for("mail", messages * self._limits.message_units))

    def _message(self, whole: set[str], name: str) -> Iterator[Item]:
        if name in whole:
            try:
                yield from self._raw(name)
                return
            except Refused:
                pass  # more than an answer may hold: its head tells enough
        raw = self._get(name, "metadata")
        pairs = [
            (text_at(one, "name"), text_at(one, "value"))
            for one in objects_at(object_at(raw, "payload"), "headers")
        ]
        if not pairs:
            yield Failure(f"gmail:{name}", "a message without a head")
            return
        headers = Headers.of([*pairs, *_thread(raw)])
        labels = all_labels(headers, self._names(raw), "")
        if reason := left_alone(headers, labels):
            yield Skip(f"gmail:{name}", reason)
            return
        yield build(headers, Content(), self._context, labels, missing_date=lambda: _internal_date(raw))

    def _raw(self, name: str) -> Iterator[Item]:
        raw = self._get(name, "raw")
        try:
            data = base64.urlsafe_b64decode(text_at(raw, "raw") + "==")
        except (binascii.Error, ValueError):
            yield Failure(f"gmail:{name}", "damaged in Gmail's answer")
            return
        head = "".join(f"{key}: {value}\r\n" for key, value in _thread(raw)).encode()
        yield from parse(
            head + data, self._context, self._names(raw), missing_date=lambda: _internal_date(raw)
        )

    def _get(self, name: str, form: str) -> dict[str, Any]:
        return self._api.get("mail", f"messages/{name}", {"format": form}, self._limits.message_units)

    def _names(self, raw: dict[str, Any]) -> tuple[str, ...]:
        listed = raw.get("labelIds")
        ids = [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
        return tuple(self._labels.get(one) or SYSTEM.get(one) or _category(one) for one in ids)

    def _name_labels(self) -> None:
        """Labels of the person's own are known by number only, until Gmail is asked for their names."""
        if not self._labels:
            listed = objects_at(self._api.get("mail", "labels"), "labels")
            self._labels = {
                text_at(one, "id"): text_at(one, "name") for one in listed if one.get("type") == "user"
            }


def _category(label: str) -> str:
    """``CATEGORY_UPDATES`` as Takeout writes it."""
    return f"Category {label[9:].title()}" if label.startswith("CATEGORY_") else label


def _thread(raw: dict[str, Any]) -> list[tuple[str, str]]:
    """The thread, as Takeout's mailboxes have it (in decimal)."""
    try:
        return [("X-GM-THRID", str(int(text_at(raw, "threadId"), 16)))]
    except ValueError:
        return []


def _internal_date(raw: dict[str, Any]) -> datetime | None:
    """When Gmail got it, in milliseconds since 1970; for mail without a date."""
    told = text_at(raw, "internalDate")
    return datetime.fromtimestamp(int(told) / 1000, UTC) if told.isdigit() and len(told) < 15 else None
