"""Mailbox files: Gmail's in a Takeout, Thunderbird's and Apple Mail's folders, list archives."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.batches import parse_all
from connectors.exports.mail.splitter import NoMailbox, split
from connectors.records import Failure, Item, Skip


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The messages of a mailbox file, in order, with a Mark now and then. Raises what its stream raises."""
    found = False
    with contextlib.closing(entry.open()) as stream:
        try:
            for item in parse_all(split(stream, context.start), entry, context):
                found = True
                yield item
        except NoMailbox:
            yield Failure(f"file:{entry.name}", "not a mailbox: it does not begin with a message")
            return
    if not found and not context.start:
        yield Skip(f"file:{entry.name}", "empty mailbox")
