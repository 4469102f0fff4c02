"""Mailbox files: Gmail's in a Takeout, Thunderbird's and Apple Mail's folders, list archives."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.batches import parse_all
from connectors.exports.mail.splitter import NoMailbox, split
from connectors.records import Failure, Item, Skip


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The messages of a mailbox file, in order, with a Mark now and then."""
    if entry.size == 0:
        yield Skip(entry.name, "empty mailbox")
        return
    with contextlib.closing(entry.open()) as stream:
        found = False
        try:
            for item in parse_all(split(stream, context.start), entry, context):
                found = True
                yield item
        except NoMailbox:
            yield Failure(entry.name, "not a mailbox: it does not begin with a message")
            return
        except (OSError, EOFError, ValueError) as error:
            yield Failure(
                entry.name, f"the file is damaged or cut short ({type(error).__name__})", retry=True
            )
            return
    if not found and not context.start:
        yield Skip(entry.name, "empty mailbox")
