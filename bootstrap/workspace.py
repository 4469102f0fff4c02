"""The workspace: the private folder in which a run keeps its work between the stages."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bootstrap.files import (
    PRIVATE_DIRECTORY,
    STAGED_PREFIX,
    STAGED_SUFFIX,
    discard_staged,
    explained,
    make_private_directory,
    sync_directory,
    write_atomic,
)

README = """\
This folder belongs to day1. It holds a read-only snapshot of what you pointed day1 at, the memories
it proposed, and your answers:

  snapshot.sqlite    what was read (mail, events, contacts, documents ...), on this machine only
  candidates.jsonl   proposed memories with their evidence
  decisions.jsonl    your answers, one line each, the newest counts
  receipts/          what was written where, so that `day1 undo` can take it back
  model/             answers of a model, where one was asked, so that nothing is asked or paid for twice
  log                errors, without content

`day1 status` shows what lies here. `day1 forget` deletes snapshot, candidates, answers and sign-ins;
`day1 forget --all` deletes the folder. You may also simply delete it.
"""


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where each stage keeps its file. Nothing is made before ``prepare``."""

    root: Path

    def prepare(self) -> None:
        """Make the folders (0700); one that is there and empty is made private. Raises Day1Error when that fails."""
        make_private_directory(self.root)
        with explained(self.root):
            if not any(self.root.iterdir()):
                self.root.chmod(PRIVATE_DIRECTORY)
        make_private_directory(self.receipts)

    def tidy(self) -> None:
        """Sweep up what a killed day1 left half-written, and put the README there. Only under the lock."""
        discard_staged(self.root)
        if not self.readme.exists():
            write_atomic(self.readme, README.encode())

    def read(self) -> list[Path]:
        """What was read, and what was made of it, that is there."""
        staged = f"{STAGED_PREFIX}*{STAGED_SUFFIX}"
        snapshots = sorted(self.root.glob(f"{self.snapshot.name}*"))
        made = [*snapshots, self.candidates, self.model, self.log, *sorted(self.root.glob(staged))]
        return [path for path in made if path.exists()]

    def decided(self) -> list[Path]:
        """What the person decided, and what undo needs, that is there."""
        return [path for path in (self.decisions, self.receipts) if path.exists()]

    def delete(self, paths: Sequence[Path]) -> Iterator[Path]:
        """Delete files and folders of the workspace one by one. Raises Day1Error at the first that stays."""
        for path in paths:
            with explained(path):
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink(missing_ok=True)
            yield path
        sync_directory(self.root)

    def remove(self) -> None:
        """Delete all that day1 made here; the folder too, unless it holds something of somebody else's."""
        signs = [path for path in (self.readme, self.review_lock, self.lock) if path.exists()]
        for _ in self.delete([*self.read(), *self.decided(), *signs]):
            pass
        with contextlib.suppress(OSError):
            self.root.rmdir()

    @property
    def snapshot(self) -> Path:
        return self.root / "snapshot.sqlite"

    @property
    def candidates(self) -> Path:
        return self.root / "candidates.jsonl"

    @property
    def decisions(self) -> Path:
        return self.root / "decisions.jsonl"

    @property
    def receipts(self) -> Path:
        return self.root / "receipts"

    @property
    def model(self) -> Path:
        return self.root / "model"

    @property
    def log(self) -> Path:
        return self.root / "log"

    @property
    def readme(self) -> Path:
        return self.root / "README"

    @property
    def review_lock(self) -> Path:
        return self.root / "review.lock"

    @property
    def lock(self) -> Path:
        return self.root / "lock"
