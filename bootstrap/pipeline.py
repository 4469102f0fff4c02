"""The story on one page: pull, propose, review, seed. Each stage starts from a file and ends in one.

Every stage takes the workspace's lock for as long as it writes; a second day1 in the same workspace is
refused with a clear line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from bootstrap import ledgers
from bootstrap import propose as proposing
from bootstrap import pull as pulling
from bootstrap.errors import NothingToDo
from bootstrap.extract.base import Extractor
from bootstrap.files import locked
from bootstrap.footprint.build import understand
from bootstrap.footprint.types import Footprint
from bootstrap.memory import seeding
from bootstrap.memory.changes import Plan
from bootstrap.memory.receipts import Receipt
from bootstrap.model import Candidate, Decision
from bootstrap.review.controls import plant
from bootstrap.review.session import Session
from bootstrap.settings import Settings
from bootstrap.snapshot import Coverage, Snapshot, discard_empty
from bootstrap.workspace import Workspace
from connectors.base import Connector


@contextmanager
def working(workspace: Workspace) -> Iterator[None]:
    """Make the workspace if need be and hold its lock. One that stays empty is taken away again."""
    fresh = not workspace.root.exists()
    workspace.prepare()
    with locked(
        workspace.lock,
        "Another day1 is at work in this workspace.",
        "Wait for it, or name another with --workspace.",
    ):
        try:
            workspace.tidy()
            yield
        except BaseException:
            if fresh and not workspace.snapshot.exists():
                workspace.remove()
            raise


def pull(settings: Settings, connectors: Sequence[Connector], report: pulling.Report) -> list[Coverage]:
    """Sources → snapshot. Raises what ``bootstrap.pull`` raises; a snapshot without a record is gone then."""
    pulling.check(connectors)
    with working(settings.workspace):
        try:
            with Snapshot(settings.workspace.snapshot) as snapshot:
                return pulling.pull(connectors, snapshot, settings.clock, report)
        except Exception:
            discard_empty(settings.workspace.snapshot)
            raise


def footprint(settings: Settings, snapshot: Snapshot) -> Footprint:
    return understand(snapshot, settings.now, settings.me)


@contextmanager
def snapshot(settings: Settings) -> Iterator[Snapshot]:
    """The sealed snapshot of the workspace. Raises NothingToDo when nothing was pulled yet."""
    if not settings.workspace.snapshot.exists():
        raise NothingToDo("Nothing was pulled yet.", "Start with `day1 pull SOURCE`, or `day1 run SOURCE`.")
    with Snapshot(settings.workspace.snapshot) as opened:
        yield opened


def propose(settings: Settings, extractor: Extractor) -> tuple[Footprint, list[Candidate]]:
    """Snapshot → candidates.jsonl."""
    with working(settings.workspace), snapshot(settings) as opened:
        seeding.recover(settings.directory.root, settings.workspace.receipts)
        seen = footprint(settings, opened)
        decisions = ledgers.read_decisions(settings.workspace.decisions)
        found = proposing.propose(
            seen, extractor, opened, settings.directory, decisions, settings.budget, settings.now
        )
        ledgers.write_candidates(settings.workspace.candidates, found)
    return seen, found


def session(settings: Settings, by: str, controls: bool = False) -> Session:
    """The review of what lies in candidates.jsonl, with all answers so far; each new answer is on disk at once.

    ``controls`` mixes in candidates that are known to be false; they are never written.
    """
    candidates = ledgers.read_candidates(settings.workspace.candidates)
    decisions = ledgers.read_decisions(settings.workspace.decisions)

    def record(decision: Decision) -> None:
        ledgers.append_decision(settings.workspace.decisions, decision)

    asked = plant(candidates) if controls else candidates
    return Session(asked, decisions, record, settings.clock, by)


def plan(settings: Settings, reviewed: Session) -> Plan:
    """What seeding the approved would write. ``confirm`` needs no answer: it only moves ``as_of``."""
    seeding.recover(settings.directory.root, settings.workspace.receipts)
    now = settings.now
    approved = [seeding.Approved(candidate, decision) for candidate, decision in reviewed.approved()]
    confirmed = [seeding.Approved(c, _confirmed(c, now)) for c in reviewed.confirmations]
    return seeding.plan(settings.directory, [*approved, *confirmed], now)


def _confirmed(candidate: Candidate, now: datetime) -> Decision:
    return Decision(candidate.id, "approve", now, by="day1", key=candidate.key, gist=candidate.gist)


def seed(settings: Settings, planned: Plan) -> Receipt:
    """Approved → memory directory and receipt: all of it, or nothing."""
    with working(settings.workspace):
        return seeding.apply(planned, settings.workspace.receipts, settings.now)
