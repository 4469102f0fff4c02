"""The wizard as a program: ``day1`` without arguments."""

from __future__ import annotations

from textual import on
from textual.screen import Screen

from bootstrap.errors import Day1Error
from bootstrap.review.screen import ReviewScreen
from bootstrap.review.seams import Desk
from bootstrap.review.shell import Shell
from bootstrap.review.text import one_line
from bootstrap.review.wizard.done import Done
from bootstrap.review.wizard.extractor import Method
from bootstrap.review.wizard.journey import PAGES, Journey
from bootstrap.review.wizard.me import Me
from bootstrap.review.wizard.page import Page
from bootstrap.review.wizard.pull import Pull
from bootstrap.review.wizard.review import ReviewPage, WritePage
from bootstrap.review.wizard.sources import Sources
from bootstrap.review.wizard.steps import Steps
from bootstrap.review.wizard.welcome import Welcome
from bootstrap.review.write_screen import WriteScreen


class Wizard(Shell):
    """One page at a time; each is made anew from the journey, so any can be left and come back to."""

    TITLE = "day1"

    def __init__(self, steps: Steps, light: bool | None = None) -> None:
        super().__init__(light)
        self.steps = steps
        self.journey = Journey()
        self._desk: Desk | None = None
        self._desk_for: object = None

    def on_mount(self) -> None:
        self.push_screen(Welcome(self.steps, self.journey))

    @on(Page.Go)
    def _go(self, event: Page.Go) -> None:
        try:
            self.switch_screen(self._page(event.place))
        except Day1Error as error:
            self.notify(one_line(f"{error} {error.hint}"), markup=False)

    @on(ReviewScreen.Write)
    def _write(self) -> None:
        self.post_message(Page.Go(PAGES.index("Write")))

    @on(WriteScreen.Written)
    def _written(self, event: WriteScreen.Written) -> None:
        self.journey.receipt = event.receipt
        self.post_message(Page.Go(PAGES.index("Done")))

    @on(ReviewScreen.Leave)
    def _leave(self) -> None:
        self.exit(0)

    def _page(self, place: int) -> Screen[None] | Screen[bool]:
        if PAGES[place] == "Review":
            return ReviewPage(self._review())
        if PAGES[place] == "Write":
            return WritePage(self._review())
        pages: dict[int, type[Page]] = {
            page.PLACE: page for page in (Welcome, Sources, Me, Pull, Method, Done)
        }
        return pages[place](self.steps, self.journey)

    def _review(self) -> Desk:
        """The review at hand; a new one when the candidates are new."""
        if self._desk is None or self._desk_for != self.journey.proposed:
            self._desk, self._desk_for = self.steps.desk(), self.journey.proposed
        return self._desk


def run(steps: Steps, light: bool | None = None) -> int:
    """Lead the person from nothing to a seeded directory. Returns the exit code."""
    return Wizard(steps, light).run()
