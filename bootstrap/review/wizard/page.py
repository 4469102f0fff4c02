"""What every page of the wizard has: where one is, a title, going on, going back, work in the background."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from bootstrap.errors import Day1Error
from bootstrap.review.keyline import KeyLine
from bootstrap.review.text import one_line
from bootstrap.review.wizard.journey import Journey
from bootstrap.review.wizard.stepbar import StepBar
from bootstrap.review.wizard.steps import Steps
from bootstrap.review.words import sentence
from connectors.base import ConnectorError

Got = TypeVar("Got")
RATE = 0.15
"""Seconds between two drawings of how far something is; sources may report at any rate."""
PAGE = Binding.Group("Between the pages")


class Page(Screen[None]):
    """One page. Subclasses say their ``PLACE``, ``HEADING`` and ``body``; state lives in the journey."""

    PLACE: ClassVar[int]
    HEADING: ClassVar[str]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "go on", priority=False, id="page.next", group=PAGE),
        Binding("escape,left", "back", "back", id="page.back", group=PAGE),
        Binding("q", "leave", "leave", tooltip="Leave; what is done is kept", id="page.leave", group=PAGE),
    ]

    class Go(Message):
        """Show another page, counted from 0; ``len(PAGES)`` or more ends the wizard."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, steps: Steps, journey: Journey) -> None:
        super().__init__()
        self.steps = steps
        self.journey = journey

    def compose(self) -> ComposeResult:
        yield StepBar(self.PLACE)
        yield Static(Content.styled(self.HEADING, "bold"), classes="heading")
        yield from self.body()
        yield Static(classes="notice")
        yield KeyLine()

    def body(self) -> Iterable[Widget]:
        """The widgets between title and notice."""
        raise NotImplementedError

    def say(self, line: str, care: bool = False) -> None:
        """One line under the page; ``care`` marks it as something to mind."""
        content = Content.styled(f"! {one_line(line)}", "$care") if care else Content(one_line(line))
        self.query_one(".notice", Static).update(content if line else Content())

    def background(self, job: Callable[[], Got], done: Callable[[Got], None]) -> None:
        """Run ``job`` in a thread, then ``done`` here; what a job refuses is said on the page.

        Neither happens when the person has left the page meanwhile.
        """
        self._run(job, done)

    @work(thread=True)
    def _run(self, job: Callable[[], Got], done: Callable[[Got], None]) -> None:
        worker = get_current_worker()
        try:
            got = job()
        except (Day1Error, ConnectorError) as error:
            after: Callable[[], None] = partial(self.refused, error)
        else:
            after = partial(done, got)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._if_here, after)

    def _if_here(self, after: Callable[[], None]) -> None:
        if self.is_attached:
            after()

    def refused(self, error: Day1Error | ConnectorError) -> None:
        """A job could not be done."""
        self.say(f"{sentence(str(error), capital=False)} {sentence(error.hint)}".strip(), care=True)

    def action_next(self) -> None:
        self.post_message(self.Go(self.PLACE + 1))

    def action_back(self) -> None:
        if self.PLACE:
            self.post_message(self.Go(self.PLACE - 1))

    def action_leave(self) -> None:
        self.app.exit(0)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "back":
            return True if self.PLACE else None
        return True
