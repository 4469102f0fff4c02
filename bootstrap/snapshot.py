"""The sealed snapshot: what was read, by which pull, and an honest count of what was not.

One SQLite file in the workspace. A pull commits at each of its connector's marks, records and counts and
cursor together, so that a killed pull goes on where it stood and ends as an unbroken one would have.
The same thing seen by two pulls (an export and a live account) is one record to whoever reads.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TypeVar

import msgspec

from bootstrap.errors import WorkspaceError
from bootstrap.files import PRIVATE_FILE, explained
from bootstrap.merging import merge
from connectors.records import KINDS, Failure, Record

R = TypeVar("R", bound=Record)

SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE pulls (
    id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, started TEXT NOT NULL,
    finished TEXT NOT NULL DEFAULT '', cursor TEXT NOT NULL DEFAULT '', problem TEXT NOT NULL DEFAULT '',
    kept INTEGER NOT NULL DEFAULT 0, dropped INTEGER NOT NULL DEFAULT 0, digest TEXT NOT NULL DEFAULT '');
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

_NAMES = {type_: name for name, type_ in KINDS.items()}
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


class Snapshot:
    """Opens (or makes) the snapshot at ``path``. Raises WorkspaceError when it can't be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with explained(path):
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, PRIVATE_FILE))
        try:
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA foreign_keys=ON")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise WorkspaceError(
                f"{path.name} is damaged or in use.", "`day1 forget` deletes it; then pull again."
            ) from error

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

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, label: str, kind: str, now: datetime) -> Pull:
        """Start a pull, or go on with one of the same label that was cut short.

        A finished pull of that label is dropped first: its source is read anew.
        """
        row = self._db.execute("SELECT id, cursor, finished FROM pulls WHERE label=?", (label,)).fetchone()
        if row is not None and not row[2] and row[1]:
            return Pull(self._db, row[0], row[1])
        self.drop(label)
        cursor = self._db.execute(
            "INSERT INTO pulls(label, kind, started) VALUES (?,?,?)", (label, kind, now.isoformat())
        )
        return Pull(self._db, int(cursor.lastrowid or 0), "")

    def drop(self, label: str) -> None:
        """Forget one pull with all it brought."""
        self._db.execute("DELETE FROM pulls WHERE label=?", (label,))

    def coverage(self) -> list[Coverage]:
        """One entry a pull, in the order they were started."""
        found = []
        columns = "id, label, kind, kept, finished, problem, dropped, digest"
        for id_, label, kind, kept, finished, problem, dropped, digest in self._db.execute(
            f"SELECT {columns} FROM pulls ORDER BY id"
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
            " WHERE p.label=? ORDER BY f.rowid",
            (label,),
        )
        return [Failure(uri, reason, bool(retry)) for uri, reason, retry in rows]

    def records(self, type_: type[R]) -> Iterator[R]:
        """All records of one type, ordered by uri; what several pulls saw comes merged into one."""
        name = _NAMES[type_]
        rows = self._db.execute("SELECT uri, data FROM records WHERE kind=? ORDER BY uri, pull", (name,))
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
        for kind, data in self._db.execute(
            "SELECT kind, data FROM records WHERE uri=? ORDER BY pull", (uri,)
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
        self._db.execute("ROLLBACK")

    def seal(self, now: datetime, problem: str = "") -> None:
        """Close the pull for good. ``problem`` says why it broke off, if it did."""
        digest = hashlib.sha256()
        for (data,) in self._db.execute("SELECT data FROM records WHERE pull=? ORDER BY uri", (self._id,)):
            digest.update(data)
        self._db.execute(
            "UPDATE pulls SET finished=?, problem=?, digest=?, cursor='' WHERE id=?",
            (now.isoformat(), problem, digest.hexdigest(), self._id),
        )
        self._db.execute("COMMIT")
