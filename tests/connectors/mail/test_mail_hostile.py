"""Mail made to exhaust its reader: one Failure or one bounded Message, in linear time."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import eml, mbox
from connectors.exports.mail.message import parse
from connectors.records import Failure, Item, Message

HEAD = b"From: a@b.example\nSubject: s\n"
CONTEXT = Context("mbox")


def nested(levels: int) -> bytes:
    parts = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (level, level)
        for level in range(levels)
    )
    return HEAD + parts + b"Content-Type: text/plain\n\nHello.\n"


@pytest.mark.parametrize(
    "data",
    [
        nested(10_000),
        HEAD + b"Content-Type: message/rfc822\n\n" * 10_000,
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nhi\n" * 10_000 + b"--x--",
        HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 10_000,
        HEAD + b"X: " + b"a" * 2_000_000 + b"\n\nhi",
        HEAD + b"X: a\n" + b" a\n" * 700_000 + b"\n\nhi",
    ],
    ids=["nesting", "enclosing", "parts", "one boundary", "long header", "folded header"],
)
def test_failures_with_a_reason(data: bytes) -> None:
    (failure,) = parse(data, CONTEXT, name="a.eml")
    assert isinstance(failure, Failure)
    assert failure.uri == "file:a.eml" and "more" in failure.reason


def test_deep_but_possible_nesting_is_read() -> None:
    (message,) = parse(nested(40), CONTEXT)
    assert isinstance(message, Message) and message.text == "Hello."


@pytest.mark.parametrize(
    "data",
    [
        HEAD + b"To: a\n" + b" a\n" * 300_000 + b"\n\nhi",
        HEAD + b"a:\n" * 300_000 + b"\n\nhi",
        HEAD + b"To: " + b"(" * 900_000 + b"\n\nhi",
        HEAD + b'To: "' + b"\\" * 900_000 + b"\n\nhi",
        HEAD + b"To: " + b"a," * 400_000 + b"\n\nhi",
        HEAD + b"To: " + b"=?a?q?" * 150_000 + b"\n\nhi",
        HEAD + b"Subject: " + b"=?a?q?" * 150_000 + b"\n\nhi",
        HEAD + b"Content-Type: text/plain;" + b"a*0*=b;" * 100_000 + b"\n\nhi",
        HEAD + b"\n" + b"> \n" * 1_000_000,
        HEAD + b"\n" + b"On 1.1.2020 10:00 a@b wrote:\n" * 100_000,
        HEAD + b"\nx:" + b"\n" * 500_000 + b"y:\n",
        HEAD + b"\n" + (b"-" * 199 + b"\n") * 10_000,
        HEAD + b"Content-Type: text/html\n\n" + b"<div>" * 100_000 + b"hi",
        HEAD + b"Content-Type: text/html\n\n" + b"<blockquote>" * 50_000 + b"hi",
        HEAD + b"Content-Type: text/html\n\n" + b"<div style='color:#fff'>a" * 20_000,
        HEAD + b"Content-Type: text/html\n\n" + b"<pre>" * 90_000,
        HEAD + b"Content-Type: text/plain; charset=idna\n\n\xff" + b"a." * 100_000,
        HEAD + b"\n" + b"http://a.example/" + b"(" * 7_000 + b")" * 900,
    ],
)
def test_bounded_messages(data: bytes) -> None:
    (message,) = parse(data, CONTEXT)
    assert isinstance(message, Message)
    assert len(message.text) <= 8_000 and len(message.quoted) <= 4_000 and len(message.to) <= 1_000


class Endless(io.RawIOBase):
    """``head``, then ``filler`` until ``size`` bytes are given, then ``tail``; never held as a whole."""

    def __init__(self, head: bytes, filler: bytes, size: int, tail: bytes) -> None:
        self.given = 0
        self.head, self.filler, self.size, self.tail = head, filler, size, tail
        self.buffer = head

    def readable(self) -> bool:
        return True

    def read(self, count: int = -1) -> bytes:
        while len(self.buffer) < count and self.given < self.size:
            self.buffer += self.filler
            self.given += len(self.filler)
            if self.given >= self.size:
                self.buffer += self.tail
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece


def test_a_header_of_100_megabytes_is_passed_over_in_little_memory(peak_memory: Callable[[], int]) -> None:
    tail = b"\n\nFrom - \nFrom: x@y.example\nSubject: next\n\nhi\n"
    entry = Entry(
        "a.mbox",
        100 << 20,
        lambda: Endless(b"From - \nFrom: a@b.example\nX: ", b"a" * 65_536, 100 << 20, tail),
    )
    failure, *rest = (item for item in _read(entry) if isinstance(item, Failure | Message))
    assert isinstance(failure, Failure) and "header" in failure.reason
    assert [item.title for item in rest if isinstance(item, Message)] == ["next"]
    assert peak_memory() < 60 << 20


def _read(entry: Entry) -> list[Item]:
    return list(mbox.read(entry, CONTEXT))


@pytest.fixture
def peak_memory() -> Callable[[], int]:
    import tracemalloc

    tracemalloc.start()

    def peak() -> int:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    return peak


@pytest.mark.corpus
def test_all_public_messages_are_read(corpus: Path) -> None:
    kinds: dict[str, int] = {}
    for path in sorted((corpus / "eml").rglob("*")):
        if path.is_file() and path.suffix not in (".xml", ".tsv"):
            entry = Entry(path.name, path.stat().st_size, lambda path=path: path.open("rb"))
            for item in eml.read(entry, CONTEXT):
                kinds[type(item).__name__] = kinds.get(type(item).__name__, 0) + 1
    assert set(kinds) == {"Message"}
    assert kinds["Message"] >= 140
