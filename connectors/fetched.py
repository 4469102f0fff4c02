"""A file of a drive: what the drive tells of it, and its text as the reader of documents finds it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

from connectors.exports.documents import files
from connectors.exports.entry import Context, Entry
from connectors.records import Document, Failure, Item, Party

KINDS = {
    "odt": "docx", "rtf": "docx", "docm": "docx", "pptx": "slides", "odp": "slides", "xlsx": "sheet", "xlsm": "sheet",
    "ods": "sheet", "txt": "text", "htm": "html", "markdown": "md", "tsv": "csv",
}  # fmt: skip


def readable(name: str) -> bool:
    """Whether a file of that name is a document with text in it."""
    return f".{ending_of(name)}" in files.ENDINGS


def ending_of(name: str) -> str:
    return name.rpartition(".")[2].lower()


def kind_of(ending: str) -> str:
    """The kind a document of that ending has once it is read."""
    return KINDS.get(ending, ending)


def with_text(told: Document, data: bytes, ending: str) -> Iterator[Item]:
    """The document with the text of ``data``; where there is none, as it was, with the reason as a Failure.

    ``ending`` says what ``data`` is (``docx``). What the drive tells of the file stands, the rest comes from the
    file itself.
    """
    entry = Entry(f"document.{ending}", len(data), lambda: io.BytesIO(data))
    for item in files.read(entry, Context(told.source)):
        if isinstance(item, Document):
            known = {party.name for party in (told.owner, *told.editors)}
            editors = (*told.editors, *(one for one in item.editors if one.name not in known))
            yield replace(
                told,
                text=item.text,
                kind=item.kind,
                hidden=item.hidden,
                links=item.links,
                editors=editors,
                owner=told.owner if told.owner != Party() else item.owner,
            )
            return
        if isinstance(item, Failure):
            yield replace(item, uri=f"{told.uri}/text")
    yield told
