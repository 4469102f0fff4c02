"""JSON files of any length, member by member, in constant memory."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

MAX_VALUE = 2 << 20
"""Characters of one member; chat messages and profiles are far below."""

_TINY = 16
_CHUNK = 256 << 10
_MOST_DIGITS = 400


def _whole_number(digits: str) -> int:
    """Python refuses very long ones with an error that would end the file; there is no such number in a chat."""
    return int(digits) if len(digits) <= _MOST_DIGITS else 0


_DECODE = json.JSONDecoder(strict=False, parse_int=_whole_number).raw_decode


def members(stream: BinaryIO) -> Iterator[tuple[str, Any]]:
    """(key, value) of the object at the top, where an array comes as one pair for each of its items.

    An array at the top gives pairs with the key ``""``. Reads UTF-8, with or without a BOM, and lets broken
    bytes pass as U+FFFD. Raises ValueError where the text is no JSON, RecursionError where it nests without end;
    what stood before has been yielded by then.
    """
    with io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="") as text:
        scanner = _Scanner(text)
        match scanner.peek():
            case "[":
                for item in scanner.array():
                    yield "", item
            case "{":
                yield from _object(scanner)
            case _:
                raise ValueError("neither an object nor an array")


def _object(scanner: _Scanner) -> Iterator[tuple[str, Any]]:
    scanner.take("{")
    while scanner.peek() != "}":
        key = scanner.value()
        scanner.take(":")
        if scanner.peek() == "[":
            for item in scanner.array():
                yield str(key), item
        else:
            yield str(key), scanner.value()
        if scanner.peek() != "}":
            scanner.take(",")


class _Scanner:
    """A window over the text that moves forwards only."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        self._text = text
        self._window = ""
        self._at = 0
        self._behind = 0
        self._ended = False

    def peek(self) -> str:
        """The next character that is no white space; empty at the end."""
        while True:
            while self._at < len(self._window):
                if not self._window[self._at].isspace():
                    return self._window[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self, character: str) -> None:
        if self.peek() != character:
            raise ValueError(f"expected {character}")
        self._at += 1

    def array(self) -> Iterator[Any]:
        self.take("[")
        begun, count = self._behind + self._at, 0
        while self.peek() != "]":
            yield self.value()
            count += 1
            if count % 100_000 == 0 and self._behind + self._at - begun < count * _TINY:
                raise ValueError("absurdly many tiny members")
            if self.peek() != "]":
                self.take(",")
        self.take("]")

    def value(self) -> Any:
        self.peek()
        while True:
            try:
                value, end = _DECODE(self._window, self._at)
            except json.JSONDecodeError:
                if not self._more():
                    raise
                continue
            if end == len(self._window) and self._more():
                continue  # a number may go on in the next chunk
            self._at = end
            return value

    def _more(self) -> bool:
        if self._ended:
            return False
        if len(self._window) - self._at > MAX_VALUE:
            raise ValueError("a member is absurdly long")
        chunk = self._text.read(_CHUNK)
        self._ended = not chunk
        self._behind += self._at
        self._window = self._window[self._at :] + chunk
        self._at = 0
        return bool(chunk)
