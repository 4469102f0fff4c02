"""Candidates, sessions and desks to review, all made up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from bootstrap.model import Block, Candidate, Decision, Evidence
from bootstrap.review.seams import Desk, EvidenceContext
from bootstrap.review.session import Session

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@dataclass
class Ticking:
    """A clock that moves on by a fixed step at each look."""

    step: float = 4.0
    now: datetime = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=self.step)
        return self.now


def candidate(name: str, **changed: Any) -> Candidate:
    head = changed.pop("head", "person")
    when = datetime(2026, 10, 5, 9, 30, tzinfo=UTC)
    fields: dict[str, Any] = {
        "key": f"{head}/{name}",
        "change": "create",
        "type": "reference",
        "name": name,
        "title": name.replace("-", " ").title(),
        "description": f"What {name} does",
        "body": f"- {name} works at Northwind\n- {name}@northwind.example",
        "evidence": (Evidence(f"mid:{name}", quote=f"I am {name}", when=when),),
        "as_of": when.date(),
        "why": "Saves a look-up",
    }
    return Candidate(**{**fields, **changed})


@dataclass
class Plan:
    paths: Sequence[str]
    held: Sequence[Any] = ()

    def diff(self) -> str:
        return "\n".join(f"--- /dev/null\n+++ {path}\n+text" for path in self.paths)


@dataclass
class Receipt:
    id: str
    paths: Sequence[str]


@dataclass
class Sitting:
    """A session with everything a screen needs around it; ``log`` is what was recorded."""

    session: Session
    log: list[Decision]
    opened: list[str] = field(default_factory=list)
    edits: Callable[[str], str] = str
    written: list[str] = field(default_factory=list)

    def plan(self) -> Plan:
        return Plan([f"_global/{one.type}_{one.name}.md" for one, _ in self.session.approved()])

    def write(self) -> Receipt:
        self.written = list(self.plan().paths)
        return Receipt("20261101-0900", self.written)

    def context(self, uri: str) -> EvidenceContext | None:
        if uri.startswith("gone:"):
            return None
        name = uri.split(":")[1]
        own = f"Hello,\nI am {name} of the workshop.\nBye"
        return EvidenceContext(
            "mail",
            f"{name} <{name}@x.example>",
            "Hello",
            START,
            own,
            "You wrote:\nwho?",
            link=f"https://x.example/{name}",
        )

    def desk(self) -> Desk:
        return Desk(
            self.session,
            self.plan,
            self.write,
            self.context,
            self.opened.append,
            lambda text: self.edits(text),
        )


@pytest.fixture
def make() -> Callable[..., Candidate]:
    return candidate


@pytest.fixture
def few() -> list[Candidate]:
    """Nine candidates of every kind, best first."""
    current = "---\nname: harbour\ndescription: Cut-over in October\nmetadata:\n  type: project\n---\n\nBilling.\nOctober.\n"
    return [
        candidate("role", head="owner", type="user", title="Staff engineer at Northwind", confidence=0.9),
        candidate("priya"),
        candidate("tom"),
        candidate("trick", blocked=(Block("injection", "It speaks to an assistant."),)),
        candidate(
            "harbour", head="project", type="project", change="update", replaces="harbour", current=current,
            description="Cut-over in November", body="Billing.\nNovember.",
        ),
        candidate("lighthouse", head="project", type="project", change="retire", replaces="lighthouse", current=current),
        candidate("weekly", head="meeting", evidence=(Evidence("event:weekly", fact="38 of 40 accepted"),)),
        candidate("handbook", head="document", evidence=(Evidence("drive:1", quote="Handbook"),), confidence=0.4),
        candidate("far-away", head="document", below=True),
        candidate("same-as-ever", head="document", change="confirm"),
    ]  # fmt: skip


@pytest.fixture
def sit(few: list[Candidate]) -> Callable[..., Sitting]:
    """Sit down to review: ``sit(candidates=..., decisions=..., step=...)``."""

    def down(
        candidates: Sequence[Candidate] = (), decisions: Sequence[Decision] = (), step: float = 4.0
    ) -> Sitting:
        log = list(decisions)
        session = Session(list(candidates) or few, decisions, log.append, Ticking(step), "me")
        return Sitting(session, log)

    return down


NAMED = {"plus": "+", "slash": "/", "space": " "}


@pytest.fixture
def press() -> Callable[..., Awaitable[None]]:
    """Press keys one behind the other and wait once (Pilot waits 80 ms behind each).

    A key that opens another screen ends its call: what follows would find the screen unmade. A key with
    priority (ctrl+s, Escape in an editor) begins its own: it would overtake what was typed.
    """

    async def down(pilot: Pilot[int], *keys: str) -> None:
        for key in keys:
            name = {value: key for key, value in NAMED.items()}.get(key, key)
            pilot.app.post_message(events.Key(name, key if len(key) == 1 else NAMED.get(key)))
        await pilot.pause()

    return down
