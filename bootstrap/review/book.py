"""The books of a review: items, the answers that stand, counters, and the way back.

Each answer goes through ``record`` (append-only) before it counts here, so that a process killed at any
moment loses the answer in flight at most. The newest line about a candidate holds its whole state (verdict,
edited text, type, layer), hence undo is one more line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bootstrap.errors import ReviewError
from bootstrap.model import Block, Candidate, Decision, MemoryType, Verdict
from bootstrap.review import editing
from bootstrap.review.history import History, Step, Touch
from bootstrap.review.item import MERGED_INTO, Item

AT_ONCE = "all at once"
BY_NAME = "approved by name"
MERGED_WITH = "merged with "
SPLIT = "split"
SPLIT_FROM = "split from "
WITHDRAWN = "taken back"
UNSTAMPED = datetime.fromtimestamp(0, UTC)
"""The time of a decision that is not recorded yet."""


class Book:
    """What stands, item by item.

    Attributes:
        items: in the order of the review; splits lie behind the item they were split from.
        last: the item that was answered last.
        answers: when each single answer was given, and whether it approved.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        decisions: Sequence[Decision],
        record: Callable[[Decision], None],
        clock: Callable[[], datetime],
        by: str,
        screen: Callable[[Candidate], tuple[Block, ...]],
    ) -> None:
        self._record, self._clock, self._by, self._screen = record, clock, by, screen
        self._counts: Counter[tuple[Verdict | None, bool]] = Counter()
        self._by_id: dict[str, Item] = {}
        self._history = History()
        self.items: list[Item] = []
        self.last: Item | None = None
        self.answers: list[tuple[datetime, bool]] = []
        for candidate in candidates:
            self._enlist(Item(candidate, candidate.id, blocked=candidate.blocked))
        for decision in decisions:
            self._replay(decision)

    def find(self, id_: str) -> Item | None:
        return self._by_id.get(id_)

    def count(self, verdict: Verdict | None) -> int:
        """Items above the line with this verdict, and decided ones below it; None counts the pending."""
        below = self._counts[verdict, True] if verdict is not None else 0
        return self._counts[verdict, False] + below

    @property
    def total(self) -> int:
        return sum(self.count(verdict) for verdict in ("approve", "reject", "skip", None))

    @property
    def below(self) -> int:
        """Undecided items below the budget line."""
        return self._counts[None, True]

    @property
    def can_undo(self) -> bool:
        return bool(self._history.done)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.undone)

    def state(
        self,
        item: Item,
        *,
        verdict: Verdict | None,
        note: str,
        text: str | None = None,
        type_: MemoryType | None = None,
        layer: str | None = None,
    ) -> Decision:
        """The item's state with these parts changed."""
        old = item.decision or self.blank(item)
        return replace(
            old,
            verdict=verdict,
            note=note,
            text=old.text if text is None else text,
            type=type_ or old.type,
            layer=old.layer if layer is None else layer,
        )

    def blank(self, item: Item, note: str = "") -> Decision:
        """The state of an item nobody answered."""
        return Decision(
            item.id,
            None,
            UNSTAMPED,
            self._by,
            key=item.candidate.key,
            note=note,
            gist=item.candidate.gist,
        )

    def step(self, answers: Sequence[tuple[Item, Decision]]) -> datetime:
        """Record and apply one step, all of it under one time, which is returned.

        What could be recorded stands, and can be taken back, also when a later line could not.
        """
        when = self._clock()
        touched: list[Touch] = []
        try:
            for item, decision in answers:
                before, after = item.decision, replace(decision, when=when, by=self._by)
                self._put(item, after)
                touched.append((item, before, after))
        finally:
            if touched:
                self._history.add(tuple(touched))
        return when

    def mark(self, item: Item) -> None:
        """Record that the person stopped here. No answer: there is nothing to take back."""
        self._put(item, replace(item.decision or self.blank(item), when=self._clock(), by=self._by))

    def undo(self) -> list[Item]:
        """Take the last step back. Returns the items touched; empty when there is nothing to undo."""
        if not self._history.done:
            return []
        step, when = self._history.done[-1], self._clock()
        for item, before, _ in reversed(step):
            state = before or self.blank(item, WITHDRAWN if item.origin else "")
            self._put(item, replace(state, when=when, by=self._by))
        self._history.back()
        return [item for item, _, _ in step]

    def redo(self) -> list[Item]:
        """Do the step again that was taken back last."""
        if not self._history.undone:
            return []
        step, when = self._history.undone[-1], self._clock()
        for item, _, after in step:
            self._put(item, replace(after, when=when, by=self._by))
        self._history.forth()
        return [item for item, _, _ in step]

    def part(self, whole: Item, text: str) -> Item:
        """The item for the second half of a split one; the same text gives the same item."""
        draft = editing.parse(text)
        one = whole.candidate
        key, title = f"{one.key}/{draft.name}", f"{one.title}: {draft.description}"[:80]
        candidate = replace(
            one, key=key, name=draft.name, title=title, description=draft.description, body=draft.body
        )
        known = self._by_id.get(candidate.id)
        if known is None:
            known = Item(candidate, candidate.id, blocked=one.blocked, origin=whole.id, alive=False)
            self._enlist(known, behind=whole)
        return known

    def _put(self, item: Item, decision: Decision) -> None:
        self._record(decision)
        self._apply(item, decision)

    def _apply(self, item: Item, decision: Decision) -> None:
        """Let a recorded decision count: counters, merges, splits and blocks follow."""
        self._count(item, -1)
        if before := self._by_id.get(item.merged_into):
            before.absorbed.remove(item)
        text_changed = decision.text != (item.decision.text if item.decision else "")
        item.decision = decision
        item.alive = not item.origin or decision.note != WITHDRAWN
        if after := self._by_id.get(item.merged_into):
            after.absorbed.append(item)
        if text_changed:
            found = self._screen(_edited(item)) if decision.text else ()
            item.blocked = tuple(dict.fromkeys((*item.candidate.blocked, *found)))
        self._count(item, 1)
        self.last = item

    def _replay(self, decision: Decision) -> None:
        """Apply an answer of an earlier sitting; it can be taken back like one of this sitting."""
        item = self._by_id.get(decision.candidate)
        if item is None and decision.note.startswith(SPLIT_FROM):
            whole = self._by_id.get(decision.note.removeprefix(SPLIT_FROM))
            item = self.part(whole, decision.text) if whole and _readable(decision) else None
        if item is None or not _readable(decision):
            return
        before = item.decision
        self._apply(item, decision)
        if decision == replace(before or self.blank(item), when=decision.when, by=decision.by):
            return  # a place to go on from, no answer
        step: Step = ((item, before, decision),)
        if self._history.done and _one_step(self._history.done[-1][-1][2], decision):
            step = self._history.done.pop() + step
        self._history.add(step)
        if decision.verdict and (not decision.note or decision.note.startswith(BY_NAME)):
            self.answers.append((decision.when, decision.verdict == "approve"))

    def _enlist(self, item: Item, behind: Item | None = None) -> None:
        self.items.insert(self.items.index(behind) + 1 if behind else len(self.items), item)
        self._by_id[item.id] = item
        self._count(item, 1)

    def _count(self, item: Item, by: int) -> None:
        if item.alive:
            self._counts[item.verdict, item.candidate.below] += by


def _edited(item: Item) -> Candidate:
    draft = editing.parse(item.text)
    return replace(
        item.candidate, name=draft.name, type=draft.type, description=draft.description, body=draft.body
    )


def _readable(decision: Decision) -> bool:
    """Whether the text of an answer, if it has one, is a memory file; the log may be older than the format."""
    try:
        return not decision.text or bool(editing.parse(decision.text))
    except ReviewError:
        return False


def _one_step(before: Decision, after: Decision) -> bool:
    """Whether two lines were written by one answer: a bulk, a merge or a split."""
    if before.when != after.when:
        return False
    return (
        before.note == after.note == AT_ONCE
        or (before.note.startswith(MERGED_WITH) and after.note.startswith(MERGED_INTO))
        or (before.note == SPLIT and after.note.startswith(SPLIT_FROM))
    )
