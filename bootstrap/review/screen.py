"""The review screen: queue, memory and evidence in view at once; one key, one answer, the next comes.

Evidence stands before opinion: why day1 proposes a memory and how sure it is come last, and the queue
shows neither.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Static

from bootstrap.errors import Day1Error, ReviewError
from bootstrap.model import GLOBAL, Verdict
from bootstrap.review import contents, editing, filters, words
from bootstrap.review.dialogs import Ask, Choose, Confirm, sample
from bootstrap.review.edit_screen import EditScreen
from bootstrap.review.evidence_screen import EvidenceScreen
from bootstrap.review.item import Item
from bootstrap.review.keyline import KeyLine
from bootstrap.review.keys import FILTER_KEYS, KEYS
from bootstrap.review.pane import Pane
from bootstrap.review.progress import ProgressLine
from bootstrap.review.queue import Queue, Row, grouped
from bootstrap.review.seams import Desk
from bootstrap.review.text import one_line

ANY = "*"


class FilterLine(Input):
    """Where the filter is typed."""

    BINDINGS: ClassVar[list[BindingType]] = FILTER_KEYS


class ReviewScreen(Screen[None]):
    """One review. Posts ``Write`` and ``Leave``; what follows is the app's affair."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    class Write(Message):
        """The person wants to write what is approved."""

    class Leave(Message):
        """The person leaves; everything is saved."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.session = desk.session
        self.filter = filters.Filter()
        self._grouped = False
        self._whole = False
        self._blocked = 0

    def compose(self) -> ComposeResult:
        yield ProgressLine(id="progress")
        yield FilterLine(
            placeholder="words  type:project  source:mail  confidence:80  is:pending",
            id="filter",
            compact=True,
        )
        with Horizontal(id="body"):
            yield Queue(id="queue")
            with Vertical(id="panes"):
                with Vertical(id="memory", classes="pane"):
                    yield Static(classes="heading")
                    yield Pane(id="memory-text")
                with Vertical(id="evidence", classes="pane"):
                    yield Static(classes="heading")
                    yield Pane(id="evidence-text")
        yield KeyLine()

    def on_mount(self) -> None:
        gc.freeze()  # the candidates stay; walking through 10,000 of them would stop the screen for 80 ms
        self.queue.focus()
        self._refilter(at=self.session.resume())

    @property
    def queue(self) -> Queue:
        return self.query_one(Queue)

    # ---- showing

    def _refilter(self, at: Item | None = None) -> None:
        items = self.session.visible(self.filter)
        self._blocked = sum(bool(item.blocked) and item.verdict is None for item in self.session.items)
        rows: list[Row] = grouped(items) if self._grouped else [*items]
        self.queue.show(rows, at or self.queue.current)
        self._tally()

    def _tally(self) -> None:
        shown = len(self.queue.shown) if self.filter.narrows else 0
        self.query_one(ProgressLine).show(self.session, self._blocked, str(self.filter), shown)
        self.refresh_bindings()

    @on(Queue.Moved)
    def _moved(self, event: Queue.Moved) -> None:
        self._show(event.item)

    def _show(self, item: Item | None) -> None:
        memory, evidence = self.query("#panes .heading").results(Static)
        if item is None:
            memory.update(Content.styled("Nothing here", "bold"), layout=False)
            evidence.update(Content(), layout=False)
            self.query_one("#memory-text", Pane).show(self._empty())
            self.query_one("#evidence-text", Pane).show(Content())
            return
        found = words.ordered(item, self.session.evidence(item))
        memory.update(
            Content.from_markup(
                "[bold $lead]$kind[/]  [$quiet]$state[/]",
                kind=one_line(words.kind(item)),
                state=words.state(item),
            ),
            layout=False,
        )
        count = f"{words.EVIDENCE[item.candidate.change]} · {len(found) or 'none'}"
        evidence.update(Content.styled(count, "bold $lead"), layout=False)
        self.query_one("#memory-text", Pane).show(contents.memory(item, self._whole))
        self.query_one("#evidence-text", Pane).show(contents.evidence(item, found, self.desk.context))

    def _empty(self) -> Content:
        if not self.session.items:
            return Content("There is nothing to review: nothing was found that is worth remembering.")
        if self.filter.pending and not self.session.count(None):
            return Content("Everything is decided. w shows the files and writes them; esc shows all again.")
        return Content("Nothing matches the filter. esc shows all again.")

    def _say(self, line: str) -> None:
        self.app.notify(one_line(line), markup=False, timeout=4)

    def _try(self, answer: Callable[[], object]) -> bool:
        """Run one answer; what stands against it is said, not raised."""
        try:
            answer()
        except Day1Error as error:
            self._say(f"{error} {error.hint}".strip())
            return False
        return True

    # ---- deciding

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
        name = editing.parse(item.text).name if item.edited else item.candidate.name
        body = Content.assemble(
            (reasons, "$care"), "\n\nTo approve it all the same, type its name: ", (one_line(name), "bold")
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

    # ---- changing

    def _changed(self, item: Item) -> None:
        self._refilter(at=item)

    def action_edit(self) -> None:
        item = self.queue.current
        if item is not None:
            self._edit_here(item, item.text)

    def _edit_here(self, item: Item, text: str, notice: str = "") -> None:
        def keep(text: str, _: int) -> None:
            self.session.edit(item, text)

        def left(kept: bool | None) -> None:
            if kept:
                self._changed(item)

        self.app.push_screen(EditScreen(f"Edit: {item.title}", text, keep, notice=notice), left)

    def action_edit_outside(self) -> None:
        item = self.queue.current
        if item is None:
            return
        try:
            with self.app.suspend():
                text = self.desk.edit(item.text)
        except SuspendNotSupported:
            self._say("An editor can't be opened from here; e edits in place.")
            return
        except Day1Error as error:
            self._say(f"{error} {error.hint}".strip())
            return
        try:
            self.session.edit(item, text)
        except ReviewError as error:  # the person's words are not thrown away
            self._edit_here(item, text, f"{error} {error.hint}".strip())
        else:
            self._changed(item)

    def action_retype(self) -> None:
        item = self.queue.current
        if item is None:
            return

        def chosen(name: str | None) -> None:
            match = next((one for one in filters.TYPES if one == name), None)
            if match and match != item.type and self._try(lambda: self.session.retype(item, match)):
                self._changed(item)

        self.app.push_screen(
            Choose("Which type of memory is it?", [(name, name) for name in filters.TYPES], item.type), chosen
        )

    def action_relayer(self) -> None:
        item = self.queue.current
        if item is None:
            return

        def chosen(layer: str | None) -> None:
            if layer and layer != item.layer and self._try(lambda: self.session.relayer(item, layer)):
                self._changed(item)

        choices = [
            (layer, "everywhere" if layer == GLOBAL else f"in {layer}") for layer in self.session.layers()
        ]
        self.app.push_screen(Choose("Where does it belong?", choices, item.layer), chosen)

    def action_merge(self) -> None:
        item, marked = self.queue.current, self.queue.marked
        if item is None:
            return
        if marked is None or marked is item:
            self.queue.marked = None if marked else item
            self.queue.refresh()
            if self.queue.marked:
                self._say("Marked. Move to the one to merge into it and press m; esc lets go.")
            return
        self.queue.marked = None
        if self._try(lambda: self.session.merge(marked, item)):
            self._changed(marked)

    def action_split(self) -> None:
        item = self.queue.current
        if item is None:
            return

        def keep(text: str, line: int) -> None:
            self.session.split(item, editing.body_line(text, line))

        def left(kept: bool | None) -> None:
            if kept:
                self._changed(item)

        title = "Split: put the cursor on the line where the second memory begins"
        self.app.push_screen(EditScreen(title, item.text, keep, only_cursor=True), left)

    # ---- looking closer

    def action_evidence(self) -> None:
        item = self.queue.current
        if item is None:
            return
        found = words.ordered(item, self.session.evidence(item))
        if found:
            self.app.push_screen(EvidenceScreen(item.title, found, self.desk.context, self.desk.open_link))

    def action_open_link(self) -> None:
        item = self.queue.current
        for one in words.ordered(item, self.session.evidence(item)) if item else ():
            context = self.desk.context(one.uri)
            if context and context.address:
                self.desk.open_link(context.address)
                self._say(f"Opened {context.address}")
                return
        self._say("This evidence has no link.")

    def action_toggle_whole(self) -> None:
        self._whole = not self._whole
        self._show(self.queue.current)

    # ---- showing a part

    def _filter_by(self, chosen: filters.Filter) -> None:
        self.filter = chosen
        self._refilter()

    def action_pending(self) -> None:
        self._filter_by(replace(self.filter, pending=not self.filter.pending))

    def action_blocked(self) -> None:
        self._filter_by(replace(self.filter, blocked=not self.filter.blocked))

    def action_below(self) -> None:
        self._filter_by(replace(self.filter, below=not self.filter.below))

    def action_type(self, name: str) -> None:
        chosen = frozenset(one for one in filters.TYPES if one == name)
        self._filter_by(replace(self.filter, types=frozenset() if self.filter.types == chosen else chosen))

    def action_source(self) -> None:
        def chosen(source: str | None) -> None:
            if source:
                self._filter_by(replace(self.filter, source="" if source == ANY else source))

        choices = [(ANY, "all sources"), *((source, source) for source in self.session.sources())]
        self.app.push_screen(Choose("From which source?", choices, self.filter.source), chosen)

    def action_alike(self) -> None:
        item = self.queue.current
        family = item.family if item and self.filter.family is None else None
        self._filter_by(replace(self.filter, family=family))

    def action_group(self) -> None:
        self._grouped = not self._grouped
        self._refilter()

    def action_filter(self) -> None:
        line = self.query_one("#filter", Input)
        line.value = str(self.filter)
        line.add_class("-open")
        line.focus()

    @on(Input.Changed, "#filter")
    def _typed(self, event: Input.Changed) -> None:
        chosen = filters.parse(event.value)
        if "is:alike" in event.value.split():
            chosen = replace(filters.parse(event.value.replace("is:alike", "")), family=self.filter.family)
        self._filter_by(chosen)

    @on(Input.Submitted, "#filter")
    def _submitted(self) -> None:
        self.query_one("#filter", Input).remove_class("-open")
        self.queue.focus()

    def action_home(self) -> None:
        """Let go of a mark, else of the filter; the queue has the focus."""
        self.query_one("#filter", Input).remove_class("-open")
        self.queue.focus()
        if self.queue.marked:
            self.queue.marked = None
            self.queue.refresh()
        else:
            self._filter_by(filters.Filter())

    # ---- leaving

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
