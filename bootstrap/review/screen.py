"""The review screen: one key, one answer, and the next candidate comes by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.message import Message

from bootstrap.model import Verdict
from bootstrap.review import words
from bootstrap.review.changing import Changing
from bootstrap.review.dialogs import Ask, Confirm, sample
from bootstrap.review.item import Item
from bootstrap.review.keys import KEYS
from bootstrap.review.showing import Showing
from bootstrap.review.text import one_line


class ReviewScreen(Changing, Showing):
    """One review. Posts ``Write`` and ``Leave``; what follows is the app's affair."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    class Write(Message):
        """The person wants to write what is approved."""

    class Leave(Message):
        """The person leaves; everything is saved."""

    def action_decide(self, verdict: Verdict) -> None:
        item = self.queue.current
        if item is None:
            return
        if verdict == "approve" and item.blocked and item.verdict != "approve":
            self._approve_blocked(item)
        elif self._try(lambda: self.session.decide(item, verdict)):
            self._go_on()

    def _approve_blocked(self, item: Item) -> None:
        reasons = "\n".join(f"! {block.kind}: {one_line(block.reason)}" for block in item.blocked)
        name = one_line(item.candidate.name)
        body = Content.assemble(
            (reasons, "$care"), "\n\nTo approve it all the same, type its name: ", (name, "bold")
        )

        def answered(typed: str | None) -> None:
            if typed and self._try(lambda: self.session.decide(item, "approve", typed)):
                self._go_on()

        self.app.push_screen(Ask("This candidate is blocked", body, "its name, then enter"), answered)

    def _go_on(self) -> None:
        if self.filter.pending:
            self.queue.drop_current()
        elif not self.queue.to_next_pending():
            self._show(self.queue.current)
            self._say("All shown are decided. w shows the files and writes them.")
        self._tally()

    def action_bulk(self, verdict: Verdict) -> None:
        chosen = [
            item
            for item in self.queue.shown
            if item.verdict is None and not (verdict == "approve" and item.blocked)
        ]
        if not chosen:
            self._say("None of those shown is pending.")
            return
        left_out = sum(bool(item.blocked) and item.verdict is None for item in self.queue.shown)
        note = f"{left_out} blocked stay out." if left_out and verdict == "approve" else ""
        count = f"{len(chosen)} candidate{'' if len(chosen) == 1 else 's'}"

        def answered(yes: bool | None) -> None:
            if yes and self._try(lambda: self.session.bulk(chosen, verdict)):
                self._refilter(at=self.queue.current)
                self.queue.to_next_pending()
                self._say(f"{words.VERDICT_WORDS[verdict].capitalize()}: {count}. u takes it back.")

        question = f"{verdict.capitalize()} {count}?"
        self.app.push_screen(Confirm(question, sample([item.title for item in chosen]), note), answered)

    def action_undo(self) -> None:
        self._travel(self.session.undo, "Nothing to undo.")

    def action_redo(self) -> None:
        self._travel(self.session.redo, "Nothing to redo.")

    def _travel(self, step: Callable[[], list[Item]], nothing: str) -> None:
        touched: list[Item] = []
        if not self._try(lambda: touched.extend(step())):
            return
        if not touched:
            self._say(nothing)
        self._refilter(at=touched[0] if touched else None)

    def action_write(self) -> None:
        self.post_message(self.Write())

    def action_leave(self) -> None:
        item = self.queue.current
        if item is not None:
            self._try(lambda: self.session.leave_at(item))
        self.post_message(self.Leave())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """None dims a key that does nothing now."""
        if action == "undo":
            return True if self.session.can_undo() else None
        if action == "redo":
            return True if self.session.can_redo() else None
        if action == "bulk":
            return True if self.filter.narrows and self.queue.rows else None
        if action in ("decide", "edit", "edit_outside", "retype", "relayer", "merge", "split", "evidence"):
            return True if self.is_mounted and self.queue.current else None
        return True
