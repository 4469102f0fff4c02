"""The review as a plain value: candidates, the answers that stand, and how to take them back.

No screen and no disk: each answer goes through ``record`` (append-only) before it counts here, so that
a process killed at any moment loses the answer in flight at most. The newest line about a candidate
holds its whole state (verdict, edited text, type, layer), hence undo is one more line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bootstrap.clean import clean
from bootstrap.errors import ReviewError
from bootstrap.model import GLOBAL, Block, Candidate, Decision, Evidence, MemoryType, Verdict
from bootstrap.review import controls, editing
from bootstrap.review.filters import Filter
from bootstrap.review.history import History, Step
from bootstrap.review.item import Item
from bootstrap.review.summary import Summary, pace

SPLIT = "split from "
WITHDRAWN = "taken back"
UNSTAMPED = datetime.fromtimestamp(0, UTC)
"""The time of a decision that is not recorded yet."""


def screened(candidate: Candidate) -> tuple[Block, ...]:
    """What the screening says against a candidate as edited."""
    from bootstrap.screening.screen import screen_candidate  # its word lists take a while to read

    return screen_candidate(candidate).blocked


class Session:
    """One review of one list of candidates.

    Args:
        candidates: best first; ``confirm`` ones are not asked about.
        decisions: all answers ever given, oldest first; those about other candidates are left alone.
        record: puts one answer on disk; when it raises, the answer does not count.
        clock: now, as an aware datetime.
        by: who answers.
        screen: the screening for what a person types; gives reasons to block it.
    """

    def __init__(
        self,
        candidates: Sequence[Candidate],
        decisions: Sequence[Decision],
        record: Callable[[Decision], None],
        clock: Callable[[], datetime],
        by: str,
        screen: Callable[[Candidate], tuple[Block, ...]] = screened,
    ) -> None:
        self._record, self._clock, self._by, self._screen = record, clock, by, screen
        self._counts: Counter[tuple[Verdict | None, bool]] = Counter()
        self._answers: list[tuple[datetime, bool]] = []
        self._bulk = 0
        self._history = History()
        self._last: Item | None = None
        self.confirmations = [one for one in candidates if one.change == "confirm"]
        asked = sorted(
            (one for one in candidates if one.change != "confirm"), key=lambda one: bool(one.blocked)
        )
        self.items: list[Item] = []
        self._by_id: dict[str, Item] = {}
        for candidate in asked:
            self._enlist(Item(candidate, candidate.id, blocked=candidate.blocked))
        for decision in decisions:
            self._replay(decision)

    # ---- looking

    def item(self, id_: str) -> Item:
        """Raises ReviewError when no candidate has that id."""
        found = self._by_id.get(id_)
        if found is None:
            raise ReviewError(f"No candidate has the id {id_}.", "`day1 status --json` lists them.")
        return found

    def visible(self, chosen: Filter = Filter()) -> list[Item]:  # noqa: B008 - frozen
        """The items a filter shows, in order."""
        return [item for item in self.items if item.alive and chosen.shows(item)]

    def resume(self) -> Item | None:
        """Where to go on: the first undecided item behind the last answer, else the first of all."""
        start = self.items.index(self._last) if self._last else 0
        behind = (
            item
            for item in self.items[start:] + self.items[:start]
            if item.alive and not item.candidate.below
        )
        return next((item for item in behind if item.verdict is None), None)

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

    def layers(self) -> list[str]:
        """The layers a memory may be moved to: the global one, then those that occur."""
        return [GLOBAL, *sorted({item.layer for item in self.items} - {GLOBAL})]

    def sources(self) -> list[str]:
        """The sources that evidence comes from, most telling first."""
        found = Counter(source for item in self.items for source in item.sources)
        return [source for source, _ in found.most_common()]

    def can_undo(self) -> bool:
        return bool(self._history.done)

    def can_redo(self) -> bool:
        return bool(self._history.undone)

    # ---- answering

    def decide(self, item: Item, verdict: Verdict | None, typed: str = "") -> None:
        """Answer one item; None makes it pending again.

        A blocked item is approved only when ``typed`` is its name; raises ReviewError otherwise.
        """
        note = ""
        if verdict == "approve" and item.blocked:
            name = editing.parse(item.text).name if item.edited else item.candidate.name
            if typed.strip() != name:
                raise ReviewError("It is blocked.", f"Type its name to approve it all the same: {name}")
            note = "approved by name: " + ", ".join(sorted({block.kind for block in item.blocked}))
        when = self._step([(item, self._with(item, verdict=verdict, note=note))])
        self._answers.append((when, verdict == "approve"))

    def bulk(self, items: Sequence[Item], verdict: Verdict) -> int:
        """One answer for each item; blocked ones are never approved so. Returns how many were answered."""
        chosen = [
            item for item in items if item.verdict != verdict and not (verdict == "approve" and item.blocked)
        ]
        if chosen:
            self._step([(item, self._with(item, verdict=verdict, note="all at once")) for item in chosen])
            self._bulk += len(chosen) if verdict == "approve" else 0
        return len(chosen)

    def approve_all(self) -> int:
        """Approve what is above the line, neither blocked nor rejected nor planted. Returns how many."""
        chosen = [
            item
            for item in self.visible()
            if item.verdict != "reject" and not controls.is_control(item.candidate)
        ]
        return self.bulk(chosen, "approve")

    def edit(self, item: Item, text: str) -> None:
        """Put the person's own text; the item is pending until it is approved.

        Raises ReviewError when the text is no memory file, or the item is a retirement.
        """
        if item.candidate.change == "retire":
            raise ReviewError("A retirement has no text to edit.", "Reject it to keep the memory.")
        text, _ = clean(text)
        draft = editing.parse(text)
        if text.strip() == item.text.strip():
            return
        self._step([(item, self._with(item, verdict=None, text=text, type_=draft.type, note="edited"))])

    def retype(self, item: Item, type_: MemoryType) -> None:
        """Change the type of memory; the verdict stays."""
        text = editing.retyped(item.text, type_) if item.edited else ""
        self._step([(item, self._with(item, verdict=item.verdict, type_=type_, text=text, note="moved"))])

    def relayer(self, item: Item, layer: str) -> None:
        """Move it to another layer; the verdict stays."""
        self._step([(item, self._with(item, verdict=item.verdict, layer=layer, note="moved"))])

    def merge(self, item: Item, other: Item) -> None:
        """Put the other one's text and evidence into ``item``; the other is rejected as merged."""
        if item is other:
            raise ReviewError("It can't be merged with itself.", "Move to another candidate first.")
        if "retire" in (item.candidate.change, other.candidate.change) or other.candidate.change == "update":
            raise ReviewError(
                "Only a new memory can be merged into another.", "Choose a new one as the second."
            )
        text = editing.merged(item.text, other.text)
        kept = self._with(item, verdict=None, text=text, note=f"merged with {other.id}")
        gone = self._with(other, verdict="reject", note=f"merged into {item.id}")
        self._step([(item, kept), (other, gone)])

    def split(self, item: Item, line: int) -> Item:
        """Make two of one, the second beginning at ``line`` of the body (from 1). Returns the second."""
        if item.candidate.change == "retire":
            raise ReviewError("A retirement can't be split.")
        first, second = editing.split(item.text, line)
        part = self._part(item, second)
        made = self._with(
            part, verdict=None, text=second, type_=item.type, layer=item.layer, note=SPLIT + item.id
        )
        self._step([(item, self._with(item, verdict=None, text=first, note="split")), (part, made)])
        return part

    def leave_at(self, item: Item) -> None:
        """Remember where the person stopped, so that ``resume`` goes on there."""
        if item.verdict is None and self.resume() is not item:
            state = item.decision or self._blank(item)
            self._put(item, replace(state, when=self._clock(), by=self._by))

    def undo(self) -> list[Item]:
        """Take the last step back. Returns the items touched; empty when there is nothing to undo."""
        step, when = self._history.back(), self._clock()
        for item, before, _ in reversed(step):
            state = before or self._blank(item, WITHDRAWN if item.origin else "")
            self._put(item, replace(state, when=when, by=self._by))
        return [item for item, _, _ in step]

    def redo(self) -> list[Item]:
        """Do the step again that was taken back last."""
        step, when = self._history.forth(), self._clock()
        for item, _, after in step:
            self._put(item, replace(after, when=when, by=self._by))
        return [item for item, _, _ in step]

    # ---- what it came to

    def approved(self) -> list[tuple[Candidate, Decision]]:
        """What is to be written, best first, with the answer; evidence of merged ones included."""
        return [
            (replace(item.candidate, evidence=self.evidence(item)), item.decision)
            for item in self.items
            if item.alive
            and item.decision is not None
            and item.verdict == "approve"
            and not controls.is_control(item.candidate)
        ]

    def evidence(self, item: Item) -> tuple[Evidence, ...]:
        """Its own evidence and that of the items merged into it."""
        found = dict.fromkeys(item.candidate.evidence)
        for other in item.absorbed:
            found.update(dict.fromkeys(other.candidate.evidence))
        return tuple(found)

    def summary(self) -> Summary:
        alive = [item for item in self.items if item.alive]
        planted = [item for item in alive if controls.is_control(item.candidate) and item.verdict]
        approved = [item for item in alive if item.verdict == "approve"]
        return Summary(
            approved=len(approved),
            rejected=self.count("reject"),
            skipped=self.count("skip"),
            pending=self.count(None),
            below=self.below,
            blocked=sum(bool(item.blocked) and item.verdict != "approve" for item in alive),
            edited=sum(item.edited for item in approved),
            bulk=self._bulk,
            pace=pace(self._answers),
            controls=len(planted),
            caught=sum(item.verdict != "approve" for item in planted),
        )

    # ---- keeping the books

    def _with(
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
        old = item.decision or self._blank(item)
        return replace(
            old,
            verdict=verdict,
            note=note,
            text=old.text if text is None else text,
            type=type_ or old.type,
            layer=old.layer if layer is None else layer,
        )

    def _blank(self, item: Item, note: str = "") -> Decision:
        return Decision(
            item.id,
            None,
            UNSTAMPED,
            self._by,
            key=item.candidate.key,
            note=note,
            gist=item.candidate.gist,
        )

    def _step(self, answers: Sequence[tuple[Item, Decision]]) -> datetime:
        """Record and apply one step, all of it under one time, which is returned."""
        when = self._clock()
        touched = []
        for item, decision in answers:
            before, after = item.decision, replace(decision, when=when, by=self._by)
            self._put(item, after)
            touched.append((item, before, after))
        self._history.add(tuple(touched))
        return when

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
        self._last = item

    def _replay(self, decision: Decision) -> None:
        """Apply an answer of an earlier sitting; it can be taken back like one of this sitting."""
        item = self._by_id.get(decision.candidate)
        if item is None and decision.note.startswith(SPLIT):
            whole = self._by_id.get(decision.note.removeprefix(SPLIT))
            item = self._part(whole, decision.text) if whole else None
        if item is None:
            return
        before = item.decision
        self._apply(item, decision)
        if decision == replace(before or self._blank(item), when=decision.when, by=decision.by):
            return  # a place to go on from, no answer
        step: Step = ((item, before, decision),)
        if self._history.done and _one_step(self._history.done[-1][-1][2], decision):
            step = self._history.done.pop() + step
        self._history.add(step)
        if decision.note in ("", "approved by name"):
            self._answers.append((decision.when, decision.verdict == "approve"))

    def _part(self, whole: Item, text: str) -> Item:
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


def _one_step(before: Decision, after: Decision) -> bool:
    """Whether two lines were written by one answer: a bulk, a merge or a split."""
    if before.when != after.when:
        return False
    return (
        before.note == after.note == "all at once"
        or (before.note.startswith("merged with") and after.note.startswith("merged into"))
        or (before.note == "split" and after.note.startswith(SPLIT))
    )
