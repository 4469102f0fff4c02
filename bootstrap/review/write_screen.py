"""The only step that touches the memory directory: exact files and diffs first, then the write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from bootstrap.errors import Day1Error
from bootstrap.review.keyline import KeyLine
from bootstrap.review.pane import Pane
from bootstrap.review.seams import Desk, WritePlan, WriteReceipt
from bootstrap.review.text import one_line, visible
from bootstrap.review.words import files

DIFF = 1_000_000
"""Characters of the whole difference that are shown."""
SIGNS = {"+": "$good", "-": "$bad", "@": "$lead"}


class WriteScreen(Screen[bool]):
    """Shows the plan, writes on request. Posts ``Written`` when it is done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w,enter", "write", "write these files", id="review.write"),
        Binding("escape,q", "leave", "back to the review"),
    ]

    class Written(Message):
        """Everything is on disk."""

        def __init__(self, receipt: WriteReceipt) -> None:
            super().__init__()
            self.receipt = receipt

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._plan: WritePlan | None = None
        self._writing = False

    def compose(self) -> ComposeResult:
        yield Static(Content("Working out what would be written …"), classes="heading")
        yield Pane()
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(Pane).focus()
        self._work_out()

    @work(thread=True, exclusive=True)
    def _work_out(self) -> None:
        try:
            plan = self._desk.plan()
            shown = planned(plan, self._desk.session.summary().lines())
        except Day1Error as error:
            self.app.call_from_thread(self._refused, error)
        else:
            self.app.call_from_thread(self._show, plan, shown)

    def _show(self, plan: WritePlan, shown: Content) -> None:
        if not self.is_attached:
            return  # the person went back meanwhile
        count = len(plan.paths)
        self._plan = plan if count else None
        said = f"{files(count)} to be written" if count else "Nothing to write yet"
        self._head(said)
        self.query_one(Pane).show(shown)
        self.refresh_bindings()

    def _refused(self, error: Day1Error) -> None:
        if not self.is_attached:
            return
        self._writing = False
        self._head("Not written: the memories are as they were")
        self.query_one(Pane).show(Content.styled(visible(f"! {error}\n  {error.hint}"), "$care"))
        self.refresh_bindings()

    def _head(self, line: str) -> None:
        self.query_one(".heading", Static).update(Content.styled(line, "bold"))

    def action_write(self) -> None:
        self._writing = True
        self._head("Writing …")
        self.refresh_bindings()
        self._write()

    @work(thread=True, exclusive=True)
    def _write(self) -> None:
        try:
            receipt = self._desk.write()
        except Day1Error as error:
            self.app.call_from_thread(self._refused, error)
        else:
            self.app.call_from_thread(self.post_message, self.Written(receipt))

    def action_leave(self) -> None:
        if not self._writing:
            self.dismiss(False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "write":
            return True if self._plan and not self._writing else None
        return True


def planned(plan: WritePlan, summary: Sequence[str]) -> Content:
    """What the review came to, the file list, then the diff with its signs coloured."""
    lines = [Content.styled(line, "$quiet") for line in summary]
    lines += [
        Content.styled(f"! {one_line(one.name)} is left alone: {one_line(one.reason)}", "$care")
        for one in plan.held
    ]
    lines.append(Content())
    if not plan.paths:
        lines.append(
            Content("No memory is approved that is not written yet. Press a on those that are right.")
        )
        return Content("\n").join(lines)
    lines += [Content.styled(f"  {one_line(path)}", "bold") for path in plan.paths]
    lines.append(Content())
    lines += [
        Content.styled(line, SIGNS.get(line[:1], "")) for line in visible(plan.diff(), DIFF).split("\n")
    ]
    return Content("\n").join(lines)
