"""Slack's rules of waiting, on the budget's clock. Imported only where a request is about to be made."""

from __future__ import annotations

from collections.abc import Sequence
from http.client import HTTPException
from typing import Any

from slack_sdk.http_retry.builtin_handlers import (
    ConnectionErrorRetryHandler,
    RateLimitErrorRetryHandler,
    ServerErrorRetryHandler,
)
from slack_sdk.http_retry.handler import RetryHandler
from slack_sdk.http_retry.state import RetryState

from connectors.budget import Budget
from connectors.web import retry_after


class _Patient(RetryHandler):
    """Waits as a budget allows: as long as Retry-After says, else twice as long each time.

    Raises BudgetSpent out of the request when the wait is longer than what is left.
    """

    def __init__(self, budget: Budget, retries: int, **options: Any) -> None:
        super().__init__(max_retry_count=retries, **options)
        self.budget = budget

    def prepare_for_next_attempt(self, *, state: RetryState, response: Any = None, **rest: Any) -> None:
        self.budget.spend()
        asked = retry_after(_header(response, "retry-after")) if response is not None else None
        self.budget.wait(asked if asked is not None else min(60.0, 2.0**state.current_attempt))
        state.next_attempt_requested = True
        state.increment_current_attempt()


class _RateLimit(_Patient, RateLimitErrorRetryHandler):
    pass


class _Connection(_Patient, ConnectionErrorRetryHandler):
    pass


class _Server(_Patient, ServerErrorRetryHandler):
    def _can_retry(self, *, response: Any = None, **rest: Any) -> bool:
        return response is not None and response.status_code >= 500


def patient(budget: Budget, retries: int) -> Sequence[RetryHandler]:
    """The handlers of one pull; the SDK's own would only retry a lost connection, once."""
    lost: list[type[Exception]] = [OSError, HTTPException]
    return [
        _RateLimit(budget, retries),
        _Server(budget, retries),
        _Connection(budget, min(retries, 2), error_types=lost),
    ]


def _header(response: Any, name: str) -> str:
    for key, values in response.headers.items():
        if key.lower() == name and values:
            return str(values[0] if isinstance(values, list) else values)
    return ""
