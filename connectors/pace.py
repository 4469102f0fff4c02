"""Keeping below a vendor's rate limit: never more than so many units in any span of so many seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from connectors.budget import Budget
from connectors.limits import Rate


class Pace:
    """Waits before a request as long as the rate asks for; the whole allowance may be used at once.

    Args:
        rate: what the vendor allows; a small part is left unused, since clocks differ.
        budget: does the waiting.
    """

    def __init__(self, rate: Rate, budget: Budget, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._budget = budget
        self._clock = clock
        self._spent: deque[tuple[float, int]] = deque()
        self._used = 0

    def take(self, units: int = 1) -> None:
        """Account for a request of that many units. Raises BudgetSpent when the wait is too long."""
        self._forget_old()
        while self._spent and self._used + units > self._rate.usable:
            self._budget.wait(max(0.001, self._spent[0][0] + self._rate.seconds - self._clock()))
            self._forget_old()
        self._spent.append((self._clock(), units))
        self._used += units

    def seconds_for(self, units: int) -> float:
        """How long that many units take from now on, at least."""
        self._forget_old()
        over = self._used + units - self._rate.usable
        return max(0.0, over / self._rate.usable * self._rate.seconds)

    def _forget_old(self) -> None:
        while self._spent and self._spent[0][0] + self._rate.seconds <= self._clock():
            self._used -= self._spent.popleft()[1]


def in_words(seconds: float) -> str:
    """``about 12 minutes``; empty below half a minute, which needs no notice."""
    if seconds < 30:
        return ""
    minutes = max(1, round(seconds / 60))
    return "about a minute" if minutes == 1 else f"about {minutes} minutes"
