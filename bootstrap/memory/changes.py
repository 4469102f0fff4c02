"""A plan: the exact files before and after, to be looked at, then written whole or not at all."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from bootstrap.files import PRIVATE_FILE


@dataclass(frozen=True, slots=True)
class Change:
    """One file, before and after; None where there is none.

    Attributes:
        path: relative to the plan's root, with ``/``.
        mode: of a file that is new; one that is there keeps its own.
        shared: many hands write lines into it (an index, a ledger): taking the change back takes out
            what it put in, and leaves what others wrote since.
    """

    path: str
    before: bytes | None
    after: bytes | None
    mode: int = PRIVATE_FILE
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """Something that is not written, and why, in words for the person."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be written under ``root``.

    Attributes:
        kind: ``seed``, or ``export:`` and the harness.
        changes: in the order in which they are made; only files that differ.
        held: what was approved but is left alone, or what did not fit.
        locks: lock files of the harness to hold while writing, relative to the root.
    """

    root: Path
    kind: str
    changes: tuple[Change, ...]
    held: tuple[Held, ...] = ()
    locks: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The files a person will find written, relative to the root; bookkeeping is left out."""
        return visible(self.changes)

    def diff(self) -> str:
        """All changes as a unified diff, bookkeeping left out."""
        return "".join(_diff(change) for change in self.changes if not _hidden(change.path))


def visible(changes: tuple[Change, ...]) -> tuple[str, ...]:
    """The files written by ``changes``, bookkeeping left out."""
    return tuple(change.path for change in changes if change.after is not None and not _hidden(change.path))


def _hidden(path: str) -> bool:
    return "/.day1" in f"/{path}" or path.endswith(".lock")


def _diff(change: Change) -> str:
    before, after = (_text(data).splitlines(keepends=True) for data in (change.before, change.after))
    old = "/dev/null" if change.before is None else f"a/{change.path}"
    new = "/dev/null" if change.after is None else f"b/{change.path}"
    lines = difflib.unified_diff(before, after, old, new)
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _text(data: bytes | None) -> str:
    return (data or b"").decode(errors="replace")
