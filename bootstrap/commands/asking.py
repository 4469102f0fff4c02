"""Questions that need a person at a terminal."""

from __future__ import annotations

import sys

from bootstrap.errors import Day1Error


def line(question: str) -> str:
    """What is typed in answer. Raises Day1Error where nobody is there to answer."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Day1Error("This needs an answer, and nobody is at a terminal.", "Agree beforehand with --yes.")
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline()
