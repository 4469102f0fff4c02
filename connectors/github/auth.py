"""Signing in to GitHub: a sign-in that is there already, else the device flow, else a pasted token."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import Budget, BudgetSpent
from connectors.github.api import API, Api
from connectors.limits import Bounds
from connectors.sign_in import Person, Scope, SignedIn
from connectors.tokens import TokenStore, read_secret
from connectors.web import Refused, Web

NAME = "github"
LOGIN = "https://github.com"
TOKEN_PAGE = f"{LOGIN}/settings/personal-access-tokens/new"
APPLICATIONS = f"{LOGIN}/settings/applications"
VARIABLES = ("GITHUB_TOKEN", "GH_TOKEN")
CLIENT_ID = "DAY1_GITHUB_CLIENT_ID"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
PATIENCE = Bounds(seconds=900.0, requests=400)

SCOPES: tuple[Scope, ...] = (
    Scope(
        "read:user",
        use="your profile: name, company, place",
        lost="only your login name is known",
        needed=True,
    ),
    Scope(
        "user:email",
        use="your addresses, so that commits under any of them are known as yours",
        lost="commits under a private address may count as somebody else's",
    ),
    Scope(
        "read:org",
        use="the organisations you work in, and their repositories",
        lost="repositories you reach through an organisation only are missing",
    ),
    Scope(
        "repo",
        use="private repositories, their issues and reviews",
        lost="only public repositories are read",
        preset=False,
        caution="GitHub has no read-only form of it: it would also allow writing. day1 sends GET only",
    ),
)
"""OAuth scopes (docs.github.com, "Scopes for OAuth apps")."""

FINE_GRAINED = "Contents, Issues, Metadata and Pull requests: read-only; account: Email addresses, read-only"
"""The narrowest permissions of a fine-grained token that give the whole pull."""


def run_gh() -> str:
    """The token of GitHub's own program, or empty when it isn't there or not signed in."""
    gh = shutil.which("gh")
    if gh is None:
        return ""
    try:
        done = subprocess.run(
            [gh, "auth", "token", "--hostname", "github.com"],
            capture_output=True,
            text=True,
            timeout=10,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def find_token(
    tokens: TokenStore, environment: Mapping[str, str] = os.environ, gh: Callable[[], str] = run_gh
) -> tuple[str, str] | None:
    """The token and where it comes from: an earlier sign-in, the environment, or the gh program."""
    if stored := read_secret(tokens, NAME):
        return str(stored["token"]), tokens.place
    for variable in VARIABLES:
        if value := environment.get(variable, "").strip():
            return value, f"the environment ({variable})"
    if value := gh():
        return value, "the gh program"
    return None


def authorise(
    person: Person,
    tokens: TokenStore,
    *,
    environment: Mapping[str, str] = os.environ,
    gh: Callable[[], str] = run_gh,
    login: str = LOGIN,
    api: str = API,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> SignedIn:
    """Sign in, or use the sign-in that is there. Nothing is stored of one that lives elsewhere.

    Raises CredentialRefused when the person or GitHub says no, SourceUnavailable when GitHub is out of reach.
    """
    budget = Budget(PATIENCE, clock, sleep)
    found = find_token(tokens, environment, gh)
    if found is not None:
        token, place = found
        try:
            signed = _look(token, place, budget, api)
        except CredentialRefused:
            person.tell(f"The token from {place} is refused; signing in anew.")
        else:
            person.tell(f"Using the sign-in from {place}: {signed.account}.")
            return signed
    chosen = person.choose("GitHub", SCOPES)
    if not chosen:
        raise CredentialRefused("nothing was allowed, so nobody is signed in")
    client = environment.get(CLIENT_ID, "").strip()
    token = _device_flow(person, client, chosen, budget, login) if client else _pasted(person)
    signed = _look(token, tokens.place, budget, api)
    tokens.set(NAME, json.dumps({"token": token}))
    return signed


def forget(tokens: TokenStore) -> str:
    """Delete the sign-in; says what is left for the person to do (a public client can't revoke by itself)."""
    if not tokens.delete(NAME):
        return "No GitHub sign-in was kept."
    return f"The GitHub sign-in is deleted here. To revoke it at GitHub as well: {APPLICATIONS}"


def _look(token: str, place: str, budget: Budget, url: str) -> SignedIn:
    reader = Api(token, budget, url)
    try:
        return SignedIn(_text(reader.get("/user"), "login"), reader.scopes(), place)
    except Refused as refused:
        raise CredentialRefused(f"GitHub says no ({refused})", "check what the token may do") from None
    except BudgetSpent as spent:
        raise SourceUnavailable(str(spent), "try again later") from None


def _pasted(person: Person) -> str:
    person.tell(f"Make a token at {TOKEN_PAGE} ({FINE_GRAINED}).")
    person.visit(TOKEN_PAGE)
    token = person.secret("Token").strip()
    if not token:
        raise CredentialRefused(
            "no token was given", f"make one at {TOKEN_PAGE}, or sign in with `gh auth login`"
        )
    return token


def _device_flow(person: Person, client: str, scopes: Sequence[Scope], budget: Budget, login: str) -> str:
    """RFC 8628 as GitHub does it (docs.github.com, "Authorizing OAuth apps", device flow)."""
    ask, poll = f"{login}/login/device/code", f"{login}/login/oauth/access_token"
    web = Web(login, lambda renew: "", budget, token_endpoints=frozenset({ask, poll}))
    _, started = web.post_token(ask, {"client_id": client, "scope": " ".join(one.name for one in scopes)})
    code, page = _text(started, "user_code"), _text(started, "verification_uri")
    if not code:
        raise CredentialRefused("GitHub does not know this client id", f"check {CLIENT_ID}")
    person.tell(f"Enter the code {code} at {page}")
    person.visit(page)
    interval = float(started.get("interval") or 5)
    form = {"client_id": client, "device_code": _text(started, "device_code"), "grant_type": DEVICE_GRANT}
    while True:
        try:
            budget.wait(interval)
            _, answer = web.post_token(poll, form)
        except BudgetSpent:
            raise CredentialRefused("the code was not entered in time", "day1 auth github") from None
        if token := _text(answer, "access_token"):
            return token
        match _text(answer, "error"):
            case "authorization_pending":
                continue
            case "slow_down":
                interval += 5
            case "access_denied":
                raise CredentialRefused("the sign-in was declined")
            case _:
                raise CredentialRefused("the code has expired or was refused", "day1 auth github")


def _text(answer: Any, key: str) -> str:
    value = answer.get(key) if isinstance(answer, dict) else None
    return value if isinstance(value, str) else ""
