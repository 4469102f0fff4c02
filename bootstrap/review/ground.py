"""The ground of the review screen: queue, memory and evidence in view at once, and what they show.

Evidence stands before opinion: why day1 proposes a memory and how sure it is come last, and the queue
shows neither.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from bootstrap.errors import Day1Error
from bootstrap.review import contents, filters, words
from bootstrap.review.item import Item
from bootstrap.review.keyline import KeyLine
from bootstrap.review.keys import FILTER_KEYS
from bootstrap.review.pane import Pane
from bootstrap.review.progress import ProgressLine
from bootstrap.review.queue import Queue, Row, grouped
from bootstrap.review.seams import Desk
from bootstrap.review.text import one_line


class FilterLine(Input):
    """Where the filter is typed."""

    BINDINGS: ClassVar[list[BindingType]] = FILTER_KEYS


class Ground(Screen[None]):
    """Shows a session through a filter; what can be done with it is in the classes built on this one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.session = desk.session
        self.context = lru_cache(maxsize=64)(desk.context)  # pieces of evidence often share a record
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
        self.query_one("#evidence-text", Pane).show(contents.evidence(item, found, self.context))

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
