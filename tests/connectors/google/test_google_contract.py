"""Every request of a full pull, and every answer of the fake, held against Google's discovery documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from connectors.google import SCOPES
from connectors.records import Channel, Contact, Document, Event, Failure, Message

AUTH = "https://www.googleapis.com/auth/"


def kinds(items: list[Any]) -> Counter[type]:
    return Counter(
        type(item)
        for item in items
        if isinstance(item, Message | Event | Contact | Document | Channel | Failure)
    )


def test_a_small_pull_keeps_to_the_contract(fake_google: Callable[..., Any], google: Any) -> None:
    fake = fake_google(page=2)
    connector, server = google(fake, bodies=1)
    items = list(connector.pull())
    assert fake.contract.violations == []
    assert {asked.method for asked in server.asked} == {"GET"}
    found = kinds(items)
    assert found[Failure] == 0
    assert (
        found[Message] == 3 + 2 + 2 * 3
        and found[Event] == 3 + 1
        and found[Document] == 4
        and found[Channel] == 2
    )


@pytest.mark.parametrize("left_out", [scope.name for scope in SCOPES if not scope.needed])
def test_each_scope_can_be_left_out(
    left_out: str, fake_google: Callable[..., Any], google_contract: Any, google: Any
) -> None:
    contract = google_contract(frozenset(scope.name for scope in SCOPES if scope.preset) - {left_out})
    fake = fake_google(contract)
    connector, _ = google(fake)
    items = list(connector.pull())
    assert contract.violations == [], "nothing is asked for that the token may not see"
    assert not [item for item in items if isinstance(item, Failure)]


def test_headers_alone_suffice(fake_google: Callable[..., Any], google_contract: Any, google: Any) -> None:
    contract = google_contract(
        frozenset({AUTH + "userinfo.email", AUTH + "gmail.metadata", AUTH + "drive.metadata.readonly"})
    )
    connector, _ = google(fake_google(contract))
    items = list(connector.pull())
    assert contract.violations == []
    mails = [item for item in items if isinstance(item, Message)]
    assert len(mails) == 5 and all(mail.text == "" and mail.sender.address for mail in mails)
    assert len([item for item in items if isinstance(item, Document)]) == 4


@pytest.mark.slow
def test_a_whole_person_keeps_to_the_contract(fake_google: Callable[..., Any], google: Any) -> None:
    fake = fake_google(
        sent=2_000, received=1_000, events=600, files=400, spaces=10, messages=2_000, contacts=500
    )
    connector, _ = google(fake)
    items = list(connector.pull())
    assert fake.contract.violations == []
    found = kinds(items)
    assert found[Failure] == 0
    assert found[Message] == 3_000 + 20_000
    assert found[Event] == 600 - 150 + 1, "cancelled instances fold into their series"
    assert found[Document] == 400 and found[Contact] == 1 + 500 + 2
