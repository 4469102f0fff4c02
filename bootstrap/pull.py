"""Pull sources into the snapshot: read, clean, seal, and count what was not kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeAlias

from bootstrap.clean import clean_record
from bootstrap.errors import NothingToDo
from bootstrap.snapshot import Coverage, Pull, Snapshot
from connectors.base import Connector, ConnectorError, SourceNotFound, SourceUnreadable, State
from connectors.records import Failure, Mark, Skip

Report: TypeAlias = Callable[[str, Mark, int], None]
"""Told now and then: the source's label, where it stands, how many records are kept so far."""


def check(connectors: Sequence[Connector]) -> None:
    """Look at every source before the first is read.

    Raises ConnectorError for the first one refused when none is left to read; else the refused ones are
    told in the coverage, and the others are read.
    """
    refused = [(connector, error) for connector in connectors if (error := _refused(connector))]
    if refused and len(refused) == len(connectors):
        connector, error = refused[0]
        raise ConnectorError(f"{connector.label}: {error}", error.hint)


def _refused(connector: Connector) -> ConnectorError | None:
    health = connector.check()
    if health.state is not State.REFUSED:
        return None
    return ConnectorError(health.detail, health.hint)


def pull(
    connectors: Sequence[Connector], snapshot: Snapshot, now: Callable[[], datetime], report: Report
) -> list[Coverage]:
    """Read every source to its end and return what became of each.

    A source that breaks off keeps what it gave; its coverage says so. KeyboardInterrupt keeps what was
    committed, so that the next pull of the same sources goes on there; those it had read are passed over.
    Raises NothingToDo (and leaves no trace of them) when not one record came out of all sources, and
    ConnectorError when there is one source only and it gave nothing before it broke off.
    """
    labels = {connector.label for connector in connectors}
    waiting = snapshot.open_run([(connector.label, connector.kind) for connector in connectors], now())
    errors = [
        error
        for connector in connectors
        if connector.label in waiting and (error := _pull_one(connector, snapshot, now, report))
    ]
    coverage = [entry for entry in snapshot.coverage() if entry.label in labels]
    if not any(entry.kept for entry in coverage):
        reasons = [failure.reason for label in sorted(labels) for failure in snapshot.failures(label)]
        for label in labels:
            snapshot.drop(label)
        if errors:
            raise errors[0]
        detail = f" ({reasons[0]})" if reasons else ""
        raise NothingToDo(
            f"Nothing in there could be read as mail, events, contacts, documents, chat or code{detail}.",
            "Name its kind outright, e.g. `mbox:PATH`, or try another export.",
        )
    return coverage


def _pull_one(
    connector: Connector, snapshot: Snapshot, now: Callable[[], datetime], report: Report
) -> ConnectorError | None:
    open_pull = snapshot.begin(connector.label, connector.kind, now())
    error = _refused(connector)
    try:
        if error is None:
            _drain(connector, open_pull, report)
    except ConnectorError as problem:
        error = problem
    except BaseException:
        open_pull.abandon()
        raise
    again = error is not None and not isinstance(error, SourceNotFound | SourceUnreadable)
    open_pull.seal(now(), problem=str(error) if error else "", open_=again)
    return error


def _drain(connector: Connector, open_pull: Pull, report: Report) -> None:
    kept = 0
    for item in connector.pull(open_pull.cursor):
        match item:
            case Mark():
                open_pull.commit(item.cursor)
                report(connector.label, item, kept)
            case Skip():
                open_pull.skip(item.reason)
            case Failure():
                open_pull.fail(item)
            case _:
                record, dropped = clean_record(item)
                kept += open_pull.add(record, dropped)
