"""Signing in to Slack, and out again."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit
from urllib.request import urlopen

import pytest

from connectors.base import CredentialRefused
from connectors.slack import SCOPES, manifest
from connectors.slack.auth import authorise, find_token, forget

TOKEN = "xo" + "xp-" + "7" * 30
ROTATING = "xo" + "xe.xo" + "xp-1-" + "8" * 30


@pytest.fixture
def slack(loopback: Any, answer: Any, fake_slack: Any) -> Callable[..., Any]:
    """A server that grants tokens as ``grants`` says and knows TOKEN and ROTATING."""

    def start(grants: list[dict[str, Any]] | None = None) -> Any:
        workspace = fake_slack()

        def serve(asked: Any) -> Any:
            if asked.path == "/api/oauth.v2.access":
                return answer((grants or []).pop(0))
            if asked.path == "/api/auth.revoke":
                return answer({"ok": True, "revoked": asked.form["token"] == TOKEN})
            known = asked.headers.get("authorization") in (f"Bearer {TOKEN}", f"Bearer {ROTATING}")
            told = workspace(asked) if known else answer({"ok": False, "error": "invalid_auth"})
            return answer(told.body, headers={"X-OAuth-Scopes": "users:read,im:read"})

        return loopback(serve)

    return start


def test_the_manifest_asks_for_the_chosen_user_scopes_alone(
    visitor: Any, memory_store: Any, slack: Any
) -> None:
    person, tokens = visitor(leave_out=("im:history", "search:read"), pastes=TOKEN), memory_store()
    signed = authorise(person, tokens, environment={}, api=f"{slack().url}/api/")
    assert (signed.account, signed.scopes) == ("ada at Fjord", ("users:read", "im:read"))
    (line,) = person.told
    app = json.loads(line[line.index("{") :])
    assert list(app["oauth_config"]["scopes"]) == ["user"]
    asked = app["oauth_config"]["scopes"]["user"]
    assert "users:read" in asked and "im:history" not in asked and "search:read" not in asked
    assert json.loads(parse_qs(urlsplit(person.visited[0]).query)["manifest_json"][0]) == app
    assert find_token(tokens) == TOKEN


def test_every_scope_only_reads_and_says_what_it_is_for() -> None:
    assert all(scope.use and scope.lost for scope in SCOPES)
    assert {scope.name.split(":")[1].split(".")[0] for scope in SCOPES} == {"read", "history"}
    assert json.loads(manifest(SCOPES))["settings"]["socket_mode_enabled"] is False


@pytest.fixture
def browser() -> Callable[..., Any]:
    """Follows the sign-in page as a browser would, and remembers what it asked for."""

    def make(seen: dict[str, str], **changed: str) -> Callable[[str], None]:
        def visit(url: str) -> None:
            seen.update(parse_qsl(urlsplit(url).query))
            answer = {"code": "c0de", "state": seen["state"], **changed}
            query = "&".join(f"{key}={value}" for key, value in answer.items() if value)
            back = seen["redirect_uri"].replace("localhost", "127.0.0.1")
            with urlopen(f"{back}?{query}") as page:
                assert b"close this page" in page.read()

        return visit

    return make


def test_pkce_in_the_browser(visitor: Any, memory_store: Any, slack: Any, browser: Any) -> None:
    server = slack([{"ok": True, "authed_user": {"id": "U1", "access_token": TOKEN, "scope": "users:read"}}])
    seen: dict[str, str] = {}
    tokens = memory_store()
    person = visitor(on_visit=browser(seen))
    environment = {"DAY1_SLACK_CLIENT_ID": "1.2"}
    authorise(person, tokens, environment=environment, pages=server.url, api=f"{server.url}/api/", port=0)
    exchange = next(asked for asked in server.asked if asked.path == "/api/oauth.v2.access")
    challenge = base64.urlsafe_b64encode(hashlib.sha256(exchange.form["code_verifier"].encode()).digest())
    assert (
        seen["code_challenge"] == challenge.rstrip(b"=").decode() and seen["code_challenge_method"] == "S256"
    )
    assert exchange.form["code"] == "c0de" and exchange.form["redirect_uri"] == seen["redirect_uri"]
    assert "client_secret" not in exchange.form and "scope" not in seen and "users:read" in seen["user_scope"]
    assert tokens.kept["slack"] == json.dumps({"token": TOKEN})


def test_a_declined_sign_in(visitor: Any, memory_store: Any, slack: Any, browser: Any) -> None:
    server = slack([])
    person = visitor(on_visit=browser({}, code="", error="access_denied"))
    tokens = memory_store()
    with pytest.raises(CredentialRefused, match="declined"):
        authorise(person, tokens, environment={"DAY1_SLACK_CLIENT_ID": "1.2"}, pages=server.url, port=0)
    assert tokens.kept == {}


def test_a_token_that_slack_does_not_know_is_not_kept(visitor: Any, memory_store: Any, slack: Any) -> None:
    tokens = memory_store()
    with pytest.raises(CredentialRefused):
        authorise(visitor(pastes="xoxp-wrong"), tokens, environment={}, api=f"{slack().url}/api/")
    with pytest.raises(CredentialRefused):
        authorise(visitor(pastes=""), tokens, environment={}, api=f"{slack().url}/api/")
    assert tokens.kept == {}


def test_a_rotating_token_is_renewed_before_it_ends(memory_store: Any, slack: Any) -> None:
    renewed = {"ok": True, "access_token": ROTATING, "refresh_token": "r2", "expires_in": 43_200}
    server = slack([renewed])
    kept = {"token": TOKEN, "refresh": "r1", "expires": 50_000.0, "client": "1.2"}
    tokens = memory_store(slack=json.dumps(kept))
    assert find_token(tokens, api=f"{server.url}/api/", now=lambda: 46_000.0) == TOKEN
    assert find_token(tokens, api=f"{server.url}/api/", now=lambda: 46_200.0) == ROTATING
    (asked,) = server.asked
    assert asked.form == {"client_id": "1.2", "grant_type": "refresh_token", "refresh_token": "r1"}
    assert json.loads(tokens.kept["slack"]) == {
        "token": ROTATING,
        "refresh": "r2",
        "expires": 89_400.0,
        "client": "1.2",
    }


def test_forgetting_revokes_and_deletes(memory_store: Any, slack: Any) -> None:
    server = slack()
    tokens = memory_store(slack=json.dumps({"token": TOKEN}))
    assert "revoked and deleted" in forget(tokens, api=f"{server.url}/api/")
    assert tokens.kept == {} and "No Slack" in forget(tokens)
    offline = memory_store(slack=json.dumps({"token": TOKEN}))
    assert "could not be told" in forget(offline, api="http://127.0.0.1:9/api/")
    assert offline.kept == {}
