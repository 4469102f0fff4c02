"""Graph in trouble: the end state equals the undisturbed pull, or what is missing is said exactly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable, State
from connectors.microsoft import SCOPES
from connectors.records import Channel, Contact, Document, Failure, Item, Mark, Message


def error(answer: Any, status: int, code: str, headers: dict[str, str] | None = None) -> Any:
    return answer({"error": {"code": code, "message": "no"}}, status=status, headers=headers or {})


FAULTS: dict[str, Callable[[Any], Any]] = {
    "429 with a fraction": lambda answer: error(answer, 429, "TooManyRequests", {"Retry-After": "2.128"}),
    "429 without a time": lambda answer: error(answer, 429, "ApplicationThrottled"),
    "503 with a time": lambda answer: error(answer, 503, "serviceNotAvailable", {"Retry-After": "4"}),
    "500": lambda answer: error(answer, 500, "generalException"),
    "504": lambda answer: error(answer, 504, "UnknownError"),
    "a cut answer": lambda answer: answer({"value": [{"id": "x"}] * 50}, cut=True),
    "no answer": lambda answer: answer(silent=True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_passing_trouble_costs_nothing(
    fault: str, fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any, answer: Any, fake_time: Any
) -> None:
    expected = by_uri(list(microsoft(fake_graph())[0].pull()))
    every = 30 if fault == "no answer" else 5
    fake = fake_graph(trouble=lambda asked, number: FAULTS[fault](answer) if number % every == 3 else None)
    connector, _ = microsoft(fake, impatient=fault == "no answer")
    assert by_uri(list(connector.pull())) == expected
    assert fake_time.slept, "it was waited for"


def test_a_wait_is_as_long_as_graph_asks(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any, fake_time: Any
) -> None:
    fake = fake_graph(
        trouble=lambda asked, number: error(answer, 429, "", {"Retry-After": "17.5"}) if number == 4 else None
    )
    list(microsoft(fake)[0].pull())
    assert 17.5 <= max(fake_time.slept) < 18.6


def test_a_token_that_ends_in_the_middle_is_renewed(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any, graph_access: Any
) -> None:
    expected = by_uri(list(microsoft(fake_graph())[0].pull()))
    fake = fake_graph()
    fake.trouble = lambda asked, number: setattr(fake, "token", "t1" if number < 12 else "t2")
    connector, _ = microsoft(fake, graph_access(tokens=("t1", "t2")))
    assert by_uri(list(connector.pull())) == expected


def test_a_revoked_sign_in_ends_the_pull_and_keeps_what_there_is(
    fake_graph: Callable[..., Any], microsoft: Any
) -> None:
    fake = fake_graph()
    fake.trouble = lambda asked, number: setattr(fake, "token", "t1" if number < 15 else "gone")
    connector, _ = microsoft(fake)
    seen: list[Item] = []
    with pytest.raises(CredentialRefused):
        seen.extend(connector.pull())
    assert any(isinstance(item, Mark) for item in seen)
    assert connector.check().state is State.REFUSED


def test_a_service_that_stays_down_costs_the_others_nothing(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any, answer: Any
) -> None:
    expected = by_uri(list(microsoft(fake_graph())[0].pull()))
    fake = fake_graph(
        trouble=lambda asked, number: error(answer, 503, "x") if "/drive/" in asked.path else None
    )
    connector, _ = microsoft(fake)
    seen: list[Item] = []
    with pytest.raises(SourceUnavailable, match="not read to its end: files"):
        seen.extend(connector.pull())
    assert by_uri(seen) == {uri: one for uri, one in expected.items() if not isinstance(one, Document)}
    fake.trouble = lambda asked, number: None
    cursor = next(item.cursor for item in reversed(seen) if isinstance(item, Mark))
    assert by_uri([*seen, *connector.pull(cursor)]) == expected, "going on brings the rest"


@pytest.mark.parametrize("stop", range(0, 60, 4))
def test_a_pull_cut_anywhere_goes_on_to_the_same_end(
    stop: int, fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any
) -> None:
    connector, _ = microsoft(fake_graph(page=2))
    expected = by_uri(list(connector.pull()))
    kept: list[Item] = []
    pending: list[Item] = []
    cursor = ""
    for number, item in enumerate(connector.pull()):
        if number == stop:
            break
        pending.append(item)
        if isinstance(item, Mark):
            cursor, kept, pending = item.cursor, kept + pending, []
    assert by_uri([*kept, *connector.pull(cursor)]) == expected


def test_a_link_to_another_host_gets_neither_request_nor_token(
    fake_graph: Callable[..., Any], microsoft: Any, loopback: Any, answer: Any
) -> None:
    other = loopback(lambda asked: answer({"value": []}))

    def trouble(asked: Any, number: int) -> Any:
        if asked.path.endswith("/contacts"):
            return answer(
                {"value": [fake.contact(1)], "@odata.nextLink": f"{other.url}/v1.0/me/contacts?$skiptoken=x"}
            )
        return None

    fake = fake_graph(trouble=trouble)
    connector, _ = microsoft(fake)
    seen: list[Item] = []
    with pytest.raises(SourceUnavailable, match=r"contacts \(a link that leads to another host\)"):
        seen.extend(connector.pull())
    assert other.asked == []
    assert any(isinstance(item, Contact) and item.title == "Pilot 1, Ms" for item in seen)


@pytest.mark.parametrize("link", ["same", "new"])
def test_a_listing_that_goes_in_circles_ends_and_is_said(
    link: str, fake_graph: Callable[..., Any], microsoft: Any, answer: Any
) -> None:
    count = iter(range(1_000))

    def trouble(asked: Any, number: int) -> Any:
        if asked.path.endswith("/contacts"):
            token = "x" if link == "same" else next(count)
            following = f"http://{asked.headers['host']}{asked.path}?$skiptoken={token}"
            return answer({"value": [fake.contact(1)], "@odata.nextLink": following})
        return None

    fake = fake_graph(trouble=trouble)
    connector, server = microsoft(fake)
    with pytest.raises(SourceUnavailable, match="contacts"):
        list(connector.pull())
    assert len([path for path in server.paths if path.endswith("/contacts")]) <= 3


def test_a_cursor_graph_has_forgotten_restarts_its_stream(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any, answer: Any
) -> None:
    fake = fake_graph(page=2)
    connector, _ = microsoft(fake)
    marks = [item.cursor for item in connector.pull() if isinstance(item, Mark)]
    halfway = next(cursor for cursor in marks if '"at":{"sent":"2 http' in cursor)
    forgotten = iter([error(answer, 410, "resyncRequired")])
    fake.trouble = lambda asked, number: next(forgotten, None) if "$skiptoken" in asked.query else None
    found = by_uri(list(connector.pull(halfway)))
    assert {f"mid:s{number}@mail.fjord.example" for number in range(3)} <= found.keys()


def test_an_empty_account_is_read_to_its_end(fake_graph: Callable[..., Any], microsoft: Any) -> None:
    fake = fake_graph(sent=0, received=0, events=0, files=0, chats=0, contacts=0, people=0)
    items = list(microsoft(fake)[0].pull())
    assert not [item for item in items if isinstance(item, Failure)]


def test_what_a_tenant_forbids_is_said_and_costs_nothing_else(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any
) -> None:
    fake = fake_graph(
        trouble=lambda asked, number: error(answer, 403, "Forbidden") if "/chats" in asked.path else None
    )
    items = list(microsoft(fake)[0].pull())
    assert [item.reason for item in items if isinstance(item, Failure)] == [
        "chats: refused (answered with 403 (Forbidden))"
    ]
    assert len([item for item in items if isinstance(item, Message)]) == 5


def test_channels_are_listed_where_what_is_said_there_is_refused(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any, graph_access: Any
) -> None:
    def refuse(asked: Any, number: int) -> Any:
        return error(answer, 403, "Forbidden") if "/channels/" in asked.path else None

    every = frozenset(scope.name for scope in SCOPES)
    items = list(microsoft(fake_graph(trouble=refuse), graph_access(every))[0].pull())
    assert [item.uri for item in items if isinstance(item, Failure)] == ["teams:team1/messages"]
    assert "Pier works / General" in [item.title for item in items if isinstance(item, Channel)]


def test_one_file_that_stays_out_of_order_is_kept_by_name_and_may_be_tried_again(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any
) -> None:
    fake = fake_graph(
        trouble=lambda asked, number: error(answer, 500, "x") if "items/file1/" in asked.path else None
    )
    items = list(microsoft(fake)[0].pull())
    (failed,) = [item for item in items if isinstance(item, Failure)]
    assert failed.uri == "drive:file1" and failed.retry
    assert next(item for item in items if isinstance(item, Document) and item.uri == "drive:file1").text == ""


def test_a_look_answers_quickly_whatever_happens(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any
) -> None:
    ready = microsoft(fake_graph())[0].check()
    assert (ready.state, ready.detail) == (State.READY, "signed in as ada@fjord.example")
    down = microsoft(fake_graph(trouble=lambda asked, number: error(answer, 503, "x")))[0].check()
    assert down.state is State.UNKNOWN


def test_the_token_is_in_no_message(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    fake = fake_graph(trouble=lambda asked, number: error(answer, 400, "BadRequest") if number > 9 else None)
    connector, _ = microsoft(fake)
    told = [repr(connector)]
    try:
        told += [repr(item) for item in connector.pull() if isinstance(item, Failure | Mark)]
    except ConnectorError as problem:
        told.append(str(problem))
    assert "Bearer" not in " ".join(told) and "Bearer" not in caplog.text


def test_a_page_of_a_proxy_is_no_empty_account(
    fake_graph: Callable[..., Any], microsoft: Any, answer: Any
) -> None:
    page = b"<html>Please pay for this network</html>"
    connector, _ = microsoft(fake_graph(trouble=lambda asked, number: answer(page)))
    assert connector.check().state is State.UNKNOWN
    with pytest.raises(SourceUnavailable, match="what answers is not"):
        list(connector.pull())
