"""Asking GitHub's REST API through PyGithub's requester: raw answers, never its lazy objects.

PyGithub's objects fetch what a listing left out one by one, behind the reader's back; raw data does not.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import Budget, BudgetSpent
from connectors.limits import GITHUB, GitHubLimits
from connectors.web import Astray, Refused

API = "https://api.github.com"
SIGN_IN = "sign in again: day1 auth github"
LINK = re.compile(r'<([^<>]+)>\s*;\s*rel="?(\w+)"?')
"""RFC 8288 as GitHub writes it."""

Parameters = dict[str, str | int]


class Api:
    """One account's view of GitHub; every request is a GET and counts against the budget."""

    def __init__(self, token: str, budget: Budget, url: str = API, limits: GitHubLimits = GITHUB) -> None:
        from github import Auth, Github, set_log_level

        from connectors.github.retry import patient

        set_log_level(logging.CRITICAL)  # PyGithub would print each retry, and log whole answers
        self._budget = budget
        self._url = url.rstrip("/")
        self._requester = Github(
            auth=Auth.Token(token),
            base_url=self._url,
            user_agent="day1",
            per_page=100,
            timeout=limits.silence,
            retry=patient(budget, limits.longest_wait),
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
        ).requester

    def get(self, path: str, parameters: Parameters | None = None) -> Any:
        """One answer as JSON.

        Raises Refused (this item), CredentialRefused, SourceUnavailable, BudgetSpent.
        """
        return self._ask(path, parameters)[1]

    def scopes(self) -> tuple[str, ...]:
        """What the token may do, as GitHub says it of classic tokens; empty for fine-grained ones."""
        headers, _ = self._ask("/user", None)
        return tuple(part.strip() for part in headers.get("x-oauth-scopes", "").split(",") if part.strip())

    def listing(
        self, path: str, parameters: Parameters, most: int, within: str = ""
    ) -> Iterator[dict[str, Any]]:
        """Items of a paged listing, at most ``most``; ``within`` names the member that holds them.

        Raises as ``get``, and Astray when a next page leads elsewhere or repeats.
        """
        query: Parameters = {**parameters, "per_page": min(100, most)}
        seen: set[str] = set()
        count = 0
        while True:
            headers, page = self._ask(path, query)
            items = page.get(within) if within and isinstance(page, dict) else page
            for item in items if isinstance(items, list) else ():
                if count >= most:
                    return
                if isinstance(item, dict):
                    count += 1
                    yield item
            link = _links(headers).get("next", "")
            if not link or count >= most:
                return
            if link in seen:
                raise Astray("the next page is one that was read before")
            seen.add(link)
            path, query = self._following(link)

    def last(self, path: str) -> dict[str, Any]:
        """The last item of a paged listing, in two requests; empty when there is none. Raises as ``listing``."""
        headers, page = self._ask(path, {"per_page": 1})
        if link := _links(headers).get("last", ""):
            _, page = self._ask(*self._following(link))
        return page[-1] if isinstance(page, list) and page and isinstance(page[-1], dict) else {}

    def _following(self, link: str) -> tuple[str, Parameters]:
        here, there = urlsplit(self._url), urlsplit(link)
        if (there.scheme, there.netloc) != (here.scheme, here.netloc):
            raise Astray("a next page that leads to another host")
        return there.path.removeprefix(here.path), dict(parse_qsl(there.query, keep_blank_values=True))

    def _ask(self, path: str, parameters: Parameters | None) -> tuple[dict[str, str], Any]:
        """The retry below has seen to busy answers; an answer that breaks off in its body is asked for again."""
        import requests
        from github import BadCredentialsException, GithubException, RateLimitExceededException

        for attempt in range(3):
            self._budget.spend()
            try:
                return self._requester.requestJsonAndCheck("GET", path, parameters)
            except BadCredentialsException:
                raise _refused() from None
            except RateLimitExceededException as error:
                raise BudgetSpent(f"GitHub's rate limit is spent{_until(error.headers)}") from None
            except GithubException as error:
                raise _meaning(error.status, error.headers) from None
            except requests.exceptions.ChunkedEncodingError:
                self._budget.wait(2.0**attempt)
            except requests.RequestException:
                break
        raise SourceUnavailable("GitHub can't be reached", "try again later")


def _links(headers: dict[str, str]) -> dict[str, str]:
    return {rel: url for url, rel in LINK.findall(headers.get("link", ""))}


def _refused() -> CredentialRefused:
    return CredentialRefused("GitHub refuses the sign-in (expired or revoked)", SIGN_IN)


def _meaning(status: int, headers: dict[str, str] | None) -> Exception:
    if status == 401:
        return _refused()
    if status >= 500 or status == 429:
        return SourceUnavailable(f"GitHub is busy ({status})", "try again later")
    named = {key.lower(): value for key, value in (headers or {}).items()}
    return Refused(status, "single sign-on" if "x-github-sso" in named else "")


def _until(headers: dict[str, str] | None) -> str:
    """When the limit is lifted, in UTC."""
    reset = {key.lower(): value for key, value in (headers or {}).items()}.get("x-ratelimit-reset", "")
    return f" until {datetime.fromtimestamp(int(reset), UTC):%H:%M} UTC" if reset.isdigit() else ""
