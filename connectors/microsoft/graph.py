"""Asking Microsoft Graph, GET only, on the read-only HTTP layer (learn.microsoft.com/graph)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from connectors.base import SourceUnavailable
from connectors.budget import Budget
from connectors.exports.fields import objects_at, text_at
from connectors.limits import MICROSOFT, HttpLimits, MicrosoftLimits, Rate
from connectors.pace import Pace
from connectors.web import Astray, Web

ROOT = "https://graph.microsoft.com/v1.0"
HEADERS = {"Prefer": 'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId"'}
"""Times in UTC, bodies as text, and ids that outlast a move to another folder."""

Parameters = Mapping[str, str | int | list[str]]


class Graph:
    """One account's view of Graph.

    Args:
        authorise: gives the Authorization header, see ``Web``.
        person: ``me``, or ``users/<address>`` for an administrator.
    """

    def __init__(
        self,
        authorise: Callable[[bool], str],
        budget: Budget,
        person: str = "me",
        root: str = ROOT,
        limits: MicrosoftLimits = MICROSOFT,
        clock: Callable[[], float] = time.monotonic,
        http: HttpLimits | None = None,
    ) -> None:
        self.person = person
        self._web = Web(root, authorise, budget, limits=http or HttpLimits())
        rates: dict[str, Rate] = {
            "mail": limits.mail_rate,
            "drive": limits.drive_rate,
            "chat": limits.chat_rate,
        }
        self._paces = {service: Pace(rate, budget, clock) for service, rate in rates.items()}

    def get(self, service: str, path: str, parameters: Parameters | None = None) -> dict[str, Any]:
        """One answer. Raises Refused (this item), CredentialRefused, SourceUnavailable, BudgetSpent."""
        self._paces[service].take()
        return _told(self._web.get(path, parameters, HEADERS))

    def download(self, service: str, path: str, most: int) -> bytes:
        """The beginning of a file, by way of the store it lies in. Raises as ``get``, and Astray."""
        self._paces[service].take()
        return self._web.download(path, most, HEADERS)

    def pages(
        self, service: str, path: str, parameters: Parameters | None = None, place: str = ""
    ) -> Iterator[tuple[list[dict[str, Any]], str]]:
        """Pages of a listing, each with the link to the next one (empty at the end); ``place`` is such a link.

        Graph has sent the same page under ever new links: one that brings nothing new ends the listing.
        Raises as ``get``, and Astray.
        """
        seen: set[str] = set()
        self._paces[service].take()
        walk = self._web.pages(place or path, _following, None if place else parameters, HEADERS)
        for page in walk:
            found = objects_at(_told(page), "value")
            new = {text_at(one, "id") for one in found} - seen
            yield [one for one in found if text_at(one, "id") in new], _following(page)
            if _following(page):
                if seen and found and not new:
                    raise Astray("the next page brings nothing new")
                self._paces[service].take()
            seen |= new

    def items(self, service: str, path: str, parameters: Parameters, most: int) -> Iterator[dict[str, Any]]:
        """The objects of all pages of a listing, at most ``most``. Raises as ``pages``."""
        count = 0
        for page, _ in self.pages(service, path, parameters):
            for item in page:
                if count == most:
                    return
                count += 1
                yield item

    def seconds_for(self, service: str, requests: int) -> float:
        """How long that many requests take at the allowed rate."""
        return self._paces[service].seconds_for(requests)


def _told(answer: Any) -> dict[str, Any]:
    if not isinstance(answer, dict):
        raise SourceUnavailable(
            "what answers is not Microsoft", "check the network (a proxy may be in between)"
        )
    return answer


def _following(page: Any) -> str:
    return text_at(page, "@odata.nextLink") if isinstance(page, dict) else ""
