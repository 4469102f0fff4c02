"""Signing in to Microsoft with MSAL as a public client of one's own: browser with PKCE, or a code on another device.

learn.microsoft.com/entra/msal/python: platform "Mobile and desktop applications", redirect ``http://localhost``.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.exports.fields import object_at, text_at
from connectors.microsoft.scopes import SCOPES, asked
from connectors.redirect import receive
from connectors.sign_in import Person, SignedIn
from connectors.tokens import TokenStore, read_secret

NAME = "microsoft"
SIGN_IN = "day1 auth microsoft"
CLIENT_ID, TENANT = "DAY1_MICROSOFT_CLIENT_ID", "DAY1_MICROSOFT_TENANT"
LOGIN = "https://login.microsoftonline.com"
PERSONAL = "consumers"
NO_CLIENT = f'register an app (README, "Signing in") and set {CLIENT_ID}, or export your mailbox instead'
ASK_ADMIN = "ask your administrator to allow the app these read-only permissions, or export (Outlook .pst, Teams JSON)"
PATIENCE = 600.0
SILENCE = 30.0
"""Seconds without an answer."""
EARLY = 60.0
REFUSALS = {
    "65001": ("this organisation wants an administrator's consent", ASK_ADMIN),
    "90094": ("this organisation wants an administrator's consent", ASK_ADMIN),
    "900941": ("this organisation wants an administrator's consent", ASK_ADMIN),
    "90097": ("an administrator's consent is on its way", "try again when it is given"),
    "65004": ("the sign-in was declined", f"try again: {SIGN_IN}"),
    "50105": ("this organisation lets only chosen people use the app", ASK_ADMIN),
    "53000": ("this organisation's rules do not let this machine sign in", ASK_ADMIN),
    "53003": ("this organisation's rules forbid this way to sign in", f"without --device, or {ASK_ADMIN}"),
    "7000218": ("the app is no public client", 'switch on "Allow public client flows" in its registration'),
    "700016": ("this organisation does not know the app", f"check {CLIENT_ID} and {TENANT}"),
    "70011": ("a permission is unknown to this account", f"for a personal account set {TENANT}={PERSONAL}"),
}
"""AADSTS codes (learn.microsoft.com/entra/identity-platform/reference-error-codes)."""


def authorise(
    person: Person,
    tokens: TokenStore,
    *,
    device: bool = False,
    environment: Mapping[str, str] = os.environ,
    http: Any = None,
    now: Callable[[], float] = time.time,
) -> SignedIn:
    """Show the scopes and sign in. ``http`` replaces MSAL's transport.

    Raises CredentialRefused when the person, the organisation or Microsoft says no, SourceUnavailable when
    Microsoft is out of reach.
    """
    client = environment.get(CLIENT_ID, "").strip()
    tenant = environment.get(TENANT, "").strip() or "common"
    if not client:
        raise CredentialRefused("there is no Microsoft client id to sign in with", NO_CLIENT)
    wanted = asked(person.choose("Microsoft", SCOPES), tenant == PERSONAL)
    if not wanted:
        raise CredentialRefused("nothing was allowed, so nobody is signed in")
    application = _application(client, tenant, http)
    told = reached(lambda: (_by_device if device else _by_browser)(application, person, wanted))
    kept = _kept(told, {"client": client, "tenant": tenant, "scopes": wanted}, now)
    claims = object_at(told, "id_token_claims")
    account = text_at(claims, "preferred_username") or text_at(claims, "email")
    tokens.set(NAME, json.dumps({**kept, "account": account}))
    return SignedIn(account, tuple(kept["scopes"]), tokens.place)


class Access:
    """The Authorization of a kept sign-in, renewed when it ends; called as ``Web`` wants it.

    Only the refresh token and the scopes are stored: access tokens of Microsoft are too long for some keyrings.
    """

    def __init__(self, tokens: TokenStore, http: Any = None, now: Callable[[], float] = time.time) -> None:
        self._tokens = tokens
        self._http = http
        self._now = now
        self._kept: dict[str, Any] = {}
        self._access = ""

    @property
    def scopes(self) -> frozenset[str]:
        """What was granted. Raises CredentialRefused when nobody is signed in."""
        return frozenset(map(str, self._load().get("scopes") or ()))

    def __call__(self, renew: bool) -> str:
        kept = self._load()
        if renew or not self._access or self._now() > float(kept.get("expires") or 0) - EARLY:
            application = _application(str(kept["client"]), str(kept["tenant"]), self._http)
            told = reached(
                lambda: application.acquire_token_by_refresh_token(str(kept["token"]), list(kept["scopes"]))
            )
            self._access = text_at(told, "access_token")
            self._kept = _kept(told, kept, self._now)
            if self._kept["token"] != kept["token"]:
                self._tokens.set(NAME, json.dumps(self._kept))
        return f"Bearer {self._access}"

    def _load(self) -> dict[str, Any]:
        self._kept = self._kept or read_secret(self._tokens, NAME) or {}
        if not self._kept:
            raise CredentialRefused("nobody is signed in to Microsoft", SIGN_IN)
        return self._kept


def forget(tokens: TokenStore) -> str:
    """Delete the sign-in; Microsoft lets a public client revoke nothing, so that is left for the person."""
    if not tokens.delete(NAME):
        return "No Microsoft sign-in was kept."
    places = "https://myapps.microsoft.com (work) or https://account.live.com/consent/Manage (personal)"
    return f"The Microsoft sign-in is deleted here. To revoke it at Microsoft as well: {places}"


def refusal(told: Any) -> CredentialRefused:
    """What an answer without a token means for the person. Microsoft's description may hold addresses: only its
    code is shown."""
    description = text_at(told, "error_description") if isinstance(told, dict) else ""
    found = re.search(r"AADSTS(\d+)", description)
    if found and found[1] in REFUSALS:
        reason, hint = REFUSALS[found[1]]
        return CredentialRefused(f"{reason} (AADSTS{found[1]})", hint)
    word = f"AADSTS{found[1]}" if found else text_at(told, "error") if isinstance(told, dict) else ""
    match word:
        case "access_denied" | "authorization_declined":
            return CredentialRefused("the sign-in was declined", ASK_ADMIN)
        case "invalid_grant":
            return CredentialRefused("the sign-in to Microsoft has ended", f"sign in again: {SIGN_IN}")
        case "invalid_scope":
            return CredentialRefused(*REFUSALS["70011"])
    return CredentialRefused(
        f"Microsoft does not grant the sign-in{f' ({word})' if word else ''}", f"try again: {SIGN_IN}"
    )


def reached(ask: Callable[[], Any]) -> dict[str, Any]:
    """MSAL's answer; what it raises when the other side is out of reach is a SourceUnavailable."""
    import requests

    try:
        told = ask()
    except requests.RequestException:
        raise SourceUnavailable("Microsoft's sign-in can't be reached", "try again later") from None
    except ValueError:
        raise CredentialRefused("Microsoft's sign-in gives no usable answer", f"check {TENANT}") from None
    return told if isinstance(told, dict) else {}


