"""Signing in to Microsoft through MSAL: browser with PKCE, device code, renewal, and administrators' walls."""

from __future__ import annotations

import base64
import hashlib
import json
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.microsoft import SCOPES, forget
from connectors.microsoft.application import ApplicationAccess
from connectors.microsoft.auth import NAME, Access, authorise
from connectors.microsoft.scopes import CHAT, MAIL, MAIL_HEADERS, WORK_ONLY, asked

CLIENT = {"DAY1_MICROSOFT_CLIENT_ID": "c-1", "DAY1_MICROSOFT_TENANT": "organizations"}
HOST = "login.microsoftonline.com"
TOKEN = "ey" + "J0." + "x" * 40


class Loop(requests.Session):
    """MSAL's transport: the login host is this machine, every other host is refused."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url

    def request(self, method: Any, url: Any, *arguments: Any, **options: Any) -> requests.Response:
        parts = urlsplit(str(url))
        assert parts.hostname == HOST, parts.hostname
        return super().request(
            method, f"{self.url}{parts.path}{f'?{parts.query}' if parts.query else ''}", *arguments, **options
        )


class Sign:
    """Microsoft's sign-in; ``refuse`` is the description it refuses with."""

    def __init__(self, answer: type[Any]) -> None:
        self.answer = answer
        self.forms: list[dict[str, str]] = []
        self.refuse = ""
        self.scope = ""
        self.nonce = ""
        self.waited = 0

    def __call__(self, asked: Any) -> Any:
        root = f"https://{HOST}{asked.path[: asked.path.index('/', 1)]}"
        if asked.path.endswith("openid-configuration"):
            return self.answer(
                {
                    "issuer": f"{root}/v2.0",
                    "authorization_endpoint": f"{root}/oauth2/v2.0/authorize",
                    "token_endpoint": f"{root}/oauth2/v2.0/token",
                    "device_authorization_endpoint": f"{root}/oauth2/v2.0/devicecode",
                }
            )
        self.forms.append(asked.form)
        if self.refuse:
            error = {
                "error": "invalid_grant",
                "error_description": f"{self.refuse}: ada@fjord.example may not. Trace: 1",
            }
            return self.answer(error, status=400)
        if asked.path.endswith("devicecode"):
            return self.answer({"user_code": "AB12", "device_code": "d", "verification_uri": "https://microsoft.example/device",
                                "expires_in": 900, "interval": 0})  # fmt: skip
        if asked.form.get("device_code") and not self.waited:
            self.waited += 1
            return self.answer({"error": "authorization_pending"}, status=400)
        claims = {"preferred_username": "ada@fjord.example", "aud": "c-1", "iss": f"{root}/v2.0", "sub": "s", "exp": 9_999_999_999,
                  "iat": 1, "nonce": self.nonce}  # fmt: skip
        plain = [
            base64.urlsafe_b64encode(json.dumps(one).encode()).rstrip(b"=").decode()
            for one in ({"alg": "none"}, claims)
        ]
        who = base64.urlsafe_b64encode(json.dumps({"uid": "1", "utid": "2"}).encode()).decode()
        told = {"access_token": TOKEN, "expires_in": 3_599, "token_type": "Bearer", "client_info": who}
        if asked.form["grant_type"] != "client_credentials":
            told |= {"refresh_token": f"0.r{len(self.forms)}", "id_token": ".".join([*plain, "x"])}
            told["scope"] = self.scope or asked.form.get("scope", "")
        return self.answer(told)

    def consent(self, url: str) -> None:
        query = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
        assert query["code_challenge_method"] == "S256" and query["redirect_uri"].startswith(
            "http://localhost:"
        )
        assert not query["redirect_uri"].endswith("/"), "the registered redirect has no path"
        self.challenge, self.nonce, self.asked = (
            query["code_challenge"],
            query["nonce"],
            query["scope"].split(),
        )
        back = {"state": query["state"], "code": "0.abc"}
        assert query["response_mode"] == "form_post"
        with urllib.request.urlopen(query["redirect_uri"], data=urlencode(back).encode(), timeout=5):
            pass


@pytest.fixture
def sign_in(loopback: Any, answer: type[Any]) -> Callable[[], tuple[Sign, Loop]]:
    def make() -> tuple[Sign, Loop]:
        sign = Sign(answer)
        return sign, Loop(loopback(sign).url)

    return make


