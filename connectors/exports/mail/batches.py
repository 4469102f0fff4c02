"""Raw messages to records, batch by batch; big mailboxes with the help of other processes.

A batch goes to one worker and comes back whole, so records keep the order of the mailbox and a Mark
between two batches is a place to resume from. What a worker can't do (it was killed, or the platform
forbids processes) is done here.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack

from connectors.exports.entry import Context, Entry
from connectors.exports.mail.splitter import Raw
from connectors.exports.mail.worker import Worker, WorkerLost, parse_raw
from connectors.records import Item, Mark

BATCH_MESSAGES = 200
BATCH_BYTES = 1 << 20
WORTH_WORKERS = 50_000_000
MOST_WORKERS = 2


def parse_all(
    messages: Iterable[Raw], entry: Entry, context: Context, worth_workers: int = WORTH_WORKERS
) -> Iterator[Item]:
    """Records of all messages in their order, and a Mark after each batch.

    From ``worth_workers`` bytes on, other processes do the parsing.
    """
    with ExitStack() as stack:
        idle: list[Worker] = []
        if entry.size - context.start >= worth_workers:
            count = min(MOST_WORKERS, os.cpu_count() or 1)
            idle = [stack.enter_context(Worker(entry.name, context)) for _ in range(count)]
        given: deque[tuple[Worker | None, list[Raw]]] = deque()
        for batch in _batches(messages):
            finished: list[Item] = []
            if given and not idle:
                worker, earlier = given.popleft()
                finished = _take(worker, earlier, entry, context)
                if worker is not None and worker.alive:
                    idle.append(worker)
            given.append(_give(idle, batch, entry, context))
            yield from finished
        while given:
            yield from _take(*given.popleft(), entry, context)


def _batches(messages: Iterable[Raw]) -> Iterator[list[Raw]]:
    batch: list[Raw] = []
    size = 0
    for raw in messages:
        batch.append(raw)
        size += len(raw.data)
        if size >= BATCH_BYTES or len(batch) >= BATCH_MESSAGES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _give(
    idle: list[Worker], batch: list[Raw], entry: Entry, context: Context
) -> tuple[Worker | None, list[Raw]]:
    while idle:
        worker = idle.pop()
        try:
            worker.give(batch)
        except WorkerLost:
            continue
        return worker, batch
    return None, batch


def _take(worker: Worker | None, batch: list[Raw], entry: Entry, context: Context) -> list[Item]:
    mark = Mark(str(batch[-1].end), batch[-1].end, entry.size)
    if worker is not None:
        try:
            return [*worker.take(), mark]
        except WorkerLost:
            pass
    return [*(item for raw in batch for item in parse_raw(raw, entry.name, context)), mark]
