"""A zip archive as part of an export, read in place."""

from __future__ import annotations

import stat
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO, cast

from connectors.base import SourceUnreadable
from connectors.exports.damage import HINT, Damaged, guarded
from connectors.exports.entry import Entry
from connectors.exports.names import printable, refusal, respell, tidy
from connectors.records import Failure

MAX_RATIO = 200
SMALL = 1 << 20
"""Bytes up to which no ratio is absurd: a page of blanks is no bomb."""

_MAX_MEMBERS = 250_000
_MAX_DIRECTORY = 64 << 20
_READABLE = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})


@dataclass(frozen=True)
class ZipPart:
    """A zip; its central directory is read at the first question (APPNOTE.TXT 4.3)."""

    path: Path

    @property
    def size(self) -> int:
        return sum(info.file_size for info in self._members.values())

    def entries(self) -> Iterator[Entry | Failure]:
        for info in self._archive.infolist():
            if _is_folder(info):
                continue
            name = _name(info)
            if reason := _refusal(info, name):
                yield Failure(f"file:{printable(name)}", reason)
            else:
                yield self._entry(info, name)

    def find(self, name: str) -> Entry | None:
        info = self._members.get(name)
        return None if info is None or _refusal(info, name) else self._entry(info, name)

    def names(self, limit: int) -> list[str]:
        """Names of the first files, refused ones too, in the archive's order."""
        return [_name(info) for info in self._archive.infolist() if not _is_folder(info)][:limit]

    def close(self) -> None:
        if archive := self.__dict__.pop("_archive", None):
            archive.close()

    def _entry(self, info: zipfile.ZipInfo, name: str) -> Entry:
        return Entry(name, info.file_size, partial(self._open, info), _when(info))

    def _open(self, info: zipfile.ZipInfo) -> BinaryIO:
        try:
            return guarded(cast(BinaryIO, self._archive.open(info)))
        except Exception as error:  # a broken local header is told in many ways
            raise Damaged("damaged in the archive") from error

    @cached_property
    def _members(self) -> dict[str, zipfile.ZipInfo]:
        return {_name(info): info for info in reversed(self._archive.infolist()) if not _is_folder(info)}

    @cached_property
    def _archive(self) -> zipfile.ZipFile:
        try:
            with self.path.open("rb") as stream:
                _check_directory(stream, self.path)
            archive = zipfile.ZipFile(self.path)
        except (zipfile.BadZipFile, NotImplementedError, struct.error, UnicodeError, ValueError) as error:
            raise SourceUnreadable(f"{self.path.name} is not a whole zip file", HINT) from error
        except OSError as error:
            raise SourceUnreadable(
                f"{self.path} can't be read ({error.strerror})", "check its permissions"
            ) from error
        packed = sum(info.compress_size for info in archive.infolist())
        if packed > self.path.stat().st_size:
            archive.close()
            raise SourceUnreadable(
                f"{self.path.name} overlaps itself, as a zip bomb does", "don't open this file"
            )
        return archive


def _is_folder(info: zipfile.ZipInfo) -> bool:
    return info.filename.endswith("/")  # the library's own question fails on an empty name


def _name(info: zipfile.ZipInfo) -> str:
    utf8 = info.flag_bits & 0x800
    return tidy(info.orig_filename if utf8 else respell(info.orig_filename))


def _refusal(info: zipfile.ZipInfo, name: str) -> str:
    if reason := refusal(name):
        return reason
    if stat.S_ISLNK(info.external_attr >> 16):
        return "link in the archive"
    if info.flag_bits & 0x1:
        return "encrypted in the archive"
    if info.compress_type not in _READABLE:
        return "packed with a method that can't be read"
    if info.file_size > SMALL and info.file_size > MAX_RATIO * max(info.compress_size, 1):
        return "absurd compression ratio"
    return ""


def _when(info: zipfile.ZipInfo) -> datetime | None:
    """The MS-DOS time of the member. It has no zone; exports are packed on servers that run on UTC."""
    try:
        when = datetime(*info.date_time, tzinfo=UTC)
    except ValueError:
        return None
    return None if when.year <= 1980 else when


def _check_directory(stream: BinaryIO, path: Path) -> None:
    """Refuse a central directory too big to be held, before the library loads it whole."""
    end = stream.seek(0, 2)
    start = max(0, end - (1 << 16) - 22)
    stream.seek(start)
    tail = stream.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) - at < 22:
        raise zipfile.BadZipFile
    if any(disk not in (0, 0xFFFF) for disk in struct.unpack_from("<HH", tail, at + 4)):
        raise SourceUnreadable(
            f"{path.name} is the last part of a split zip",
            f"join the parts first: zip -s 0 {path.name} --out whole.zip",
        )
    count, size = struct.unpack_from("<HL", tail, at + 10)
    location = start + at
    if tail[max(0, at - 20) : at - 16] == b"PK\x06\x07":
        stream.seek(struct.unpack_from("<Q", tail, at - 20 + 8)[0])
        record = stream.read(56)
        if record[:4] == b"PK\x06\x06" and len(record) == 56:
            location = stream.tell() - 56
            count, size = struct.unpack_from("<QQ", record, 32)
    if size > min(_MAX_DIRECTORY, location):
        raise zipfile.BadZipFile
    stream.seek(location - size)
    if max(count, _count(stream.read(size))) > _MAX_MEMBERS:
        raise SourceUnreadable(
            f"{path.name} lists more than {_MAX_MEMBERS} files", "ask for the export in smaller parts"
        )


def _count(directory: bytes) -> int:
    """Members in a central directory (APPNOTE.TXT 4.3.12); the count in its end record may lie."""
    at = count = 0
    while directory[at : at + 4] == b"PK\x01\x02" and at + 46 <= len(directory):
        at += 46 + sum(struct.unpack_from("<HHH", directory, at + 28))
        count += 1
    return count
