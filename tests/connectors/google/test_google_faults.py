"""Google in trouble: the end state equals the undisturbed pull, or what is missing is said exactly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable, State
from connectors.records import Document, Failure, Item, Mark, Skip

BUSY = "https://developers.google.com"


def error(answer: Any, status: int, reason: str = "", headers: dict[str, str] | None = None) -> Any:
    body = {
        "error": {
            "code": status,
            "message": "no",
            "errors": [{"domain": "usageLimits", "reason": reason}] if reason else [],
        }
    }
    return answer(body, status=status, headers=headers or {})


FAULTS: dict[str, Callable[[Any], Any]] = {
    "429 with a time to wait": lambda answer: error(answer, 429, "rateLimitExceeded", {"Retry-After": "2.5"}),
    "429 without one": lambda answer: error(answer, 429),
    "403 userRateLimitExceeded": lambda answer: error(answer, 403, "userRateLimitExceeded"),
    "403 rateLimitExceeded": lambda answer: error(answer, 403, "rateLimitExceeded"),
    "403 quotaExceeded": lambda answer: error(answer, 403, "quotaExceeded"),
    "500": lambda answer: error(answer, 500, "backendError"),
    "503": lambda answer: error(answer, 503),
    "a cut answer": lambda answer: answer({"messages": [{"id": "x"}] * 50}, cut=True),
    "no answer": lambda answer: answer(silent=True),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_passing_trouble_costs_nothing(
    fault: str, fake_google: Callable[..., Any], google: Any, by_uri: Any, answer: Any, fake_time: Any
) -> None:
    calm, _ = google(fake_google())
    expected = by_uri(list(calm.pull()))
    every = 40 if fault == "no answer" else 5

    def trouble(asked: Any, number: int) -> Any:
        return FAULTS[fault](answer) if number % every == 3 else None

    fake = fake_google(trouble=trouble)
    connector, _ = google(fake, impatient=fault == "no answer")
    items = list(connector.pull())
    assert by_uri(items) == expected
    assert fake.contract.violations == []
    assert fake_time.slept, "it was waited for"


def test_a_wait_is_as_long_as_google_asks(
    fake_google: Callable[..., Any], google: Any, answer: Any, fake_time: Any
) -> None:
    fake = fake_google(
        trouble=lambda asked, number: error(answer, 429, "", {"Retry-After": "17.5"}) if number == 4 else None
    )
    list(google(fake)[0].pull())
    assert 17.5 <= max(fake_time.slept) < 18.6


def test_a_token_that_ends_in_the_middle_is_renewed(
    fake_google: Callable[..., Any], google: Any, by_uri: Any, google_access: Any
) -> None:
    expected = by_uri(list(google(fake_google())[0].pull()))
    fake = fake_google()

    def trouble(asked: Any, number: int) -> Any:
        fake.token = "t1" if number < 12 else "t2"

    fake.trouble = trouble
    connector, server = google(fake, google_access(tokens=("t1", "t2")))
    assert by_uri(list(connector.pull())) == expected
    assert sum(asked.headers["authorization"] == "Bearer t1" for asked in server.asked) == 12


def test_a_revoked_sign_in_ends_the_pull_and_keeps_what_there_is(
    fake_google: Callable[..., Any], google: Any, google_access: Any
) -> None:
    fake = fake_google()
    fake.trouble = lambda asked, number: setattr(fake, "token", "t1" if number < 15 else "gone")
    connector, _ = google(fake)
    seen: list[Item] = []
    with pytest.raises(CredentialRefused):
        seen.extend(connector.pull())
    assert any(isinstance(item, Mark) for item in seen)
    assert connector.check().state is State.REFUSED
    assert "day1 auth google" in connector.check().hint


def test_a_service_that_stays_down_costs_the_others_nothing(
    fake_google: Callable[..., Any], google: Any, by_uri: Any, answer: Any
) -> None:
    expected = by_uri(list(google(fake_google())[0].pull()))
    fake = fake_google(
        trouble=lambda asked, number: error(answer, 503) if asked.path.startswith("/drive/") else None
    )
    connector, _ = google(fake)
    seen: list[Item] = []
    with pytest.raises(SourceUnavailable, match=r"not read to its end: files") as caught:
        seen.extend(connector.pull())
    assert "pull again" in caught.value.hint
    assert by_uri(seen) == {uri: one for uri, one in expected.items() if not isinstance(one, Document)}
    fake.trouble = lambda asked, number: None
    cursor = next(item.cursor for item in reversed(seen) if isinstance(item, Mark))
    assert by_uri([*seen, *connector.pull(cursor)]) == expected, "going on brings the rest"


@pytest.mark.parametrize("stop", range(0, 60, 4))
def test_a_pull_cut_anywhere_goes_on_to_the_same_end(
    stop: int, fake_google: Callable[..., Any], google: Any, by_uri: Any
) -> None:
    expected = by_uri(list(google(fake_google(page=2))[0].pull()))
    connector, _ = google(fake_google(page=2))
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


def test_a_page_token_google_has_forgotten_restarts_its_stream(
    fake_google: Callable[..., Any], google: Any, by_uri: Any, answer: Any
) -> None:
    expected = by_uri(list(google(fake_google(page=2))[0].pull()))
    fake = fake_google(page=2)
    connector, _ = google(fake)
    marks = [item for item in connector.pull() if isinstance(item, Mark) and "sent" in item.cursor]
    halfway = next(mark.cursor for mark in marks if '"at":{"sent":"2:p2"}' in mark.cursor)
    forgotten = iter([error(answer, 400, "invalidArgument")])
    fake.trouble = lambda asked, number: (
        next(forgotten, None) if asked.query.get("pageToken") == "p2" else None
    )
    kept = list(connector.pull(halfway))
    found = by_uri(kept)
    assert {uri for uri in expected if uri.startswith("mid:5")} <= found.keys()


def test_a_page_token_that_repeats_ends_its_stream_and_is_said(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    def trouble(asked: Any, number: int) -> Any:
        if asked.path.endswith("/connections"):
            return answer({"connections": [fake.person(1)], "nextPageToken": "again"})
        return None

    fake = fake_google(trouble=trouble)
    connector, server = google(fake)
    with pytest.raises(SourceUnavailable, match="contacts"):
        list(connector.pull())
    assert len([path for path in server.paths if path.endswith("/connections")]) == 2


def test_an_empty_account_is_read_to_its_end(fake_google: Callable[..., Any], google: Any) -> None:
    fake = fake_google(sent=0, received=0, events=0, files=1, spaces=0, contacts=0, others=0)
    items = list(google(fake)[0].pull())
    assert not [item for item in items if isinstance(item, Failure)]


def test_an_export_above_ten_megabytes_comes_as_plain_text(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    def refuse(asked: Any, number: int) -> Any:
        large = asked.path.endswith("/export") and "00000000" in asked.path
        return error(answer, 403, "exportSizeLimitExceeded") if large else None

    connector, _ = google(fake_google(trouble=refuse))
    items = list(connector.pull())
    texts = {item.uri: item.text for item in items if isinstance(item, Document)}
    assert texts["drive:file-00000000"] == "Plain text of a large file."
    assert not [item for item in items if isinstance(item, Failure)]


def test_a_link_to_another_host_gets_neither_request_nor_token(
    fake_google: Callable[..., Any], google: Any, loopback: Any, answer: Any
) -> None:
    other = loopback(lambda asked: answer(b"mine now"))

    def steer(asked: Any, number: int) -> Any:
        if asked.path.endswith("/export"):
            return error(answer, 403, "exportSizeLimitExceeded")
        if asked.query.get("fields") == "exportLinks":
            return answer({"exportLinks": {"text/plain": f"{other.url}/docs-host/export"}})
        return None

    items = list(google(fake_google(trouble=steer))[0].pull())
    assert other.asked == []
    assert len([item for item in items if isinstance(item, Document)]) == 4
    assert [item.reason for item in items if isinstance(item, Failure)] == [
        "refused (a link that leads to another host)"
    ] * 2


def test_an_export_that_can_not_be_had_leaves_the_file_and_says_so(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    fake = fake_google(
        trouble=lambda asked, number: (
            error(answer, 403, "cannotExportFile") if asked.path.endswith("/export") else None
        )
    )
    items = list(google(fake)[0].pull())
    assert len([item for item in items if isinstance(item, Document)]) == 4
    failed = [item for item in items if isinstance(item, Failure)]
    assert failed and all("cannotExportFile" in item.reason for item in failed)


def test_one_message_that_stays_out_of_order_is_named_and_may_be_tried_again(
    fake_google: Callable[..., Any], google: Any, by_uri: Any, answer: Any
) -> None:
    fake = fake_google(
        trouble=lambda asked, number: error(answer, 500) if asked.path.endswith("/5000001") else None
    )
    items = list(google(fake)[0].pull())
    (failed,) = [item for item in items if isinstance(item, Failure)]
    assert failed.uri == "gmail:5000001" and failed.retry
    assert "mid:5000002@mail.fjord.example" in by_uri(items)


def test_an_api_that_is_not_switched_on_is_a_failure_of_its_stream(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    body = {
        "error": {"code": 403, "status": "PERMISSION_DENIED", "details": [{"reason": "SERVICE_DISABLED"}]}
    }
    fake = fake_google(
        trouble=lambda asked, number: answer(body, status=403) if "/calendar/" in asked.path else None
    )
    items = list(google(fake)[0].pull())
    assert [item.reason for item in items if isinstance(item, Failure)] == [
        "calendars: refused (answered with 403 (SERVICE_DISABLED))"
    ]


def test_without_a_workspace_there_is_no_chat_and_that_is_said(
    fake_google: Callable[..., Any], google: Any
) -> None:
    connector, server = google(fake_google(workspace=False))
    skips = [item.reason for item in connector.pull() if isinstance(item, Skip)]
    assert "conversations: for Workspace accounts only" in skips
    assert not [path for path in server.paths if path.startswith("/chat-host")]


def test_a_look_answers_quickly_whatever_happens(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    ready = google(fake_google())[0].check()
    assert (ready.state, ready.detail) == (State.READY, "signed in as Ada@Fjord.Example")
    down = google(fake_google(trouble=lambda asked, number: error(answer, 503)))[0].check()
    assert down.state is State.UNKNOWN


def test_the_token_is_in_no_message(
    fake_google: Callable[..., Any], google: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    fake = fake_google(
        token="t1", trouble=lambda asked, number: error(answer, 400, "badRequest") if number > 9 else None
    )
    connector, _ = google(fake)
    told = [repr(connector)]
    try:
        told += [repr(item) for item in connector.pull() if isinstance(item, Failure | Mark)]
    except ConnectorError as problem:
        told.append(str(problem))
    assert "Bearer" not in " ".join(told) and "Bearer" not in caplog.text


def test_a_page_of_a_proxy_is_no_empty_account(
    fake_google: Callable[..., Any], google: Any, answer: Any
) -> None:
    page = b"<html>Please pay for this network</html>"
    connector, _ = google(fake_google(trouble=lambda asked, number: answer(page)))
    assert connector.check().state is State.UNKNOWN
    with pytest.raises(SourceUnavailable, match="what answers is not"):
        list(connector.pull())
