"""What other assistants remember of a person, one document per entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from connectors.base import Health, SourceNotFound, SourceUnreadable, State
from connectors.exports.assistants.entries import Splitter
from connectors.exports.assistants.layouts import read_head, recognise, select
from connectors.records import Document, Failure, Item, Mark, Skip

MOST_FILE = 1 << 20
MOST_TEXT = 12_000
MOST_FILES = 5_000
NOTHING, ADVICE = "no assistant's memories", "name a folder such as ~/.claude or ~/.codex"
GENERATED = re.compile(r"rollout_summaries/|raw_memories\.md$|phase2_workspace_diff\.md$")


@dataclass(frozen=True, slots=True)
class AssistantConnector:
    """Reads an assistant's memories below ``path`` as documents of kind ``memory``."""

    path: Path
    label: str
    kind: str = "assistant"

    def check(self) -> Health:
        """READY where memories lie. Never raises."""
        try:
            if recognise(self.path):
                sizes = [file.stat().st_size for file, _, _ in select(self.path)]
                return Health(State.READY, f"{len(sizes)} memory files", size=sum(sizes))
        except OSError as error:
            return Health(State.UNKNOWN, f"can't be looked at ({error.strerror})")
        return Health(State.REFUSED, NOTHING, ADVICE)

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """One document per entry, file by file. Raises SourceNotFound and SourceUnreadable."""
        if not self.path.exists():
            raise SourceNotFound(f"there is nothing at {self.path}")
        try:
            files = select(self.path)[:MOST_FILES]
        except OSError as error:
            raise SourceUnreadable(f"the folder can't be read ({error.strerror})") from None
        if not files:
            raise SourceUnreadable(NOTHING, ADVICE)
        for done, (file, assistant, split) in enumerate(files, start=1):
            name = file.relative_to(self._root).as_posix()
            if name > cursor or not cursor:
                yield from self._read(file, name, assistant, split)
                yield Mark(name, done, len(files))

    @property
    def _root(self) -> Path:
        return self.path if self.path.is_dir() else self.path.parent

    def _read(self, file: Path, name: str, assistant: str, split: Splitter) -> Iterator[Item]:
        uri = f"file:{self._root.name}/{name}"
        if GENERATED.search(name):
            yield Skip(uri, "working notes of the assistant itself")
            return
        if not file.resolve().is_relative_to(self._root.resolve().parent):
            yield Skip(uri, "a link that leads elsewhere")
            return
        try:
            if file.stat().st_size > MOST_FILE:
                yield Failure(uri, "larger than 1 MB, which no memory file is")
                return
            raw, changed = file.read_bytes(), datetime.fromtimestamp(file.stat().st_mtime, UTC)
        except OSError as error:
            yield Failure(uri, f"can't be read ({error.strerror})", retry=True)
            return
        text = raw.decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
        scope = _scope(file, self._root)
        entries = list(split(text))
        if not entries:
            yield Skip(uri, "says nothing beyond naming other files")
        for number, entry in enumerate(entries, start=1):
            own = uri if len(entries) == 1 else f"{uri}#{number}"
            if entry.ours:
                yield Skip(own, "written by day1")
                continue
            yield Document(
                uri=own,
                source=self.kind,
                when=entry.when or changed,
                title=entry.title,
                text=entry.text[:MOST_TEXT],
                kind="memory",
                path=f"{assistant}/{name}" if assistant else name,
                hidden=entry.hidden[:MOST_TEXT],
                labels=(*entry.labels, *scope),
            )


def _scope(file: Path, root: Path) -> tuple[str, ...]:
    """The project a memory belongs to: Claude Code's key of its path, or the path in Codex's scope file."""
    parts = file.relative_to(root).parts
    if len(parts) > 2 and parts[0] == "projects":
        return (f"project:{parts[1]}",)
    if found := re.search(r'"cwd"\s*:\s*"([^"]+)"', read_head(file.parent / "scope.json")):
        return (f"project:{found[1]}",)
    return ()
