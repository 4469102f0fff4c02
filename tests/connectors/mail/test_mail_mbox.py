"""Mailboxes: where one message ends and the next begins, resuming, and what is no mailbox."""

from __future__ import annotations

import functools
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import batches, mbox
from connectors.exports.mail.splitter import NoMailbox, separator_date, split
from connectors.exports.mail.worker import Worker
from connectors.records import Failure, Item, Mark, Message, Skip

ReadBox = Callable[..., list[Item]]
GMAIL = "From 1277085061787347926@xxx Tue Aug 05 08:00:23 +0000 2008"
SEPARATORS = [
    GMAIL,
    "From 1844347792267117879@xxx",
    "From - Tue Feb 21 10:04:06 2017",
    "From -",
    "From - ",
    "From jane@north.example Tue Aug  5 08:00:23 2008",
    "From jane@north.example  Tue Aug  5 08:00:23 GMT 2008",
    'From "jane doe"@north.example Tue Aug  5 08:00 2008',
    "From MAILER-DAEMON Fri Jul  8 12:08:34 2011",
    "From jane@north.example Tue, 5 Aug 2008 08:00:23 +0000",
    "From jane@north.example 2008-08-05T08:00:23Z",
    "From ",
    "From",
]


def message(number: int, body: str = "Hello.") -> str:
    return f"From: a{number}@north.example\nSubject: Number {number}\nMessage-ID: <{number}@north.example>\n\n{body}\n\n"


def starts(data: bytes) -> list[int]:
    return [raw.start for raw in split(io.BytesIO(data))]


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_separators_of_all_programs(separator: str, end: str) -> None:
    text = "".join(f"{separator}\n{message(number)}" for number in range(3)).replace("\n", end)
    raws = list(split(io.BytesIO(text.encode())))
    assert [raw.data.partition(b"\n")[0].strip() for raw in raws] == [
        f"From: a{n}@north.example".encode() for n in range(3)
    ]
    assert raws[-1].end == len(text.encode())


@pytest.mark.parametrize(
    "line",
    [
        "From Russia with love\nYear: 1963",
        "From here on it gets easier.",
        "From: nobody",
        "From 10:00 to 11:00 we meet\nin room 5",
        "From Tuesday 2008 on\nNote: nothing",
        "From 10:00 until 12:00 on 3 May 2026\nNote: bring a coat",
        "From 2026-05-03 10:00 on\nPlace: Lyon",
        ">From jane@north.example Tue Aug  5 08:00:23 2008\nX: y",
    ],
)
def test_lines_of_text_that_begin_with_from(line: str) -> None:
    data = (f"From -\n{message(1, line)}{GMAIL}\n{message(2)}").encode()
    assert len(starts(data)) == 2


def test_no_empty_line_before_a_separator() -> None:
    data = f"{GMAIL}\n{message(1).rstrip()}\n{GMAIL}\n{message(2)}".encode()
    assert len(starts(data)) == 2


def test_a_byte_order_mark_and_empty_lines_first() -> None:
    assert len(starts(b"\xef\xbb\xbf" + f"From -\n{message(1)}".encode())) == 1
    assert len(starts(f"\n\n{GMAIL}\n{message(1)}".encode())) == 1


def test_a_single_message_without_separator_is_read(box: ReadBox) -> None:
    assert len(starts(message(1).encode())) == 1


@pytest.mark.parametrize(
    "data", [b"hello\nworld\n", b"PK\x03\x04" + bytes(9_000), b"{}", b"From hell\n\nletter"]
)
def test_what_is_no_mailbox_is_one_failure(data: bytes, box: ReadBox) -> None:
    with pytest.raises(NoMailbox):
        starts(data)
    (failure,) = box(data)
    assert isinstance(failure, Failure)


@pytest.mark.parametrize("data", [b"", b"\n\n  \n"])
def test_an_empty_mailbox_is_said(data: bytes, box: ReadBox) -> None:
    (skip,) = box(data)
    assert isinstance(skip, Skip) and skip.reason == "empty mailbox"


def test_a_message_longer_than_the_cap_keeps_its_text_and_its_neighbours(box: ReadBox) -> None:
    data = (
        f"{GMAIL}\n{message(1, 'x' * 76 + chr(10))}".encode()
        + b"y" * 76
        + b"\n"
        + (b"A" * 76 + b"\n") * 300_000
    )
    data += f"\n{GMAIL}\n{message(2)}".encode()
    first, second = (item for item in box(data) if isinstance(item, Message))
    assert first.text.startswith("x" * 76)
    assert second.title == "Number 2"


class Forward(io.RawIOBase):
    """A stream that can't seek and gives what it likes, as members of archives do."""

    def __init__(self, data: bytes, step: int) -> None:
        self.rest, self.step = data, step

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    def read(self, size: int = -1) -> bytes:
        size = self.step if size < 0 else min(size, self.step)
        piece, self.rest = self.rest[:size], self.rest[size:]
        return piece


