"""What both apps share: themes, keys for everywhere, a palette made from the bindings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import WorkerFailed

from bootstrap.review.help_screen import HelpScreen, sections
from bootstrap.review.theme import DARK, LIGHT, is_light


class Shell(App[int]):
    CSS_PATH = Path(__file__).with_name("review.tcss")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-broad")]  # noqa: RUF012 - Textual's form
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "keys", "keys", tooltip="These keys", key_display="?", id="day1.help"),
        Binding("ctrl+t", "theme", "light or dark", show=False, tooltip="Light or dark", id="day1.theme"),
    ]

    def __init__(self, light: bool | None = None) -> None:
        """``light`` chooses the theme; None asks the terminal."""
        super().__init__()
        self.failure: Exception | None = None
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        light = is_light(os.environ) if light is None else light
        self.theme = LIGHT.name if light else DARK.name

    def action_keys(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(sections(self.screen)))

    def action_help_quit(self) -> None:
        """ctrl+c: it copies where text is edited, so it says how to leave instead of leaving."""
        self.notify("ctrl+q leaves from anywhere; every answer is saved.", markup=False)

    def action_theme(self) -> None:
        self.theme = DARK.name if self.theme == LIGHT.name else LIGHT.name

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """One command for each thing a key does here."""
        seen = set()
        for _, binding, enabled, _ in screen.active_bindings.values():
            if not enabled or not binding.tooltip or binding.action in seen:
                continue
            seen.add(binding.action)
            key = self.get_key_display(binding)
            run = partial(self.simulate_key, binding.key)
            yield SystemCommand(binding.tooltip, f"Key: {key}", run)

    def run(self, **options: Any) -> int:
        """Run until the person leaves. Returns the exit code; raises the bug that ended it, if one did."""
        code = super().run(**options)
        if self.failure is not None:
            raise self.failure
        return code or 0

    def _handle_exception(self, error: Exception) -> None:
        """Keep the bug for ``run``; Textual's own report would print local variables, mails among them."""
        cause = (
            error.error if isinstance(error, WorkerFailed) and isinstance(error.error, Exception) else error
        )
        self.failure = self.failure or cause
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()
