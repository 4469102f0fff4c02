"""One piece of evidence in full: the record around the quote, own and quoted text told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from bootstrap.model import Evidence
from bootstrap.review import contents
from bootstrap.review.keyline import KeyLine
from bootstrap.review.pane import Pane
from bootstrap.review.seams import EvidenceContext
from bootstrap.review.text import one_line


class EvidenceScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "turn(1)", "next record"),
        Binding("p,left", "turn(-1)", "previous"),
        Binding("o", "open", "open its link"),
        Binding("escape,enter,q", "leave", "go back"),
    ]

    def __init__(
        self,
        title: str,
        found: Sequence[Evidence],
        context: Callable[[str], EvidenceContext | None],
        open_link: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._title, self._found, self._record, self._open = title, found, context, open_link
        self._place = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(classes="heading")
            yield Pane()
            yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Pane).focus()
        self._show()

    def _show(self) -> None:
        one = self._found[self._place]
        where = f"evidence {self._place + 1} of {len(self._found)}"
        heading = Content.from_markup(
            "[bold]$title[/]  [$quiet]$where[/]", title=one_line(self._title), where=where
        )
        self.query_one(".heading", Static).update(heading)
        self.query_one(Pane).show(contents.record(one, self._record(one.uri)))
        self.refresh_bindings()

    def action_turn(self, by: int) -> None:
        self._place = (self._place + by) % len(self._found)
        self._show()

    def action_open(self) -> None:
        context = self._record(self._found[self._place].uri)
        if context and context.address:
            self._open(context.address)

    def action_leave(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn" and len(self._found) < 2:
            return None
        if action == "open":
            context = self._record(self._found[self._place].uri)
            return True if context and context.address else None
        return True
