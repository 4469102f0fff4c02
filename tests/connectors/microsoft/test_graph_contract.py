"""Every request of a full pull, and every answer of the fake, held against Graph's metadata and permissions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from connectors.microsoft import SCOPES
from connectors.microsoft.scopes import DIRECTORY, POSTS
from connectors.records import Channel, Contact, Document, Event, Failure, Message

CONTRACTS = Path(__file__).parents[3].parent / "shared" / "contracts"
DEFAULT = frozenset(scope.name for scope in SCOPES if scope.preset)

pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(not CONTRACTS.exists(), reason="no folder `shared` beside the checkout"),
]


def kinds(items: list[Any]) -> Counter[type]:
    return Counter(
        type(item)
        for item in items
        if isinstance(item, Message | Event | Contact | Document | Channel | Failure)
    )


def test_a_small_pull_keeps_to_the_contract(
    fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any
) -> None:
    contract = graph_contract()
    connector, server = microsoft(fake_graph(contract, page=2), bodies=1)
    items = list(connector.pull())
    assert contract.violations == []
    assert {asked.method for asked in server.asked} == {"GET"}
    found = kinds(items)
    assert found[Failure] == 0, [item for item in items if isinstance(item, Failure)]
    assert (
        found[Message] == 3 + 2 + 2 * 3
        and found[Event] == 3 + 1
        and found[Document] == 4
        and found[Channel] == 2 + 2
    )


@pytest.mark.parametrize("left_out", sorted(DEFAULT - {"User.Read"}))
def test_each_scope_can_be_left_out(
    left_out: str, fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any
) -> None:
    contract = graph_contract(DEFAULT - {left_out})
    connector, _ = microsoft(fake_graph(contract))
    items = list(connector.pull())
    assert contract.violations == [], "nothing is asked for that the token may not see"
    assert not [item for item in items if isinstance(item, Failure)]


def test_heads_alone_suffice(fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any) -> None:
    contract = graph_contract(frozenset({"User.Read", "Mail.ReadBasic", "Chat.ReadBasic"}))
    connector, _ = microsoft(fake_graph(contract))
    items = list(connector.pull())
    assert contract.violations == []
    mails = [item for item in items if isinstance(item, Message)]
    assert len(mails) == 5 and all(mail.text == "" and mail.sender.address for mail in mails)
    assert len([item for item in items if isinstance(item, Channel)]) == 2


def test_an_administrator_reads_for_a_person(
    fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any
) -> None:
    allowed = {"User.Read.All", "People.Read.All", "Contacts.Read", "Calendars.Read", "Mail.Read", "Files.Read.All",
               "Chat.ReadBasic.All", "Chat.Read.All", "Team.ReadBasic.All", "Channel.ReadBasic.All", "ChannelMessage.Read.All"}  # fmt: skip
    contract = graph_contract(frozenset(allowed), "Application")
    every = frozenset(scope.name for scope in SCOPES)
    fake = fake_graph(contract)
    connector, server = microsoft(
        fake,
        type("Every", (), {"scopes": every, "__call__": lambda self, renew: "Bearer t1"})(),
        "ada@fjord.example",
    )
    items = list(connector.pull())
    assert contract.violations == []
    assert connector.label == "microsoft:ada@fjord.example"
    assert not [asked.path for asked in server.asked if asked.path.startswith("/v1.0/me")]
    own = next(item for item in items if isinstance(item, Contact) and item.own)
    assert own.relations == (("manager", "Ines Roy"), ("report", "Bram de Wit"))


def test_no_scope_is_wider_than_it_must_be(
    fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any, graph_permissions: Any
) -> None:
    """Each scope is the least privileged one of something that is asked for."""
    contract = graph_contract(DEFAULT | {DIRECTORY, POSTS})
    connector, _ = microsoft(fake_graph(contract))
    list(connector.pull())
    least = {
        (rule, name)
        for rule, name, schemes, is_least in graph_permissions()
        if is_least and "DelegatedWork" in schemes
    }
    needed = {name for path, _ in contract.used for rule, name in least if rule.fullmatch(path)}
    wider = {"Mail.Read": "Mail.ReadBasic", "Calendars.Read": "Calendars.ReadBasic"}
    for scope in contract.scopes:
        assert scope in needed or wider.get(scope) in needed, scope
    assert {"Mail.ReadBasic", "Chat.ReadBasic"} <= {scope.name for scope in SCOPES}, (
        "the narrower ones can be chosen"
    )


def test_only_the_manager_and_channels_need_an_administrator() -> None:
    told = json.loads((CONTRACTS / "graph-permissions.json").read_text(encoding="utf-8"))["permissions"]
    needs = {
        scope.name for scope in SCOPES if told[scope.name]["schemes"]["DelegatedWork"]["requiresAdminConsent"]
    }
    assert needs == {DIRECTORY, POSTS}
    assert not [scope.name for scope in SCOPES if scope.name in needs and scope.preset]
    writing = [scope.name for scope in SCOPES if "Write" in scope.name or "Send" in scope.name]
    assert writing == []


@pytest.mark.slow
def test_a_whole_person_keeps_to_the_contract(
    fake_graph: Callable[..., Any], graph_contract: Any, microsoft: Any
) -> None:
    contract = graph_contract()
    fake = fake_graph(
        contract, sent=2_000, received=1_001, events=600, files=401, chats=20, messages=1_000, contacts=500
    )
    connector, _ = microsoft(fake)
    items = list(connector.pull())
    assert contract.violations == []
    found = kinds(items)
    assert found[Failure] == 0
    assert found[Message] == 3_000 + 20_000 and found[Event] == 600 + 1 and found[Document] == 401
