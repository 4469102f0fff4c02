"""Signing in to Google as a desktop app of one's own: browser, loopback redirect, PKCE (RFC 8252, RFC 7636).

Google's device flow gives none of these scopes, so on a machine without a browser the address is shown and
the one the browser ends at is pasted back (developers.google.com/identity/protocols/oauth2/native-app).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable
from connectors.budget import Budget, BudgetSpent
from connectors.exports.fields import object_at, text_at
from connectors.google.api import ROOTS
from connectors.google.scopes import SCOPES, asked, granted
from connectors.limits import Bounds
from connectors.redirect import receive
from connectors.sign_in import Person, SignedIn
from connectors.tokens import TokenStore, read_secret
from connectors.web import Refused, Web

NAME = "google"
SIGN_IN = "day1 auth google"
CLIENT_FILE, CLIENT_ID, CLIENT_SECRET = (
    "DAY1_GOOGLE_CLIENT",
    "DAY1_GOOGLE_CLIENT_ID",
    "DAY1_GOOGLE_CLIENT_SECRET",
)
NO_CLIENT = f'make a desktop client (README, "Signing in") and name its file in {CLIENT_FILE}, or export with takeout.google.com'
PATIENCE = Bounds(seconds=600.0, requests=20)
EARLY = 60.0


@dataclass(frozen=True, slots=True)
class Places:
    """Where Google's sign-in lives."""

    page: str = "https://accounts.google.com/o/oauth2/v2/auth"
    token: str = "https://oauth2.googleapis.com/token"
    revoke: str = "https://oauth2.googleapis.com/revoke"
    identity: str = ROOTS["identity"]


PLACES = Places()


