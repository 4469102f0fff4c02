"""The review as a page of the wizard, and the write page behind it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from bootstrap.review.screen import ReviewScreen
from bootstrap.review.wizard.journey import PAGES
from bootstrap.review.wizard.page import PAGE, Page
from bootstrap.review.wizard.stepbar import StepBar
from bootstrap.review.write_screen import WriteScreen


class ReviewPage(ReviewScreen):
    PLACE = PAGES.index("Review")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left_square_bracket", "back", "page back", key_display="[", tooltip="Back to the page before", show=False, group=PAGE),
    ]  # fmt: skip

    def compose(self) -> ComposeResult:
        yield StepBar(self.PLACE)
        yield from super().compose()

    def action_back(self) -> None:
        self.post_message(Page.Go(self.PLACE - 1))


class WritePage(WriteScreen):
    PLACE = PAGES.index("Write")

    def compose(self) -> ComposeResult:
        yield StepBar(self.PLACE)
        yield from super().compose()

    def action_leave(self) -> None:
        self.post_message(Page.Go(self.PLACE - 1))
