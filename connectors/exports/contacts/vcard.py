"""Address cards: vCard 2.1, 3.0 and 4.0 (RFC 6350, RFC 2426, IMC vCard 2.1), in one ``.vcf`` or many.

The reader is our own because the one live library, vobject, gives up a whole file at a broken photo, at a
card in Windows-1252 and at Lotus' dialect (147 of 153 public files, against all of them here), and because
calendars are written in the same lines. Phone numbers, birthdays, photos and street addresses are not kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from connectors.exports.charsets import guess_charset
from connectors.exports.contentlines import (
    Line,
    Readable,
    components,
    logical_lines,
    parse,
    unescape,
)
from connectors.exports.entry import Context, Entry
from connectors.records import Contact, Failure, Item, Mark, Skip

LONGEST_NOTE = 2_000
_MARK_EVERY = 1_000
_MOST_LINES = 5_000
_ADDRESS = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+")
_RELATIONS = {
    "X-MANAGER": "manager", "X-MS-MANAGER": "manager", "X-EVOLUTION-MANAGER": "manager",
    "X-ASSISTANT": "assistant", "X-MS-ASSISTANT": "assistant", "X-EVOLUTION-ASSISTANT": "assistant",
    "X-KADDRESSBOOK-X-MANAGERSNAME": "manager", "X-KADDRESSBOOK-X-ASSISTANTSNAME": "assistant",
    "AGENT": "agent",
}  # fmt: skip
# Spouses and children are other people's private life, and theirs; work relations are what helps.
_PRIVATE = {
    "spouse", "partner", "child", "parent", "sibling", "kin", "crush", "date", "sweetheart", "met", "emergency",
    "mother", "father", "brother", "sister", "domestic partner", "son", "daughter", "domesticpartner", "relative",
}  # fmt: skip
_OTHER_NAMES = {
    "NICKNAME", "X-PHONETIC-FIRST-NAME", "X-PHONETIC-LAST-NAME", "SORT-STRING", "X-MAIDENNAME", "X-ADDRESSBOOKSERVER-PHONETIC",
}  # fmt: skip


@dataclass(slots=True)
class _Card:
    """The lines of one card, and the Apple labels of its groups."""

    lines: list[Line] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)

    def first(self, *names: str) -> str:
        return next((line.value for line in self.of(*names) if line.value.strip()), "")

    def of(self, *names: str) -> list[Line]:
        """The lines of these names, the preferred ones first."""
        found = [line for line in self.lines if line.name in names]
        return sorted(found, key=lambda line: "pref" not in line.types() and "PREF" not in line.parameters)


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The cards of a file, with marks (offset in the file) to go on from."""
    try:
        with entry.open() as stream:
            charset = guess_charset(_odd_lines(stream))
        seen: dict[str, int] = {}
        number = 0
        with entry.open() as stream:
            for end, card in _cards(stream, charset):
                number += 1
                item = to_contact(card, context, f"file:{entry.name}#{number}", seen)
                if end <= context.start:
                    continue
                yield item
                if number % _MARK_EVERY == 0:
                    yield Mark(str(end), end, entry.size)
        if number == 0:
            yield Failure(f"file:{entry.name}", "no card in it")
    except (OSError, EOFError, ValueError) as error:
        yield Failure(f"file:{entry.name}", f"can't be read to its end ({type(error).__name__})")


def _odd_lines(stream: Readable, most: int = 50_000) -> bytes:
    """Lines that are not UTF-8, to guess their charset from."""
    odd = bytearray()
    for _, line in logical_lines(stream):
        try:
            line.decode()
        except UnicodeDecodeError:
            odd += line + b"\n"
            if len(odd) > most:
                break
    return bytes(odd)


def _cards(stream: Readable, charset: str) -> Iterator[tuple[int, _Card]]:
    """The cards of a file; one card inside another (AGENT of version 2.1) is passed over."""
    card: _Card | None = None
    depth = end = 0
    for end, raw in logical_lines(stream):
        line = parse(raw, charset)
        if line is None:
            continue
        mark = (line.name, line.value.strip().upper())
        if mark == ("BEGIN", "VCARD"):
            depth += 1
            card = card if depth > 1 and card else _Card()
        elif mark == ("END", "VCARD"):
            depth -= 1
            if depth <= 0 and card:
                yield end, card
                card, depth = None, 0
        elif card and depth == 1 and len(card.lines) < _MOST_LINES:
            if line.name == "X-ABLABEL" and line.group:
                card.labels[line.group] = _label(unescape(line.value))
            else:
                card.lines.append(line)
    if card and card.lines:
        yield end, card


