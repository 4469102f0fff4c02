"""Rate limits: never above what the vendor allows, and not much below."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.budget import Budget, BudgetSpent
from connectors.limits import Bounds, Rate
from connectors.pace import Pace, in_words


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def spent(rate: Rate, costs: list[int], latency: float = 0.0) -> tuple[list[tuple[float, int]], float]:
    """When each request went out, and when the last was answered."""
    time = Time()
    pace = Pace(rate, Budget(Bounds(1e9, 10**9), time.clock, time.sleep), time.clock)
    sent = []
    for cost in costs:
        pace.take(cost)
        sent.append((time.now, cost))
        time.now += latency
    return sent, time.now


@given(
    st.integers(40, 2_000),
    st.lists(st.integers(1, 38), min_size=1, max_size=200),
    st.floats(0.0, 3.0, allow_nan=False),
)
def test_no_span_ever_holds_more_than_is_allowed(units: int, costs: list[int], latency: float) -> None:
    rate = Rate(units, 60.0)
    sent, _ = spent(rate, costs, latency)
    for start, _ in sent:
        assert sum(cost for when, cost in sent if start <= when < start + 60.0) <= units


@pytest.mark.parametrize("units", [90, 600, 3_000, 6_000])
def test_a_long_pull_uses_what_is_allowed(units: int) -> None:
    cost = max(1, units // 300)
    requests = 10 * units // cost
    _, end = spent(Rate(units), [cost] * requests)
    quickest = (requests * cost / units - 1) * 60  # a first minute's worth may go out at once
    assert end <= 1.3 * quickest


def test_a_pull_that_fits_is_not_held_up() -> None:
    _, end = spent(Rate(6_000), [20] * 285)
    assert end == 0.0


def test_a_wait_beyond_the_budget_ends_the_pull() -> None:
    time = Time()
    pace = Pace(Rate(10), Budget(Bounds(5.0, 100), time.clock, time.sleep), time.clock)
    with pytest.raises(BudgetSpent):
        for _ in range(11):
            pace.take()


def test_the_time_ahead_is_told_before_long_waits() -> None:
    time = Time()
    pace = Pace(Rate(6_000), Budget(Bounds(1e9, 10**9), time.clock, time.sleep), time.clock)
    assert in_words(pace.seconds_for(5_000)) == ""
    assert in_words(pace.seconds_for(60_000)) == "about 10 minutes"
    assert in_words(50.0) == "about a minute"
