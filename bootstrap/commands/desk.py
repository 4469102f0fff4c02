"""What the review screen works with, put together from the stages."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Callable

from bootstrap import pipeline
from bootstrap.memory.receipts import Receipt
from bootstrap.review.editor import external
from bootstrap.review.seams import Desk, EvidenceContext
from bootstrap.review.session import Session
from bootstrap.settings import Settings
from bootstrap.snapshot import Snapshot
from connectors.records import Channel, Contact, Document, Event, Message, Party, Record, Repository


def desk(
    settings: Settings, reviewed: Session, snapshot: Snapshot, written: Callable[[Receipt], None]
) -> Desk:
    """``written`` is told the receipt of each writing."""

    def write() -> Receipt:
        receipt = pipeline.seed(settings, pipeline.plan(settings, reviewed))
        written(receipt)
        return receipt

    def context(uri: str) -> EvidenceContext | None:
        record = snapshot.record(uri)
        return None if record is None else _context(record)

    def open_link(address: str) -> None:
        webbrowser.open(address)

    return Desk(
        reviewed, lambda: pipeline.plan(settings, reviewed), write, context, open_link, external(os.environ)
    )


def _context(record: Record) -> EvidenceContext:
    match record:
        case Message():
            kind = "mail" if record.medium == "mail" else "chat"
            own = f"{record.text}\n\n{record.signature}".strip()
            return EvidenceContext(
                kind,
                _named(record.sender),
                record.title,
                record.when,
                own,
                record.quoted,
                record.channel,
                record.link,
            )
        case Event():
            when = f"\n{record.rule}" if record.rule else ""
            return EvidenceContext(
                "event",
                _named(record.organizer),
                record.title,
                record.when,
                f"{record.location}{when}\n{record.text}".strip(),
                "",
                record.calendar,
                record.link,
            )
        case Contact():
            lines = [*record.addresses, record.role, record.department, record.organization, record.text]
            return EvidenceContext(
                "contact",
                record.title,
                record.title,
                record.when,
                "\n".join(line for line in lines if line),
                link=record.link,
            )
        case Document():
            return EvidenceContext(
                "document",
                _named(record.owner),
                record.title,
                record.when,
                record.text,
                "",
                record.path,
                record.link,
            )
        case Repository():
            files = "\n\n".join(f"{path}\n{text}" for path, text in record.files)
            return EvidenceContext(
                "repository", "", record.title, record.when, files or record.text, link=record.link
            )
        case Channel():
            return EvidenceContext("channel", "", record.title, record.when, record.text, link=record.link)


def _named(party: Party) -> str:
    return f"{party.name} <{party.address}>" if party.name and party.address else party.name or party.address
