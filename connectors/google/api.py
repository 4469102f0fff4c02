"""Asking Google's services, each at its own host and its own pace, GET only.

The HTTP layer is day1's own rather than googleapiclient's: that one ignores Retry-After, does not wait for
``quotaExceeded``, and has no budget. Its discovery documents are what the tests hold every request against.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from connectors.base import SourceUnavailable
from connectors.budget import Budget
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.limits import GOOGLE, GoogleLimits, HttpLimits
from connectors.pace import Pace
from connectors.web import Astray, Web

ROOTS: dict[str, str] = {
    "mail": "https://gmail.googleapis.com/gmail/v1/users/me",
    "calendar": "https://www.googleapis.com/calendar/v3",
    "drive": "https://www.googleapis.com/drive/v3",
    "people": "https://people.googleapis.com/v1",
    "chat": "https://chat.googleapis.com/v1",
    "identity": "https://www.googleapis.com/oauth2/v2",
    "docs": "https://docs.google.com",
}
SLOW_DOWN = frozenset(
    {
        "rateLimitExceeded",
        "userRateLimitExceeded",
        "quotaExceeded",
        "dailyLimitExceeded",
        "RATE_LIMIT_EXCEEDED",
    }
)
"""Reasons of a 403 that ask to wait (developers.google.com/workspace, "Resolve errors")."""

Parameters = Mapping[str, str | int | list[str]]


class GoogleApi:
    """One account's view of Google.

    Args:
        authorise: gives the Authorization header, see ``Web``.
        roots: where each service lives.
    """

    def __init__(
        self,
        authorise: Callable[[bool], str],
        budget: Budget,
        roots: Mapping[str, str] = ROOTS,
        limits: GoogleLimits = GOOGLE,
        clock: Callable[[], float] = time.monotonic,
        http: HttpLimits | None = None,
    ) -> None:
        self._webs = {
            service: Web(root, authorise, budget, is_limit=_asks_to_wait, limits=http or HttpLimits())
            for service, root in roots.items()
        }
        self._pages = (http or HttpLimits()).pages
        rates = {
            "mail": limits.mail_rate,
            "calendar": limits.calendar_rate,
            "drive": limits.drive_rate,
            "people": limits.people_rate,
            "chat": limits.chat_rate,
        }
        self._paces = {service: Pace(rate, budget, clock) for service, rate in rates.items()}

    def get(
        self, service: str, path: str, parameters: Parameters | None = None, units: int = 1
    ) -> dict[str, Any]:
        """One answer. Raises Refused (this item), CredentialRefused, SourceUnavailable, BudgetSpent."""
        self._wait(service, units)
        answer = self._webs[service].get(path, parameters)
        if not isinstance(answer, dict):
            raise SourceUnavailable(
                "what answers is not Google", "check the network (a proxy may be in between)"
            )
        return answer

    def download(self, service: str, path: str, most: int) -> bytes:
        """The beginning of a file. Raises as ``get``, and Astray for a link to another host."""
        self._wait(service, 1)
        return self._webs[service].download(path, most)

    def pages(
        self, service: str, path: str, parameters: Parameters, token: str = "", units: int = 1
    ) -> Iterator[tuple[dict[str, Any], str]]:
        """Pages of a listing from a page token on, each with the token of the next one (empty at the end).

        Raises as ``get``, and Astray when a token comes again.
        """
        seen: set[str] = set()
        while True:
            page = self.get(service, path, {**parameters, "pageToken": token} if token else parameters, units)
            following = text_at(page, "nextPageToken")
            if following and (following in seen or following == token or len(seen) >= self._pages):
                yield page, ""
                raise Astray("the next page is one that was read before")
            seen.add(following)
            yield page, following
            if not following:
                return
            token = following

    def items(
        self, service: str, path: str, parameters: Parameters, within: str, most: int, units: int = 1
    ) -> Iterator[dict[str, Any]]:
        """The objects of all pages of a short listing, at most ``most``. Raises as ``pages``."""
        count = 0
        for page, _ in self.pages(service, path, parameters, units=units):
            for item in objects_at(page, within):
                if count == most:
                    return
                count += 1
                yield item

    def seconds_for(self, service: str, units: int) -> float:
        """How long requests of that many units take at the allowed rate."""
        return self._paces[service].seconds_for(units)

    def _wait(self, service: str, units: int) -> None:
        if service in self._paces:
            self._paces[service].take(units)


def _asks_to_wait(status: int, body: Any) -> bool:
    error = object_at(body, "error") if isinstance(body, dict) else {}
    reasons = {text_at(one, "reason") for key in ("errors", "details") for one in objects_at(error, key)}
    return text_at(error, "status") == "RESOURCE_EXHAUSTED" or not SLOW_DOWN.isdisjoint(reasons)
