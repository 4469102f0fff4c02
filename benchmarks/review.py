"""How fast the review screen is with 10,000 candidates: python benchmarks/review.py

In one process and without a terminal, as Textual's own tests run: the time until the first paint, from a key
to the paint that shows it, and of a filter. Exits with 1 when a limit is missed.
"""

from __future__ import annotations

import asyncio
import sys
import time
from datetime import UTC, datetime
from statistics import median, quantiles

from rich.console import RenderableType
from textual import events
from textual.screen import Screen

from bootstrap.model import Candidate, Evidence, MemoryType
from bootstrap.review import filters
from bootstrap.review.app import ReviewApp
from bootstrap.review.screen import ReviewScreen
from bootstrap.review.seams import Desk, EvidenceContext
from bootstrap.review.session import Session

COUNT = 10_000
SIZE = (120, 40)
KEYS = 400
LIMITS = {"first paint": 500.0, "key, median": 16.0, "key, p99": 50.0, "filter": 50.0}
TYPES: tuple[MemoryType, ...] = ("user", "project", "reference")


def candidates() -> list[Candidate]:
    when = datetime(2026, 10, 1, tzinfo=UTC)
    made = []
    for number in range(COUNT):
        facts = "\n".join(f"- fact {line} about thing {number}, with **emphasis**" for line in range(12))
        proof = (
            Evidence(f"mid:{number}", quote=f"thing {number} is ready", when=when),
            Evidence(f"event:{number}", fact=f"{number} meetings in 12 months", when=when),
        )
        made.append(
            Candidate(
                key=f"thing/{number}",
                change="create",
                type=TYPES[number % 3],
                name=f"thing-{number}",
                title=f"Thing number {number} of the workshop",
                description=f"What thing {number} is for",
                body=f"## Thing {number}\n{facts}",
                evidence=proof,
                as_of=when.date(),
                why="Saves a look-up",
            )
        )
    return made


class Watched(ReviewApp):
    """Notes when something was painted."""

    painted = 0.0
    first = 0.0

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if isinstance(screen, ReviewScreen) and not self.first:
            self.first = time.perf_counter()
        self.painted = time.perf_counter()


async def paint_after(app: Watched, start: float) -> float:
    """Milliseconds from ``start`` until the screen has been painted and is at rest."""
    while app.painted < start:
        await asyncio.sleep(0)
    return (app.painted - start) * 1000


async def measure() -> dict[str, float]:
    one = candidates()
    context = EvidenceContext("mail", "Ana Ruiz", "Thing", datetime(2026, 10, 1, tzinfo=UTC), "It is ready.")
    start = time.perf_counter()
    session = Session(one, [], lambda _: None, lambda: datetime.now(UTC), "me")
    desk = Desk(session, _never, _never, lambda _: context, lambda _: None, lambda text: text)
    app = Watched(desk)
    times: dict[str, list[float]] = {"j": [], "a": []}
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.2)
        first = (app.first - start) * 1000
        for number in range(KEYS):
            key = "ja"[number % 2]
            begin = time.perf_counter()
            app.post_message(events.Key(key, key))
            times[key].append(await paint_after(app, begin))
            await asyncio.sleep(0.005)
        begin = time.perf_counter()
        session.visible(filters.parse("thing 77 type:project"))
        cold = (time.perf_counter() - begin) * 1000
        await pilot.press("slash")
        typed = []
        for letter in "thing 77":
            begin = time.perf_counter()
            app.post_message(events.Key("space" if letter == " " else letter, letter))
            typed.append(await paint_after(app, begin))
            await asyncio.sleep(0.02)
    every = times["j"] + times["a"]
    return {
        "first paint": first,
        "move, median": median(times["j"]),
        "approve, median": median(times["a"]),
        "key, median": median(every),
        "key, p99": quantiles(every, n=100)[98],
        "first filter": cold,
        "filter": median(typed),
    }


def _never() -> None:
    raise NotImplementedError


def main() -> int:
    measured = asyncio.run(measure())
    missed = 0
    for name, value in measured.items():
        limit = LIMITS.get(name)
        missed += limit is not None and value > limit
        print(f"{name:<16}{value:8.1f} ms" + (f"   limit {limit:.0f} ms" if limit else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
