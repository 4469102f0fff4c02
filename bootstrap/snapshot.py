"""The sealed snapshot: what was read, by which pull, and an honest count of what was not.

One SQLite file in the workspace. A pull commits at each of its connector's marks, records and counts and
cursor together, so that a killed pull goes on where it stood and ends as an unbroken one would have.
Where a source is pulled again, readers see its sealed pull until the new one is sealed in its place.
The same thing seen by two pulls (an export and a live account) is one record to whoever reads.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import TypeVar

import msgspec

from bootstrap.errors import Day1Error, WorkspaceError
from bootstrap.files import PRIVATE_FILE, explained
from bootstrap.merging import merge
from connectors.records import KINDS, Failure, Record

R = TypeVar("R", bound=Record)

SCHEMA_VERSION = 2
OPEN = timedelta(days=1)
"""How long a pull that broke off can be gone on with; after that its source is read anew."""
SCHEMA = """
CREATE TABLE pulls (
    id INTEGER PRIMARY KEY, label TEXT NOT NULL, kind TEXT NOT NULL, started TEXT NOT NULL,
    finished TEXT NOT NULL DEFAULT '', cursor TEXT NOT NULL DEFAULT '', problem TEXT NOT NULL DEFAULT '',
    kept INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0, digest TEXT NOT NULL DEFAULT '',
    UNIQUE (label, finished));
CREATE TABLE records (
    pull INTEGER NOT NULL REFERENCES pulls(id) ON DELETE CASCADE, uri TEXT NOT NULL, kind TEXT NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY (uri, pull)) WITHOUT ROWID;
CREATE INDEX records_by_pull ON records(pull);
CREATE TABLE failures (
    pull INTEGER NOT NULL REFERENCES pulls(id) ON DELETE CASCADE, uri TEXT NOT NULL, reason TEXT NOT NULL,
    retry INTEGER NOT NULL);
CREATE TABLE skips (
    pull INTEGER NOT NULL REFERENCES pulls(id) ON DELETE CASCADE, reason TEXT NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (pull, reason)) WITHOUT ROWID;
"""

# Pulls under way while a sealed one of the same source is there: nobody reads them yet.
_HIDDEN = "(SELECT p.id FROM pulls p JOIN pulls s ON s.label=p.label AND s.finished<>'' WHERE p.finished='')"
_NAMES: dict[type, str] = {type_: name for name, type_ in KINDS.items()}
_encode = msgspec.json.Encoder().encode
_decoders = {name: msgspec.json.Decoder(type_) for name, type_ in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one pull saw and what became of it. ``seen`` is kept + skipped + failed.

    Attributes:
        complete: the connector came to its end; False for a pull that was cut or broke off.
        problem: why it broke off, in one line.
        dropped: hidden and control characters taken out while cleaning.
        digest: hash over all records, for comparing two snapshots.
    """

    label: str
    kind: str
    kept: int
    skipped: dict[str, int]
    failed: int
    complete: bool
    problem: str = ""
    dropped: int = 0
    digest: str = ""

    @property
    def seen(self) -> int:
        return self.kept + sum(self.skipped.values()) + self.failed


def _problem(path: Path, error: sqlite3.Error) -> WorkspaceError:
    """What went wrong with the file and what to do, by SQLite's result codes (sqlite.org/rescode.html)."""
    code = getattr(error, "sqlite_errorname", "")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return WorkspaceError(
            f"{path.name} is in use by another day1.", "Wait for it to end, then try again."
        )
    if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        hint = "What was read until now is kept; free some room and pull again, it goes on there."
        return WorkspaceError(f"Can't write {path}: the disk is full or fails.", hint)
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        hint = "Check who owns it, or choose another place with --workspace."
        return WorkspaceError(f"Can't open {path} for writing.", hint)
    return WorkspaceError(f"{path.name} is damaged.", "`day1 forget` deletes it; then pull again.")


def discard_empty(path: Path) -> None:
    """Delete a snapshot that holds no record."""
    try:
        with Snapshot(path) as snapshot:
            empty = snapshot.empty
    except Day1Error:
        empty = path.exists() and path.stat().st_size == 0
    if empty:
        with explained(path):
            path.unlink(missing_ok=True)


