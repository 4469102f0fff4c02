"""GitHub's own rules of waiting, on the budget's clock.

Imported only where a request is about to be made, since it brings PyGithub along.
"""

from __future__ import annotations

from typing import Any, Self

from github import GithubRetry
from urllib3.response import BaseHTTPResponse

from connectors.budget import Budget
from connectors.web import retry_after


class PatientRetry(GithubRetry):
    """PyGithub's retry: 5xx, 429 and those 403 that mean a rate limit; the waiting is done by a budget.

    GitHub asks to honour Retry-After, else x-ratelimit-reset, else to wait a minute
    (docs.github.com, "Best practices for using the REST API"). Raises BudgetSpent out of the request when
    the wait is longer than what is left.
    """

    def __init__(self, budget: Budget, **options: Any) -> None:
        self.budget = budget
        super().__init__(**options)

    def new(self, **options: Any) -> Self:
        return super().new(budget=self.budget, **options)

    def parse_retry_after(self, retry_after_header: str) -> float:
        return retry_after(retry_after_header) or 0.0

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        asked = self.get_retry_after(response) if response is not None else None
        self.budget.spend()
        self.budget.wait(asked if asked is not None else self.get_backoff_time())


def patient(budget: Budget, longest: float) -> PatientRetry:
    """The retry of one pull; ``longest`` is the longest wait for a spent rate limit, in seconds."""
    return PatientRetry(
        budget,
        total=6,
        connect=3,
        read=2,
        max_rate_limit_wait=longest,
        backoff_factor=1.0,
        backoff_max=60.0,
        status_forcelist=[429, *range(500, 600)],
    )
