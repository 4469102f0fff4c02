"""Outlook's items, message files and stores."""

from __future__ import annotations

import io
import struct
from datetime import UTC, datetime
from pathlib import Path

import pytest

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import outlook
from connectors.exports.mail.mapi import Properties, mail_item
from connectors.records import Failure, Message, Party, Skip

CONTEXT = Context("outlook")
FILETIME = (
    int((datetime(2026, 11, 12, 14, 25, tzinfo=UTC) - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds())
    * 10_000_000
)


def properties(**texts: object) -> Properties:
    """Properties by hexadecimal id: text as Unicode, numbers as longs, bytes as they are."""
    found = Properties()
    for key, value in texts.items():
        number = int(key.removeprefix("p"), 16)
        if isinstance(value, str):
            found.values[number] = (0x1F, value.encode("utf-16-le"))
        elif isinstance(value, bytes):
            found.values[number] = (0x102, value)
        elif isinstance(value, int) and value > 1 << 40:
            found.values[number] = (0x40, struct.pack("<Q", value))
        else:
            found.values[number] = (0x03, struct.pack("<I", value))
    return found


def test_a_sent_item_that_never_was_on_the_wire() -> None:
    item = properties(p001A="IPM.Note", p0037="Zahlen", p0042="Doe, Jane", p0065="/O=NORTH/CN=JDOE", p5D02="jane@north.example",
                      p1000="Passt.\r\n\r\nGrüße\r\nJane", p0039=FILETIME, p1035="<1@north.example>")  # fmt: skip
    bob = properties(p3001="Bob", p3003="/O=NORTH/CN=BOB", p39FE="bob@north.example", p0C15=1)
    copy = properties(p3001="Cy", p39FE="cy@north.example", p0C15=2)
    plan = properties(p3704="PLAN~1.PDF", p3707="plan.pdf")
    found = mail_item(item, [bob, copy], [plan], CONTEXT, "store/Sent Items/0")
    assert isinstance(found, Message)
    assert found.sender == Party("Doe, Jane", "jane@north.example")
    assert (found.to, found.cc) == ((Party("Bob", "bob@north.example"),), (Party("Cy", "cy@north.example"),))
    assert (found.title, found.text, found.signature) == ("Zahlen", "Passt.", "Grüße\nJane")
    assert (found.when, found.direction) == (datetime(2026, 11, 12, 14, 25, tzinfo=UTC), "sent")
    assert (found.uri, found.attachments) == ("mid:1@north.example", ("plan.pdf",))


def test_the_head_from_the_wire_comes_first() -> None:
    wire = "Microsoft Mail Internet Headers Version 2.0\r\nFrom: J <jane@north.example>\r\nDate: Thu, 12 Nov 2026 15:25:12 +0100\r\nList-Id: <x>\r\n\r\n"
    item = properties(
        p001A="IPM.Note",
        p007D=wire,
        p0042="Other",
        p0039=FILETIME,
        p1013="<p>Grüße</p>".encode(),
        p3FDE=65001,
    )
    found = mail_item(item, [], [], CONTEXT, "a.msg")
    assert isinstance(found, Message)
    assert (found.sender.address, found.text, found.automated) == (
        "jane@north.example",
        "Grüße",
        ("list-id",),
    )
    assert found.when is not None and found.when.isoformat() == "2026-11-12T15:25:12+01:00"


def test_other_items_are_left_alone() -> None:
    found = mail_item(properties(p001A="IPM.Appointment"), [], [], CONTEXT, "store/Calendar/0")
    assert found == Skip("file:store/Calendar/0", "an Outlook item that is no mail (ipm.appointment)")


@pytest.mark.parametrize("data", [outlook.MAGIC + bytes(5_000), outlook.MAGIC])
def test_a_damaged_file_is_a_failure(data: bytes) -> None:
    (failure,) = outlook.read_msg(Entry("a.msg", len(data), lambda: io.BytesIO(data)), CONTEXT)
    assert isinstance(failure, Failure)


def test_plain_mail_under_outlooks_name() -> None:
    data = b"From: jane@north.example\nSubject: Numbers\n\nHi.\n"
    (found,) = outlook.read_msg(Entry("a.msg", len(data), lambda: io.BytesIO(data)), CONTEXT)
    assert isinstance(found, Message) and found.title == "Numbers"


def test_what_is_no_store_is_a_failure() -> None:
    (failure,) = outlook.read_pst(Entry("a.pst", 4, lambda: io.BytesIO(b"!BDN")), CONTEXT)
    assert isinstance(failure, Failure)


def entry(path: Path) -> Entry:
    return Entry(path.name, path.stat().st_size, lambda: path.open("rb"))


@pytest.mark.corpus
def test_public_message_files(corpus: Path) -> None:
    titles = [
        item.title
        for path in sorted((corpus / "msg").rglob("*.msg"))
        for item in outlook.read_msg(entry(path), CONTEXT)
        if isinstance(item, Message)
    ]
    assert titles == ["Innovationskongress 2017 - Do., 29. Juni - 09 Uhr", "Ab auf die Piste!"]


@pytest.mark.corpus
def test_public_stores(corpus: Path) -> None:
    pytest.importorskip("pypff", reason="the extra for Outlook stores is not installed")
    counts = {}
    for path in sorted((corpus / "pst").rglob("*.pst")):
        items = list(outlook.read_pst(entry(path), CONTEXT))
        counts[path.name] = sum(isinstance(item, Message) for item in items)
        assert not [item for item in items if isinstance(item, Failure)]
    assert counts == {"Empty.pst": 0, "testPST.pst": 6}
