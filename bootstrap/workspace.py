"""The workspace: the private folder in which a run keeps its work between the stages."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from bootstrap.files import make_private_directory, write_atomic

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
        """Make the folder (0700) and its README. Raises Day1Error when it can't be written."""
        make_private_directory(self.root)
        make_private_directory(self.receipts)
        if not (self.root / "README").exists():
            write_atomic(self.root / "README", README.encode())

    def remove(self) -> None:
        """Delete the folder with all that is in it."""
        shutil.rmtree(self.root, ignore_errors=True)

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
    def lock(self) -> Path:
        return self.root / "lock"
