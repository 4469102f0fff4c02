from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import mbox
from connectors.exports.mail.message import parse
from connectors.records import Item, Message

PLAIN = Context("mbox")
ParseMail = Callable[..., Message]
ReadBox = Callable[..., list[Item]]


@pytest.fixture
def mail() -> ParseMail:
    """Parse one message and give its Message."""

    def one(data: bytes, **options: object) -> Message:
        context = options.pop("context", Context("mbox"))
        first = parse(data, context, **options)[0]
        assert isinstance(first, Message), first
        return first

    return one


@pytest.fixture
def box() -> ReadBox:
    """Read a mailbox given as bytes."""

    def read(data: bytes, name: str = "Mail/All mail.mbox", context: Context = PLAIN) -> list[Item]:
        return list(mbox.read(Entry(name, len(data), lambda: io.BytesIO(data)), context))

    return read


@pytest.fixture
def corpus() -> Path:
    """The folder of public files beside the checkout."""
    folder = Path(__file__).parents[4] / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("no folder `shared` with public files beside the checkout")
    return folder
