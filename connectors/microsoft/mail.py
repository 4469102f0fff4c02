"""Outlook mail: headers of sent and received mail, the newest sent ones whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from email.utils import format_datetime, formataddr
from functools import partial
from typing import Any

from connectors.exports.chat.times import iso_time
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.exports.mail.headers import Headers
from connectors.exports.mail.message import build, parse
from connectors.exports.mail.mime import Content
from connectors.exports.mail.standing import all_labels
from connectors.limits import MicrosoftLimits
from connectors.microsoft.graph import Graph, Parameters
from connectors.pace import in_words
from connectors.records import Item, Mark, Message, Skip
from connectors.streams import each
from connectors.web import Refused

FIELDS = (
    "id,conversationId,internetMessageId,internetMessageHeaders,subject,from,sender,toRecipients,ccRecipients,"
    "bccRecipients,sentDateTime,receivedDateTime,categories,isDraft,parentFolderId,webLink"
)
LEFT_ALONE = {"sentitems": "read already", "drafts": "draft", "deleteditems": "trash", "junkemail": "spam"}


class Mail:
    """Reads the mail of one account; ``whole`` when bodies may be read, else headers alone."""

    def __init__(
        self, graph: Graph, context: Context, limits: MicrosoftLimits, now: datetime, whole: bool
    ) -> None:
        self._graph = graph
        self._context = context
        self._limits = limits
        self._oldest = f"{now - timedelta(days=limits.days):%Y-%m-%dT%H:%M:%SZ}"
        self._whole = whole

    def sent(self, place: str) -> Iterator[Item]:
        """Sent mail, the newest first, the very newest with their text."""
        asked: Parameters = {"$select": FIELDS, "$top": self._limits.page, "$orderby": "sentDateTime desc"}
        path = f"{self._graph.person}/mailFolders/sentitems/messages"
        yield from self._listed(place, path, asked, self._limits.sent, ("Sent Items",))

    def received(self, place: str) -> Iterator[Item]:
        """Mail of all folders but Sent, Drafts, Junk and Deleted."""
        asked: Parameters = {
            "$select": FIELDS,
            "$top": self._limits.page,
            "$orderby": "receivedDateTime desc",
            "$filter": f"receivedDateTime ge {self._oldest}",
        }
        yield from self._listed(place, f"{self._graph.person}/messages", asked, self._limits.received, ())

    def _listed(
        self, place: str, path: str, asked: Parameters, most: int, labels: tuple[str, ...]
    ) -> Iterator[Item]:
        folders = {} if labels else self._folders()
        number, _, link = place.partition(" ")
        done = int(number) if number.isdigit() else 0
        bodies = self._limits.bodies if self._whole and labels else 0
        requests = bodies + most // self._limits.page
        yield Mark(place, done, most, in_words(self._graph.seconds_for("mail", requests)))
        for page, following in self._graph.pages("mail", path, asked, link):
            page = page[: most - done]
            found = {text_at(raw, "id"): raw for raw in page}
            whole = set(list(found)[: max(0, bodies - done)])
            for name in [name for name, raw in found.items() if text_at(raw, "parentFolderId") in folders]:
                yield Skip(f"outlook:{name}", folders[text_at(found.pop(name), "parentFolderId")])
            read = partial(self._message, found, whole, labels)
            yield from each(found, read, "outlook:", partial(self._head_of, found, labels))
            done += len(found)
            if not following:
                return
            if done >= most:
                yield Skip("microsoft:mail", f"beyond the newest {most} mails")
                return
            yield Mark(f"{done} {following}", done, most)

    def _folders(self) -> dict[str, str]:
        """Ids of the folders that are not received mail; they are known by name in every language."""
        found = {}
        for name, reason in LEFT_ALONE.items():
            try:
                told = self._graph.get("mail", f"{self._graph.person}/mailFolders/{name}", {"$select": "id"})
                found[text_at(told, "id")] = reason
            except Refused:
                pass  # an account without that folder
        return found

    def _message(
        self, found: dict[str, dict[str, Any]], whole: set[str], labels: tuple[str, ...], name: str
    ) -> Iterator[Item]:
        raw = found[name]
        if name not in whole:
            yield from self._head_of(found, labels, name)
            return
        data = self._graph.download(
            "mail", f"{self._graph.person}/messages/{name}/$value", self._limits.largest_mail
        )
        for item in parse(data, self._context, self._labels(raw, labels), missing_date=lambda: _sent(raw)):
            yield _threaded(item, raw) if isinstance(item, Message) else item

    def _head_of(
        self, found: dict[str, dict[str, Any]], labels: tuple[str, ...], name: str
    ) -> Iterator[Item]:
        raw = found[name]
        headers = Headers.of(_headers(raw))
        message = build(
            headers,
            Content(),
            self._context,
            all_labels(headers, self._labels(raw, labels), ""),
            missing_date=lambda: _sent(raw),
        )
        yield _threaded(message, raw)

    def _labels(self, raw: dict[str, Any], labels: tuple[str, ...]) -> tuple[str, ...]:
        listed = raw.get("categories")
        own = tuple(one for one in listed if isinstance(one, str)) if isinstance(listed, list) else ()
        return (*labels, *(("Drafts",) if raw.get("isDraft") is True else ()), *own)


def _threaded(message: Message, raw: dict[str, Any]) -> Message:
    conversation = text_at(raw, "conversationId")
    return replace(
        message,
        thread=f"outlook:{conversation}" if conversation else message.thread,
        link=text_at(raw, "webLink"),
    )


def _headers(raw: dict[str, Any]) -> list[tuple[str, str]]:
    """The head as it came; Outlook keeps none of mail it sent, so that is put together of what it tells."""
    kept = [
        (text_at(one, "name"), text_at(one, "value")) for one in objects_at(raw, "internetMessageHeaders")
    ]
    names = {name.lower() for name, _ in kept}
    sent = _sent(raw)
    told = [
        ("From", _addresses([object_at(raw, "from") or object_at(raw, "sender")])),
        ("To", _addresses(objects_at(raw, "toRecipients"))),
        ("Cc", _addresses(objects_at(raw, "ccRecipients"))),
        ("Bcc", _addresses(objects_at(raw, "bccRecipients"))),
        ("Subject", " ".join(text_at(raw, "subject").split())),
        ("Message-ID", text_at(raw, "internetMessageId")),
        ("Date", format_datetime(sent) if sent else ""),
    ]
    return kept + [(name, value) for name, value in told if value and name.lower() not in names]


def _addresses(recipients: list[dict[str, Any]]) -> str:
    people = [object_at(one, "emailAddress") for one in recipients]
    return ", ".join(
        formataddr((text_at(one, "name"), address))
        for one in people
        if (address := text_at(one, "address")).isascii() and address
    )


def _sent(raw: dict[str, Any]) -> datetime | None:
    return iso_time(raw.get("sentDateTime")) or iso_time(raw.get("receivedDateTime"))
