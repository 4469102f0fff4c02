"""A pane of text: wrapped once, drawn line by line, so that a new candidate costs no layout."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

SCROLL = Binding.Group("Scrolling a pane")
MARGIN = 1
_INDENT = re.compile(r"[│ ]*([-*+−] +|\d+  )?")


class Pane(ScrollView, can_focus=True):
    """Scrollable text. Takes ``Content`` only: a plain string would be read as markup."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll_down", "Down", show=False, id="pane.down", group=SCROLL),
        Binding("k,up", "scroll_up", "Up", show=False, id="pane.up", group=SCROLL),
        Binding("ctrl+d,pagedown", "page_down", "Page down", show=False, id="pane.page-down", group=SCROLL),
        Binding("ctrl+u,pageup", "page_up", "Page up", show=False, id="pane.page-up", group=SCROLL),
        Binding("g,home", "scroll_home", "Top", show=False, id="pane.top", group=SCROLL),
        Binding("G,end", "scroll_end", "Bottom", show=False, id="pane.bottom", group=SCROLL),
    ]

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._content = Content()
        self._lines: list[Content] = []

    def show(self, content: Content) -> None:
        """Replace the text and go to its top."""
        self._content = content
        self._wrap()
        self.scroll_to(0, 0, animate=False, immediate=True)

    @property
    def text(self) -> str:
        """What is shown, without styles."""
        return self._content.plain

    def on_resize(self, event: events.Resize) -> None:
        self._wrap()

    def _wrap(self) -> None:
        width = self.scrollable_content_region.width - 2 * MARGIN
        self._lines = wrapped(self._content, width) if width > 0 and self._content else []
        self.virtual_size = Size(0, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        if place >= len(self._lines):
            return Strip.blank(width, self.rich_style)
        line = self._lines[place].pad_left(MARGIN).truncate(width, pad=True)
        return Strip(line.render_segments(self.visual_style), width)


def wrapped(content: Content, width: int) -> list[Content]:
    """The lines, each wrapped under its own indent (and behind its bullet)."""
    lines = []
    for line in content.split("\n", allow_blank=True):
        found = _INDENT.match(line.plain)
        indent = min(found.end() if found else 0, width // 2)
        if line.cell_length <= width:
            lines.append(line)
            continue
        first, *rest = line[indent:].wrap(width - indent)
        lines.append(line[:indent] + first)
        lines.extend(part.pad_left(indent) for part in rest)
    return lines
