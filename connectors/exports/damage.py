"""Archives, and members of them, that can't be unpacked whole."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

HINT = "download it again; an interrupted download or a renamed file looks like this"
"""What to do about an archive that is none."""


class Damaged(OSError):
    """The bytes of a member are not what the archive says of them."""


def guarded(stream: BinaryIO) -> BinaryIO:
    """The same bytes, forwards only; whatever the unpacking library raises on broken ones is Damaged."""
    return cast(BinaryIO, io.BufferedReader(_Guarded(stream), 1 << 16))


class _Guarded(io.RawIOBase):
    def __init__(self, inner: BinaryIO) -> None:
        self._inner = inner

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._inner.read(len(buffer))
        except Exception as error:  # zlib, lzma, bz2, zipfile and tarfile have no root in common
            raise Damaged("damaged in the archive") from error
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._inner.close()
        super().close()
