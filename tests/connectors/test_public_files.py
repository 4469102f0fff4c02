"""Public calendars, address cards and documents beside the checkout: read without a fault, and most of them fully."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from connectors.exports.calendar import ics
from connectors.exports.contacts import vcard
from connectors.exports.documents import files
from connectors.exports.entry import Context, Entry, Reader
from connectors.records import Contact, Document, Event, Failure, Item, Skip

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(
        not CORPUS.is_dir(), reason="no folder `shared` with the public files beside the checkout"
    ),
]


def read_all(kind: str, reader: Reader) -> Iterator[tuple[Path, list[Item]]]:
    for path in sorted((CORPUS / kind).rglob("*")):
        if path.is_file():
            entry = Entry(
                str(path.relative_to(CORPUS)), path.stat().st_size, lambda path=path: path.open("rb")
            )  # type: ignore[misc]
            yield path, list(reader(entry, Context("corpus", zone="Europe/Berlin")))


def fully(items: list[Item]) -> bool:
    return not any(isinstance(item, Failure) for item in items)


@pytest.mark.parametrize(("kind", "reader", "share"), [("ics", ics.read, 0.98), ("vcf", vcard.read, 0.99)])
def test_the_share_read_fully(kind: str, reader: Reader, share: float) -> None:
    read = list(read_all(kind, reader))
    assert len(read) > 20
    assert sum(fully(items) for _, items in read) / len(read) >= share


def test_every_event_of_every_calendar_is_accounted_for() -> None:
    for path, items in read_all("ics", ics.read):
        written = path.read_bytes().upper().replace(b"\r\n ", b"").count(b"BEGIN:VEVENT")
        told = [
            item
            for item in items
            if isinstance(item, (Event, Failure))
            or (isinstance(item, Skip) and item.uri.startswith("event:"))
        ]
        assert len(told) >= written, path.name


def test_the_same_file_gives_the_same_items_twice() -> None:
    readers: list[tuple[str, Reader, Callable[[Item], bool]]] = [
        ("ics", ics.read, lambda item: isinstance(item, Event)),
        ("vcf", vcard.read, lambda item: isinstance(item, Contact)),
        ("docs", files.read, lambda item: isinstance(item, Document)),
    ]
    for kind, reader, is_record in readers:
        first, second = list(read_all(kind, reader)), list(read_all(kind, reader))
        assert first == second
        for path, items in first:
            uris = [item.uri for item in items if is_record(item)]  # type: ignore[union-attr]
            assert len(uris) == len(set(uris)), path.name


def test_documents_are_read_or_say_why_not() -> None:
    reasons = {
        path.name: items[0].reason
        for path, items in read_all("docs", files.read)
        if isinstance(items[0], Failure)
    }
    assert reasons["password-hunter2.pdf"] == reasons["encypted_by_libreoffice.odt"] == "encrypted"
    assert reasons["greek.pdf"].startswith("no text in it")
    assert len(reasons) <= 8
