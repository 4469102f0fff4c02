"""Any order of seeding, editing by hand, re-seeding, undoing and being killed: nothing lost, no mixture."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bootstrap.errors import MemoryDirectoryError, NothingToDo
from bootstrap.memory import index, ledger, seeding
from bootstrap.memory.directory import Directory
from bootstrap.memory.reseed import reconcile
from bootstrap.model import GLOBAL, Candidate, Decision, Evidence, MemoryType

KINDS: tuple[MemoryType, ...] = ("user", "project", "reference")
TOPICS = 6


class Killed(BaseException):
    """What a kill looks like from inside: no handler of ours may catch it."""


def killer(at: int) -> Callable[[str], None]:
    left = [at]

    def step(_: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed

    return step


def touched(data: bytes) -> bool:
    """Does it bear a mark of the hand edits below?"""
    return b"mine" in data.lower()


def tree(root: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


class Interleavings(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp())
        self.directory = Directory(self.place / "memories")
        self.receipts = self.place / "receipts"
        self.facts: dict[int, tuple[int, date]] = {}
        self.decisions: list[Decision] = []
        self.kept_on: set[str] = set()
        self.now = datetime(2026, 1, 5, 9, tzinfo=UTC)
        self.by_hand: dict[str, bytes] = {}
        self.deleted: set[str] = set()

    def teardown(self) -> None:
        shutil.rmtree(self.place)

    @property
    def layer(self) -> Path:
        return self.directory.root / GLOBAL

    def candidates(self) -> list[Candidate]:
        return [
            Candidate(
                key=f"topic/{topic}",
                change="create",
                type=KINDS[topic % 3],
                name=f"topic-{topic}",
                title=f"Topic {topic}",
                description=f"What is said on topic {chr(97 + topic)}",
                body=f"State {version}.",
                evidence=(Evidence(f"mid:{topic}", f"state {version}"),),
                as_of=seen,
            )
            for topic, (version, seen) in sorted(self.facts.items())
        ]

    @rule(topic=st.integers(0, TOPICS - 1), version=st.integers(0, 3))
    def the_world_changes(self, topic: int, version: int) -> None:
        self.facts[topic] = (version, self.now.date())

    @rule(topic=st.integers(0, TOPICS - 1))
    def a_topic_falls_silent(self, topic: int) -> None:
        self.facts.pop(topic, None)

    @rule(days=st.sampled_from([1, 40, 200]))
    def time_passes(self, days: int) -> None:
        self.now += timedelta(days=days)

    @rule(kill=st.none() | st.integers(0, 20), refuse=st.sampled_from([0, 0, 2, 3]))
    def seed(self, kill: int | None, refuse: int) -> None:
        self.now += timedelta(minutes=1)
        asked = reconcile(self.candidates(), self.directory, self.decisions, self.now.date())
        approved = []
        for number, candidate in enumerate(asked):
            no = bool(refuse) and number % refuse == 0 and candidate.change != "confirm"
            verdict = "reject" if no else "approve"
            answer = Decision(candidate.id, verdict, self.now, key=candidate.key, gist=candidate.gist)  # type: ignore[arg-type]
            self.decisions.append(answer)
            if no and candidate.change == "retire":
                self.kept_on.add(candidate.key)
            if not no:
                approved.append(seeding.Approved(candidate, answer))
        plan = seeding.plan(self.directory, approved, self.now)
        before, wanted = tree(self.directory.root), self.outcome(plan)
        with contextlib.suppress(Killed):
            seeding.apply(plan, self.receipts, self.now, killer(10_000 if kill is None else kill))
        seeding.recover(self.directory.root, self.receipts)
        after = tree(self.directory.root)
        assert after == wanted or (kill is not None and after == before)
        if after == wanted:
            for change in plan.changes:
                name = Path(change.path).name
                if not change.shared and self.by_hand.pop(name, b"") and change.after is not None:
                    assert touched(change.after)
            left = reconcile(self.candidates(), self.directory, self.decisions, self.now.date())
            # What the person would not let go may still have news.
            assert {one.key for one in left if one.change == "update"} <= self.kept_on
            assert all(one.change == "update" for one in left)

    def outcome(self, plan: seeding.Plan) -> dict[str, bytes | None]:
        """The directory as it will be, worked out from the plan alone."""
        wanted = tree(self.directory.root)
        for change in plan.changes:
            if change.after is None:
                wanted.pop(change.path, None)
                continue
            wanted[change.path] = change.after
            for folder in Path(change.path).parents:
                if folder != Path():
                    wanted.setdefault(folder.as_posix(), None)
        return wanted

    @rule(kill=st.none() | st.integers(0, 20))
    def undo(self, kill: int | None) -> None:
        before = tree(self.directory.root)
        try:
            with contextlib.suppress(Killed):
                step = killer(10_000 if kill is None else kill)
                seeding.undo(self.directory.root, self.receipts, None, step)
        except (MemoryDirectoryError, NothingToDo):
            assert tree(self.directory.root) == before
        seeding.recover(self.directory.root, self.receipts)

    @rule()
    def seed_and_undo_at_once(self) -> None:
        before = tree(self.place / "memories") if self.directory.root.exists() else None
        self.now += timedelta(minutes=1)
        asked = reconcile(self.candidates(), self.directory, self.decisions, self.now.date())
        approved = [seeding.Approved(one, Decision(one.id, "approve", self.now)) for one in asked]
        receipt = seeding.apply(seeding.plan(self.directory, approved, self.now), self.receipts, self.now)
        if receipt.id:
            seeding.undo(self.directory.root, self.receipts, receipt.id)
        assert (tree(self.directory.root) if self.directory.root.exists() else None) == before

    def files(self) -> list[str]:
        return self.directory.files(GLOBAL)

    @precondition(lambda self: self.files())
    @rule(pick=st.integers(0, 99))
    def edit(self, pick: int) -> None:
        path = self.layer / self.files()[pick % len(self.files())]
        path.write_bytes(path.read_bytes() + b"\r\n<!-- mine -->\r\n")
        self.by_hand[path.name] = path.read_bytes()

    @precondition(lambda self: self.files())
    @rule(pick=st.integers(0, 99))
    def delete(self, pick: int) -> None:
        path = self.layer / self.files()[pick % len(self.files())]
        path.unlink()
        self.by_hand.pop(path.name, None)
        self.deleted.add(path.name)

    @rule(number=st.integers(0, 2), listed=st.booleans())
    def write_one(self, number: int, listed: bool) -> None:
        self.layer.mkdir(parents=True, exist_ok=True)
        path = self.layer / f"project_mine-{number}.md"
        path.write_bytes(
            f"---\r\nname: mine-{number}\r\ntype: project # own\r\nx: 1\r\n---\r\nMine {number}.".encode()
        )
        self.by_hand[path.name] = path.read_bytes()
        if listed:
            text = self.directory.index_text(GLOBAL)
            (self.layer / index.FILE).write_text(f"{text}\n# Own\n- [Mine]({path.name}) — by hand\n")

    @invariant()
    def no_file_of_the_person_is_lost(self) -> None:
        there = {Path(path).name: data for path, data in tree(self.directory.root).items()}
        for name, data in self.by_hand.items():
            assert there.get(name) == data

    @invariant()
    def the_index_names_no_file_that_is_gone(self) -> None:
        listed = {entry.file for entry in index.entries(self.directory.index_text(GLOBAL))}
        assert listed - set(self.files()) <= self.deleted

    @invariant()
    def ledger_and_directory_agree(self) -> None:
        standing = ledger.newest(self.directory.ledger(GLOBAL))
        for file, entry in standing.items():
            data = self.directory.read_bytes(GLOBAL, file)
            if entry.act == "retire":
                assert data is None or touched(data)
                assert self.directory.read_bytes(GLOBAL, entry.kept_at) is not None
            elif data is None:
                assert file in self.deleted
            else:
                assert touched(data) or ledger.digest(data) == entry.sha256
        for file in set(self.files()) - set(standing):
            assert touched(self.directory.read_bytes(GLOBAL, file) or b"")

    @invariant()
    def nothing_half_written_is_left(self) -> None:
        assert not list(self.place.rglob(".day1-*.tmp"))


TestInterleavings = Interleavings.TestCase
TestInterleavings.settings = settings(
    max_examples=40, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
