"""Signing in to Google: PKCE on loopback, scopes that can be left out or unticked, renewal, revocation."""

from __future__ import annotations

import base64
import hashlib
import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.google import SCOPES, forget
from connectors.google import scopes as scope
from connectors.google.auth import NAME, Access, Places, authorise, find_client
from connectors.google.scopes import asked
from connectors.google.service import ServiceAccess

CLIENT = {"DAY1_GOOGLE_CLIENT_ID": "desk.apps.example", "DAY1_GOOGLE_CLIENT_SECRET": "no" + "secret"}
TOKEN = "ya" + "29." + "x" * 40


class Sign:
    """Google's sign-in: one grant, then renewals until it is revoked."""

    def __init__(self, answer: type[Any], granted: str = "") -> None:
        self.answer = answer
        self.granted = granted
        self.challenge = ""
        self.forms: list[dict[str, str]] = []
        self.revoked = False
        self.broken = False

    def __call__(self, asked: Any) -> Any:
        if asked.path == "/oauth2/v2/userinfo":
            return self.answer({"email": "Ada@Fjord.example", "id": "1"})
        self.forms.append(asked.form)
        if self.broken:
            return self.answer({}, status=503)
        if asked.path == "/revoke":
            self.revoked = True
            return self.answer({})
        if self.revoked:
            return self.answer({"error": "invalid_grant", "error_description": "secret words"}, status=400)
        if "code_verifier" in asked.form:
            digest = hashlib.sha256(asked.form["code_verifier"].encode()).digest()
            assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == self.challenge
        told = {"access_token": TOKEN, "expires_in": 3599, "token_type": "Bearer"}
        first = asked.form["grant_type"] == "authorization_code"
        told |= {"refresh_token": "1//" + "r" * 30} if first else {}
        return self.answer({**told, "scope": self.granted} if self.granted else told)

    def consent(self, url: str, **instead: str) -> None:
        """What the browser does: the person agrees and it is sent back."""
        query = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
        assert query["code_challenge_method"] == "S256" and query["access_type"] == "offline"
        self.challenge = query["code_challenge"]
        self.asked = query["scope"].split()
        back = {"state": query["state"], "code": "4/abc", **instead}
        with urllib.request.urlopen(f"{query['redirect_uri']}?{urlencode(back)}", timeout=5):
            pass


@pytest.fixture
def sign_in(loopback: Any, answer: type[Any]) -> Callable[..., Any]:
    def make(granted: str = "") -> tuple[Sign, Places]:
        sign = Sign(answer, granted)
        url = loopback(sign).url
        return sign, Places(f"{url}/auth", f"{url}/token", f"{url}/revoke", f"{url}/oauth2/v2")

    return make


