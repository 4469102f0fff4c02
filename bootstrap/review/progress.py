"""The line on top: how far the review is, what came of it, and what is shown."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from bootstrap.review.session import Session
from bootstrap.review.text import one_line

BAR = 16


class ProgressLine(Widget):
    DEFAULT_CSS = "ProgressLine { height: 1; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._counts = Content()
        self._bar = Content()

    def show(self, session: Session, blocked: int, chosen: str, shown: int) -> None:
        """``chosen`` is the filter in words, ``shown`` how many it shows (0 for all)."""
        total = session.total
        done = total - session.count(None)
        full = BAR * done // total if total else BAR
        self._bar = Content.assemble(("━" * full, "$lead"), ("╌" * (BAR - full), "$quiet"), "  ")
        said = "all decided" if done == total else f"{done} of {total} decided"
        parts = [
            (f"{said}  ", "bold"),
            (f"✓ {session.count('approve')}", "$good"),
            (f"  ✗ {session.count('reject')}", "$bad"),
            (f"  ~ {session.count('skip')}", "$quiet"),
        ]
        if blocked:
            parts.append((f"  ! {blocked} blocked", "$care"))
        if session.below:
            parts.append((f"  ▾ {session.below} below", "$quiet"))
        if chosen:
            parts.append((f"  {one_line(chosen)}" + (f" ({shown})" if shown else ""), "bold $accent"))
        self._counts = Content.assemble(*parts)
        self.refresh()

    def render(self) -> Content:
        """With the bar where there is room for it."""
        room = self.content_size.width
        whole = self._bar + self._counts
        return (whole if whole.cell_length <= room else self._counts).truncate(room, ellipsis=True)
