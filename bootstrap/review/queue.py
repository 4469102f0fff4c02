"""The queue: one line a candidate, drawn only where it is on screen.

A ``ScrollView`` with the line API, as list widgets restyle or lay out every row at each key (10,000
rows: 60 ms and more, this one about 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from bootstrap.review import words
from bootstrap.review.item import Item
from bootstrap.review.keys import MOVE
from bootstrap.review.text import one_line

Row: TypeAlias = Item | str
"""A candidate, or the heading of a group."""

TONES = {"approve": "approved", "reject": "rejected", "skip": "skipped"}
WIDE_ENOUGH_FOR_TYPE = 46


def grouped(items: Sequence[Item]) -> list[Row]:
    """The items with alike ones together under a heading, groups in the order of their best member."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in items:
        groups.setdefault(item.family, []).append(item)
    rows: list[Row] = []
    for (head, change), members in groups.items():
        rows.append(f"{head} · {words.CHANGES[change]} · {len(members)}")
        rows.extend(members)
    return rows


class Queue(ScrollView, can_focus=True):
    """The candidates that a filter shows. Reads verdicts from the items; copies nothing."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "queue--cursor",
        "queue--heading",
        "queue--approved",
        "queue--rejected",
        "queue--skipped",
        "queue--blocked",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "step(1)", "Next", show=False, id="queue.next", group=MOVE),
        Binding("k,up", "step(-1)", "Previous", show=False, id="queue.previous", group=MOVE),
        Binding("ctrl+d,pagedown", "page(1)", "Page down", show=False, id="queue.page-down", group=MOVE),
        Binding("ctrl+u,pageup", "page(-1)", "Page up", show=False, id="queue.page-up", group=MOVE),
        Binding("g,home", "jump(0)", "First", show=False, id="queue.first", group=MOVE),
        Binding("G,end", "jump(-1)", "Last", show=False, id="queue.last", group=MOVE),
    ]

    class Moved(Message):
        """The cursor stands on another candidate, or on none."""

        def __init__(self, item: Item | None) -> None:
            super().__init__()
            self.item = item

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.rows: list[Row] = []
        self.cursor = 0
        self.marked: Item | None = None

    @property
    def current(self) -> Item | None:
        row = self.rows[self.cursor] if self.cursor < len(self.rows) else None
        return row if isinstance(row, Item) else None

    @property
    def shown(self) -> list[Item]:
        return [row for row in self.rows if isinstance(row, Item)]

    def show(self, rows: list[Row], at: Item | None = None) -> None:
        """Take new rows; the cursor goes to ``at``, else stays near its place."""
        self.rows = rows
        self.virtual_size = Size(0, len(rows))
        self.refresh()
        wanted = next((place for place, row in enumerate(rows) if row is at), None) if at else None
        self._go(min(self.cursor, len(rows) - 1) if wanted is None else wanted)

    def drop_current(self) -> None:
        """Take the current row out; the next one moves up under the cursor."""
        if self.cursor < len(self.rows):
            del self.rows[self.cursor]
            self.virtual_size = Size(0, len(self.rows))
            self.refresh()
            self._go(self.cursor)

    def to_next_pending(self) -> bool:
        """Go on to the next undecided row, round the end if need be. False when there is none."""
        count = len(self.rows)
        self.refresh_line(self.cursor)
        for ahead in range(1, count + 1):
            place = (self.cursor + ahead) % count
            row = self.rows[place]
            if isinstance(row, Item) and row.verdict is None and row.alive:
                self._go(place)
                return True
        return False

    def _go(self, place: int, step: int = 1) -> None:
        """Put the cursor on ``place`` or the next candidate in that direction, headings left out."""
        last = len(self.rows) - 1
        place = max(0, min(place, last))
        while 0 <= place <= last and isinstance(self.rows[place], str):
            place += step
        if not 0 <= place <= last:  # only a heading lies that way
            place = next((at for at, row in enumerate(self.rows) if isinstance(row, Item)), 0)
        before, top = self.cursor, self.scroll_offset.y
        self.cursor = place
        above = 1 if place and isinstance(self.rows[place - 1], str) else 0
        row = Region(0, place - above, 1, 1 + above)
        self.scroll_to_region(row, animate=False, force=True, immediate=True)
        if self.scroll_offset.y == top:
            self.refresh_line(before)
            self.refresh_line(place)
        else:
            self.refresh()
        self.post_message(self.Moved(self.current))

    def action_step(self, by: int) -> None:
        self._go(self.cursor + by, by)

    def action_page(self, by: int) -> None:
        self._go(self.cursor + by * max(1, self.scrollable_content_region.height - 1), by)

    def action_jump(self, to: int) -> None:
        self._go(0) if to == 0 else self._go(len(self.rows) - 1, -1)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y
        if place < len(self.rows):
            self._go(place)

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place >= len(self.rows):
            return Strip.blank(width, self.rich_style)
        row = self.rows[place]
        here = place == self.cursor
        if isinstance(row, str):
            tone, text = "heading", Content(f"  {one_line(row)}")
        else:
            tone = TONES.get(row.verdict or "", "blocked" if row.blocked else "")
            text = Content(self._line(row, here, width))
        parts = [f"queue--{part}" for part in (tone, "cursor" if here else "") if part]
        style = self.get_visual_style(*parts) if parts else self.visual_style
        drawn = text.truncate(width, ellipsis=True, pad=True)
        return Strip(drawn.render_segments(style), width)

    def _line(self, item: Item, here: bool, width: int) -> str:
        bar = "❯" if here else ("◆" if item is self.marked else " ")
        verdict = "!" if item.blocked and item.verdict is None else words.VERDICT_GLYPHS[item.verdict]
        change = words.CHANGE_GLYPHS[item.candidate.change]
        edited = "*" if item.edited else ("▾" if item.candidate.below else " ")
        kind = f"{item.type:<10}" if width >= WIDE_ENOUGH_FOR_TYPE else ""
        return f"{bar} {verdict} {change}{edited}{kind}{one_line(item.title)}"
