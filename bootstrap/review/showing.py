"""Keys that look closer or show a part; none of them answers anything."""

from __future__ import annotations

from dataclasses import replace

from textual import on
from textual.widgets import Input

from bootstrap.review import filters, words
from bootstrap.review.dialogs import Choose
from bootstrap.review.evidence_screen import EvidenceScreen
from bootstrap.review.ground import Ground

ANY = "*"


class Showing(Ground):
    """Evidence in full, its link, diff or text; filters, each a key of its own or typed as words."""

    def action_evidence(self) -> None:
        item = self.queue.current
        if item is None:
            return
        found = words.ordered(item, self.session.evidence(item))
        if found:
            self.app.push_screen(EvidenceScreen(item.title, found, self.context, self.desk.open_link))

    def action_open_link(self) -> None:
        item = self.queue.current
        for one in words.ordered(item, self.session.evidence(item)) if item else ():
            context = self.context(one.uri)
            if context and context.address:
                self.desk.open_link(context.address)
                self._say(f"Opened {context.address}")
                return
        self._say("This evidence has no link.")

    def action_toggle_whole(self) -> None:
        self._whole = not self._whole
        self._show(self.queue.current)

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
