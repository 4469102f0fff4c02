"""What a run will cost, what it may cost, and what it did cost."""

from __future__ import annotations

import threading
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bootstrap.extract.llm.requests import Usage

DEFAULT_CAP = 400_000
BATCH_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens, and the day of the vendor's list they were read from."""

    input: float
    cached: float
    output: float
    read: str

    def of(self, usage: Usage, batch: bool = False) -> float:
        fresh = usage.input - usage.cached
        total = fresh * self.input + usage.cached * self.cached + usage.output * self.output
        return total / 1_000_000 * (BATCH_SHARE if batch else 1.0)


def price(model: str, host: str) -> Price | None:
    """The price where it is known: only at the vendor's own host, since others charge differently."""
    table = _prices().get(host, {})
    names = sorted((name for name in table if model == name or model.startswith(f"{name}-20")), key=len)
    return table[names[-1]] if names else None


@cache
def _prices() -> dict[str, dict[str, Price]]:
    read = tomllib.loads((files(__package__) / "prices.toml").read_text(encoding="utf-8"))
    return {
        host: {
            model: Price(float(sent), float(cached), float(written), str(listed["read"]))
            for model, (sent, cached, written) in listed["models"].items()
        }
        for host, listed in read.items()
    }


class Purse:
    """The cap, held before the spending: what is about to be sent must fit beside what was sent and is on its way."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self._lock = threading.Lock()
        self._reserved = 0
        self._by_model: dict[str, Usage] = {}
        self.requests = 0
        self.reused = 0
        self.retries: Counter[str] = Counter()

    def reserve(self, tokens: int) -> bool:
        """False when the cap does not allow it; then nothing may be sent."""
        with self._lock:
            if self.total.input + self._reserved + tokens > self.cap:
                return False
            self._reserved += tokens
            return True

    def release(self, tokens: int) -> None:
        with self._lock:
            self._reserved -= tokens

    def paid(self, model: str, usage: Usage) -> None:
        with self._lock:
            self.requests += 1
            self._by_model[model] = self._by_model.get(model, Usage()) + usage

    def retried(self, why: str) -> None:
        with self._lock:
            self.retries[why] += 1

    @property
    def total(self) -> Usage:
        return sum(self._by_model.values(), Usage())

    def cost(self, host: str, batch: bool) -> float | None:
        """In US dollars; None where a price is not known."""
        found = [(price(model, host), usage) for model, usage in self._by_model.items()]
        if not found or any(one is None for one, _ in found):
            return None
        return round(sum(one.of(usage, batch) for one, usage in found if one), 4)
