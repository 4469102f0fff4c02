"""One message a file: ``.eml``, a maildir's files, Apple Mail's ``.emlx``."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import outlook
from connectors.exports.mail.message import parse
from connectors.records import Failure, Item

LONGEST = 16 << 20
APPLE_FLAGS = re.compile(rb"<key>flags</key>\s*<integer>(\d{1,18})</integer>")
APPLE_DELETED, APPLE_DRAFT = 1 << 1, 1 << 6  # bits of the flags, as mail-parsing tools have found them out
# maildir flags (cr.yp.to/proto/maildir.html): D draft, T trashed; ``!`` stands for ``:`` where that is no file name.
FLAGS = re.compile(r"[:!;]2,([A-Za-z]*)$")


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The message in ``entry``, and the events of invitations in it.

    ``.emlx`` begins with the message's length in bytes and ends with a property list of Apple Mail.
    """
    with contextlib.closing(entry.open()) as stream:
        data = stream.read(LONGEST)
    if not data.strip():
        yield Failure(f"file:{entry.name}", "an empty file")
        return
    if data.startswith(outlook.MAGIC):
        yield from outlook.read_msg(entry, context)
        return
    message, labels = _unwrapped(data)
    yield from parse(message, context, (*labels, *_flags(entry.name)), entry.name)


def _unwrapped(data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The message, and what Apple Mail's property list behind it says."""
    first, newline, _ = data[:40].partition(b"\n")
    if not (newline and first.strip().isdigit()):
        return data.removeprefix(b"\xef\xbb\xbf"), ()
    message = data[len(first) + 1 :][: int(first)]
    flags = APPLE_FLAGS.search(data, len(first) + len(message))
    bits = int(flags.group(1)) if flags else 0
    return message, ("trash",) * bool(bits & APPLE_DELETED) + ("drafts",) * bool(bits & APPLE_DRAFT)


def _flags(name: str) -> tuple[str, ...]:
    match = FLAGS.search(name)
    letters = match.group(1) if match else ""
    return ("drafts",) * ("D" in letters) + ("trash",) * ("T" in letters)
