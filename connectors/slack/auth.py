"""Signing in to Slack: an app of one's own from a manifest, then PKCE in the browser or a pasted user token."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from connectors.base import ConnectorError, CredentialRefused, SourceUnavailable
from connectors.budget import Budget, BudgetSpent
from connectors.exports.fields import object_at, text_at
from connectors.limits import SLACK, Bounds
from connectors.redirect import receive
from connectors.sign_in import Person, Scope, SignedIn
from connectors.slack.api import API, SlackApi
from connectors.slack.manifest import PORT, SCOPES, creation_page, manifest
from connectors.tokens import TokenStore, read_secret
from connectors.web import Refused, Web

NAME = "slack"
PAGES = "https://slack.com"
CLIENT_ID = "DAY1_SLACK_CLIENT_ID"
PATIENCE = Bounds(seconds=600.0, requests=20)
EARLY = SLACK.bounds.seconds + 300.0
"""Seconds before its end at which a rotating token is renewed, so that it outlasts the pull."""


def authorise(
    person: Person,
    tokens: TokenStore,
    *,
    environment: Mapping[str, str] = os.environ,
    pages: str = PAGES,
    api: str = API,
    port: int = PORT,
    clock: Callable[[], float] = time.monotonic,
    now: Callable[[], float] = time.time,
) -> SignedIn:
    """Show the scopes, print the manifest of the app to make, and sign in with that app.

    With the app's client id in the environment the sign-in is PKCE in the browser (the app needs the PKCE
    switch on); without it the person pastes the user token the app's page shows.
    Raises CredentialRefused when the person or Slack says no, SourceUnavailable when Slack is out of reach.
    """
    chosen = person.choose("Slack", SCOPES)
    if not chosen:
        raise CredentialRefused("nothing was allowed, so nobody is signed in")
    budget = Budget(PATIENCE, clock)
    client = environment.get(CLIENT_ID, "").strip()
    if client:
        kept = _pkce(person, client, chosen, _web(pages, api, budget), pages, api, port, now)
    else:
        kept = {"token": _pasted(person, chosen)}
    signed = _look(kept["token"], tokens.place, budget, api)
    tokens.set(NAME, json.dumps(kept))
    return signed


def find_token(
    tokens: TokenStore,
    *,
    api: str = API,
    now: Callable[[], float] = time.time,
    clock: Callable[[], float] = time.monotonic,
) -> str | None:
    """The user token, renewed when it is one that rotates and is about to end. Raises CredentialRefused."""
    kept = read_secret(tokens, NAME)
    if kept is None:
        return None
    if kept.get("refresh") and now() > float(kept.get("expires", 0)) - EARLY:
        form = {"client_id": kept["client"], "grant_type": "refresh_token", "refresh_token": kept["refresh"]}
        _, answer = _web(PAGES, api, Budget(PATIENCE, clock)).post_token(f"{api}oauth.v2.access", form)
        kept = _granted(answer, str(kept["client"]), now)
        tokens.set(NAME, json.dumps(kept))
    return str(kept["token"])


def forget(tokens: TokenStore, *, api: str = API, clock: Callable[[], float] = time.monotonic) -> str:
    """Revoke the token at Slack and delete it here; says what is left for the person to do."""
    kept = read_secret(tokens, NAME)
    if not tokens.delete(NAME) or kept is None:
        return "No Slack sign-in was kept."
    try:
        web = _web(PAGES, api, Budget(PATIENCE, clock))
        _, answer = web.post_token(f"{api}auth.revoke", {"token": str(kept["token"])})
        revoked = isinstance(answer, dict) and answer.get("revoked") is True
    except (ConnectorError, BudgetSpent):
        revoked = False
    done = "revoked and deleted" if revoked else "deleted here, but Slack could not be told"
    return f"The Slack sign-in is {done}. The app itself: https://api.slack.com/apps"


def _web(pages: str, api: str, budget: Budget) -> Web:
    endpoints = frozenset({f"{api}oauth.v2.access", f"{api}auth.revoke"})
    return Web(pages, lambda renew: "", budget, token_endpoints=endpoints)


def _pasted(person: Person, scopes: Sequence[Scope]) -> str:
    text = manifest(scopes)
    person.tell(f"Make this app in your workspace, install it, and copy its User OAuth Token:\n{text}")
    person.visit(creation_page(text))
    token = person.secret("User OAuth Token (xoxp-...)").strip()
    if not token:
        raise CredentialRefused("no token was given", "day1 auth slack, or export the workspace instead")
    return token


def _pkce(
    person: Person,
    client: str,
    scopes: Sequence[Scope],
    web: Web,
    pages: str,
    api: str,
    port: int,
    now: Callable[[], float],
) -> dict[str, Any]:
    """RFC 7636 as Slack does it (docs.slack.dev, "Using PKCE"): no client secret, user scopes only."""
    verifier, state = secrets.token_urlsafe(64), secrets.token_urlsafe(24)
    digest = hashlib.sha256(verifier.encode()).digest()
    with receive(state, port) as receiver:
        query = {
            "client_id": client,
            "user_scope": ",".join(scope.name for scope in scopes),
            "redirect_uri": receiver.url,
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        person.visit(f"{pages}/oauth/v2/authorize?{urlencode(query)}")
        given = receiver.wait(PATIENCE.seconds)
        if not given.get("code"):
            raise CredentialRefused("the sign-in was declined")
        form = {
            "client_id": client,
            "code": given["code"],
            "code_verifier": verifier,
            "redirect_uri": receiver.url,
        }
        _, answer = web.post_token(f"{api}oauth.v2.access", form)
    return _granted(answer, client, now)


def _granted(answer: Any, client: str, now: Callable[[], float]) -> dict[str, Any]:
    """What to keep of an answer of oauth.v2.access: a first grant names the user, a renewal does not."""
    whole = answer if isinstance(answer, dict) and answer.get("ok") is True else {}
    user = object_at(whole, "authed_user") or whole
    token, refresh = text_at(user, "access_token"), text_at(user, "refresh_token")
    if not token:
        raise CredentialRefused("Slack did not grant the sign-in", "day1 auth slack")
    if not refresh:
        return {"token": token}
    seconds = user.get("expires_in")
    expires = now() + (seconds if isinstance(seconds, int | float) else 0)
    return {"token": token, "refresh": refresh, "expires": expires, "client": client}


def _look(token: str, place: str, budget: Budget, url: str) -> SignedIn:
    reader = SlackApi(token, budget, url)
    try:
        who = reader.call("auth.test")
        account = f"{text_at(who, 'user')} at {text_at(who, 'team')}"
        return SignedIn(account, reader.scopes(), place)
    except Refused as refused:
        raise CredentialRefused(f"Slack says no ({refused})", "check the token and its scopes") from None
    except BudgetSpent as spent:
        raise SourceUnavailable(str(spent), "try again later") from None
