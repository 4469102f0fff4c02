"""Raw messages to records, batch by batch; big mailboxes with the help of other processes.

A batch goes to one worker and comes back whole, so records keep the order of the mailbox and a Mark
between two batches is a place to resume from. Large messages are parsed here: little of them is read,
and sending them takes longer. So is what a worker can't do (it was killed, or the platform forbids
processes).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.splitter import Raw
from connectors.exports.mail.worker import Worker, WorkerLost, parse_raw
from connectors.records import Item, Mark

BATCH_MESSAGES = 200
BATCH_BYTES = 1 << 20
LARGE = 100_000
PROBE = 2
WORTH_WORKERS = 40
MOST_WORKERS = 2
Parsed: TypeAlias = tuple[Item, ...]


@dataclass(slots=True)
class Batch:
    """Neighbouring messages: small ones as they lie there, large ones parsed at once; ``end`` is an offset."""

    messages: list[Raw | Parsed] = field(default_factory=list)
    end: int = 0
    worker: Worker | None = None

    def raws(self) -> list[Raw]:
        return [message for message in self.messages if isinstance(message, Raw)]


def parse_all(
    messages: Iterable[Raw],
    entry: Entry,
    context: Context,
    worth_workers: int = WORTH_WORKERS,
    worker: Callable[[str, Context], Worker] = Worker,
) -> Iterator[Item]:
    """Records of all messages in their order, and a Mark after each batch.

    Other processes do the parsing when ``worth_workers`` batches or more seem to lie ahead.
    """
    with ExitStack() as stack:
        idle: list[Worker] = []
        given: deque[Batch] = deque()
        for number, batch in enumerate(_batches(messages, entry.name, context), 1):
            if number == PROBE and _ahead(batch.end, entry, context) >= worth_workers:
                count = min(MOST_WORKERS, os.cpu_count() or 1)
                idle = [stack.enter_context(worker(entry.name, context)) for _ in range(count)]
            finished: list[Item] = []
            if given and not idle:
                earlier = given.popleft()
                finished = _take(earlier, entry, context)
                if earlier.worker is not None and earlier.worker.alive:
                    idle.append(earlier.worker)
            _give(batch, idle)
            given.append(batch)
            yield from finished
        while given:
            yield from _take(given.popleft(), entry, context)


def _ahead(end: int, entry: Entry, context: Context) -> int:
    """How many batches are still to come, by the size of the first ones."""
    return PROBE * (entry.size - end) // max(1, end - context.start)


def _batches(messages: Iterable[Raw], name: str, context: Context) -> Iterator[Batch]:
    batch = Batch()
    size = 0
    for raw in messages:
        large = len(raw.data) > LARGE
        batch.messages.append(parse_raw(raw, name, context) if large else raw)
        batch.end = raw.end
        size += 0 if large else len(raw.data)
        if size >= BATCH_BYTES or len(batch.messages) >= BATCH_MESSAGES:
            yield batch
            batch, size = Batch(), 0
    if batch.messages:
        yield batch


def _give(batch: Batch, idle: list[Worker]) -> None:
    """Hand the batch to an idle worker, if one is left that lives."""
    while idle and batch.worker is None:
        worker = idle.pop()
        with suppress(WorkerLost):
            worker.give(batch.raws())
            batch.worker = worker


def _take(batch: Batch, entry: Entry, context: Context) -> list[Item]:
    parsed: Iterable[Parsed]
    try:
        if batch.worker is None:
            raise WorkerLost
        parsed = batch.worker.take()
    except WorkerLost:
        parsed = (parse_raw(raw, entry.name, context) for raw in batch.raws())
    small = iter(parsed)
    items: list[Item] = []
    for message in batch.messages:
        items += next(small) if isinstance(message, Raw) else message
    items.append(Mark(str(batch.end), batch.end, entry.size))
    return items
