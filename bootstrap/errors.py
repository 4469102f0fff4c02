"""What can go wrong with a run, by what the person can do about it.

    Day1Error               expected: one clear line, a hint, exit 1
    ├── NothingToDo         there is nothing of the kind asked for
    ├── WorkspaceError      the workspace is missing, locked, damaged or can't be written
    ├── MemoryDirectoryError    the memory directory can't be read or written
    │   └── OverBudget      the index would grow over its limits
    ├── ReviewError         a decision can't be taken (blocked, unknown, second reviewer)
    └── ModelError          the model or its endpoint refuses, or the cap is reached

Connectors have their own tree (connectors/base.py); the command line treats both alike.
"""

from __future__ import annotations


class Day1Error(Exception):
    """Expected failure. The message is one line without content; ``hint`` says what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NothingToDo(Day1Error):
    """There is nothing of the kind asked for."""


class WorkspaceError(Day1Error):
    """The workspace is missing, locked, damaged or can't be written."""


class MemoryDirectoryError(Day1Error):
    """The memory directory can't be read or written."""


class OverBudget(MemoryDirectoryError):
    """The index would grow over its limits.

    Attributes:
        present: names that are there today.
        excess: names that would have to go, least valuable first.
    """

    def __init__(self, message: str, hint: str, present: tuple[str, ...], excess: tuple[str, ...]) -> None:
        super().__init__(message, hint)
        self.present = present
        self.excess = excess


class ReviewError(Day1Error):
    """A decision can't be taken."""


class ModelError(Day1Error):
    """The model or its endpoint refuses, or the cap is reached."""
