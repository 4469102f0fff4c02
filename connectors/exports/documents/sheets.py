"""Excel workbooks (.xlsx; ISO/IEC 29500-1 §18): the rows of each sheet, tab-separated.

Read as a stream and only as far as the text bound needs, which openpyxl does not do for the strings that
all sheets share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

from connectors.exports.documents.content import (
    LONGEST_HIDDEN,
    LONGEST_TEXT,
    MOST_LINKS,
    Content,
    Text,
    parse_time,
    unique,
)
from connectors.exports.documents.package import Package
from connectors.exports.links import links_in, unique_links

_MAIN = "xl/workbook.xml"
_MOST_SHEETS = 50
_MOST_STRINGS = 200_000
_MOST_LETTERS = 5_000_000
_LONGEST_STRING = 2_000
_DATE_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_FIRST_DAY = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}
_LETTERS = re.compile(r"\[[^\]]*\]|\"[^\"]*\"|\\.")


def read_xlsx(data: bytes) -> Content:
    """Raises Unreadable for what is encrypted, damaged or a bomb."""
    package = Package(data, _MAIN)
    properties = package.core_properties()
    targets = package.relations(package.main)
    strings = _shared_strings(package)
    dates = _date_styles(package)
    seen, unseen = Text(LONGEST_TEXT), Text(LONGEST_HIDDEN)
    links: list[str] = []
    epoch = _FIRST_DAY[False]
    sheets: list[tuple[str, str, bool]] = []
    for node in package.nodes(package.main):
        if node.kind == "start" and node.name == "workbookPr":
            epoch = _FIRST_DAY[node.attributes.get("date1904") in {"1", "true"}]
        elif node.kind == "start" and node.name == "sheet":
            part, _ = targets.get(node.attributes.get("id", ""), ("", False))
            sheets.append(
                (node.attributes.get("name", ""), part, node.attributes.get("state", "visible") != "visible")
            )
    for name, part, hidden in sheets[:_MOST_SHEETS]:
        target = unseen if hidden else seen
        target.add(f"{name}\n")
        for row, row_hidden in _rows(package, part, strings, dates, epoch):
            (unseen if row_hidden else target).add(row + "\n")
            if target.full:
                break
        links += [url for url, external in package.relations(part).values() if external]
        target.add("\n")
    text = seen.value(LONGEST_TEXT)
    return Content(
        text=text,
        title=properties.get("title", ""),
        hidden=unseen.value(LONGEST_HIDDEN),
        links=unique([*unique_links(links), *links_in(text)])[:MOST_LINKS],
        author=properties.get("creator", ""),
        editor=properties.get("lastModifiedBy", ""),
        editors=_commenters(package),
        created=parse_time(properties.get("created")),
        modified=parse_time(properties.get("modified")),
    )


def _shared_strings(package: Package) -> list[str]:
    strings: list[str] = []
    current: list[str] = []
    length = 0
    in_text = phonetic = False
    for node in package.nodes("xl/sharedStrings.xml"):
        if node.name == "t":
            in_text = node.kind == "start"
        elif node.name == "rPh":  # how a Japanese word is read, beside the word itself
            phonetic = node.kind == "start"
        elif node.kind == "text" and in_text and not phonetic and len(current) < 1_000:
            current.append(node.text)
        elif node.name == "si" and node.kind == "end":
            strings.append("".join(current)[:_LONGEST_STRING])
            length += len(strings[-1])
            current = []
            if len(strings) == _MOST_STRINGS or length > _MOST_LETTERS:
                break
    return strings


def _date_styles(package: Package) -> set[int]:
    """The cell styles that show a number as a date."""
    custom: set[int] = set()
    found: set[int] = set()
    in_cells, index = False, 0
    for node in package.nodes("xl/styles.xml"):
        number = node.attributes.get("numFmtId", "")
        if node.name == "cellXfs":
            in_cells = node.kind == "start"
        elif node.kind == "start" and node.name == "numFmt" and number.isdecimal():
            code = _LETTERS.sub("", node.attributes.get("formatCode", "")).lower()
            custom |= {int(number)} if set(code) & set("yd") else set()
        elif node.kind == "start" and node.name == "xf" and in_cells:
            if number.isdecimal() and (int(number) in _DATE_FORMATS or int(number) in custom):
                found.add(index)
            index += 1
    return found


def _rows(
    package: Package, part: str, strings: list[str], dates: set[int], epoch: datetime
) -> Iterator[tuple[str, bool]]:
    """Each row as text, and whether it is hidden; cells of hidden columns are left out with their row's text."""
    columns: set[int] = set()
    cells: list[str] = []
    value: list[str] = []
    hidden = reads = False
    kind = style = place = ""
    for node in package.nodes(part):
        attributes = node.attributes
        if node.kind == "start":
            if node.name == "col" and attributes.get("hidden") in {"1", "true"}:
                low, high = int(attributes.get("min", "0") or 0), int(attributes.get("max", "0") or 0)
                columns |= set(range(low, min(high, low + 500) + 1))
            elif node.name == "row":
                hidden, cells = attributes.get("hidden") in {"1", "true"}, []
            elif node.name == "c":
                kind, style, value = attributes.get("t", "n"), attributes.get("s", ""), []
                place = attributes.get("r", "")
            elif node.name in {"v", "t"}:
                reads = True
        elif node.kind == "text":
            if reads and len(value) < 100:
                value.append(node.text)
        elif node.name in {"v", "t"}:
            reads = False
        elif node.name == "c":
            shown = _shown(
                "".join(value), kind, strings, epoch if style.isdecimal() and int(style) in dates else None
            )
            if shown and _column(place) not in columns and len(cells) < 100:
                cells.append(" ".join(shown.split()))
        elif node.name == "row" and cells:
            yield "\t".join(cells), hidden


def _column(place: str) -> int:
    """The number of a column by its letters: ``AB12`` is 28."""
    number = 0
    for letter in place.upper()[:3]:
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - 64
    return number


def _shown(value: str, kind: str, strings: list[str], epoch: datetime | None) -> str:
    if kind == "s":
        return strings[int(value)] if value.isdecimal() and int(value) < len(strings) else ""
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    if kind == "n" and epoch and value:
        try:
            when = epoch + timedelta(days=float(value))
        except (ValueError, OverflowError):
            return value
        return f"{when:%Y-%m-%d}" if when.time() == when.min.time() else f"{when:%Y-%m-%d %H:%M}"
    return value


def _commenters(package: Package) -> tuple[str, ...]:
    found: list[str] = []
    for part in (*package.names("xl/comments"), *package.names("xl/persons/")):
        in_author = False
        for node in package.nodes(part):
            if node.name == "author":
                in_author = node.kind == "start"
            elif node.kind == "text" and in_author:
                found.append(node.text.strip())
            elif node.kind == "start" and node.name == "person":
                found.append(node.attributes.get("displayName", ""))
    return unique(found)[:50]