class Snapshot:
    """Opens (or makes) the snapshot at ``path``. ``patience``: seconds to wait for another who writes.

    Raises WorkspaceError when it can't be read or written; as a context manager, for what is done within too.
    """

    def __init__(self, path: Path, patience: float = 5.0) -> None:
        self.path = path
        with explained(path):
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))
        try:
            self._db = sqlite3.connect(path, timeout=patience, isolation_level=None)
        except sqlite3.Error as error:
            raise _problem(path, error) from error
        try:
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._prepare()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise

    def _prepare(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._db.executescript(f"BEGIN IMMEDIATE; {SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
        elif version != SCHEMA_VERSION:
            raise WorkspaceError(
                f"{self.path.name} was made by another version of day1.",
                "`day1 forget` deletes it; then pull again.",
            )

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):
            raise _problem(self.path, error) from error

    def open_run(self, sources: Sequence[tuple[str, str]], now: datetime) -> set[str]:
        """Note what is going to be pulled together: labels and kinds. Returns the labels still to read.

        Where a run that was cut had read some of them to their end, those are left as they are. A pull that
        broke off and was left open counts as cut for a day; after that its source is read anew.
        """
        with self._transaction():
            reopened = "label=? AND cursor<>'' AND problem<>'' AND started>=?"
            for label, _ in sources:
                self._db.execute(
                    f"UPDATE OR IGNORE pulls SET finished='', problem='' WHERE {reopened}",
                    (label, (now - OPEN).isoformat()),
                )
            started: dict[str, str] = {}
            cut: dict[str, str] = {}
            for label, when, finished in self._db.execute(
                "SELECT label, started, finished FROM pulls"
            ).fetchall():
                (started if finished else cut)[label] = when
            labels = {label for label, _ in sources}
            runs = {when for label, when in cut.items() if label in labels}
            done = {label for label in labels - set(cut) if started.get(label) in runs}
            for label, kind in sources:
                if label not in done | set(cut):
                    self._note(label, kind, now)
        return labels - done

    def begin(self, label: str, kind: str, now: datetime) -> Pull:
        """Start a pull, or go on with one of the same label that was cut short.

        A finished pull of that label is dropped when the new one is sealed.
        """
        query = "SELECT id, cursor FROM pulls WHERE label=? AND finished=''"
        row = self._db.execute(query, (label,)).fetchone()
        id_, cursor = row or (self._note(label, kind, now), "")
        return Pull(self._db, id_, cursor)

    def _note(self, label: str, kind: str, now: datetime) -> int:
        row = (label, kind, now.isoformat())
        return int(
            self._db.execute("INSERT INTO pulls(label, kind, started) VALUES (?,?,?)", row).lastrowid or 0
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def drop(self, label: str) -> None:
        """Forget the pulls of one source with all they brought."""
        self._db.execute("DELETE FROM pulls WHERE label=?", (label,))

    def coverage(self) -> list[Coverage]:
        """One entry a pull, in the order they were started."""
        found = []
        columns = "id, label, kind, kept, finished, problem, dropped, digest"
        for id_, label, kind, kept, finished, problem, dropped, digest in self._db.execute(
            f"SELECT {columns} FROM pulls WHERE id NOT IN {_HIDDEN} ORDER BY id"
        ).fetchall():
            skipped = dict(self._db.execute("SELECT reason, count FROM skips WHERE pull=?", (id_,)))
            (failed,) = self._db.execute("SELECT count(*) FROM failures WHERE pull=?", (id_,)).fetchone()
            complete = bool(finished) and not problem
            found.append(Coverage(label, kind, kept, skipped, failed, complete, problem, dropped, digest))
        return found

    def failures(self, label: str) -> list[Failure]:
        """What could not be read in one pull, in the order met."""
        rows = self._db.execute(
            "SELECT f.uri, f.reason, f.retry FROM failures f JOIN pulls p ON p.id=f.pull"
            f" WHERE p.label=? AND p.id NOT IN {_HIDDEN} ORDER BY f.rowid",
            (label,),
        )
        return [Failure(uri, reason, bool(retry)) for uri, reason, retry in rows]

    def records(self, type_: type[R]) -> Iterator[R]:
        """All records of one type, ordered by uri; what several pulls saw comes merged into one."""
        name = _NAMES[type_]
        chosen = f"kind=? AND pull NOT IN {_HIDDEN}"
        rows = self._db.execute(f"SELECT uri, data FROM records WHERE {chosen} ORDER BY uri, pull", (name,))
        decode = _decoders[name].decode
        for _, group in groupby(rows, key=lambda row: str(row[0])):
            found = [decode(data) for _, data in group]
            record = found[0]
            for other in found[1:]:
                record = merge(record, other)
            yield record  # type: ignore[misc]

    def record(self, uri: str) -> Record | None:
        """The record of that uri, merged over the pulls, or None."""
        found: Record | None = None
        chosen = f"uri=? AND pull NOT IN {_HIDDEN}"
        for kind, data in self._db.execute(
            f"SELECT kind, data FROM records WHERE {chosen} ORDER BY pull", (uri,)
        ):
            record = _decoders[kind].decode(data)
            found = record if found is None else merge(found, record)
        return found

    @property
    def empty(self) -> bool:
        return self._db.execute("SELECT 1 FROM records LIMIT 1").fetchone() is None


class Pull:
    """One pull being written. Nothing counts before ``commit``; ``cursor`` is where to go on."""

    def __init__(self, db: sqlite3.Connection, id_: int, cursor: str) -> None:
        self._db = db
        self._id = id_
        self.cursor = cursor
        self._db.execute("BEGIN IMMEDIATE")

    def add(self, record: Record, dropped: int) -> bool:
        """Keep one record. False when this pull had it already (then the two are merged)."""
        name = _NAMES[type(record)]
        row = (self._id, record.uri, name, _encode(record))
        done = self._db.execute("INSERT OR IGNORE INTO records(pull, uri, kind, data) VALUES (?,?,?,?)", row)
        if done.rowcount:
            self._db.execute(
                "UPDATE pulls SET kept=kept+1, dropped=dropped+? WHERE id=?", (dropped, self._id)
            )
            return True
        self._join(record, name)
        self.skip("seen twice")
        return False

    def _join(self, record: Record, name: str) -> None:
        where = (record.uri, self._id)
        kind, data = self._db.execute(
            "SELECT kind, data FROM records WHERE uri=? AND pull=?", where
        ).fetchone()
        if kind == name:
            both = merge(_decoders[name].decode(data), record)
            self._db.execute("UPDATE records SET data=? WHERE uri=? AND pull=?", (_encode(both), *where))

    def skip(self, reason: str) -> None:
        self._db.execute(
            "INSERT INTO skips VALUES (?,?,1) ON CONFLICT(pull, reason) DO UPDATE SET count=count+1",
            (self._id, reason),
        )

    def fail(self, failure: Failure) -> None:
        self._db.execute(
            "INSERT INTO failures VALUES (?,?,?,?)", (self._id, failure.uri, failure.reason, failure.retry)
        )

    def commit(self, cursor: str) -> None:
        """Make all since the last commit count, and remember where to go on."""
        self._db.execute("UPDATE pulls SET cursor=? WHERE id=?", (cursor, self._id))
        self._db.execute("COMMIT")
        self.cursor = cursor
        self._db.execute("BEGIN IMMEDIATE")

    def abandon(self) -> None:
        """Drop what came since the last commit; the pull can go on from there later."""
        if self._db.in_transaction:  # a full disk has ended it already
            self._db.execute("ROLLBACK")

    def seal(self, now: datetime, problem: str = "", open_: bool = False) -> None:
        """Close the pull, in place of an earlier one of its source.

        ``problem`` says why it broke off, if it did; ``open_``: it may be gone on with where it stood. When it
        brought nothing then, what the earlier one brought is kept, and the problem is told with that.
        """
        earlier = self._earlier()
        if problem and earlier and self._brought_nothing():
            self._db.execute("UPDATE pulls SET problem=? WHERE id=?", (problem, earlier))
            self._db.execute("DELETE FROM pulls WHERE id=?", (self._id,))
            self._db.execute("COMMIT")
            return
        digest = hashlib.sha256()
        for (data,) in self._db.execute("SELECT data FROM records WHERE pull=? ORDER BY uri", (self._id,)):
            digest.update(data)
        self._db.execute("DELETE FROM pulls WHERE id=?", (earlier,))
        self._db.execute(
            "UPDATE pulls SET finished=?, problem=?, digest=?, cursor=? WHERE id=?",
            (now.isoformat(), problem, digest.hexdigest(), self.cursor if open_ else "", self._id),
        )
        self._db.execute("COMMIT")

    def _brought_nothing(self) -> bool:
        return self._db.execute("SELECT 1 FROM records WHERE pull=? LIMIT 1", (self._id,)).fetchone() is None

    def _earlier(self) -> int | None:
        """The sealed pull of the same source."""
        query = "SELECT s.id FROM pulls s JOIN pulls p ON s.label=p.label AND s.id<>p.id WHERE p.id=?"
        row = self._db.execute(query, (self._id,)).fetchone()
        return None if row is None else int(row[0])