def find_client(environment: Mapping[str, str] = os.environ) -> tuple[str, str]:
    """Client id and secret of the person's own desktop client (its secret is none: RFC 8252 section 8.5).

    Raises CredentialRefused when there is none, or its file can't be read.
    """
    if path := environment.get(CLIENT_FILE, "").strip():
        try:
            told = json.loads(Path(path).expanduser().read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raise CredentialRefused(f"the file in {CLIENT_FILE} can't be read", NO_CLIENT) from None
        client = object_at(told, "installed") if isinstance(told, dict) else {}
        if not text_at(client, "client_id"):
            raise CredentialRefused(f"the file in {CLIENT_FILE} is not that of a desktop client", NO_CLIENT)
        return text_at(client, "client_id"), text_at(client, "client_secret")
    if client_id := environment.get(CLIENT_ID, "").strip():
        return client_id, environment.get(CLIENT_SECRET, "").strip()
    raise CredentialRefused("there is no Google client id to sign in with", NO_CLIENT)


def authorise(
    person: Person,
    tokens: TokenStore,
    *,
    device: bool = False,
    environment: Mapping[str, str] = os.environ,
    places: Places = PLACES,
    now: Callable[[], float] = time.time,
) -> SignedIn:
    """Show the scopes and sign in; scopes that are unticked on Google's page are left out.

    Raises CredentialRefused when the person or Google says no, SourceUnavailable when Google is out of reach.
    """
    client, client_secret = find_client(environment)
    wanted = asked(person.choose("Google", SCOPES))
    if not wanted:
        raise CredentialRefused("nothing was allowed, so nobody is signed in")
    budget = Budget(PATIENCE)
    verifier, state = secrets.token_urlsafe(64), secrets.token_urlsafe(24)
    with receive(state) as receiver:
        url = f"{places.page}?{urlencode(_question(client, wanted, receiver.url, verifier, state))}"
        if device:
            answer = _pasted(person, url, state)
        else:
            person.visit(url)
            answer = receiver.wait(PATIENCE.seconds)
        form = {"client_id": client, "client_secret": client_secret, "redirect_uri": receiver.url,
                "grant_type": "authorization_code", "code": answer.get("code", ""), "code_verifier": verifier}  # fmt: skip
    if not form["code"]:
        raise CredentialRefused(
            "the sign-in was declined", "if an administrator blocks it, export with Takeout instead"
        )
    try:
        told = ask_token(places, budget, form)
        kept = _kept(told, {"client": client, "client_secret": client_secret, "scopes": wanted}, now)
        account = _account(str(kept["token"]), budget, places)
    except BudgetSpent as spent:
        raise SourceUnavailable(str(spent), "try again later") from None
    tokens.set(NAME, json.dumps({**kept, "account": account}))
    return SignedIn(account, tuple(kept["scopes"]), tokens.place)


class Access:
    """The Authorization of a kept sign-in, renewed when it ends; called as ``Web`` wants it."""

    def __init__(
        self, tokens: TokenStore, places: Places = PLACES, now: Callable[[], float] = time.time
    ) -> None:
        self._tokens = tokens
        self._places = places
        self._now = now
        self._kept: dict[str, Any] = {}

    @property
    def scopes(self) -> frozenset[str]:
        """What was granted. Raises CredentialRefused when nobody is signed in."""
        return frozenset(map(str, self._load().get("scopes") or ()))

    def __call__(self, renew: bool) -> str:
        kept = self._load()
        if renew or self._now() > float(kept.get("expires") or 0) - EARLY:
            kept = self._kept = self._renewed(kept)
            self._tokens.set(NAME, json.dumps(kept))
        return f"Bearer {kept['token']}"

    def _load(self) -> dict[str, Any]:
        self._kept = self._kept or read_secret(self._tokens, NAME) or {}
        if not self._kept:
            raise CredentialRefused("nobody is signed in to Google", SIGN_IN)
        return self._kept

    def _renewed(self, kept: dict[str, Any]) -> dict[str, Any]:
        if not kept.get("refresh"):
            raise CredentialRefused("the sign-in to Google has ended", f"sign in again: {SIGN_IN}")
        form = {"client_id": str(kept["client"]), "client_secret": str(kept["client_secret"]),
                "grant_type": "refresh_token", "refresh_token": str(kept["refresh"])}  # fmt: skip
        return _kept(ask_token(self._places, Budget(PATIENCE), form), kept, self._now)


def forget(tokens: TokenStore, places: Places = PLACES) -> str:
    """Revoke the sign-in at Google and delete it here; says what is left for the person to do."""
    kept = read_secret(tokens, NAME)
    if not tokens.delete(NAME) or kept is None:
        return "No Google sign-in was kept."
    try:
        form = {"token": str(kept.get("refresh") or kept["token"])}
        status, _ = _token_web(places, Budget(PATIENCE)).post_token(places.revoke, form)
    except ConnectorError:
        status = 0
    if status == 200:
        return "The Google sign-in is revoked and deleted."
    return (
        "The Google sign-in is deleted here. To revoke it at Google: https://myaccount.google.com/connections"
    )


def _question(client: str, scopes: list[str], redirect: str, verifier: str, state: str) -> dict[str, str]:
    digest = hashlib.sha256(verifier.encode()).digest()
    return {
        "client_id": client,
        "redirect_uri": redirect,
        "response_type": "code",
        "scope": " ".join(scopes),
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
        "access_type": "offline",
        "prompt": "consent",
    }


def _pasted(person: Person, url: str, state: str) -> dict[str, str]:
    person.tell(f"Open this address in any browser, and sign in there:\n{url}")
    person.tell("The browser ends at a page it can't open. Paste the address of that page here.")
    answer = dict(parse_qsl(urlsplit(person.secret("Address").strip()).query))
    if answer.get("state") != state:
        raise CredentialRefused(
            "this is not the address the sign-in ended at", f"try again: {SIGN_IN} --device"
        )
    return answer


def _kept(told: Any, before: Mapping[str, Any], now: Callable[[], float]) -> dict[str, Any]:
    """What to keep of an answer of the token endpoint. Raises CredentialRefused when it is a refusal."""
    answer = told if isinstance(told, dict) else {}
    if not text_at(answer, "access_token"):
        word = text_at(answer, "error")
        reason = f" ({word})" if word.isidentifier() else ""
        raise CredentialRefused(f"Google does not grant the sign-in{reason}", f"sign in again: {SIGN_IN}")
    seconds = answer.get("expires_in")
    return {
        **before,
        "token": answer["access_token"],
        "refresh": text_at(answer, "refresh_token") or before.get("refresh", ""),
        "expires": now() + (seconds if isinstance(seconds, int | float) else 0),
        "scopes": list(granted(text_at(answer, "scope"), before["scopes"])),
    }


def _account(token: str, budget: Budget, places: Places) -> str:
    web = Web(places.identity, lambda renew: f"Bearer {token}", budget)
    try:
        told = web.get("userinfo")
    except Refused:
        told = {}
    return text_at(told, "email").lower() if isinstance(told, dict) else ""


def ask_token(places: Places, budget: Budget, form: Mapping[str, str]) -> Any:
    """The answer of the token endpoint, refusals too. Raises SourceUnavailable when it is out of order."""
    status, told = _token_web(places, budget).post_token(places.token, form)
    if status >= 500 or status == 429:
        raise SourceUnavailable(f"Google's sign-in is busy ({status})", "try again later")
    return told


def _token_web(places: Places, budget: Budget) -> Web:
    return Web(
        places.token, lambda renew: "", budget, token_endpoints=frozenset({places.token, places.revoke})
    )
