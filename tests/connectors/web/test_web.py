"""The read-only HTTP layer: what it sends, what it waits for, what it refuses."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import Budget, BudgetSpent
from connectors.limits import Bounds, HttpLimits
from connectors.web import Astray, Refused, Web, retry_after

TOKEN = "ey" + "J0" * 12


@pytest.fixture
def build(fake_time: Any) -> Callable[..., Web]:
    def make(root: str, seconds: float = 600, requests: int = 50, **options: Any) -> Web:
        budget = Budget(Bounds(seconds, requests), fake_time.clock, fake_time.sleep)
        authorise = options.pop("authorise", lambda renew: f"Bearer {TOKEN}")
        return Web(root, authorise, budget, jitter=lambda: 0.0, **options)

    return make


def test_sends_get_with_the_token_and_reads_json(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer({"value": [1]}))
    assert build(f"{server.url}/v1.0").get("/me/messages", {"$top": 5}) == {"value": [1]}
    (asked,) = server.asked
    assert (asked.method, asked.path, asked.query) == ("GET", "/v1.0/me/messages", {"$top": "5"})
    assert asked.headers["authorization"] == f"Bearer {TOKEN}"


@pytest.mark.parametrize(
    ("headers", "waited"), [({"Retry-After": "2.128"}, 2.128), ({}, 0.5), ({"Retry-After": "soon"}, 0.5)]
)
def test_waits_as_long_as_the_other_side_asks(
    loopback: Any, answer: Any, build: Any, fake_time: Any, headers: dict[str, str], waited: float
) -> None:
    answers = [answer(status=429, headers=headers), answer({"ok": 1})]
    server = loopback(lambda asked: answers.pop(0))
    assert build(server.url).get("/x") == {"ok": 1}
    assert fake_time.slept == [waited]


def test_a_burst_of_errors_is_outlasted_with_growing_pauses(
    loopback: Any, answer: Any, build: Any, fake_time: Any
) -> None:
    answers = [
        answer(status=503),
        answer(status=500),
        answer(status=502),
        answer({"ok": 1}, cut=True),
        answer([]),
    ]
    server = loopback(lambda asked: answers.pop(0))
    assert build(server.url).get("/x") == []
    assert fake_time.slept == [0.5, 1.0, 2.0, 4.0]


def test_a_service_that_stays_down_is_said(loopback: Any, answer: Any, build: Any, fake_time: Any) -> None:
    server = loopback(lambda asked: answer(status=500))
    with pytest.raises(SourceUnavailable, match="busy"):
        build(server.url).get("/x")
    assert len(server.asked) == 6 and len(fake_time.slept) == 5
    with pytest.raises(SourceUnavailable, match="reached"):
        build("http://127.0.0.1:9").get("/x")


def test_a_wait_longer_than_the_time_left_ends_the_pull_at_once(
    loopback: Any, answer: Any, build: Any, fake_time: Any
) -> None:
    server = loopback(lambda asked: answer(status=429, headers={"Retry-After": "3600"}))
    with pytest.raises(BudgetSpent, match="3600"):
        build(server.url, seconds=60).get("/x")
    assert fake_time.slept == []


def test_requests_are_counted(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer({}))
    web = build(server.url, requests=2)
    web.get("/x")
    web.get("/x")
    with pytest.raises(BudgetSpent):
        web.get("/x")
    assert len(server.asked) == 2


def test_a_token_that_expires_is_renewed_once(loopback: Any, answer: Any, build: Any) -> None:
    tokens = {"current": "old"}

    def authorise(renew: bool) -> str:
        if renew:
            tokens["current"] = "new"
        return f"Bearer {tokens['current']}"

    def serve(asked: Any) -> Any:
        return answer({"ok": 1}) if asked.headers["authorization"] == "Bearer new" else answer(status=401)

    server = loopback(serve)
    web = build(server.url, authorise=authorise)
    assert web.get("/x") == {"ok": 1} and len(server.asked) == 2


def test_a_revoked_token_is_refused(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer(status=401))
    with pytest.raises(CredentialRefused):
        build(server.url).get("/x")
    assert len(server.asked) == 2


def test_a_refusal_of_one_item_carries_status_and_word_and_nothing_else(
    loopback: Any, answer: Any, build: Any
) -> None:
    body = {"error": {"code": "ErrorAccessDenied", "message": "Ada's private folder"}}
    server = loopback(lambda asked: answer(body, status=403))
    with pytest.raises(Refused) as caught:
        build(server.url).get("/x")
    assert (caught.value.status, caught.value.code) == (403, "ErrorAccessDenied")
    assert "Ada" not in str(caught.value)


def test_a_403_that_means_slow_down_is_waited_for(
    loopback: Any, answer: Any, build: Any, fake_time: Any
) -> None:
    answers = [answer({"error": {"status": "rateLimitExceeded"}}, status=403), answer({"ok": 1})]
    server = loopback(lambda asked: answers.pop(0))
    web = build(server.url, is_limit=lambda status, body: body["error"]["status"] == "rateLimitExceeded")
    assert web.get("/x") == {"ok": 1} and fake_time.slept == [0.5]


def test_pages_are_followed_as_the_links_say(loopback: Any, answer: Any, build: Any) -> None:
    def serve(asked: Any) -> Any:
        if "skip" in asked.query:
            return answer({"value": [2]})
        return answer({"value": [1], "next": "/items?skip=1&opaque=%24x"})

    server = loopback(serve)
    pages = build(server.url).pages("/items", lambda page: page.get("next", ""), {"$top": 1})
    assert [page["value"] for page in pages] == [[1], [2]]
    assert server.asked[1].query == {"skip": "1", "opaque": "$x"}


@pytest.mark.parametrize(
    "link", ["https://elsewhere.example/items?skip=1", "http://127.0.0.1:1/x", "//evil.example/x"]
)
def test_a_link_to_another_host_is_not_followed(loopback: Any, answer: Any, build: Any, link: str) -> None:
    server = loopback(lambda asked: answer({"next": link}))
    pages = build(server.url).pages("/items", lambda page: page["next"])
    next(pages)
    with pytest.raises(Astray):
        next(pages)
    assert len(server.asked) == 1


def test_a_page_that_names_itself_ends_the_listing(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer({"next": "/items?skip=1"}))
    with pytest.raises(Astray):
        list(build(server.url).pages("/items", lambda page: page["next"]))
    assert len(server.asked) == 2


def test_a_listing_has_an_end(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer({"next": f"/items?skip={len(server.asked)}"}))
    with pytest.raises(Astray):
        list(build(server.url, limits=HttpLimits(pages=4)).pages("/items", lambda page: page["next"]))
    assert len(server.asked) == 4


def test_a_download_is_cut_and_its_redirect_gets_no_token(loopback: Any, answer: Any, build: Any) -> None:
    store = loopback(lambda asked: answer(b"x" * 300_000))
    server = loopback(lambda asked: answer(status=302, headers={"Location": f"{store.url}/blob"}))
    assert build(server.url).download("/content", most=1_000) == b"x" * 1_000
    assert "authorization" not in store.asked[0].headers and "authorization" in server.asked[0].headers


def test_a_download_redirected_to_plain_http_is_refused(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer(status=302, headers={"Location": "http://store.example/blob"}))
    with pytest.raises(Astray):
        build(server.url).download("/content", most=1_000)


def test_an_answer_without_end_is_refused(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer(b"[" + b"0," * 4_000_000))
    with pytest.raises(Refused):
        build(server.url, limits=HttpLimits(body=1 << 20)).get("/x")


def test_post_goes_to_token_endpoints_only(loopback: Any, answer: Any, build: Any) -> None:
    server = loopback(lambda asked: answer({"error": "authorization_pending"}, status=400))
    token = f"{server.url}/token"
    web = build(server.url, token_endpoints=frozenset({token}))
    assert web.post_token(token, {"grant_type": "x"}) == (400, {"error": "authorization_pending"})
    assert server.asked[0].form == {"grant_type": "x"} and "authorization" not in server.asked[0].headers
    with pytest.raises(ValueError, match="token endpoints"):
        web.post_token(f"{server.url}/messages", {})
    assert len(server.asked) == 1


def test_plain_http_is_for_loopback_alone(build: Any) -> None:
    with pytest.raises(Astray):
        build("http://graph.example/v1.0")


def test_the_token_is_in_no_error_log_or_repr(
    loopback: Any,
    answer: Any,
    build: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ada password elsewhere\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    caplog.set_level(logging.DEBUG)
    server = loopback(lambda asked: answer({"error": {"code": TOKEN * 3}}, status=403))
    web = build(server.url)
    with pytest.raises(Refused) as caught:
        web.get("/x")
    assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in f"{caplog.text} {caught.value} {caught.value!r} {web!r} {vars(caught.value)}"


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("3", 3.0),
        ("0.25", 0.25),
        ("Tue, 01 Dec 2026 12:00:10 GMT", 10.0),
        ("Tue, 01 Dec 2026 11:00:00 GMT", 0.0),
        ("", None),
        ("-5", None),
        ("nan", None),
        ("inf", None),
        ("soon", None),
    ],
)
def test_retry_after_in_every_form(value: str, seconds: float | None) -> None:
    assert retry_after(value, now=lambda: datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)) == seconds


def test_silence_has_an_end(loopback: Any, answer: Any, build: Any, fake_time: Any) -> None:
    server = loopback(lambda asked: answer(silent=True))
    with pytest.raises(SourceUnavailable, match="reached"):
        build(server.url, limits=HttpLimits(read=0.05)).get("/x")
    assert len(server.asked) == 3 and fake_time.slept == [0.5, 1.0]
