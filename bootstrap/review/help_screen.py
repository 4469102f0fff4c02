"""All keys of the screen below, generated from its bindings."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from bootstrap.review.keyline import KeyLine
from bootstrap.review.keys import MOVE
from bootstrap.review.pane import Pane

ELSEWHERE = "Everywhere"
KEY_WIDTH = 18


def sections(screen: Screen[object]) -> dict[str, list[tuple[str, str]]]:
    """Group -> (keys, description) of everything that can be pressed now, the screen's own groups first."""
    keys: dict[tuple[str, str], list[str]] = {}
    places: dict[tuple[str, str], str] = {}
    own: list[Binding] = []
    others: list[Binding] = []
    for node, binding, _, _ in screen.active_bindings.values():
        (own if node is screen else others).append(binding)
    for binding in [*own, *others]:
        if binding.system and not binding.description:
            continue
        about = binding.tooltip or binding.description
        entry = (binding.action, about[:1].upper() + about[1:])
        keys.setdefault(entry, []).append(screen.app.get_key_display(binding))
        places.setdefault(entry, binding.group.description if binding.group else ELSEWHERE)
    found: dict[str, list[tuple[str, str]]] = {}
    for entry, pressed in keys.items():
        shown = sorted(dict.fromkeys(pressed), key=lambda key: (len(key), not key.isascii()))
        found.setdefault(places[entry], []).append((" ".join(shown), entry[1]))
    return found


class HelpScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "leave", "go back", key_display="esc"),
    ]

    def __init__(self, found: dict[str, list[tuple[str, str]]], note: str = "") -> None:
        super().__init__()
        self._found, self._note = found, note

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(Content.styled("Keys", "bold"), classes="heading")
            yield Pane()
            yield KeyLine()

    def on_mount(self) -> None:
        pane = self.query_one(Pane)
        pane.show(listed(self._found, self._note))
        pane.focus()

    def action_leave(self) -> None:
        self.dismiss(None)


def listed(found: dict[str, list[tuple[str, str]]], note: str) -> Content:
    lines = [Content(note), Content()] if note else []
    order = sorted(found, key=lambda group: group in (MOVE.description, ELSEWHERE))
    for group in order:
        lines.append(Content.styled(group, "bold $lead"))
        for keys, description in found[group]:
            lines.append(Content.assemble((f"  {keys:<{KEY_WIDTH}}", "bold $accent"), description))
        lines.append(Content())
    return Content("\n").join(lines)
