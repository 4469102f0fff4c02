"""PDF through pdfium (pypdfium2): the first pages' text and the document's properties.

Runs in a process of its own (``pdf.py``): pdfium is native code, and a file made for it can crash it or
make it ask for gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from connectors.exports.documents.content import LONGEST_HIDDEN, LONGEST_TEXT, Content, Text, Unreadable
from connectors.exports.documents.pdf_hidden import character, hidden_characters
from connectors.exports.links import links_in

MOST_PAGES = 30
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([+-])?(\d\d)?'?(\d\d)?")


def read_pages(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or scanned (pages without text)."""
    import pypdfium2 as pdfium

    if not data.lstrip().startswith(b"%PDF") and b"%PDF" not in data[:1024]:
        raise Unreadable("damaged, or not the format its name says")
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise Unreadable("encrypted" if "password" in str(error).lower() else "damaged") from error
    try:
        seen, unseen = Text(LONGEST_TEXT), Text(LONGEST_HIDDEN)
        for number in range(min(len(document), MOST_PAGES)):
            _read_page(document, number, seen, unseen)
            if seen.full:
                break
        properties = document.get_metadata_dict()
    except pdfium.PdfiumError as error:
        raise Unreadable("damaged") from error
    finally:
        document.close()
    visible = seen.value(LONGEST_TEXT)
    if not visible.strip():
        raise Unreadable("no text in it: scanned pages, or empty ones")
    return Content(
        text=visible,
        title=_title(properties.get("Title", "")),
        hidden=unseen.value(LONGEST_HIDDEN),
        links=links_in(visible),
        author=properties.get("Author", "").strip(),
        created=_time(properties.get("CreationDate", "")),
        modified=_time(properties.get("ModDate", "")),
    )


def _read_page(document: Any, number: int, seen: Text, unseen: Text) -> None:
    import pypdfium2 as pdfium

    try:
        page = document[number]
    except pdfium.PdfiumError:
        return  # one broken page does not lose the rest
    try:
        text = page.get_textpage()
        try:
            hidden = hidden_characters(page, text)
            letters = [] if not hidden else [character(text, index) for index in range(text.count_chars())]
            shown = "".join(letter for index, letter in enumerate(letters) if index not in hidden)
            seen.add(_printable(shown if hidden else text.get_text_bounded()) + "\n")
            unseen.add(_printable("".join(_with_blanks(letters, hidden))))
        finally:
            text.close()
    finally:
        page.close()


def _with_blanks(letters: list[str], hidden: set[int]) -> Iterator[str]:
    """The hidden letters, with the blanks that stand behind them."""
    for index, letter in enumerate(letters):
        if index in hidden or (letter.isspace() and index - 1 in hidden):
            yield letter


def _printable(text: str) -> str:
    """Text without pdfium's marks for hyphens; empty where a font without a Unicode table left only codes."""
    text = text.replace("\x02", "").replace("\ufffe", "")
    codes = sum(letter < " " and letter not in "\n\t\r" for letter in text)
    return "" if codes * 4 > len(text) else text


def _title(text: str) -> str:
    """The title, unless a printer driver put a file name there (``Microsoft Word - draft.doc``)."""
    text = text.strip()
    return (
        ""
        if re.search(
            r"^(?:Microsoft \w+ - |untitled\b)|\.(?:docx?|pptx?|xlsx?|indd|dvi|tex|qxd|pdf)$", text, re.I
        )
        else text
    )


def _time(text: str) -> datetime | None:
    """A PDF date such as ``D:20261014101500+02'00'`` (ISO 32000-2 §7.9.4)."""
    match = _DATE.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second, sign, hours, minutes = match.groups()
    zone: timezone = UTC
    try:
        if sign:
            offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
            zone = timezone(offset if sign == "+" else -offset)
        return datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0),
            tzinfo=zone,
        )  # fmt: skip
    except ValueError:
        return None