@given(
    st.lists(st.sampled_from([*SEPARATORS[:6], "Hello.", "", "From us to you", "A: b"]), max_size=30),
    st.integers(1, 50),
)
def test_the_cut_does_not_depend_on_the_chunks(lines: list[str], step: int) -> None:
    data = (f"{GMAIL}\n{message(1)}" + "\n".join(lines)).encode()
    whole = list(split(io.BytesIO(data)))
    stream: BinaryIO = Forward(data, step)
    assert list(split(stream)) == whole
    assert [raw.end for raw in whole[:-1]] == [raw.start for raw in whole[1:]]


@pytest.mark.parametrize("seekable", [True, False])
def test_a_pull_goes_on_behind_any_mark(seekable: bool) -> None:
    data = "".join(f"{GMAIL}\n{message(number)}" for number in range(450)).encode()

    def pull(start: int) -> list[Item]:
        opened = io.BytesIO(data) if seekable else Forward(data, 70_000)
        return list(mbox.read(Entry("a.mbox", len(data), lambda: opened), Context("mbox", start=start)))

    whole = pull(0)
    marks = [index for index, item in enumerate(whole) if isinstance(item, Mark)]
    assert len(marks) == 3
    for index in marks:
        mark = whole[index]
        assert isinstance(mark, Mark) and mark.done == int(mark.cursor) <= mark.total
        assert pull(int(mark.cursor)) == whole[index + 1 :]


@pytest.mark.parametrize("python", [sys.executable, "/bin/false", "/no/such/program"])
def test_workers_give_the_same_in_the_same_order_even_when_they_die(big: Entry, python: str) -> None:
    context = Context("mbox", me=("a1@north.example",))
    alone = list(mbox.read(big, context))
    with big.open() as stream:
        worker = functools.partial(Worker, python=python)
        helped = list(batches.parse_all(split(stream), big, context, worth_workers=1, worker=worker))
    assert helped == alone
    assert sum(isinstance(item, Message) for item in helped) == 900


@pytest.fixture
def big() -> Entry:
    data = "".join(f"{GMAIL}\n{message(number)}" for number in range(900)).encode()
    return Entry("Mail/Sent.mbox", len(data), lambda: io.BytesIO(data))


def test_mail_stuffed_with_from_is_unstuffed(box: ReadBox) -> None:
    data = f"{GMAIL}\n{message(1, '>From the top' + chr(10) + '>>From quoted')}".encode()
    (found,) = (item for item in box(data) if isinstance(item, Message))
    assert found.text == "From the top"
    assert found.quoted == ">From quoted"


def test_the_date_of_a_separator_stands_in(box: ReadBox) -> None:
    data = (
        f"{GMAIL}\nX-Gmail-Labels: Chat\nFrom: Lu <lu@north.example>\n\nNothing worse than no wifi\n".encode()
    )
    (chat,) = (item for item in box(data) if isinstance(item, Message))
    assert chat.medium == "chat"
    assert chat.when is not None and chat.when.isoformat() == "2008-08-05T08:00:23+00:00"


def test_separator_dates() -> None:
    assert str(separator_date(b"From - Tue Feb 21 10:04:06 2017")) == "2017-02-21 10:04:06+00:00"
    assert str(separator_date(b"From a@b Tue Feb 21 10:04:06 +0200 2017")) == "2017-02-21 10:04:06+02:00"
    assert separator_date(b"From -") is None


def test_failures_of_a_mailbox_have_places_of_their_own(box: ReadBox) -> None:
    bad = "From: a@b.example\nX: " + "x" * 1_100_000 + "\n\nhi\n\n"
    failures = [item for item in box(f"{GMAIL}\n{bad}{GMAIL}\n{bad}".encode()) if isinstance(item, Failure)]
    assert len({failure.uri for failure in failures}) == 2


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["content-length", "issue1189"])
def test_mimekit_mailboxes_have_the_offsets_of_their_own_summaries(name: str, corpus: Path) -> None:
    data = (corpus / "mbox/MimeKit" / f"{name}.mbox.txt").read_bytes()
    for end in ("unix", "dos"):
        lines = data.replace(b"\r\n", b"\n")
        if end == "dos":
            lines = lines.replace(b"\n", b"\r\n")
        wanted = json.loads((corpus / "mbox/MimeKit" / f"{name}.{end}-offsets.json").read_text())
        assert starts(lines) == [one["mboxMarkerOffset"] for one in wanted]


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "count"),
    [("MimeKit/simple.mbox.txt", 3), ("MimeKit/unmunged.mbox.txt", 2), ("ingest-file/plan.mbox", 1)],
)
def test_other_public_mailboxes(name: str, count: int, corpus: Path) -> None:
    assert len(starts((corpus / "mbox" / name).read_bytes())) == count
