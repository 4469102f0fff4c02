"""The line of keys at the bottom: generated from the bindings, never wider than the screen."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

GAP = 2
KEYCAPS = "⏎"
ALWAYS = ("day1.help", "review.write", "page.next")


@dataclass(frozen=True, slots=True)
class Entry:
    """One key as shown; ``key`` is Textual's name of it."""

    key: str
    display: str
    description: str
    enabled: bool
    always: bool

    @property
    def width(self) -> int:
        return len(self.display) + 1 + len(self.description) + GAP


class KeyLine(Widget):
    """As many shown bindings as fit, in their order; help and going on always fit. Keys can be clicked."""

    DEFAULT_CSS = "KeyLine { height: 1; padding: 0 1; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[object]) -> None:
        self.refresh()

    def entries(self) -> list[Entry]:
        """What fits, in the order of the bindings."""
        typing = isinstance(self.screen.focused, Input | TextArea)
        found: dict[str, Entry] = {}
        for _, binding, enabled, _ in self.screen.active_bindings.values():
            if binding.show and binding.action not in found:
                display = self.app.get_key_display(binding)
                if typing and len(display) == 1 and display.isprintable() and display not in KEYCAPS:
                    continue  # it would be typed
                entry = Entry(binding.key, display, binding.description, enabled, binding.id in ALWAYS)
                found[binding.action] = entry
        room = self.content_size.width + GAP - sum(entry.width for entry in found.values() if entry.always)
        kept = []
        for entry in found.values():
            if not entry.always:
                room -= entry.width
            if entry.always or room >= 0:
                kept.append(entry)
        return kept

    def render(self) -> Content:
        return Content(" " * GAP).join([_content(entry) for entry in self.entries()])

    def on_click(self, event: events.Click) -> None:
        start = 1
        for entry in self.entries():
            if start <= event.x < start + entry.width - GAP:
                self.app.simulate_key(entry.key)
            start += entry.width


def _content(entry: Entry) -> Content:
    if not entry.enabled:
        return Content.styled(f"{entry.display} {entry.description}", "$quiet dim")
    return Content.from_markup("[bold $accent]$key[/] $words", key=entry.display, words=entry.description)
