"""How much time and how many requests are left for one account."""

from __future__ import annotations

import time
from collections.abc import Callable

from connectors.limits import Bounds


class BudgetSpent(Exception):
    """The pull reached its limit of time or requests: what there is is kept, the rest is said."""


class Budget:
    """Counts requests and time of one pull. Clock and sleep are given, so that a test needs no time."""

    def __init__(
        self,
        bounds: Bounds,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._bounds = bounds
        self._clock = clock
        self._sleep = sleep
        self._end = clock() + bounds.seconds
        self.requests = 0
        self.waited = 0.0

    @property
    def left(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self._end - self._clock())

    def spend(self) -> None:
        """Account for one request. Raises BudgetSpent when there is no room for it."""
        if self.requests >= self._bounds.requests:
            raise BudgetSpent(f"the limit of {self._bounds.requests} requests is reached")
        if self.left <= 0:
            raise BudgetSpent(f"the limit of {self._bounds.seconds:.0f} seconds is reached")
        self.requests += 1

    def wait(self, seconds: float) -> None:
        """Sleep, unless the time left is too short for it: then raises BudgetSpent at once."""
        if seconds > self.left:
            raise BudgetSpent(f"the other side asks to wait {seconds:.0f} seconds, longer than the time left")
        self.waited += seconds
        self._sleep(seconds)
