"""The review screen as a program of its own: ``day1 review`` in a terminal."""

from __future__ import annotations

import sys

from textual import on

from bootstrap.review.done_screen import DoneScreen
from bootstrap.review.screen import ReviewScreen
from bootstrap.review.seams import Desk
from bootstrap.review.shell import Shell
from bootstrap.review.write_screen import WriteScreen


class ReviewApp(Shell):
    """Review, look at the files, write, done."""

    TITLE = "day1 review"

    def __init__(self, desk: Desk, light: bool | None = None) -> None:
        super().__init__(light)
        self.desk = desk

    def on_mount(self) -> None:
        self.push_screen(ReviewScreen(self.desk))

    @on(ReviewScreen.Write)
    def _write(self) -> None:
        self.push_screen(WriteScreen(self.desk))

    @on(WriteScreen.Written)
    def _written(self, event: WriteScreen.Written) -> None:
        self.switch_screen(DoneScreen(event.receipt, self.desk.session.summary()))

    @on(ReviewScreen.Leave)
    def _leave(self) -> None:
        self.exit(0)


def run(desk: Desk, light: bool | None = None) -> int:
    """Show the screen until the person leaves; afterwards the summary goes to stderr.

    Returns the exit code. The caller holds the workspace's lock, so that nobody else reviews meanwhile.
    """
    code = ReviewApp(desk, light).run()
    for line in desk.session.summary().lines():
        print(line, file=sys.stderr)
    return code
