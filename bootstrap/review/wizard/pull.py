"""Reading the ticked sources: how far each is, and in the end what of it was kept and what not."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from bootstrap.errors import Day1Error
from bootstrap.review.pane import Pane
from bootstrap.review.text import one_line
from bootstrap.review.wizard.journey import Journey
from bootstrap.review.wizard.page import PAGE, RATE, Page
from bootstrap.review.wizard.steps import Address, Coverage, Progress, Steps
from connectors.base import ConnectorError

BAR = 20


class Pull(Page):
    PLACE = 3
    HEADING = "Reading"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "again", "read again", group=PAGE),
    ]

    def __init__(self, steps: Steps, journey: Journey) -> None:
        super().__init__(steps, journey)
        self._progress: dict[str, Progress] = {}
        self._new: list[Address] = []
        self._stop = threading.Event()
        self._reading = False

    def body(self) -> Iterable[Widget]:
        yield Pane()

    def on_mount(self) -> None:
        self.query_one(Pane).focus()
        self.set_interval(RATE, self._draw)
        if self.journey.must_read:
            self.action_again()
        else:
            self._show()

    def on_unmount(self) -> None:
        self._stop.set()

    def action_again(self) -> None:
        self._reading = True
        self._stop.clear()
        self._progress = {label: Progress(label, 0) for label in self.journey.chosen}
        self.say("Esc stops; what was read until then is kept.")
        self.refresh_bindings()
        self._draw()
        self.background(self._pull, self._done)

    def _pull(self) -> tuple[Sequence[Coverage], Sequence[Address]]:
        covered = self.steps.pull(self.journey.chosen, self._note, self._stop.is_set)
        return covered, self.steps.owner_addresses()

    def _note(self, progress: Progress) -> None:
        self._progress[progress.label] = progress  # drawn at the next tick

    def _draw(self) -> None:
        if self._reading:
            self.query_one(Pane).show(
                Content("\n").join([_bar(one) for one in list(self._progress.values())])
            )

    def _done(self, got: tuple[Sequence[Coverage], Sequence[Address]]) -> None:
        covered, addresses = got
        self._reading = False
        self.journey.coverage = covered
        self.journey.read = frozenset(self.journey.ticked)
        self._new = self.journey.known(addresses)
        self._show()

    def refused(self, error: Day1Error | ConnectorError) -> None:
        self._reading = False
        self.journey.read = frozenset()
        self.query_one(Pane).show(Content("Nothing could be read."))
        super().refused(error)
        self.refresh_bindings()

    def _show(self) -> None:
        self.query_one(Pane).show(table(self.journey.coverage))
        partial = [one for one in self.journey.coverage if one.partial]
        if not self.journey.kept:
            self.say(
                "Nothing was kept: there is nothing to remember in it. Go back and tick more.", care=True
            )
        elif partial:
            self.say(
                "Partial: not everything was read, as said above. r reads again, enter goes on.", care=True
            )
        elif self._new:
            self.say("Read. More addresses look like yours; enter shows them.")
        else:
            self.say("Read. Enter goes on.")
        self.refresh_bindings()

    def action_next(self) -> None:
        new, self._new = self._new, []
        self.post_message(self.Go(self.PLACE + (-1 if new else 1)))

    def action_back(self) -> None:
        if self._reading:
            self._stop.set()
            self.say("Stopping; what was read is kept …")
        else:
            super().action_back()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next":
            return True if not self._reading and self.journey.kept else None
        if action == "again":
            return None if self._reading else True
        return super().check_action(action, parameters)


def _bar(one: Progress) -> Content:
    share = min(1.0, one.done / one.total) if one.total else 0.0
    full = int(BAR * share)
    count = f"{share:4.0%}" if one.total else (f"{one.done:,}" if one.done else "waits")
    name = Content(one_line(one.label)).truncate(34, ellipsis=True, pad=True)
    return Content.assemble(
        name,
        "  ",
        ("━" * full, "$lead"),
        ("╌" * (BAR - full), "$quiet"),
        f" {count}  ",
        (one_line(one.note), "$quiet"),
    )


def table(coverage: Sequence[Coverage]) -> Content:
    """What each source came to, in words; partial ones say what is missing."""
    lines = []
    for one in coverage:
        mark, style = ("~", "$care") if one.partial else ("✓", "$good")
        lines.append(Content.assemble((f"{mark} ", style), (one_line(one.label), "bold")))
        lines.append(Content(f"  {one.kept:,} kept of {one.seen:,} seen"))
        skipped = [f"{count:,} {one_line(reason)}" for reason, count in one.skipped.items() if count]
        if skipped:
            lines.append(Content.styled(f"  left alone: {'; '.join(skipped)}", "$quiet"))
        if one.failed:
            lines.append(Content.styled(f"  ! {one.failed:,} could not be read", "$care"))
        if one.partial:
            lines.append(Content.styled(f"  ! partial: {one_line(one.partial)}", "$care"))
    return Content("\n").join(lines)
