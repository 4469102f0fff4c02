"""HTML files as documents."""

from __future__ import annotations

import re

from connectors.exports.documents.content import MOST_LINKS, Content, parse_time, unique
from connectors.exports.documents.html import read_html
from connectors.exports.documents.text import decode_text
from connectors.exports.links import links_in

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)


def read_webpage(data: bytes) -> Content:
    """A saved page or a document exported as HTML."""
    page = read_html(_decode(data))
    times = [
        parse_time(page.meta.get(name)) for name in ("dcterms.modified", "last-modified", "changed", "date")
    ]
    return Content(
        text=page.text,
        title=page.title,
        heading=page.heading,
        hidden=page.hidden,
        links=unique([*page.links, *links_in(page.text)])[:MOST_LINKS],
        author=page.meta.get("author", "").strip(),
        modified=next((time for time in times if time), None),
    )


def _decode(data: bytes) -> str:
    declared = _CHARSET.search(data[:4096])
    try:
        return data.decode()
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(declared.group(1).decode("ascii"), "replace") if declared else decode_text(data)
    except LookupError:
        return decode_text(data)
