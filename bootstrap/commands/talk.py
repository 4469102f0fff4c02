"""Talk on stderr: progress bars, the coverage table, one-line news. With --json or a pipe it is plain lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from bootstrap.clean import clean
from bootstrap.pull import Report
from bootstrap.snapshot import Coverage
from connectors.records import Mark

NARROW = 110
"""Columns below which a table would be all folds."""


def console() -> Console:
    """Lines are never cut or wrapped where stderr is no terminal."""
    return Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else 160)


def say(line: str) -> None:
    """One line of talk; what came from a source is cleaned, and markup in it means nothing.

    A terminal gets it wrapped at words; a command that may be copied stays in one piece.
    """
    text = Text(clean(line)[0])
    console().print(text, soft_wrap=not sys.stderr.isatty() or "`" in line)


@contextmanager
def progress(labels: Sequence[str]) -> Iterator[Report]:
    """A bar for each source while it is read, with what is being read and how long it takes.

    Where stderr is no terminal there are no bars: what is told before a long wait is a line.
    """
    if not sys.stderr.isatty():
        yield _announce
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[kept]} kept"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[note]}", markup=False),
    )
    with Progress(*columns, console=console(), transient=True) as bars:
        # A source that waits shows no bar: an empty one would pulse as if it were read, and its clock would run.
        tasks = {
            label: bars.add_task(label[:40], start=False, total=None, visible=False, kept=0, note="")
            for label in labels
        }

        def report(label: str, mark: Mark, kept: int) -> None:
            note = clean(mark.note)[0][:60]
            task, total = tasks[label], mark.total or None
            bars.start_task(task)
            bars.update(task, completed=mark.done, total=total, kept=kept, note=note, visible=True)

        yield report


def _announce(label: str, mark: Mark, kept: int) -> None:
    """A mark before anything is done tells how long what comes will take."""
    if mark.note and not mark.done and mark.total:
        say(f"{label}: {mark.note}")


def coverage_table(coverage: Sequence[Coverage]) -> None:
    """What was seen, kept, left alone and why, and what failed: on stderr, every number that there is."""
    if console().width < NARROW:
        _coverage_lines(coverage)
    else:
        _coverage_columns(coverage)
    for one in coverage:
        if one.problem:
            say(f"partial: {one.label}: {one.problem}")


def _left_alone(one: Coverage) -> str:
    return "; ".join(f"{n} {reason}" for reason, n in sorted(one.skipped.items(), key=lambda i: -i[1]))


def _state(one: Coverage) -> str:
    return "complete" if one.complete and not one.failed else "partial"


def _coverage_lines(coverage: Sequence[Coverage]) -> None:
    for one in coverage:
        console().print(Text(clean(one.label)[0]), overflow="ellipsis", no_wrap=True)
        left = f"; left alone: {_left_alone(one)}" if one.skipped else ""
        say(f"  {_state(one)}: {one.seen} seen, {one.kept} kept, {one.failed} failed{left}")


def _coverage_columns(coverage: Sequence[Coverage]) -> None:
    table = Table(box=None, pad_edge=False)
    for name, side in (
        ("source", "left"),
        ("seen", "right"),
        ("kept", "right"),
        ("left alone", "left"),
        ("failed", "right"),
        ("", "left"),
    ):
        table.add_column(name, justify=side, overflow="fold")  # type: ignore[arg-type]
    for one in coverage:
        counts = (str(one.seen), str(one.kept), Text(_left_alone(one) or "-"), str(one.failed))
        table.add_row(Text(one.label), *counts, _state(one))
    console().print(table)


def partial(coverage: Sequence[Coverage]) -> bool:
    return any(not one.complete or one.failed for one in coverage)
