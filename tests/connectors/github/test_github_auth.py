"""Signing in to GitHub, and out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from connectors.base import CredentialRefused
from connectors.github.auth import SCOPES, authorise, find_token, forget

STORED = "gh" + "u_" + "s" * 36
AMBIENT = "gh" + "p_" + "e" * 36


@pytest.fixture
def sign_in(loopback: Any, answer: Any, fake_github: Any, fake_time: Any) -> Callable[..., Any]:
    """Runs the sign-in against one server that is both GitHub's pages and its API."""

    def run(
        person: Any, tokens: Any, polls: list[Any], environment: dict[str, str], gh: str = "", **options: Any
    ) -> Any:
        account = fake_github(scopes=options.pop("scopes", "read:user"))

        def serve(asked: Any) -> Any:
            if asked.path == "/login/device/code":
                device = {"device_code": "d" * 40, "user_code": "WDJB-MJHT", "interval": 5, "expires_in": 900}
                return answer({**device, "verification_uri": "https://github.com/login/device"})
            if asked.path == "/login/oauth/access_token":
                return answer(polls.pop(0))
            refused = asked.headers.get("authorization") != f"token {STORED}" and "accept" not in options
            return answer({"message": "Bad credentials"}, status=401) if refused else account(asked)

        server = loopback(serve)
        signed = authorise(
            person,
            tokens,
            environment=environment,
            gh=lambda: gh,
            login=server.url,
            api=server.url,
            clock=fake_time.clock,
            sleep=fake_time.sleep,
        )
        return signed, server

    return run


def test_the_device_flow_waits_as_it_is_told(
    sign_in: Any, visitor: Any, memory_store: Any, fake_time: Any
) -> None:
    polls = [
        {"error": "authorization_pending"},
        {"error": "slow_down", "interval": 10},
        {"access_token": STORED, "scope": "read:user", "token_type": "bearer"},
    ]
    person, tokens = visitor(leave_out=("read:org",)), memory_store()
    signed, server = sign_in(person, tokens, polls, {"DAY1_GITHUB_CLIENT_ID": "Iv1.x"})
    assert (signed.account, signed.scopes, signed.kept_in) == ("adalind", ("read:user",), "memory")
    assert any("WDJB-MJHT" in line for line in person.told)
    assert person.visited == ["https://github.com/login/device"]
    assert fake_time.slept == [5, 5, 10]
    started, *polled = [asked for asked in server.asked if asked.method == "POST"]
    assert started.form == {"client_id": "Iv1.x", "scope": "read:user user:email"}
    assert polled[0].form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code"
    assert find_token(tokens, {}, lambda: "") == (STORED, "memory")
    assert STORED not in f"{person.told} {signed}"


@pytest.mark.parametrize("error", ["access_denied", "expired_token", "incorrect_device_code"])
def test_a_declined_or_late_code_signs_nobody_in(
    sign_in: Any, visitor: Any, memory_store: Any, error: str
) -> None:
    tokens = memory_store()
    with pytest.raises(CredentialRefused):
        sign_in(visitor(), tokens, [{"error": error}], {"DAY1_GITHUB_CLIENT_ID": "Iv1.x"})
    assert tokens.kept == {}


def test_a_code_nobody_enters_ends_after_its_time(
    sign_in: Any, visitor: Any, memory_store: Any, fake_time: Any
) -> None:
    polls = [{"error": "authorization_pending"}] * 500
    with pytest.raises(CredentialRefused, match="in time"):
        sign_in(visitor(), memory_store(), polls, {"DAY1_GITHUB_CLIENT_ID": "Iv1.x"})
    assert sum(fake_time.slept) <= 900


def test_every_scope_is_shown_with_its_use_and_its_loss_and_the_wide_one_is_off() -> None:
    assert all(scope.use and scope.lost for scope in SCOPES)
    assert [scope.name for scope in SCOPES if not scope.preset] == ["repo"]
    assert "writing" in next(scope for scope in SCOPES if scope.name == "repo").caution


def test_a_token_in_the_environment_is_used_and_not_stored(
    sign_in: Any, visitor: Any, memory_store: Any
) -> None:
    person, tokens = visitor(), memory_store()
    signed, server = sign_in(person, tokens, [], {"GH_TOKEN": STORED})
    assert signed.account == "adalind" and "GH_TOKEN" in signed.kept_in
    assert tokens.kept == {} and person.shown == []
    assert {asked.method for asked in server.asked} == {"GET"}


def test_the_sign_in_of_gh_is_used(sign_in: Any, visitor: Any, memory_store: Any) -> None:
    signed, _ = sign_in(visitor(), memory_store(), [], {}, gh=STORED)
    assert signed.kept_in == "the gh program"


def test_a_stale_token_in_the_environment_leads_to_a_new_sign_in(
    sign_in: Any, visitor: Any, memory_store: Any
) -> None:
    person, tokens = visitor(pastes=f" {STORED}\n"), memory_store()
    signed, _ = sign_in(person, tokens, [], {"GITHUB_TOKEN": AMBIENT})
    assert signed.account == "adalind" and "github" in tokens.kept
    assert any("refused" in line for line in person.told)
    assert find_token(tokens, {"GITHUB_TOKEN": AMBIENT}, lambda: "") == (STORED, "memory")


def test_without_a_client_id_a_token_is_pasted(sign_in: Any, visitor: Any, memory_store: Any) -> None:
    person, tokens = visitor(pastes=STORED), memory_store()
    sign_in(person, tokens, [], {})
    assert any("read-only" in line for line in person.told)
    with pytest.raises(CredentialRefused, match="no token"):
        sign_in(visitor(), memory_store(), [], {})


def test_who_allows_nothing_is_not_signed_in(sign_in: Any, visitor: Any, memory_store: Any) -> None:
    everything = tuple(scope.name for scope in SCOPES)
    with pytest.raises(CredentialRefused):
        sign_in(visitor(leave_out=everything, pastes=STORED), memory_store(), [], {})


def test_forgetting_deletes_and_says_what_is_left(memory_store: Any) -> None:
    tokens = memory_store(github='{"token": "x"}')
    assert "github.com/settings/applications" in forget(tokens)
    assert tokens.kept == {} and "No GitHub" in forget(tokens)
