"""What may be read: found in the usual places or named by the person, each with its size and a tick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bootstrap.review.dialogs import Ask
from bootstrap.review.text import one_line
from bootstrap.review.wizard.page import Page
from bootstrap.review.wizard.steps import Found
from bootstrap.review.wizard.ticklist import LIST, Tick, TickList

HELP = """\
The path of a file or folder: a Takeout zip, a mailbox, a calendar, a Slack export, a repository, \
documents. Or google, microsoft, slack or github for a live account."""
EMPTY = "Nothing was found in the usual places. Press + and type the path of an export or a folder."
UNITS = ("B", "kB", "MB", "GB", "TB")


def size(count: int) -> str:
    """``1.4 GB``; empty for 0, which is unknown."""
    amount, unit = float(count), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.1f} {UNITS[unit]}" if unit else (f"{count} B" if count else "")


class Sources(Page):
    PLACE = 1
    HEADING = "What may be read?"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,i", "add", "add a path", key_display="+", group=LIST),
        Binding("a", "all", "all or none", group=LIST),
        Binding("r", "discover", "look again", show=False, tooltip="Look again", group=LIST),
    ]

    def body(self) -> Iterable[Widget]:
        yield TickList()
        yield Static(classes="detail")

    def on_mount(self) -> None:
        self.query_one(TickList).focus()
        if self.journey.found is None:
            self.action_discover()
        else:
            self._show()

    def action_discover(self) -> None:
        self.say("Looking in the usual places; nothing is read …")
        self.background(self.steps.discover, self._discovered)

    def _discovered(self, found: Sequence[Found]) -> None:
        self.journey.discovered(found)
        self._show()

    def _show(self) -> None:
        found = list((self.journey.found or {}).values())
        self.query_one(TickList).show([_tick(one, one.label in self.journey.ticked) for one in found])
        if not found:
            self.say(EMPTY, care=True)
        elif not self.journey.ticked:
            self.say("Nothing is ticked yet: space ticks a line.")
        else:
            total = size(self.journey.size)
            count = len(self.journey.ticked)
            self.say(f"{count} ticked" + (f", {total} to read" if total else "") + ". Enter goes on.")
        self.refresh_bindings()

    @on(TickList.Moved)
    def _moved(self, event: TickList.Moved) -> None:
        source = (self.journey.found or {})[event.key]
        said = f"{_title(source)}: {_sentence(source)}"
        self.query_one(".detail", Static).update(Content.styled(one_line(said), "$quiet"))

    @on(TickList.Toggled)
    def _toggled(self, event: TickList.Toggled) -> None:
        if self.journey.toggle(event.key):
            self._show()
        else:
            source = (self.journey.found or {})[event.key]
            self.say(f"{_title(source)} can't be ticked yet. {source.hint}".strip(), care=True)

    def action_all(self) -> None:
        readable = self.journey.readable()
        self.journey.ticked = set() if self.journey.ticked == readable else readable
        self._show()

    def action_add(self) -> None:
        def answered(place: str | None) -> None:
            if place and place.strip():
                self.say("Looking …")
                self.background(lambda: self.steps.look(place.strip()), self._added)

        self.app.push_screen(Ask("Add a source", Content(HELP), "~/Downloads/takeout-001.zip"), answered)

    def _added(self, found: Sequence[Found]) -> None:
        self.journey.discovered(found)
        self.journey.ticked |= {one.label for one in found} & self.journey.readable()
        self._show()
        for one in found:
            if one.state == "refused":
                self.say(f"{one.label}: {_sentence(one)}", care=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next":
            return True if self.journey.ticked else None
        return super().check_action(action, parameters)


def _tick(one: Found, ticked: bool) -> Tick:
    return Tick(one.label, _title(one), _detail(one), ticked, one.state != "refused")


def _title(one: Found) -> str:
    return one.label.removeprefix(f"{one.kind}:")


def _detail(one: Found) -> str:
    state = {"ready": "", "refused": "" if one.live else "not now: ", "unknown": "not sure: "}[one.state]
    kind = "live" if one.live else one.kind
    return " · ".join(part for part in (kind, size(one.size), f"{state}{one.detail}") if part)


def _sentence(one: Found) -> str:
    return f"{_detail(one).rstrip('.')}. {one.hint}".strip()