def _application(client: str, tenant: str, http: Any) -> Any:
    import msal

    return reached_application(
        lambda: msal.PublicClientApplication(
            client, authority=f"{LOGIN}/{tenant}", http_client=http, instance_discovery=False, timeout=SILENCE
        )
    )


def reached_application(make: Callable[[], Any]) -> Any:
    """MSAL asks the other side already when an application is made."""
    made: list[Any] = []
    reached(lambda: made.append(make()))
    return made[0]


def _by_browser(application: Any, person: Person, scopes: list[str]) -> Any:
    state = secrets.token_urlsafe(24)
    with receive(state) as receiver:
        flow = application.initiate_auth_code_flow(
            scopes,
            redirect_uri=receiver.url.rstrip("/"),
            state=state,
            prompt="select_account",
            response_mode="form_post",
        )
        person.visit(flow["auth_uri"])
        answer = receiver.wait(PATIENCE)
    return application.acquire_token_by_auth_code_flow(flow, answer)


def _by_device(application: Any, person: Person, scopes: list[str]) -> Any:
    flow = application.initiate_device_flow(scopes)
    if "user_code" not in flow:
        return flow
    person.tell(f"Enter the code {flow['user_code']} at {flow['verification_uri']}")
    return application.acquire_token_by_device_flow(flow)


def _kept(told: dict[str, Any], before: Mapping[str, Any], now: Callable[[], float]) -> dict[str, Any]:
    """What to keep of an answer. Raises CredentialRefused when it is a refusal, SourceUnavailable when busy."""
    if not text_at(told, "access_token"):
        if text_at(told, "error") == "temporarily_unavailable":
            raise SourceUnavailable("Microsoft's sign-in is busy", "try again later")
        raise refusal(told)
    seconds = told.get("expires_in")
    scopes = [one.rpartition("/")[2] for one in text_at(told, "scope").split()]
    known = [one for one in scopes if one not in ("openid", "profile", "email", "offline_access")]
    return {
        **before,
        "token": text_at(told, "refresh_token") or before.get("token", ""),
        "expires": now() + (seconds if isinstance(seconds, int | float) else 0),
        "scopes": known or list(before["scopes"]),
    }
