"""Asking Slack's Web API through its SDK, with reading methods only.

The SDK sends every call as a POST form, so what is allowed is said by method name.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.budget import Budget
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.limits import SLACK, SlackLimits
from connectors.web import Astray, Refused

API = "https://slack.com/api/"
SIGN_IN = "sign in again: day1 auth slack"

READS = frozenset(
    {
        "auth.test",
        "conversations.history",
        "conversations.members",
        "conversations.replies",
        "search.messages",
        "users.conversations",
        "users.list",
    }
)
"""The methods that may be called; all of them only read."""

SIGNED_OUT = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "not_authed",
        "token_expired",
        "token_revoked",
        "user_removed_from_team",
    }
)
DOWN = frozenset({"fatal_error", "internal_error", "ratelimited", "request_timeout", "service_unavailable"})


class SlackApi:
    """One person's view of one workspace; every request counts against the budget."""

    def __init__(self, token: str, budget: Budget, url: str = API, limits: SlackLimits = SLACK) -> None:
        from slack_sdk import WebClient

        from connectors.slack.retry import patient

        self._budget = budget
        self._limits = limits
        handlers = list(patient(budget, limits.retries))
        silent = logging.Logger("slack", level=logging.CRITICAL + 1)  # the SDK would log whole answers
        self._client = WebClient(token, url, timeout=limits.silence, retry_handlers=handlers, logger=silent)

    def call(self, method: str, **parameters: str | int | bool) -> dict[str, Any]:
        """One answer. Raises Refused (this item), CredentialRefused, SourceUnavailable, BudgetSpent."""
        answer = self._ask(method, parameters).data
        return answer if isinstance(answer, dict) else {}

    def scopes(self) -> tuple[str, ...]:
        """What the token may do, as Slack says it beside each answer."""
        headers = self._ask("auth.test", {}).headers
        told = next((value for key, value in headers.items() if key.lower() == "x-oauth-scopes"), "")
        return tuple(part.strip() for part in str(told).split(",") if part.strip())

    def _ask(self, method: str, parameters: dict[str, str | int | bool]) -> Any:
        from slack_sdk.errors import SlackClientError

        if method not in READS:
            raise ValueError(f"{method} is not one of the reading methods")
        self._budget.spend()
        try:
            return self._client.api_call(method, params=parameters)
        except SlackClientError as error:
            raise _meaning(error) from None
        except OSError:
            raise SourceUnavailable("Slack can't be reached", "try again later") from None

    def listing(
        self, method: str, member: str, most: int, **parameters: str | int | bool
    ) -> Iterator[dict[str, Any]]:
        """Items of a paged listing (``response_metadata.next_cursor``), at most ``most``.

        Raises as ``call``, and Astray when a cursor repeats.
        """
        seen: set[str] = set()
        cursor = ""
        count = 0
        while True:
            size = min(self._limits.page, most)
            following = {"cursor": cursor} if cursor else {}
            answer = self.call(method, **parameters, **following, limit=size)
            for item in objects_at(answer, member):
                if count >= most:
                    return
                count += 1
                yield item
            cursor = text_at(object_at(answer, "response_metadata"), "next_cursor")
            if not cursor or count >= most:
                return
            if cursor in seen:
                raise Astray("the next page is one that was read before")
            seen.add(cursor)


def _meaning(error: Any) -> Exception:
    """What an answer with ``ok: false`` or an HTTP error means for the run (docs.slack.dev, error lists)."""
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", 0)
    data = getattr(response, "data", None)
    code = text_at(data, "error") if isinstance(data, dict) else ""
    if code in SIGNED_OUT or status == 401:
        return CredentialRefused("Slack refuses the sign-in (expired or revoked)", SIGN_IN)
    if code in DOWN or status >= 500 or status == 429 or not response:
        return SourceUnavailable("Slack is busy or out of order", "try again later")
    return Refused(int(status or 200), code if code.isidentifier() else "")
