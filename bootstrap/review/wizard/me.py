"""Which addresses are the person's own: everything about them is told by these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bootstrap.review.dialogs import Ask
from bootstrap.review.text import one_line
from bootstrap.review.wizard.page import Page
from bootstrap.review.wizard.steps import Address
from bootstrap.review.wizard.ticklist import LIST, Tick, TickList

EMPTY = "None known yet. Press + to add yours, or go on: what your sent mail proves is asked about later."


class Me(Page):
    PLACE = 2
    HEADING = "Which addresses are yours?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,i", "add", "add an address", key_display="+", group=LIST),
    ]

    def body(self) -> Iterable[Widget]:
        yield TickList()
        yield Static(classes="detail")

    def on_mount(self) -> None:
        self.query_one(TickList).focus()
        self._show()
        self.background(self.steps.owner_addresses, self._found)

    def _found(self, addresses: Iterable[Address]) -> None:
        self.journey.known(list(addresses))
        self._show()

    def _show(self) -> None:
        mine = self.journey.mine
        ticks = [
            Tick(one.address, one.address, one.why, one.address in mine)
            for one in self.journey.addresses.values()
        ]
        self.query_one(TickList).show(ticks)
        self.say(f"{len(mine)} yours. Enter goes on." if ticks else EMPTY)

    @on(TickList.Moved)
    def _moved(self, event: TickList.Moved) -> None:
        one = self.journey.addresses[event.key]
        line = Content.styled(one_line(f"{one.address}: {one.why}"), "$quiet")
        self.query_one(".detail", Static).update(line)

    @on(TickList.Toggled)
    def _toggled(self, event: TickList.Toggled) -> None:
        self.journey.mine ^= {event.key}
        self._show()

    def action_add(self) -> None:
        def answered(typed: str | None) -> None:
            address = (typed or "").strip().lower()
            if not address:
                return
            if "@" not in address.strip("@") or " " in address:
                self.say("That is no mail address.", care=True)
                return
            self.journey.known([Address(address, "you said so")])
            self.journey.mine.add(address)
            self._show()

        self.app.push_screen(
            Ask("Add one of your addresses", Content("Old ones and aliases too."), "you@work.example"),
            answered,
        )

    def action_next(self) -> None:
        read = bool(self.journey.read) and not self.journey.must_read
        self.post_message(self.Go(self.PLACE + (2 if read else 1)))
