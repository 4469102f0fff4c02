"""Gmail's quota, on a simulated clock: a mailbox takes what is allowed and no more."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

import pytest


class Meter:
    """Counts what a minute of one user costs, as Google does it, and refuses what is above."""

    def __init__(self, clock: Callable[[], float], allowed: int, cost: Callable[[Any], int]) -> None:
        self.clock, self.allowed, self.cost = clock, allowed, cost
        self.sent: list[tuple[float, int]] = []
        self.refused = 0

    def refuses(self, asked: Any) -> bool:
        now, cost = self.clock(), self.cost(asked)
        used = sum(one for when, one in self.sent if now - 60.0 < when)
        if cost and used + cost > self.allowed:
            self.refused += 1
            return True
        self.sent.append((now, cost))
        return False


def mail_units(asked: Any) -> int:
    if "/gmail/v1/users/me/messages/" in asked.path:
        return 20
    return 5 if "/gmail/" in asked.path else 0


@pytest.mark.parametrize("sent", [900, pytest.param(3_000, marks=pytest.mark.slow)])
def test_a_whole_mailbox_takes_what_gmail_allows_and_no_more(
    sent: int, fake_google: Callable[..., Any], google: Any, fake_time: Any, answer: Any
) -> None:
    meter = Meter(fake_time.clock, 6_000, mail_units)
    body = {"error": {"code": 403, "errors": [{"reason": "userRateLimitExceeded"}]}}
    fake = fake_google(sent=sent, received=0, files=1, spaces=0, events=0)
    fake.trouble = lambda asked, number: answer(body, status=403) if meter.refuses(asked) else None
    connector, _ = google(fake)
    began = fake_time.now
    list(connector.pull())
    took = fake_time.now - began
    units = sum(cost for _, cost in meter.sent)
    assert meter.refused == 0
    quickest = (ceil(units / 6_000) - 1) * 60  # a minute's worth may go out at once
    assert took <= 1.3 * quickest
