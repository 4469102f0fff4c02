"""Where one is in the wizard: all steps where there is room, else the number and the name."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from bootstrap.review.wizard.journey import PAGES


class StepBar(Widget):
    DEFAULT_CSS = "StepBar { height: 1; padding: 0 1; dock: top; }"

    def __init__(self, place: int) -> None:
        """``place`` counts from 0."""
        super().__init__()
        self._place = place

    def render(self) -> Content:
        parts = []
        for number, name in enumerate(PAGES):
            mark = "●" if number == self._place else ("✓" if number < self._place else "○")
            style = "bold $accent" if number == self._place else "$quiet"
            parts.append(Content.styled(f"{mark} {name}", style))
        whole = Content.styled("day1   ", "bold $lead") + Content("  ").join(parts)
        if whole.cell_length <= self.content_size.width:
            return whole
        where = f"step {self._place + 1} of {len(PAGES)}: "
        return Content.assemble(
            ("day1   ", "bold $lead"), (where, "$quiet"), (PAGES[self._place], "bold $accent")
        )
