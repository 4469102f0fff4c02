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
# maildir flags (cr.yp.to/proto/maildir.html): D draft, T trashed; ``!`` stands for ``:`` where that is no file name.
FLAGS = re.compile(r"[:!;]2,([A-Za-z]*)$")


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """The message in ``entry``, and the events of invitations in it.

    ``.emlx`` begins with the message's length in bytes and ends with a property list of Apple Mail.
    """
    with contextlib.closing(entry.open()) as stream:
        try:
            data = stream.read(LONGEST)
        except (OSError, EOFError, ValueError) as error:
            yield Failure(entry.name, f"can't be read ({type(error).__name__})", retry=True)
            return
    if not data.strip():
        yield Failure(entry.name, "an empty file")
        return
    if data.startswith(outlook.MAGIC):
        yield from outlook.read_msg(entry, context)
        return
    yield from parse(_unwrapped(data), context, _flags(entry.name), entry.name)


def _unwrapped(data: bytes) -> bytes:
    first, newline, _ = data[:40].partition(b"\n")
    if newline and first.strip().isdigit():
        length = int(first)
        return data[len(first) + 1 :][:length]
    return data[3:] if data.startswith(b"\xef\xbb\xbf") else data


def _flags(name: str) -> tuple[str, ...]:
    match = FLAGS.search(name)
    letters = match.group(1) if match else ""
    return ("drafts",) * ("D" in letters) + ("trash",) * ("T" in letters)
