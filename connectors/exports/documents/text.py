"""Plain text, Markdown and tables as text, in whatever charset they were written."""

from __future__ import annotations

import re

from connectors.exports.charsets import decode_marked, guess_charset
from connectors.exports.documents.content import LONGEST_HIDDEN, LONGEST_TEXT, Content, Unreadable, fold
from connectors.exports.links import links_in

_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_REFERENCE_COMMENT = re.compile(r"^\[(?://|comment|_)\]:\s*(?:#|<>)?\s*(.*)$", re.MULTILINE | re.IGNORECASE)
_CODE = re.compile(r"^(```|~~~).*?^\1\s*$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(?:#{1,6}[ \t]+(.+?)[ \t#]*|([^\n#>|*-][^\n]*)\n(?:=+|-{3,}))[ \t]*$", re.MULTILINE)
_MARKS = re.compile(r"[*_`]|\[([^\]]*)\]\([^)]*\)")
_FRONT_TITLE = re.compile(r"\A---\n(?:.*\n)*?title:[ \t]*[\"']?(.+?)[\"']?[ \t]*\n(?:.*\n)*?---\n")


def read_plain(data: bytes) -> Content:
    """.txt: its first line is the title where it is short and stands alone."""
    text = fold(decode_text(data))
    first, _, rest = text.partition("\n")
    alone = (
        3 <= len(first.strip()) <= 80
        and (not rest.strip() or rest.startswith("\n"))
        and not first.endswith((",", ";"))
    )
    return Content(
        text=text[:LONGEST_TEXT], heading=first.strip() if alone else "", links=links_in(text[:LONGEST_TEXT])
    )


def read_table(data: bytes) -> Content:
    """.csv and .tsv as they stand."""
    text = fold(decode_text(data))[:LONGEST_TEXT]
    return Content(text=text, links=links_in(text))


def read_markdown(data: bytes) -> Content:
    """.md: comments go aside, since no reader of the rendered page sees them; code keeps them."""
    source = decode_text(data).replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_TITLE.match(source)
    hidden: list[str] = []
    kept: list[str] = []
    position = 0
    for code in [*_CODE.finditer(source), None]:
        prose = source[position : code.start() if code else len(source)]
        hidden += [
            match.group(1) for pattern in (_COMMENT, _REFERENCE_COMMENT) for match in pattern.finditer(prose)
        ]
        kept.append(_REFERENCE_COMMENT.sub("", _COMMENT.sub("", prose)))
        if code:
            kept.append(code.group())
            position = code.end()
    text = fold("".join(kept))
    found = _HEADING.search(_CODE.sub("", text[:20_000]))
    heading = (found.group(1) or found.group(2))[:300] if found else ""
    return Content(
        text=text[:LONGEST_TEXT],
        title=front.group(1).strip() if front else "",
        heading=_MARKS.sub(r"\1", heading).strip(),
        hidden=fold("\n".join(hidden))[:LONGEST_HIDDEN],
        links=links_in(text[:LONGEST_TEXT]),
    )


def decode_text(data: bytes) -> str:
    """Text by its byte order mark, as UTF-8, or by the charset that fits it best."""
    if (text := decode_marked(data)) is not None:
        return text
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if error.start > len(data) - 4:  # cut in the middle of a letter
            return data.decode(errors="ignore")
    head = data[:4_000]
    if 0 in head or sum(byte < 32 and byte not in b"\t\n\r\f\x1b" for byte in head) * 50 > len(head):
        raise Unreadable("binary, not text")
    return data.decode(guess_charset(data), "replace")