def _label(text: str) -> str:
    """``_$!<Manager>!$_`` is how Apple writes its own labels."""
    return re.sub(r"^_\$!<(.*)>!\$_$", r"\1", text.strip())


def to_contact(card: _Card, context: Context, place: str, seen: dict[str, int]) -> Item:
    """The record of one card. ``seen`` counts the uris given so far, which keeps them unique."""
    addresses = tuple(dict.fromkeys(
        match.group().lower().removesuffix(".") for line in card.of("EMAIL")
        if (match := _ADDRESS.search(unescape(line.value).removeprefix("mailto:")))
    ))  # fmt: skip
    title = _one_line(unescape(card.first("FN"))) or _structured_name(card)
    organization, *units = [_one_line(part) for part in components(card.first("ORG"))] or [""]
    if not title and not addresses and not organization:
        return Skip(place, "card without a name or an address")
    uid = card.first("UID").strip().removeprefix("urn:uuid:")
    key = uid or (addresses[0] if addresses else "") or _hash(title, organization)
    seen[key] = seen.get(key, 0) + 1
    uri = f"contact:{key}" if seen[key] == 1 else f"contact:{key}#{seen[key]}"
    title = title or organization or addresses[0]
    return Contact(
        uri=uri,
        source=context.source,
        when=_revised(card.first("REV")),
        title=title,
        text="\n".join(unescape(line.value) for line in card.of("NOTE")).strip()[:LONGEST_NOTE],
        addresses=addresses,
        names=tuple(name for name in _names(card) if name != title),
        organization=organization,
        department=", ".join(unit for unit in units if unit),
        role=_one_line(unescape(card.first("TITLE") or card.first("ROLE"))),
        relations=_relations(card),
        groups=_groups(card),
        zone=card.first("TZ").strip() if "/" in card.first("TZ") else "",
        locality=_locality(card),
        own=any(address in context.me for address in addresses),
    )


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]


def _structured_name(card: _Card) -> str:
    family, given, additional, prefix, suffix, *_ = (*components(card.first("N")), "", "", "", "", "")
    return _one_line(" ".join(part for part in (prefix, given, additional, family, suffix) if part))


def _names(card: _Card) -> list[str]:
    """Further spellings: nicknames, phonetic and native-script forms, other FN lines, N in its own order."""
    found = [_one_line(unescape(line.value)) for line in card.of("FN")]
    for line in card.lines:
        if line.name == "NICKNAME":
            found += [_one_line(name) for name in components(line.value, ",")]
    found.append(_structured_name(card))
    phonetic = [card.first(f"X-PHONETIC-{part}-NAME") for part in ("LAST", "FIRST")]
    found.append(_one_line(unescape(" ".join(phonetic))))
    found.append(_one_line(unescape(card.first("SORT-STRING"))) if " " in card.first("SORT-STRING") else "")
    return list(dict.fromkeys(name for name in found if name))


def _relations(card: _Card) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for line in card.lines:
        value = _one_line(unescape(line.value)).removeprefix("mailto:")
        label = _RELATIONS.get(line.name, "")
        if line.name in {"X-ABRELATEDNAMES", "RELATED", "X-RELATION"}:
            kinds = sorted(line.types() - {"pref", "text", "uri"})
            label = (card.labels.get(line.group, "") or (kinds[0] if kinds else "")).lower() or "related"
        if label and label not in _PRIVATE and value and not value.startswith(("urn:", "BEGIN:", "http")):
            found.append((label, value))
    return tuple(dict.fromkeys(found))


def _groups(card: _Card) -> tuple[str, ...]:
    names = [name for line in card.of("CATEGORIES") for name in components(line.value, ",")]
    return tuple(dict.fromkeys(_one_line(name) for name in names if name))


def _locality(card: _Card) -> str:
    """Town of the work address, else of any; never the street."""
    lines = sorted(card.of("ADR"), key=lambda line: "work" not in line.types())
    towns = [parts[3] for line in lines if len(parts := components(line.value)) > 3]
    return _one_line(next((town for town in towns if town), ""))


def _revised(text: str) -> datetime | None:
    text = text.strip()
    compact = re.sub(r"[-:]", "", text.split(".")[0].rstrip("Z"))
    for form in ("%Y%m%dT%H%M%S", "%Y%m%d", "%Y%m%dT%H%M"):
        try:
            return datetime.strptime(compact, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
