"""Small questions over the screen: a bulk answer, a blocked name, a choice of few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from bootstrap.review.keyline import KeyLine
from bootstrap.review.text import one_line

SAMPLE = 6


def sample(titles: Sequence[str]) -> Content:
    """The first few of what a bulk answer is about."""
    shown = [Content(f"  {one_line(title)}").truncate(64, ellipsis=True) for title in titles[:SAMPLE]]
    if len(titles) > SAMPLE:
        shown.append(Content.styled(f"  and {len(titles) - SAMPLE} more", "$quiet"))
    return Content("\n").join(shown)


class Confirm(ModalScreen[bool]):
    """Yes or no, with what it is about in view. There is no default yes: Enter alone does nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "yes"),
        Binding("n,escape", "answer(False)", "no, go back"),
    ]

    def __init__(self, question: str, body: Content, note: str = "") -> None:
        super().__init__()
        self._question, self._body, self._note = question, body, note

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._question, "bold"))
            with VerticalScroll():
                yield Static(self._body)
            if self._note:
                yield Static(Content.styled(self._note, "$quiet"))
            yield KeyLine()

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Ask(ModalScreen[str]):
    """One line of text; Escape gives the empty string."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "done"),
        Binding("escape", "cancel", "go back", priority=True),
    ]

    def __init__(self, title: str, body: Content, placeholder: str = "") -> None:
        super().__init__()
        self._title, self._body, self._placeholder = title, body, placeholder

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._title, "bold"))
            with VerticalScroll():
                yield Static(self._body)
            yield Input(placeholder=self._placeholder, compact=True)
            yield KeyLine()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)

    def action_submit(self) -> None:
        self.dismiss(self.query_one(Input).value)

    def action_cancel(self) -> None:
        self.dismiss("")


class Choose(ModalScreen[str]):
    """One of a few; Escape gives the empty string."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "take it"),
        Binding("j", "down", "next", show=False),
        Binding("k", "up", "previous", show=False),
        Binding("escape", "cancel", "go back"),
    ]

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], present: str = "") -> None:
        """``choices`` are (value, words)."""
        super().__init__()
        self._title, self._choices, self._present = title, choices, present

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(self._title, "bold"))
            yield OptionList(*[Option(Content(one_line(said))) for _, said in self._choices], compact=True)
            yield KeyLine()

    def on_mount(self) -> None:
        values = [value for value, _ in self._choices]
        self._list.highlighted = values.index(self._present) if self._present in values else 0

    @property
    def _list(self) -> OptionList:
        return self.query_one(OptionList)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index][0])

    def action_choose(self) -> None:
        self._list.action_select()

    def action_down(self) -> None:
        self._list.action_cursor_down()

    def action_up(self) -> None:
        self._list.action_cursor_up()

    def action_cancel(self) -> None:
        self.dismiss("")
