"""Raw messages to records, in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.message import parse
from connectors.exports.mail.splitter import Raw, separator_date
from connectors.records import Item, Mark

MARK_EVERY = 200


def parse_all(messages: Iterable[Raw], entry: Entry, context: Context) -> Iterator[Item]:
    for number, raw in enumerate(messages, 1):
        yield from parse_raw(raw, entry.name, context)
        if number % MARK_EVERY == 0:
            yield Mark(str(raw.end), raw.end, entry.size)


def parse_raw(raw: Raw, name: str, context: Context) -> tuple[Item, ...]:
    return parse(
        raw.data, context, name=name, unquote_from=True, missing_date=lambda: separator_date(raw.separator)
    )
