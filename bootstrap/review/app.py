"""The review screen as a program of its own: ``day1 review`` in a terminal."""

from __future__ import annotations

from bootstrap.review import plain
from bootstrap.review.seams import Desk


def run(desk: Desk, light: bool = False) -> int:
    """Show the screen until the person leaves. Returns the exit code."""
    plain.run(desk.session, input, print, desk.edit)
    return 0
