"""One GitHub account as a source: profile, repositories, issues and pull requests."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from connectors.base import (
    ConnectorError,
    CredentialRefused,
    Health,
    PermissionMissing,
    SourceUnavailable,
    State,
)
from connectors.budget import Budget, BudgetSpent
from connectors.exports.fields import text_at
from connectors.github.api import API, SIGN_IN, Api
from connectors.github.involvement import issue_document, repository_of, search_involved
from connectors.github.people import own_contact
from connectors.github.repositories import list_own, rank, read_repository
from connectors.limits import GITHUB, Bounds, GitHubLimits
from connectors.records import Failure, Item, Mark, Skip
from connectors.web import Astray, Refused

PROFILE, INVOLVED = "profile", "involved"
LOOK = Bounds(seconds=15.0, requests=5)
LOOK_SILENCE = 5
"""A look at a source is to be quick: the person waits for it."""


class GitHubConnector:
    """Reads an account; GET only. ``find`` gives the token, or None when nobody has signed in."""

    kind = "github"
    label = "github"

    def __init__(
        self,
        find: Callable[[], str | None],
        url: str = API,
        limits: GitHubLimits = GITHUB,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._find = find
        self._url = url
        self._limits = limits
        self._clock = clock
        self._sleep = sleep

    def check(self) -> Health:
        """READY with the account's name; REFUSED with what to do; UNKNOWN when GitHub can't be asked."""
        try:
            user = _account(self._api(replace(self._limits, bounds=LOOK, silence=LOOK_SILENCE)))
        except (CredentialRefused, PermissionMissing) as error:
            return Health(State.REFUSED, str(error), error.hint)
        except Refused as refused:
            return Health(State.REFUSED, f"GitHub says no ({refused})", SIGN_IN)
        except (ConnectorError, BudgetSpent) as error:
            return Health(State.UNKNOWN, str(error), "try again later")
        return Health(State.READY, f"signed in as {text_at(user, 'login')}")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Profile, then repositories, the most telling first, then issues and pull requests.

        Raises CredentialRefused and SourceUnavailable; a limit that is reached is a SourceUnavailable too.
        """
        try:
            yield from self._pull(self._api(self._limits), cursor)
        except BudgetSpent as spent:
            raise SourceUnavailable(
                f"stopped before the end: {spent}", "what was read is kept; pull again later to go on"
            ) from None
        except Refused as refused:
            raise PermissionMissing(f"GitHub says no ({refused})", SIGN_IN) from None
        except Astray as astray:
            raise SourceUnavailable(f"GitHub's listing went astray: {astray}", "try again later") from None

    def _api(self, limits: GitHubLimits) -> Api:
        token = self._find()
        if not token:
            raise CredentialRefused("nobody is signed in to GitHub", "day1 auth github")
        return Api(token, Budget(limits.bounds, self._clock, self._sleep), self._url, limits)

    def _pull(self, api: Api, cursor: str) -> Iterator[Item]:
        if cursor == INVOLVED:
            return
        user = _account(api)
        if not cursor:
            emails = _emails(api)
            yield own_contact(user, emails or [])
            if emails is None:
                yield Failure("github:emails", "the sign-in does not show your addresses (scope user:email)")
            yield Mark(PROFILE, note="profile")
        involved, failed = _involved(api, self._limits)
        yield from failed
        yield from self._repositories(api, text_at(user, "login"), involved, cursor)
        yield from (issue_document(item) for item in involved)
        yield Mark(INVOLVED, note="issues and pull requests")

    def _repositories(
        self, api: Api, login: str, involved: list[dict[str, Any]], cursor: str
    ) -> Iterator[Item]:
        listed = list_own(api, self._limits)
        known = {text_at(raw, "full_name"): raw for raw in listed}
        ranked = rank(listed, Counter(map(repository_of, involved)), login)
        names = ranked[: self._limits.pulled]
        done = names.index(cursor) + 1 if cursor in names else 0
        for place, name in enumerate(names[done:], start=done):
            try:
                raw = known.get(name) or api.get(f"/repos/{name}")
                yield read_repository(api, raw, place < self._limits.in_depth, self._limits)
            except Refused as refused:
                yield Failure(f"github:{name}", f"GitHub says no ({refused})")
            except Astray as astray:
                yield Failure(f"github:{name}", str(astray), retry=True)
            yield Mark(name, place + 1, len(names), note=name)
        for name in ranked[len(names) :]:
            yield Skip(f"github:{name}", f"beyond the {len(names)} most telling repositories")


def _account(api: Api) -> dict[str, Any]:
    """Whose token it is."""
    user = api.get("/user")
    if not isinstance(user, dict) or not text_at(user, "login"):
        raise SourceUnavailable("what answers is not GitHub", "check the network (a proxy may be in between)")
    return user


def _emails(api: Api) -> list[dict[str, Any]] | None:
    """The account's addresses; None where the token may not see them."""
    try:
        return list(api.listing("/user/emails", {}, 100))
    except Refused:
        return None


def _involved(api: Api, limits: GitHubLimits) -> tuple[list[dict[str, Any]], list[Failure]]:
    try:
        return list(search_involved(api, limits.involved)), []
    except (Refused, Astray) as problem:
        return [], [Failure("github:involved", f"issues and pull requests can't be searched ({problem})")]
