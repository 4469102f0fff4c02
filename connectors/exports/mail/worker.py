"""A second process that parses mail, fed and read through pipes.

Own processes instead of ``multiprocessing``: a child of that re-runs the host's main module where
processes are spawned, and outlives a killed parent. These end when their input does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from types import TracebackType
from typing import BinaryIO, cast

from connectors.exports.entry import Context
from connectors.exports.mail.message import parse
from connectors.exports.mail.splitter import Raw, separator_date
from connectors.records import Failure, Item

START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from connectors.exports.mail.worker import serve; serve()"
)


class WorkerLost(Exception):
    """The process ended before its work was done."""


class Worker:
    """One process that parses the messages of the mailbox ``name``. ``python`` is the interpreter it runs in."""

    def __init__(self, name: str, context: Context, python: str = sys.executable) -> None:
        self._python = python
        self.alive = False
        self._process: subprocess.Popen[bytes] | None = None
        self._settings = (name, context.source, context.me, context.zone)

    def __enter__(self) -> Worker:
        with contextlib.suppress(OSError, ValueError):
            self._process = subprocess.Popen(
                [self._python, "-P", "-c", START],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent, which ends its workers
            )
            self.alive = True
            with contextlib.suppress(WorkerLost):
                self._send(sys.path)
                self._send(self._settings)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError):
                cast(BinaryIO, self._process.stdin).close()
            cast(BinaryIO, self._process.stdout).close()
            self._process.wait()

    def give(self, batch: list[Raw]) -> None:
        """Hand over a batch; at most one is under way. Raises WorkerLost."""
        self._send([(raw.start, raw.data, raw.separator) for raw in batch])

    def take(self) -> list[tuple[Item, ...]]:
        """The records of each message given before. Raises WorkerLost."""
        try:
            return cast("list[tuple[Item, ...]]", pickle.load(self._stream("stdout")))
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.alive = False
            raise WorkerLost from error

    def _send(self, value: object) -> None:
        try:
            stream = self._stream("stdin")
            pickle.dump(value, stream, protocol=5)
            stream.flush()
        except (OSError, ValueError) as error:
            self.alive = False
            raise WorkerLost from error

    def _stream(self, which: str) -> BinaryIO:
        if self._process is None or not self.alive:
            raise OSError("no process")
        return cast(BinaryIO, getattr(self._process, which))


def parse_raw(raw: Raw, name: str, context: Context) -> tuple[Item, ...]:
    """The records of one message of the mailbox ``name``."""
    items = parse(
        raw.data, context, name=name, unquote_from=True, missing_date=lambda: separator_date(raw.separator)
    )
    return tuple(
        replace(item, uri=f"file:{name}#{raw.start}") if isinstance(item, Failure) else item for item in items
    )


def serve() -> None:
    """The worker's side: batches in, records out, until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing a library prints may get between the records
    name, source, me, zone = pickle.load(sys.stdin.buffer)
    context = Context(source, me, zone)
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            batch = pickle.load(sys.stdin.buffer)
            raws = (Raw(start, start, data, separator) for start, data, separator in batch)
            pickle.dump([parse_raw(raw, name, context) for raw in raws], answers, protocol=5)
            answers.flush()
