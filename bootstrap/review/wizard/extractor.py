"""How memories are found: by rules on this machine, or with a model after the consent table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import on
from textual.content import Content
from textual.widget import Widget

from bootstrap.errors import Day1Error
from bootstrap.review.dialogs import Confirm
from bootstrap.review.pane import Pane
from bootstrap.review.text import one_line
from bootstrap.review.wizard.journey import Journey
from bootstrap.review.wizard.page import RATE, Page
from bootstrap.review.wizard.steps import Extractor, Progress, Steps
from bootstrap.review.wizard.ticklist import Tick, TickList
from connectors.base import ConnectorError

NONE_FOUND = (
    "Nothing was found that is worth remembering. That happens with little or one-sided material: "
    "go back and tick more sources, or check which addresses are yours."
)


class Method(Page):
    PLACE = 4
    HEADING = "How should memories be found?"

    def __init__(self, steps: Steps, journey: Journey) -> None:
        super().__init__(steps, journey)
        self._ways: dict[str, Extractor] = {}
        self._busy = False
        self._progress = Progress("", 0)

    def body(self) -> Iterable[Widget]:
        yield TickList(single=True)
        yield Pane()

    def on_mount(self) -> None:
        self.query_one(TickList).focus()
        self.set_interval(RATE, self._draw)
        self.background(self.steps.extractors, self._found)

    def _found(self, ways: Sequence[Extractor]) -> None:
        self._ways = {way.name: way for way in ways}
        if self.journey.extractor not in self._ways and ways:
            self.journey.extractor = ways[0].name
        self.query_one(TickList).cursor = list(self._ways).index(self.journey.extractor) if ways else 0
        self._show()

    def _show(self) -> None:
        chosen = self.journey.extractor
        self.query_one(TickList).show(
            [
                Tick(way.name, way.title, way.missing or way.detail, way.name == chosen, not way.missing)
                for way in self._ways.values()
            ]
        )
        if chosen in self._ways:
            self.query_one(Pane).show(_explained(self._ways[chosen]))
        self.refresh_bindings()

    @on(TickList.Moved)
    @on(TickList.Toggled)
    def _chosen(self, event: TickList.Moved | TickList.Toggled) -> None:
        if not self._busy and event.key != self.journey.extractor:
            self.journey.extractor = event.key
            self.say("")
            self._show()

    def action_next(self) -> None:
        way = self._ways[self.journey.extractor]
        if way.consent and way.name not in self.journey.agreed:
            self._ask(way)
        elif self.journey.must_propose:
            self._propose()
        else:
            self._done(self.journey.candidates)

    def _ask(self, way: Extractor) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self.journey.agreed.add(way.name)
                self.action_next()

        self.app.push_screen(
            Confirm("This leaves your machine. Agree?", _table(way), "Nothing else is sent."), answered
        )

    def _propose(self) -> None:
        self._busy = True
        self._progress = Progress("", 0)
        self._draw()
        self.refresh_bindings()
        me, name = sorted(self.journey.mine), self.journey.extractor
        self.background(lambda: self.steps.propose(me, name, self._note), self._done)

    def _note(self, progress: Progress) -> None:
        self._progress = progress  # drawn at the next tick, whatever the rate

    def _draw(self) -> None:
        if self._busy:
            one = self._progress
            share = f" {one.done / one.total:.0%}" if one.total else ""
            self.say(f"Finding memories … {one.note}{share}")

    def _done(self, candidates: int) -> None:
        self._busy = False
        self.journey.candidates = candidates
        self.journey.proposed = self.journey.question
        if candidates:
            super().action_next()
        else:
            self.say(NONE_FOUND, care=True)
            self.refresh_bindings()

    def refused(self, error: Day1Error | ConnectorError) -> None:
        self._busy = False
        super().refused(error)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next":
            way = self._ways.get(self.journey.extractor)
            return True if way and not way.missing and not self._busy else None
        if action == "back" and self._busy:
            return None
        return super().check_action(action, parameters)


def _explained(way: Extractor) -> Content:
    lines = [Content(one_line(way.detail))]
    if way.missing:
        lines.append(Content.styled(f"! {one_line(way.missing)}", "$care"))
    if way.consent:
        lines += [Content(), Content.styled("Would leave this machine:", "bold $care")]
        lines.append(_table(way))
    else:
        lines += [Content(), Content.styled("Nothing leaves this machine.", "bold $good")]
    return Content("\n").join(lines)


def _table(way: Extractor) -> Content:
    """What leaves, where to, and how much: all of it."""
    rows = []
    for what, where, amount in way.consent:
        rows.append(
            Content.assemble((one_line(what), "bold"), "\n", f"  to {one_line(where)}: {one_line(amount)}")
        )
    return Content("\n").join(rows)
