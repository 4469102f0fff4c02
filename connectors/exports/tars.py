"""A tar or tgz as part of an export, read in place.

A tgz can only be read forwards, so it is read twice: once to list its members (small ones are kept at once, the
sidecar files among them), once to read them in order. A plain tar is read where it is needed.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from connectors.base import SourceUnreadable
from connectors.exports.damage import HINT, Damaged, guarded
from connectors.exports.entry import Entry
from connectors.exports.names import printable, refusal, tidy
from connectors.exports.zips import MAX_RATIO, SMALL
from connectors.records import Failure

_MAX_MEMBERS = 150_000
_PEEK = 2_000
_MAX_HEADER = 1 << 20
_KEPT_MEMBER = 64 << 10
_KEPT = 32 << 20
_BROKEN = (tarfile.TarError, zlib.error, EOFError, OSError, ValueError)


def is_tar(head: bytes) -> bool:
    """Whether the first 512 bytes are those of a tar, or of something gzipped."""
    return head.startswith(b"\x1f\x8b\x08") or head[257:262] == b"ustar"


@dataclass(frozen=True)
class _Member:
    name: str
    offset: int
    size: int
    when: datetime | None
    reason: str = ""
    content: bytes | None = None


@dataclass(frozen=True)
class TarPart:
    path: Path
    _idle: list[_Stream] = field(default_factory=list, repr=False)

    @property
    def size(self) -> int:
        return sum(member.size for member in self._listing[0])

    def entries(self) -> Iterator[Entry | Failure]:
        members, end = self._listing
        for member in members:
            if member.reason:
                yield Failure(f"file:{printable(member.name)}", member.reason)
            else:
                yield self._entry(member)
        if end:
            yield Failure(f"file:{self.path.name}", end)

    def find(self, name: str) -> Entry | None:
        member = self._by_name.get(name)
        return None if member is None or member.reason else self._entry(member)

    def names(self, limit: int) -> list[str]:
        """Names of the first files, without reading to the end. Raises SourceUnreadable as ``entries`` does."""
        try:
            with _Stream(self.path) as stream:
                return [member.name for member in islice(_members(stream), min(limit, _PEEK))]
        except (_Refused, *_BROKEN):
            return [member.name for member in self._listing[0][:limit]]

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _entry(self, member: _Member) -> Entry:
        return Entry(member.name, member.size, partial(self._open, member), member.when)

    def _open(self, member: _Member) -> BinaryIO:
        if member.content is not None:
            return io.BytesIO(member.content)
        stream = self._idle.pop() if self._idle else None
        if stream is None or (stream.compressed and stream.tell() > member.offset):
            if stream is not None:
                stream.close()
            stream = _Stream(self.path)
        try:
            stream.seek(member.offset)
        except Exception as error:  # the way there leads over broken bytes
            stream.close()
            raise Damaged("damaged in the archive") from error
        return guarded(cast(BinaryIO, _Window(stream, member.size, self._idle)))

    @cached_property
    def _by_name(self) -> dict[str, _Member]:
        return {member.name: member for member in reversed(self._listing[0])}

    @cached_property
    def _listing(self) -> tuple[list[_Member], str]:
        """The members, and why there are no more; empty where the archive ends as it should."""
        members: list[_Member] = []
        try:
            with _Stream(self.path) as stream:
                members.extend(_members(stream))
        except _Refused as refused:
            return members, str(refused)
        except _BROKEN as error:
            if not members:
                raise SourceUnreadable(f"{self.path.name} is not a whole tar archive", HINT) from error
            return members, "the archive is cut off or damaged here: the rest is not read"
        return members, ""


class _Refused(Exception):
    """The archive as a whole is made to do harm; the message says how."""


def _members(stream: _Stream) -> Iterator[_Member]:
    count = kept = 0
    with tarfile.open(fileobj=cast(BinaryIO, stream), mode="r:") as archive:
        while info := archive.next():
            archive.members.clear()  # type: ignore[attr-defined]  # the library would keep every header
            count += 1
            if count > _MAX_MEMBERS:
                raise _Refused(f"more than {_MAX_MEMBERS} files: the rest is not read")
            if info.isdir():
                continue
            name = tidy(info.name)
            reason = refusal(name) or ("" if info.isreg() else "link or device in the archive")
            content = None
            if not reason and info.size <= _KEPT_MEMBER and kept + info.size <= _KEPT:
                stream.seek(info.offset_data)
                content = stream.read(info.size)
                kept += info.size
            when = datetime.fromtimestamp(info.mtime, UTC) if 0 < info.mtime < 1 << 33 else None
            yield _Member(name, info.offset_data, info.size, when, reason, content)


class _Stream(io.BufferedReader):
    """The unpacked bytes of a tar, guarded: a ratio that only a bomb has ends the reading.

    Tar headers are read in one piece by the library, so a single read is bounded too.
    """

    def __init__(self, path: Path) -> None:
        raw = path.open("rb")
        self.compressed = raw.read(3) == b"\x1f\x8b\x08"
        raw.seek(0)
        inner = _Gunzip(raw) if self.compressed else raw
        super().__init__(cast(io.RawIOBase, inner), 1 << 16)

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size < 0 or size > _MAX_HEADER:
            raise _Refused("absurd header in the archive")
        return super().read(size)


class _Gunzip(io.RawIOBase):
    """A gzip stream that can go forwards only."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._plain = gzip.GzipFile(fileobj=packed)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._plain.read1(len(buffer))
        buffer[: len(data)] = data
        self._at += len(data)
        if self._at > 16 * SMALL and self._at > MAX_RATIO * self._packed.tell():
            raise _Refused("absurd compression ratio: the rest is not read")
        return len(data)

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence == 1:
            offset += self._at
        if whence == 2 or offset < self._at:
            raise OSError("a gzip stream goes forwards only")
        scratch = memoryview(bytearray(1 << 16))
        while self._at < offset:
            if not self.readinto(scratch[: min(len(scratch), offset - self._at)]):
                break
        return self._at

    def close(self) -> None:
        self._plain.close()
        self._packed.close()
        super().close()


class _Window(io.RawIOBase):
    """The next ``size`` bytes of a stream, which goes back to ``idle`` when the reader is done."""

    def __init__(self, stream: _Stream, size: int, idle: list[_Stream]) -> None:
        self._stream = stream
        self._left = size
        self._idle = idle

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(min(size, self._left, _MAX_HEADER))
        if not data and self._left and size:
            raise EOFError("the archive is cut off")
        self._left -= len(data)
        return data

    def close(self) -> None:
        if not self.closed:
            self._idle.append(self._stream)
        super().close()
