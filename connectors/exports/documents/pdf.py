"""PDF through pdfium (pypdfium2): the first pages' text and the document's properties."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from connectors.exports.documents.content import LONGEST_TEXT, Content, Text, Unreadable
from connectors.exports.links import links_in

MOST_PAGES = 30
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([+-])?(\d\d)?'?(\d\d)?")


def read_pdf(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or scanned (pages without text)."""
    import pypdfium2 as pdfium

    if not data.lstrip().startswith(b"%PDF") and b"%PDF" not in data[:1024]:
        raise Unreadable("damaged, or not the format its name says")
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise Unreadable("encrypted" if "password" in str(error).lower() else "damaged") from error
    try:
        text = Text(LONGEST_TEXT)
        pages = len(document)
        for number in range(min(pages, MOST_PAGES)):
            text.add(_page_text(document, number) + "\n")
            if text.full:
                break
        properties = document.get_metadata_dict()
    except pdfium.PdfiumError as error:
        raise Unreadable("damaged") from error
    finally:
        document.close()
    visible = text.value(LONGEST_TEXT)
    if not visible.strip():
        raise Unreadable("no text in it: scanned pages, or empty ones")
    return Content(
        text=visible,
        title=_title(properties.get("Title", "")),
        links=links_in(visible),
        author=properties.get("Author", "").strip(),
        created=_time(properties.get("CreationDate", "")),
        modified=_time(properties.get("ModDate", "")),
    )


def _page_text(document: object, number: int) -> str:
    import pypdfium2 as pdfium

    try:
        page = document[number]  # type: ignore[index]
    except pdfium.PdfiumError:
        return ""  # one broken page does not lose the rest
    try:
        text = page.get_textpage()
        try:
            return str(text.get_text_bounded()).replace("\x02", "").replace("\ufffe", "")
        finally:
            text.close()
    finally:
        page.close()


def _title(text: str) -> str:
    """The title, unless a printer driver put a file name there (``Microsoft Word - draft.doc``)."""
    text = text.strip()
    return "" if re.search(r"^(?:Microsoft \w+ - |untitled\b)|\.(?:docx?|pptx?|xlsx?|indd|dvi|tex|qxd|pdf)$", text, re.I) else text


def _time(text: str) -> datetime | None:
    """A PDF date such as ``D:20261014101500+02'00'`` (ISO 32000-2 §7.9.4)."""
    match = _DATE.match(text)
    if not match:
        return None
    year, month, day, hour, minute, second, sign, hours, minutes = match.groups()
    zone = timezone.utc
    try:
        if sign:
            offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
            zone = timezone(offset if sign == "+" else -offset)
        return datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0),
            tzinfo=zone if sign else UTC,
        )  # fmt: skip
    except ValueError:
        return None
