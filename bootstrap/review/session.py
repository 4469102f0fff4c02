"""The review: what is asked, what may be answered, and what came of it. No screen and no disk.

A new thing a person can do is one method here, one key in ``keys.py`` and one line in ``plain.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from bootstrap.clean import clean
from bootstrap.errors import ReviewError
from bootstrap.model import GLOBAL, Block, Candidate, Decision, Evidence, MemoryType, Verdict
from bootstrap.review import controls, editing
from bootstrap.review.book import AT_ONCE, BY_NAME, MERGED_WITH, SPLIT, SPLIT_FROM, Book
from bootstrap.review.filters import Filter
from bootstrap.review.item import MERGED_INTO, Item
from bootstrap.review.summary import Summary, pace


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
        self.confirmations = [one for one in candidates if one.change == "confirm"]
        asked = [one for one in candidates if one.change != "confirm"]
        asked.sort(key=lambda one: bool(one.blocked))
        self._book = Book(asked, decisions, record, clock, by, screen)
        self._bulk = 0

    # ---- looking

    @property
    def items(self) -> Sequence[Item]:
        """Everything asked about, blocked ones last, splits behind what they were split from."""
        return self._book.items

    def item(self, id_: str) -> Item:
        """Raises ReviewError when no candidate has that id."""
        found = self._book.find(id_)
        if found is None:
            raise ReviewError(
                f"No candidate has the id {id_}.", "candidates.jsonl in the workspace lists them."
            )
        return found

    def visible(self, chosen: Filter = Filter()) -> list[Item]:  # noqa: B008 - frozen
        """The items a filter shows, in order."""
        return [item for item in self.items if item.alive and chosen.shows(item)]

    def resume(self) -> Item | None:
        """Where to go on: the first undecided item behind the last answer, else the first of all."""
        items, last = self._book.items, self._book.last
        start = items.index(last) if last else 0
        behind = (item for item in items[start:] + items[:start] if item.alive and not item.candidate.below)
        return next((item for item in behind if item.verdict is None), None)

    def count(self, verdict: Verdict | None) -> int:
        """Items above the line with this verdict, and decided ones below it; None counts the pending."""
        return self._book.count(verdict)

    @property
    def total(self) -> int:
        return self._book.total

    @property
    def below(self) -> int:
        """Undecided items below the budget line."""
        return self._book.below

    def layers(self) -> list[str]:
        """The layers a memory may be moved to: the global one, then those that occur."""
        return [GLOBAL, *sorted({item.layer for item in self.items} - {GLOBAL})]

    def sources(self) -> list[str]:
        """The sources that evidence comes from, most telling first."""
        found = Counter(source for item in self.items for source in item.sources)
        return [source for source, _ in found.most_common()]

    def can_undo(self) -> bool:
        return self._book.can_undo

    def can_redo(self) -> bool:
        return self._book.can_redo

    # ---- answering

    def decide(self, item: Item, verdict: Verdict | None, typed: str = "") -> None:
        """Answer one item; None makes it pending again.

        A blocked item is approved only when ``typed`` is the name it was proposed under; raises ReviewError otherwise.
        """
        note = ""
        if verdict == "approve" and item.blocked:
            if typed.strip() != item.candidate.name:
                hint = f"Type its name to approve it all the same: {item.candidate.name}"
                raise ReviewError("It is blocked.", hint)
            note = f"{BY_NAME}: " + ", ".join(sorted({block.kind for block in item.blocked}))
        when = self._book.step([(item, self._book.state(item, verdict=verdict, note=note))])
        self._book.answers.append((when, verdict == "approve"))

    def bulk(self, items: Sequence[Item], verdict: Verdict) -> int:
        """One answer for each item; blocked ones are never approved so. Returns how many were answered."""
        chosen = [
            item for item in items if item.verdict != verdict and not (verdict == "approve" and item.blocked)
        ]
        if chosen:
            self._book.step(
                [(item, self._book.state(item, verdict=verdict, note=AT_ONCE)) for item in chosen]
            )
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
        self._book.step(
            [(item, self._book.state(item, verdict=None, text=text, type_=draft.type, note="edited"))]
        )

    def retype(self, item: Item, type_: MemoryType) -> None:
        """Change the type of memory; the verdict stays."""
        text = editing.retyped(item.text, type_) if item.edited else ""
        self._book.step(
            [(item, self._book.state(item, verdict=item.verdict, type_=type_, text=text, note="moved"))]
        )

    def relayer(self, item: Item, layer: str) -> None:
        """Move it to another layer; the verdict stays."""
        self._book.step([(item, self._book.state(item, verdict=item.verdict, layer=layer, note="moved"))])

    def merge(self, item: Item, other: Item) -> None:
        """Put the other one's text and evidence into ``item``; the other is rejected as merged."""
        if item is other:
            raise ReviewError("It can't be merged with itself.", "Move to another candidate first.")
        if "retire" in (item.candidate.change, other.candidate.change) or other.candidate.change == "update":
            raise ReviewError(
                "Only a new memory can be merged into another.", "Choose a new one as the second."
            )
        text = editing.merged(item.text, other.text)
        kept = self._book.state(item, verdict=None, text=text, note=MERGED_WITH + other.id)
        gone = self._book.state(other, verdict="reject", note=MERGED_INTO + item.id)
        self._book.step([(item, kept), (other, gone)])

    def split(self, item: Item, line: int) -> Item:
        """Make two of one, the second beginning at ``line`` of the body (from 1). Returns the second."""
        if item.candidate.change == "retire":
            raise ReviewError("A retirement can't be split.")
        first, second = editing.split(item.text, line)
        part = self._book.part(item, second)
        made = self._book.state(
            part, verdict=None, text=second, type_=item.type, layer=item.layer, note=SPLIT_FROM + item.id
        )
        self._book.step([(item, self._book.state(item, verdict=None, text=first, note=SPLIT)), (part, made)])
        return part

    def leave_at(self, item: Item) -> None:
        """Remember where the person stopped, so that ``resume`` goes on there."""
        if item.verdict is None and self.resume() is not item:
            self._book.mark(item)

    def undo(self) -> list[Item]:
        """Take the last step back. Returns the items touched; empty when there is nothing to undo."""
        return self._book.undo()

    def redo(self) -> list[Item]:
        """Do the step again that was taken back last."""
        return self._book.redo()

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
            pace=pace(self._book.answers),
            controls=len(planted),
            caught=sum(item.verdict != "approve" for item in planted),
        )
