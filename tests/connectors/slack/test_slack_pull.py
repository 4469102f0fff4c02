"""One person's Slack as records, and what happens when Slack is in trouble."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable, State
from connectors.budget import Budget
from connectors.limits import SLACK, Bounds
from connectors.records import Channel, Contact, Failure, Item, Mark, Message, Skip
from connectors.slack import SlackConnector
from connectors.slack.api import READS, SlackApi

TOKEN = "xo" + "xp-" + "7" * 30
NOW = datetime(2026, 2, 10, tzinfo=UTC)


@pytest.fixture
def connect(loopback: Any, fake_time: Any) -> Callable[..., Any]:
    def make(fake: Any, token: str | None = TOKEN, **limits: Any) -> tuple[SlackConnector, Any]:
        server = loopback(fake)
        chosen = replace(SLACK, **limits)
        connector = SlackConnector(
            lambda: token, (), f"{server.url}/api/", chosen, fake_time.clock, fake_time.sleep, lambda: NOW
        )
        return connector, server

    return make


def records(items: list[Item], kind: type[Any]) -> list[Any]:
    return [item for item in items if isinstance(item, kind)]


def test_members_conversations_and_messages(fake_slack: Any, connect: Any) -> None:
    connector, _ = connect(fake_slack())
    items = list(connector.pull())
    ada, bram, bot = records(items, Contact)
    assert ada.own and not bram.own and bot.bot
    assert (ada.addresses, ada.zone) == (("ada@fjord.example", "slack:U0ADA0001"), "Europe/Oslo")
    channels = records(items, Channel)
    assert [one.uri for one in channels] == [
        "slack:C0TIDE002",
        "slack:C0MPIM004",
        "slack:D0BRAM005",
        "slack:C0QUIET01",
        "slack:C0PRIV003",
    ], "where the person writes, then direct ones, then the latest change"
    shapes = {one.uri: (one.shape, one.title) for one in channels}
    assert shapes["slack:D0BRAM005"] == ("direct", "") and shapes["slack:C0PRIV003"] == ("private", "pilots")
    assert {member.address for member in channels[2].members} == {"ada@fjord.example", "bram@fjord.example"}

    first = next(item for item in items if isinstance(item, Message))
    assert first.uri == "slack:C0TIDE002/1770009999.000100" and first.direction == "sent"
    assert first.links == ("https://tides.example/a",) and "@Bram de Wit" in first.text
    reply = next(item for item in items if isinstance(item, Message) and item.text == "Thanks")
    assert (reply.direction, reply.reply_to, reply.medium) == ("received", first.uri, "chat")
    assert [item.reason for item in records(items, Skip)] == ["notice (channel_join)"]
    uris = [item.uri for item in items if not isinstance(item, Mark)]
    assert len(uris) == len(set(uris)) and items == list(connector.pull())


def test_requests_bound_pages_time_and_numbers(fake_slack: Any, connect: Any) -> None:
    connector, server = connect(fake_slack(messages=700), messages=450, histories=1, days=30)
    items = list(connector.pull())
    histories = [asked for asked in server.asked if asked.path.endswith("conversations.history")]
    assert [asked.form.get("cursor") for asked in histories] == [None, "200=", "400="]
    assert {asked.form["oldest"] for asked in histories} == {f"{NOW.timestamp() - 30 * 86_400:.6f}"}
    assert len(records(items, Message)) + len(records(items, Skip)) == 451
    assert max(int(asked.form.get("limit", 0)) for asked in server.asked) <= 200


def test_only_reading_methods_are_called(fake_slack: Any, connect: Any, fake_time: Any) -> None:
    connector, server = connect(fake_slack())
    list(connector.pull())
    assert {asked.path.removeprefix("/api/") for asked in server.asked} == READS
    assert all(asked.headers["authorization"] == f"Bearer {TOKEN}" for asked in server.asked)
    api = SlackApi(TOKEN, Budget(Bounds(60, 10), fake_time.clock), server.url)
    with pytest.raises(ValueError, match="reading"):
        api.call("chat.postMessage", channel="C1", text="x")


def test_a_pull_goes_on_where_it_stood(fake_slack: Any, connect: Any) -> None:
    connector, _ = connect(fake_slack())
    whole = list(connector.pull())
    for mark in records(whole, Mark):
        assert list(connector.pull(mark.cursor)) == whole[whole.index(mark) + 1 :]


@pytest.mark.parametrize(
    ("status", "headers"),
    [(429, {"Retry-After": "3"}), (429, {"Retry-After": "0.5"}), (429, {}), (500, {}), (503, {}), (502, {})],
)
def test_trouble_that_passes_leaves_no_trace(
    fake_slack: Any, connect: Any, answer: Any, fake_time: Any, status: int, headers: dict[str, str]
) -> None:
    undisturbed, _ = connect(fake_slack())
    expected = list(undisturbed.pull())
    seen = set()

    def trouble(asked: Any, number: int) -> Any:
        if number % 4 == 0 and number not in seen:
            seen.add(number)
            return answer({"ok": False, "error": "ratelimited"}, status=status, headers=headers)
        return None

    connector, _ = connect(fake_slack(trouble=trouble))
    assert list(connector.pull()) == expected
    assert len(fake_time.slept) == len(seen) > 3
    if headers:
        assert set(fake_time.slept) == {float(headers["Retry-After"])}


def test_a_cut_connection_is_tried_again(fake_slack: Any, connect: Any, answer: Any) -> None:
    undisturbed, _ = connect(fake_slack())
    expected = list(undisturbed.pull())
    cut = {3, 9}

    def trouble(asked: Any, number: int) -> Any:
        return (
            answer({"ok": True, "x": "y" * 500}, cut=True)
            if number in cut and not cut.discard(number)
            else None
        )

    connector, _ = connect(fake_slack(trouble=trouble))
    assert list(connector.pull()) == expected


def test_a_wait_longer_than_the_time_left_ends_the_pull(
    fake_slack: Any, connect: Any, answer: Any, fake_time: Any
) -> None:
    def trouble(asked: Any, number: int) -> Any:
        slow = asked.path.endswith("conversations.history")
        return answer({"ok": False}, status=429, headers={"Retry-After": "9999"}) if slow else None

    connector, _ = connect(fake_slack(trouble=trouble))
    kept: list[Item] = []
    with pytest.raises(SourceUnavailable, match="9999"):
        kept.extend(connector.pull())
    assert len(records(kept, Contact)) == 3 and fake_time.slept == []


@pytest.mark.parametrize("error", ["invalid_auth", "token_revoked", "token_expired", "account_inactive"])
def test_a_sign_in_that_ended_is_refused(fake_slack: Any, connect: Any, answer: Any, error: str) -> None:
    connector, _ = connect(
        fake_slack(trouble=lambda a, n: answer({"ok": False, "error": error}) if n > 5 else None)
    )
    with pytest.raises(CredentialRefused) as caught:
        list(connector.pull())
    assert "day1 auth slack" in caught.value.hint
    assert connector.check().state is State.REFUSED


def test_nobody_signed_in(fake_slack: Any, connect: Any) -> None:
    connector, server = connect(fake_slack(), token=None)
    assert connector.check().state is State.REFUSED and "day1 auth slack" in connector.check().hint
    assert server.asked == []


def test_a_service_that_is_down_is_said(fake_slack: Any, connect: Any, answer: Any) -> None:
    connector, _ = connect(fake_slack(trouble=lambda asked, n: answer(b"<html>", status=503)))
    with pytest.raises(SourceUnavailable):
        list(connector.pull())
    assert connector.check().state is State.UNKNOWN


def test_scopes_left_out_cost_only_what_they_were_for(fake_slack: Any, connect: Any, answer: Any) -> None:
    def trouble(asked: Any, number: int) -> Any:
        method = asked.path.removeprefix("/api/")
        missing = method in ("search.messages", "conversations.history") or asked.form.get("types") == "im"
        return answer({"ok": False, "error": "missing_scope", "needed": "im:read"}) if missing else None

    connector, _ = connect(fake_slack(trouble=trouble))
    items = list(connector.pull())
    assert len(records(items, Contact)) == 3 and len(records(items, Channel)) == 4
    failures = records(items, Failure)
    assert [one.uri for one in failures] == ["slack:im", *(one.uri for one in records(items, Channel))]
    assert all("missing_scope" in one.reason for one in failures)


def test_a_repeated_cursor_stops_that_conversation_alone(fake_slack: Any, connect: Any, answer: Any) -> None:
    fake = fake_slack()

    def trouble(asked: Any, number: int) -> Any:
        if asked.path.endswith("history") and asked.form["channel"] == "C0TIDE002":
            page = {"messages": fake.history("C0QUIET01"), "response_metadata": {"next_cursor": "same="}}
            return answer({"ok": True, **page})
        return None

    fake.trouble = trouble
    connector, _ = connect(fake)
    items = list(connector.pull())
    assert [one.uri for one in records(items, Failure)] == ["slack:C0TIDE002"]
    assert len(records(items, Channel)) == 5


def test_an_empty_workspace(fake_slack: Any, connect: Any) -> None:
    nothing: dict[str, list[Any]] = {kind: [] for kind in ("public_channel", "private_channel", "mpim", "im")}
    connector, _ = connect(fake_slack(conversations=nothing, members=[]))
    assert [type(item) for item in connector.pull()] == [Mark]


def test_odd_items_are_failures(fake_slack: Any, connect: Any, answer: Any) -> None:
    odd = [
        {"type": "message", "text": "no time"},
        {"ts": "soon"},
        {"ts": "1770000001.1", "user": 7, "text": ["x"]},
    ]

    def trouble(asked: Any, number: int) -> Any:
        return answer({"ok": True, "messages": odd}) if asked.path.endswith("history") else None

    connector, _ = connect(fake_slack(trouble=trouble), histories=1)
    items = list(connector.pull())
    assert len(records(items, Failure)) == 2 and len(records(items, Channel)) == 5


def test_the_token_shows_up_nowhere(
    fake_slack: Any, connect: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    leak = answer({"ok": False, "error": "invalid_auth", "token": TOKEN})
    connector, _ = connect(fake_slack(trouble=lambda asked, n: leak if n > 3 else None))
    with pytest.raises(ConnectorError) as caught:
        list(connector.pull())
    shown = f"{caught.value} {caught.value!r} {connector!r} {vars(caught.value)}"
    assert TOKEN not in shown
    assert TOKEN not in caplog.text and "Lindqvist" not in caplog.text


@pytest.mark.slow
def test_silence_has_an_end(fake_slack: Any, connect: Any, answer: Any) -> None:
    fake = fake_slack(trouble=lambda asked, n: answer(silent=True) if "history" in asked.path else None)
    connector, _ = connect(fake, silence=1)
    kept: list[Item] = []
    with pytest.raises(SourceUnavailable, match="reached"):
        kept.extend(connector.pull())
    assert len(records(kept, Contact)) == 3


def test_waiting_costs_no_more_than_the_quota_asks(
    fake_slack: Any, connect: Any, answer: Any, fake_time: Any
) -> None:
    sent: dict[str, list[float]] = {}

    def trouble(asked: Any, number: int) -> Any:
        """Fifty requests a minute and method; each takes a tenth of a second."""
        fake_time.now += 0.1
        recent = [at for at in sent.get(asked.path, []) if at > fake_time.now - 60]
        if len(recent) >= 50:
            return answer(
                {"ok": False}, status=429, headers={"Retry-After": str(int(recent[0] + 61 - fake_time.now))}
            )
        sent[asked.path] = [*recent, fake_time.now]
        return None

    busy = {"im": [{"id": f"D{number:08}", "is_im": True, "user": "U0BRAM002"} for number in range(240)]}
    others: dict[str, list[Any]] = {kind: [] for kind in ("public_channel", "private_channel", "mpim")}
    connector, _ = connect(fake_slack(trouble=trouble, conversations={**busy, **others}), histories=240)
    began = fake_time.now
    assert len(records(list(connector.pull()), Channel)) == 240
    least = (240 - 50) / 50 * 60
    assert fake_time.now - began <= 1.3 * least
