"""How footprint and candidates scale: the same made-up life at 1x and 4x, up to 50,000 messages, 5,000 events, 100 repositories.

Prints seconds, peak memory and the ratio of the two sizes; near-linear means a ratio near 4.
usage: python benchmarks/footprint.py [MESSAGES]
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bootstrap.extract.rules import RulesExtractor
from bootstrap.footprint.build import understand
from bootstrap.memory.directory import Directory
from bootstrap.propose import propose
from bootstrap.snapshot import Snapshot
from connectors.records import Attendee, Author, Commit, Event, Message, Party, Record, Repository

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
ME = Party("Rosa Vidal", "rosa.vidal@farolnorte.example")
WORDS = "plan review station budget harbour draft number figure contract answer meeting drawing pump valve survey".split()


def records(messages: int) -> list[Record]:
    """A life of that many messages, a tenth as many events, a repository for each 500."""
    dice = random.Random(7)
    people = [
        Party(f"Person{i} Family{i}", f"person{i}@farolnorte.example") for i in range(60 + messages // 250)
    ]
    found: list[Record] = []
    for i in range(messages):
        other = people[min(int(dice.expovariate(0.08)), len(people) - 1)]
        mine = dice.random() < 0.3
        when = NOW - timedelta(minutes=dice.randrange(1, 60 * 24 * 500))
        subject = f"{dice.choice(('Faro', 'Brisa', 'Marea'))} {dice.choice(WORDS)} {i % 900}"
        text = " ".join(dice.choice(WORDS) for _ in range(120))
        signature = (
            f"{other.name}\nEngineer\nFarol Norte Ltd"
            if not mine
            else "Rosa Vidal\nHead of Works\nFarol Norte Ltd"
        )
        found.append(Message(f"mid:{i}", "mbox", when, subject, text, ME if mine else other, (other,) if mine else (ME,),
                             direction="sent" if mine else "received", signature=signature, thread=f"t{i // 5}",
                             reply_to=f"mid:{i - 1}", automated=() if i % 3 else ("list-unsubscribe",)))  # fmt: skip
    for i in range(messages // 10):
        start = NOW - timedelta(days=dice.randrange(500), hours=dice.randrange(9))
        guests = tuple(Attendee(p, "accepted") for p in (ME, *dice.sample(people, 3)))
        found.append(Event(f"event:{i}", "ics", start, f"Faro weekly {i % 40}", "", start + timedelta(hours=1), attendees=guests,
                           organizer=ME, zone="Europe/Lisbon", rule="FREQ=WEEKLY" if i % 10 == 0 else ""))  # fmt: skip
    for i in range(messages // 500):
        commits = tuple(
            Commit(f"{i}-{n}", ME, NOW - timedelta(days=n), f"feat: step {n}") for n in range(200)
        )
        authors = (Author(ME, 150, NOW, NOW), *(Author(p, 20, NOW, NOW) for p in people[:6]))
        found.append(
            Repository(
                f"git:{i}",
                "git",
                NOW,
                f"faro-{i}",
                "# faro",
                (("Makefile", "test:\n\tpytest\n"),),
                200,
                authors,
                commits,
            )
        )
    return found


def measure(messages: int, place: Path) -> None:
    with Snapshot(place / "snapshot.sqlite") as snapshot:
        pull = snapshot.begin("made", "mbox", NOW)
        for record in records(messages):
            pull.add(record, 0)
        pull.seal(NOW)
        started = time.perf_counter()
        footprint = understand(snapshot, NOW, (ME.address,))
        understood = time.perf_counter()
        found = propose(footprint, RulesExtractor(), snapshot, Directory(place / "m"), [], 40, NOW)
        ended = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{messages} {understood - started:.2f} {ended - understood:.2f} {peak:.0f} {len(found)}")


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    totals = []
    print("messages  footprint s  candidates s  peak MB  candidates")
    for size in (most // 4, most):
        done = subprocess.run(
            [sys.executable, __file__, "--one", str(size)], capture_output=True, text=True, check=True
        )
        _, first, second, peak, count = done.stdout.split()
        totals.append(float(first) + float(second))
        print(f"{size:>8}  {first:>11}  {second:>12}  {peak:>7}  {count:>10}")
    print(f"4x the records take {totals[1] / totals[0]:.1f}x the time")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        with tempfile.TemporaryDirectory() as folder:
            measure(int(sys.argv[2]), Path(folder))
    else:
        main()
