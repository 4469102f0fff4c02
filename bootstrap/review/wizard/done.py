"""The end: what an agent will see at its start, how large it is, and where else it can go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bootstrap.review.dialogs import Choose
from bootstrap.review.pane import Pane
from bootstrap.review.text import one_line, visible
from bootstrap.review.wizard.page import PAGE, Page
from bootstrap.review.wizard.steps import BootContext, Export
from bootstrap.review.words import files


class Done(Page):
    PLACE = 7
    HEADING = "Done"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "leave", id="page.next", group=PAGE),
        Binding("e", "export", "export to an agent", group=PAGE),
    ]

    def body(self) -> Iterable[Widget]:
        yield Pane()

    def on_mount(self) -> None:
        self.query_one(Pane).focus()
        self.say("Reading the directory as an agent will …")
        self.background(self.steps.boot_context, self._show)

    def _show(self, context: BootContext) -> None:
        receipt = self.journey.receipt
        count = len(receipt.paths) if receipt else 0
        said = f"Done: {files(count)} written" if receipt else "Done"
        self.query_one(".heading", Static).update(Content.styled(said, "bold $good"))
        head = f"This is what your agent gets at its start, {context.tokens:,} tokens:"
        self.query_one(Pane).show(Content.assemble((head, "$quiet"), "\n\n", visible(context.text)))
        undo = f"day1 undo {receipt.id} takes it back. " if receipt else ""
        self.say(f"{undo}In {self.steps.memories()}")

    def action_export(self) -> None:
        self.background(self.steps.exporters, self._choose)

    def _choose(self, exports: Sequence[Export]) -> None:
        if not exports:
            self.say("No other agent was found on this machine.")
            return

        def chosen(name: str | None) -> None:
            if name:
                self.say("Exporting …")
                self.background(lambda: self.steps.export(name), self._exported)

        choices = [(one.name, f"{one.title}: {one.detail}") for one in exports]
        self.app.push_screen(Choose("Export the memories to", choices), chosen)

    def _exported(self, paths: Sequence[str]) -> None:
        names = ", ".join(one_line(path) for path in paths[:3]) + (" …" if len(paths) > 3 else "")
        self.say(
            f"Exported {files(len(paths))}: {names}" if paths else "Nothing to export: all is there already."
        )

    def action_next(self) -> None:
        self.app.exit(0)