def test_the_browser_way(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, http = sign_in()
    store, person = memory_store(), visitor(on_visit=sign.consent)
    signed = authorise(person, store, environment=CLIENT, http=http)
    assert signed.account == "ada@fjord.example"
    assert {*signed.scopes} == {one.name for one in SCOPES if one.preset} <= {*sign.asked}
    digest = hashlib.sha256(sign.forms[0]["code_verifier"].encode()).digest()
    assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == sign.challenge
    kept = json.loads(store.get(NAME))
    assert kept["token"] == "0.r1" and TOKEN not in store.get(NAME), "only what renews is kept"
    assert all(one.use and one.lost for one in person.shown)


def test_the_device_way(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, http = sign_in()
    store, person = memory_store(), visitor()
    assert authorise(person, store, device=True, environment=CLIENT, http=http).account == "ada@fjord.example"
    assert any("AB12" in line for line in person.told) and person.visited == [] and sign.waited == 1


def test_what_is_granted_is_what_is_read(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, http = sign_in()
    sign.scope = (
        "https://graph.microsoft.com/User.Read https://graph.microsoft.com/Calendars.Read openid profile"
    )
    store = memory_store()
    authorise(visitor(leave_out=(MAIL,), on_visit=sign.consent), store, environment=CLIENT, http=http)
    assert MAIL not in sign.asked
    assert Access(store, http).scopes == {"User.Read", "Calendars.Read"}


def test_a_token_is_renewed_and_the_newest_refresh_token_kept(
    sign_in: Any, memory_store: Any, visitor: Any
) -> None:
    sign, http = sign_in()
    store, clock = memory_store(), [0.0]
    authorise(visitor(on_visit=sign.consent), store, environment=CLIENT, http=http, now=lambda: clock[0])
    access = Access(store, http, now=lambda: clock[0])
    assert access(False) == access(False) == f"Bearer {TOKEN}"
    assert [form["grant_type"] for form in sign.forms] == ["authorization_code", "refresh_token"]
    assert json.loads(store.get(NAME))["token"] == "0.r2"
    clock[0] = 3_590.0
    access(False)
    access(True)
    assert len(sign.forms) == 4
    assert TOKEN not in repr(access)


@pytest.mark.parametrize(
    ("refusal", "reason", "hint"),
    [
        ("AADSTS65001", "administrator's consent", "ask your administrator"),
        ("AADSTS90094", "administrator's consent", "export"),
        ("AADSTS53003", "rules forbid", "--device"),
        ("AADSTS7000218", "no public client", "Allow public client flows"),
        ("AADSTS70011", "permission is unknown", "consumers"),
        ("AADSTS700082", "AADSTS700082", "day1 auth microsoft"),
        ("something else", "has ended", "day1 auth microsoft"),
    ],
)
def test_walls_are_answered_with_what_to_do(
    sign_in: Any, memory_store: Any, visitor: Any, refusal: str, reason: str, hint: str
) -> None:
    sign, http = sign_in()
    sign.refuse = refusal
    for device in (True, False):
        with pytest.raises(CredentialRefused, match=reason) as caught:
            authorise(
                visitor(on_visit=sign.consent), memory_store(), device=device, environment=CLIENT, http=http
            )
        assert hint in caught.value.hint
        assert "ada@" not in str(caught.value) + caught.value.hint, "their words may hold anything"


def test_a_login_host_out_of_reach_is_said(memory_store: Any, visitor: Any) -> None:
    with pytest.raises(SourceUnavailable):
        authorise(visitor(), memory_store(), environment=CLIENT, http=Loop("http://127.0.0.1:9"))


def test_without_a_client_id_the_way_to_one_is_told(memory_store: Any, visitor: Any) -> None:
    with pytest.raises(CredentialRefused, match="no Microsoft client id"):
        authorise(visitor(), memory_store(), environment={})
    with pytest.raises(CredentialRefused, match="nobody is signed in"):
        Access(memory_store())(False)


def test_a_personal_account_is_not_asked_for_what_only_work_accounts_have() -> None:
    assert WORK_ONLY.isdisjoint(asked(SCOPES, personal=True))
    assert CHAT in asked(SCOPES, personal=False) and MAIL_HEADERS not in asked(SCOPES, personal=False)


def test_forgetting_says_where_to_revoke(memory_store: Any) -> None:
    store = memory_store(microsoft=json.dumps({"token": "0.r1"}))
    assert "myapps.microsoft.com" in forget(store) and store.kept == {}
    assert forget(store) == "No Microsoft sign-in was kept."


def test_an_app_registration_reads_without_a_person(sign_in: Any) -> None:
    sign, http = sign_in()
    access = ApplicationAccess("c-1", "fjord.example", "se" + "cret", http)
    assert access(False) == access(False) == f"Bearer {TOKEN}"
    (form,) = sign.forms
    assert (
        form["grant_type"] == "client_credentials" and form["scope"] == "https://graph.microsoft.com/.default"
    )
    sign.refuse = "AADSTS700016"
    with pytest.raises(CredentialRefused, match="does not know the app"):
        ApplicationAccess("c-2", "fjord.example", "se" + "cret", http)(False)
    with pytest.raises(CredentialRefused, match="no app registration"):
        ApplicationAccess.from_environment(CLIENT)
