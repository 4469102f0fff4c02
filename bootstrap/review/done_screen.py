"""The end of a review: what was written, and what the review came to."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from bootstrap.review.keyline import KeyLine
from bootstrap.review.pane import Pane
from bootstrap.review.seams import WriteReceipt
from bootstrap.review.summary import Summary
from bootstrap.review.text import one_line
from bootstrap.review.words import files


class DoneScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter", "app.quit", "leave"),
        Binding("escape", "dismiss", "back to the review"),
    ]

    def __init__(self, receipt: WriteReceipt, summary: Summary) -> None:
        super().__init__()
        self._receipt, self._summary = receipt, summary

    def compose(self) -> ComposeResult:
        said = f"Written: {files(len(self._receipt.paths))}"
        yield Static(Content.styled(said, "bold $good"), classes="heading")
        yield Pane()
        yield KeyLine()

    def on_mount(self) -> None:
        pane = self.query_one(Pane)
        pane.show(written(self._receipt, self._summary))
        pane.focus()


def written(receipt: WriteReceipt, summary: Summary) -> Content:
    lines = [Content(line) for line in summary.lines()]
    files = [Content.styled(f"  {one_line(path)}", "$quiet") for path in receipt.paths]
    taken_back = Content.from_markup("[bold]day1 undo $id[/] takes it all back.", id=one_line(receipt.id))
    return Content("\n").join([*lines, Content(), taken_back, Content(), *files])
