"""Editing a memory where it stands, or saying where it splits in two."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from bootstrap.errors import Day1Error
from bootstrap.review.keyline import KeyLine
from bootstrap.review.text import harmless, one_line


class EditScreen(ModalScreen[bool]):
    """The memory file in a text area. Gives True when ``keep`` took the text.

    ``keep`` gets the text and the cursor's line (from 1); what it raises is shown, and nothing is lost.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f2", "keep", "keep it", priority=True),
        Binding("escape", "leave", "go back", priority=True),
    ]

    def __init__(
        self,
        title: str,
        text: str,
        keep: Callable[[str, int], None],
        only_cursor: bool = False,
        notice: str = "",
    ) -> None:
        super().__init__()
        self._title, self._text, self._keep = title, harmless(text), keep
        self._only_cursor, self._notice = only_cursor, notice
        self._warned = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Content.styled(one_line(self._title), "bold"), classes="heading")
            yield TextArea(
                self._text, read_only=self._only_cursor, soft_wrap=True, tab_behavior="focus", compact=True
            )
            yield Static(classes="notice")
            yield KeyLine()

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.cursor_blink = False
        body = self._text.split("\n---\n", 1)[0].count("\n") + 3
        area.move_cursor((min(body, area.document.line_count - 1), 0))
        area.focus()
        if self._notice:
            self._say(self._notice)

    def action_keep(self) -> None:
        area = self.query_one(TextArea)
        try:
            self._keep(harmless(area.text), area.cursor_location[0] + 1)
        except Day1Error as error:
            self._say(f"{error} {error.hint}".strip())
        else:
            self.dismiss(True)

    def action_leave(self) -> None:
        if self.query_one(TextArea).text != self._text and not self._warned:
            self._warned = True
            self._say("You changed the text: ctrl+s keeps it, escape once more drops your change.")
        else:
            self.dismiss(False)

    def _say(self, line: str) -> None:
        self.query_one(".notice", Static).update(Content.styled(f"! {line}", "$care"))
