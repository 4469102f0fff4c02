"""Outlook's files: ``.msg`` (one item, [MS-OXMSG]) and ``.pst`` / ``.ost`` (a store, [MS-PST])."""

from __future__ import annotations

import contextlib
import io
import re
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.mapi import Properties, mail_item
from connectors.exports.mail.message import parse
from connectors.records import Failure, Item, Mark

if TYPE_CHECKING:
    from olefile import OleFileIO

LONGEST_MSG = 100 << 20
LONGEST_VALUE = 4 << 20
MOST_PARTIES = 1_000
MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
VALUE = re.compile(r"__substg1\.0_([0-9A-F]{4})([0-9A-F]{4})$")
FIXED = {0x03: 4, 0x0B: 2, 0x40: 8}


def read_msg(entry: Entry, context: Context) -> Iterator[Item]:
    """The item of a ``.msg`` file. Files of that name that hold plain mail are read as such."""
    import olefile

    if entry.size > LONGEST_MSG:
        yield Failure(f"file:{entry.name}", "larger than 100 MB")
        return
    with contextlib.closing(entry.open()) as stream:
        data = stream.read(LONGEST_MSG)
    if not data.startswith(MAGIC):
        yield from parse(data, context, name=entry.name)
        return
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            yield _msg_item(ole, context, entry.name)
    except Exception as error:  # a damaged file fails in the library in many ways
        yield Failure(f"file:{entry.name}", f"a damaged Outlook message ({type(error).__name__})")


def _msg_item(ole: OleFileIO, context: Context, name: str) -> Item:
    folders: dict[str, Properties] = {"": Properties()}
    for path in ole.listdir(streams=True, storages=False):
        folder = path[0] if len(path) == 2 else ""
        if (
            len(path) > 2
            or len(folders) > MOST_PARTIES
            or not (folder == "" or folder.startswith(("__recip", "__attach")))
        ):
            continue
        values = folders.setdefault(folder, Properties()).values
        match = VALUE.match(path[-1])
        if match and ole.get_size(path) <= LONGEST_VALUE:
            key, kind = int(match.group(1), 16), int(match.group(2), 16)
            if key != 0x3701:  # the attached bytes themselves
                values[key] = (kind, ole.openstream(path).read())
        elif path[-1] == "__properties_version1.0":
            _fixed(ole.openstream(path).read(), 8 if folder else 32, values)
    recipients = [folders[key] for key in sorted(folders) if key.startswith("__recip")]
    files = [folders[key] for key in sorted(folders) if key.startswith("__attach")]
    return mail_item(folders[""], recipients, files, context, name)


def _fixed(data: bytes, header: int, values: dict[int, tuple[int, bytes]]) -> None:
    """Numbers and dates, which stand in a table of their own ([MS-OXMSG] section 2.4.2)."""
    for at in range(header, len(data) - 15, 16):
        kind, key = struct.unpack_from("<HH", data, at)
        if kind in FIXED:
            values.setdefault(key, (kind, data[at + 8 : at + 8 + FIXED[kind]]))


def read_pst(entry: Entry, context: Context) -> Iterator[Item]:
    """The mails of a store, folder by folder. Needs the optional library libpff-python."""
    try:
        import pypff
    except ImportError:
        yield Failure(
            f"file:{entry.name}",
            "Outlook stores need an extra: pip install 'day1-bootstrap[outlook]'",
            retry=True,
        )
        return
    store = pypff.file()
    with contextlib.closing(entry.open()) as stream:
        if not stream.seekable():
            yield Failure(
                f"file:{entry.name}", "an Outlook store inside a compressed archive: unpack it first"
            )
            return
        try:
            store.open_file_object(stream)
        except (OSError, RuntimeError) as error:
            yield Failure(
                f"file:{entry.name}", f"not an Outlook store, or a damaged one ({type(error).__name__})"
            )
            return
        done = 0
        for path, folder in _folders(store.get_root_folder(), entry.name):
            for index in range(_count(folder)):
                done += 1
                if done <= context.start:
                    continue
                yield _store_item(folder, index, path, context)
                if done % 100 == 0:
                    yield Mark(str(done), done)


def _folders(folder: Any, path: str) -> Iterator[tuple[str, Any]]:
    waiting = [(path, folder)]
    seen = 0
    while waiting and seen < 10_000:
        here, folder = waiting.pop()
        seen += 1
        yield here, folder
        try:
            children = [folder.get_sub_folder(index) for index in range(folder.get_number_of_sub_folders())]
        except (OSError, RuntimeError):
            continue
        waiting += [
            (f"{here}/{(child.get_name() or '').replace('/', ' ')}", child) for child in reversed(children)
        ]


def _count(folder: Any) -> int:
    try:
        return int(folder.get_number_of_sub_messages())
    except (OSError, RuntimeError):
        return 0


def _store_item(folder: Any, index: int, path: str, context: Context) -> Item:
    name = f"{path}/{index}"
    try:
        message = folder.get_sub_message(index)
        item = _properties(message)
        recipients = (
            [_set(record) for record in _records(message.get_recipients())]
            if hasattr(message, "get_recipients")
            else []
        )
        files = [_properties(file) for file in list(message.attachments)[:100]]
        return mail_item(item, recipients, files, context, name)
    except Exception as error:  # a damaged item fails in the library in many ways
        return Failure(f"file:{name}", f"a damaged Outlook item ({type(error).__name__})")


def _properties(item: Any) -> Properties:
    records = _records(item)
    return _set(records[0]) if records else Properties()


def _records(item: Any) -> list[Any]:
    return list(item.record_sets)[:MOST_PARTIES] if item is not None else []


def _set(record: Any) -> Properties:
    found = Properties()
    for entry in record.entries:
        data = entry.get_data()
        if (
            data is not None
            and entry.value_type is not None
            and len(data) <= LONGEST_VALUE
            and entry.entry_type != 0x3701
        ):
            found.values.setdefault(entry.entry_type, (entry.value_type, data))
    return found