def test_the_browser_way(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, places = sign_in()
    store, person = memory_store(), visitor(on_visit=lambda url: sign.consent(url))
    signed = authorise(person, store, environment=CLIENT, places=places, now=lambda: 1_000.0)
    assert (signed.account, signed.kept_in) == ("ada@fjord.example", "memory")
    assert sign.asked == list(signed.scopes) == [one.name for one in SCOPES if one.preset]
    assert [one.name for one in person.shown] == [one.name for one in SCOPES]
    assert all(one.use and one.lost for one in person.shown)
    assert json.loads(store.get(NAME))["expires"] == 4_599.0
    access = Access(store, places, now=lambda: 1_000.0)
    assert access(False) == f"Bearer {TOKEN}"
    assert TOKEN not in repr(access) and TOKEN not in repr(signed)


def test_what_is_left_out_is_not_asked_for_and_what_is_unticked_is_not_read(
    sign_in: Any, memory_store: Any, visitor: Any
) -> None:
    sign, places = sign_in(granted=f"{scope.EMAIL} {scope.EVENTS}")
    store = memory_store()
    person = visitor(leave_out=(scope.MAIL,), on_visit=lambda url: sign.consent(url))
    signed = authorise(person, store, environment=CLIENT, places=places)
    assert scope.MAIL not in sign.asked
    assert Access(store, places).scopes == {scope.EMAIL, scope.EVENTS} == set(signed.scopes)


def test_of_two_scopes_for_mail_only_one_is_asked_for() -> None:
    assert scope.MAIL_HEADERS not in asked(SCOPES)
    without = [one for one in SCOPES if one.name != scope.MAIL]
    assert scope.MAIL_HEADERS in asked(without)


def test_without_a_browser_the_address_is_pasted(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, places = sign_in()
    person = visitor()
    person.secret = lambda question: pasted(person.told[0], sign)
    signed = authorise(person, memory_store(), device=True, environment=CLIENT, places=places)
    assert signed.account == "ada@fjord.example" and person.visited == []


def pasted(told: str, sign: Sign) -> str:
    query = parse_qs(urlsplit(told.split("\n")[1]).query)
    sign.challenge = query["code_challenge"][0]
    return f"http://localhost:1/?state={query['state'][0]}&code=4/abc"


@pytest.mark.parametrize("instead", [{"code": "", "error": "access_denied"}])
def test_a_declined_sign_in_keeps_nothing(
    sign_in: Any, memory_store: Any, visitor: Any, instead: dict[str, str]
) -> None:
    sign, places = sign_in()
    store, person = memory_store(), visitor(on_visit=lambda url: sign.consent(url, **instead))
    with pytest.raises(CredentialRefused, match="declined"):
        authorise(person, store, environment=CLIENT, places=places)
    assert store.kept == {}


def test_a_token_is_renewed_before_it_ends_and_when_it_is_refused(
    sign_in: Any, memory_store: Any, visitor: Any
) -> None:
    sign, places = sign_in()
    store, clock = memory_store(), [0.0]
    authorise(visitor(on_visit=sign.consent), store, environment=CLIENT, places=places, now=lambda: 0.0)
    access = Access(store, places, now=lambda: clock[0])
    access(False)
    assert len(sign.forms) == 1
    access(True)
    assert sign.forms[-1]["grant_type"] == "refresh_token" and len(sign.forms) == 2
    clock[0] = 3_598.0
    access(False)
    assert len(sign.forms) == 3


def test_a_revoked_sign_in_is_refused_in_words_of_ours(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, places = sign_in()
    store = memory_store()
    authorise(visitor(on_visit=sign.consent), store, environment=CLIENT, places=places)
    assert forget(store, places) == "The Google sign-in is revoked and deleted."
    assert sign.forms[-1]["token"].startswith("1//") and store.kept == {}
    assert forget(store, places) == "No Google sign-in was kept."
    with pytest.raises(CredentialRefused, match="nobody is signed in"):
        Access(store, places)(False)


def test_renewing_after_a_revocation_elsewhere(sign_in: Any, memory_store: Any, visitor: Any) -> None:
    sign, places = sign_in()
    store = memory_store()
    authorise(visitor(on_visit=sign.consent), store, environment=CLIENT, places=places)
    sign.revoked = True
    with pytest.raises(CredentialRefused) as caught:
        Access(store, places)(True)
    assert "secret words" not in str(caught.value) and "day1 auth google" in caught.value.hint
    sign.revoked, sign.broken = False, True
    with pytest.raises(SourceUnavailable):
        Access(store, places)(True)


def test_a_client_of_ones_own_is_found_or_explained(tmp_path: Path) -> None:
    with pytest.raises(CredentialRefused, match="no Google client id") as caught:
        find_client({})
    assert "takeout" in caught.value.hint
    file = tmp_path / "client.json"
    file.write_text(json.dumps({"installed": {"client_id": "a", "client_secret": "b"}}))
    assert find_client({"DAY1_GOOGLE_CLIENT": str(file)}) == ("a", "b")
    for content in ("", "[]", '{"web": {"client_id": "a"}}'):
        file.write_text(content)
        with pytest.raises(CredentialRefused):
            find_client({"DAY1_GOOGLE_CLIENT": str(file)})


def test_a_service_account_signs_for_one_person(sign_in: Any, tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    sign, places = sign_in()
    told = {
        "type": "service_account",
        "client_email": "robot@fjord.example",
        "private_key": pem,
        "private_key_id": "1",
        "token_uri": "x",
    }
    access = ServiceAccess(told, "ada@fjord.example", places, now=lambda: 1_000.0)
    assert access(False) == f"Bearer {TOKEN}" == access(False)
    (form,) = sign.forms
    claims = json.loads(base64.urlsafe_b64decode(form["assertion"].split(".")[1] + "=="))
    assert (claims["sub"], claims["iss"], claims["aud"]) == (
        "ada@fjord.example",
        "robot@fjord.example",
        places.token,
    )
    assert set(claims["scope"].split()) == access.scopes
    sign.revoked = True
    with pytest.raises(CredentialRefused) as caught:
        access(True)
    assert "admin console" in caught.value.hint and "gmail.readonly" in caught.value.hint
    with pytest.raises(CredentialRefused):
        ServiceAccess.from_environment("ada@fjord.example", {})


def test_every_scope_only_reads() -> None:
    for one in SCOPES:
        assert one.name.endswith((".readonly", "userinfo.email", "userinfo.profile", "gmail.metadata")), (
            one.name
        )
