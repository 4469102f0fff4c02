"""What day1 reads, what leaves the machine, and where things are kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from bootstrap.review.contents import markdown
from bootstrap.review.pane import Pane
from bootstrap.review.text import one_line
from bootstrap.review.wizard.journey import PAGES, Journey
from bootstrap.review.wizard.page import PAGE, Page
from bootstrap.review.wizard.steps import Steps

TEXT = """\
day1 gives your AI agent a memory of you: who you are, your projects, \
your people, where things are.

## What is read
Only what you tick on the next page, once, and read-only. Nothing is read before you say so.

## What leaves this machine
Nothing. Unless you choose a model later: then a table shows what it would get, and asks.

## What is written
Only the memories you approve, one by one, each with the evidence it stands on.
`day1 undo` takes them back; `day1 forget` deletes all that was read."""


def _plain(text: str) -> Content:
    """Headings as headings: this is no memory file, whose marks are shown to the letter."""
    lines = (
        Content.styled(x[3:], "bold $lead") if x.startswith("## ") else markdown(x) for x in text.split("\n")
    )
    return Content("\n").join(lines)


class Welcome(Page):
    PLACE = 0
    HEADING = "Welcome"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", "on with the review", tooltip="Go on with the review", group=PAGE),
    ]

    def __init__(self, steps: Steps, journey: Journey) -> None:
        super().__init__(steps, journey)
        self._before = steps.before()

    def body(self) -> Iterable[Widget]:
        yield Pane()

    def on_mount(self) -> None:
        pane = self.query_one(Pane)
        pane.show(self._text())
        pane.focus()

    def _text(self) -> Content:
        where = Content.assemble(("Memories go to ", "$quiet"), one_line(str(self.steps.memories())))
        parts = [_plain(TEXT), Content(), where]
        if self._before:
            waiting = self._before.pending
            said = f"{waiting} of them wait for your answer" if waiting else "all of them are decided"
            line = f"You were here before: {self._before.candidates} memories were proposed, {said}. r goes on there."
            parts = [Content.styled(line, "bold $accent"), Content(), *parts]
        return Content("\n").join(parts)

    def action_review(self) -> None:
        self.post_message(self.Go(PAGES.index("Review")))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "review":
            return self._before is not None
        return super().check_action(action, parameters)
