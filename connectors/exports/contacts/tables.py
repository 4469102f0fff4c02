"""Address books as tables: the contact CSV of Outlook and Google, in any of their languages.

Columns are told by their headers (``headers.py``), mail addresses by their look, so that a header nobody
listed still gives the address. Delimiter and charset vary with the country the file was written in.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator

from connectors.exports.charsets import decode_marked, guess_charset
from connectors.exports.contacts.headers import field_of
from connectors.exports.entry import Context, Entry
from connectors.records import Contact, Failure, Item, Skip

LARGEST = 64_000_000
_LONGEST_NOTE = 2_000
_ADDRESS = re.compile(r"[^\s@<>,;:\"']+@[^\s@<>,;:\"']+\.?[^\s@<>,;:\"']+")
_MULTIPLE = re.compile(r"\s*(?::::|;|,)\s*")
_CODE_PAGES = (
    "cp1252", "cp1250", "cp932", "gb18030", "cp950", "cp949", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257",
)  # fmt: skip
_WORDS = ("full", "given", "family")
_RELATION = re.compile(r"Relation (\d+) - (Type|Label|Value)", re.IGNORECASE)
_PRIVATE = {
    "spouse",
    "partner",
    "child",
    "parent",
    "mother",
    "father",
    "brother",
    "sister",
    "domestic partner",
    "relative",
}
_FAMILY_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def recognise(beginning: str) -> bool:
    """Whether a CSV file that begins so is an address book, by its first line."""
    line = _first_line(beginning.lstrip("\ufeff"))
    try:
        headers = next(csv.reader([line], delimiter=_delimiter(line)), [])
    except csv.Error:
        return False
    fields = [field_of(header) for header in headers]
    known = {field for field in fields if field}
    named = bool(known.intersection(_WORDS))
    return named and "mail" in known and (len(known) >= 5 or len([f for f in fields if f]) * 2 > len(fields))


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The rows of an address book. A row without a name and an address is left out."""
    if entry.size > LARGEST:
        yield Failure(f"file:{entry.name}", "address book is too large")
        return
    try:
        with entry.open() as stream:
            text = text_of(stream.read(LARGEST))
        delimiter = _delimiter(_first_line(text))
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=False)
        seen: dict[str, int] = {}
        for number, row in enumerate(rows, start=2):
            cells = {
                key: value.strip()
                for key, value in row.items()
                if isinstance(key, str) and isinstance(value, str)
            }
            if any(cells.values()):
                yield _contact(cells, context, f"file:{entry.name}#{number}", seen)
    except (OSError, EOFError, ValueError, csv.Error) as error:
        yield Failure(f"file:{entry.name}", f"can't be read to its end ({type(error).__name__})")


def text_of(data: bytes) -> str:
    """The table, or its beginning up to a line end, in the code page it is written in."""
    if (text := decode_marked(data)) is not None:
        return text
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_code_page(data), "replace")


def _code_page(data: bytes) -> str:
    """Outlook writes in the code page of the country: the one in which most headers are known words."""
    first = re.split(rb"[\r\n]", data, maxsplit=1)[0]

    def known(page: str) -> int:
        header = first.decode(page, "replace")
        return sum(bool(field_of(name)) for name in header.replace('"', "").split(_delimiter(header)))

    best = max(_CODE_PAGES, key=known)
    return best if known(best) > known("ascii") else guess_charset(data)


def _first_line(text: str) -> str:
    """Up to the first line end, which Excel on a Mac writes as a lone CR."""
    return re.split(r"[\r\n]", text, maxsplit=1)[0]


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _contact(cells: dict[str, str], context: Context, place: str, seen: dict[str, int]) -> Item:
    by_field: dict[str, str] = {}
    for header, value in cells.items():
        if (field := field_of(header)) and value:
            by_field.setdefault(field, value)
    addresses = _addresses(cells)
    spelled = [by_field.get(field, "") for field in ("given", "middle", "family")]
    if _FAMILY_FIRST.search("".join(spelled)):
        spelled = [spelled[2], spelled[0]]
    parts = " ".join(part for part in spelled if part)
    title = (
        by_field.get("full", "")
        or parts
        or by_field.get("organization", "")
        or (addresses[0] if addresses else "")
    )
    if not title:
        return Skip(place, "row without a name or an address")
    key = addresses[0] if addresses else hashlib.sha256("\n".join(cells.values()).encode()).hexdigest()[:24]
    seen[key] = seen.get(key, 0) + 1
    phonetic = " ".join(by_field.get(field, "") for field in ("phonetic family", "phonetic given")).strip()
    names = [parts, by_field.get("nickname", ""), phonetic]
    return Contact(
        uri=f"contact:{key}" if seen[key] == 1 else f"contact:{key}#{seen[key]}",
        source=context.source,
        when=None,
        title=title[:300],
        text=by_field.get("note", "")[:_LONGEST_NOTE],
        addresses=addresses,
        names=tuple(dict.fromkeys(name for name in names if name and name != title)),
        organization=by_field.get("organization", "")[:300],
        department=by_field.get("department", "")[:300],
        role=by_field.get("role", "")[:300],
        relations=_relations(cells, by_field),
        groups=tuple(word.removeprefix("* ") for word in _MULTIPLE.split(by_field.get("groups", "")) if word),
        locality=by_field.get("locality", "")[:100],
        own=any(address in context.me for address in addresses),
    )


def _addresses(cells: dict[str, str]) -> tuple[str, ...]:
    """Cells that are a mail address from end to end; Google puts several in one, between ``:::``."""
    found: list[str] = []
    for header, value in cells.items():
        if "@" in value and field_of(header) != "note":
            found += [part.lower() for part in re.split(r"\s*:::\s*", value) if _ADDRESS.fullmatch(part)]
    return tuple(dict.fromkeys(found))


def _relations(cells: dict[str, str], by_field: dict[str, str]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = [
        (label, by_field[label]) for label in ("manager", "assistant") if label in by_field
    ]
    numbered: dict[str, dict[str, str]] = {}
    for header, value in cells.items():
        if match := _RELATION.fullmatch(header):
            numbered.setdefault(match.group(1), {})[
                "value" if match.group(2).lower() == "value" else "label"
            ] = value
    for pair in numbered.values():
        label = pair.get("label", "").lower() or "related"
        if pair.get("value") and label not in _PRIVATE:
            found.append((label, pair["value"]))
    return tuple(found)
