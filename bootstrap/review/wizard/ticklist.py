"""A list of things to tick: one line each, drawn where it is on screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bootstrap.review.text import one_line

LIST = Binding.Group("In the list")
TITLE_SHARE = 0.45


@dataclass(frozen=True, slots=True)
class Tick:
    """One line. ``allowed`` False shows ``!``: it can't be ticked, and ``detail`` says why."""

    key: str
    title: str
    detail: str
    on: bool
    allowed: bool = True


class TickList(ScrollView, can_focus=True):
    """Posts ``Toggled`` for the line to be ticked or not; whoever owns the state shows it anew.

    With ``single`` one line is chosen at a time, by moving to it.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"ticklist--cursor", "ticklist--off", "ticklist--refused"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "step(1)", "Next", show=False, group=LIST),
        Binding("k,up", "step(-1)", "Previous", show=False, group=LIST),
        Binding("space,x", "tick", "tick", tooltip="Tick it or not", group=LIST),
    ]

    class Toggled(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Moved(Message):
        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, single: bool = False) -> None:
        super().__init__()
        self.ticks: list[Tick] = []
        self.cursor = 0
        self._single = single

    @property
    def current(self) -> Tick | None:
        return self.ticks[self.cursor] if self.cursor < len(self.ticks) else None

    def show(self, ticks: Sequence[Tick]) -> None:
        self.ticks = list(ticks)
        self.virtual_size = Size(0, len(self.ticks))
        self.cursor = max(0, min(self.cursor, len(self.ticks) - 1))
        self.refresh()
        if self.current:
            self.post_message(self.Moved(self.current.key))

    def action_step(self, by: int) -> None:
        self._go(self.cursor + by)

    def _go(self, place: int) -> None:
        if not self.ticks:
            return
        self.cursor = max(0, min(place, len(self.ticks) - 1))
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True, immediate=True)
        self.refresh()
        self.post_message(self.Moved(self.ticks[self.cursor].key))

    def action_tick(self) -> None:
        if self.current is not None:
            self.post_message(self.Toggled(self.current.key))

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self.ticks):
            self._go(place)
            self.action_tick()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (action == "tick" and self._single)

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place >= len(self.ticks):
            return Strip.blank(width, self.rich_style)
        tick, here = self.ticks[place], place == self.cursor
        tone = "" if tick.on else ("off" if tick.allowed else "refused")
        parts = [f"ticklist--{part}" for part in (tone, "cursor" if here else "") if part]
        style = self.get_visual_style(*parts) if parts else self.visual_style
        drawn = Content(self._line(tick, here, width)).truncate(width, ellipsis=True, pad=True)
        return Strip(drawn.render_segments(style), width)

    def _line(self, tick: Tick, here: bool, width: int) -> str:
        off, on = ("( )", "(•)") if self._single else ("[ ]", "[✓]")
        mark = on if tick.on else (off if tick.allowed else " ! ")
        longest = max(Content(one_line(one.title)).cell_length for one in self.ticks)
        beside = max(Content(one_line(one.detail)).cell_length for one in self.ticks)
        room = min(longest, max(int(width * TITLE_SHARE), width - beside - 8))
        title = Content(one_line(tick.title)).truncate(room, ellipsis=True, pad=True).plain
        return f"{'❯' if here else ' '} {mark} {title}  {one_line(tick.detail)}"
