"""What is in the memory directory today, as a proposal meets it: text, ledger entry, state."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from bootstrap.memory import ledger
from bootstrap.memory.carrying import carried
from bootstrap.memory.directory import Directory
from bootstrap.memory.employer import OWN_PLACE, employer_of, same_employer
from bootstrap.memory.markdown import BrokenMemory, name_of, one_line
from bootstrap.model import Candidate, Evidence, Memory

_NUMBERED = re.compile(r"-\d+$")


@dataclass(frozen=True, slots=True)
class Known:
    """One memory that is, or was, in the directory.

    Attributes:
        key: from the ledger; empty for one made by hand.
        entry: its newest act; None for one made by hand.
        memory: as the file says; None when the file is gone or broken.
        text: the whole file; empty when it is gone.
        untouched: the file is as we wrote it.
        acts: everything the ledger tells of it, oldest first.
    """

    layer: str
    file: str
    entry: ledger.Entry | None
    memory: Memory | None
    text: str
    untouched: bool
    acts: tuple[ledger.Entry, ...] = ()

    @property
    def key(self) -> str:
        return self.entry.key if self.entry else ""

    @property
    def name(self) -> str:
        return name_of(self.file)

    @property
    def alive(self) -> bool:
        """Is there a file that an agent can load?"""
        return bool(self.text)

    @property
    def as_of(self) -> date | None:
        """Day of the newest evidence."""
        return (self.entry.as_of if self.entry else None) or (self.memory.as_of if self.memory else None)

    @property
    def employer(self) -> str:
        """Domain of the employer it stands and falls with; empty for what is the person's own."""
        if self.entry is None:
            return ""
        text = f"{self.memory.description} {self.memory.body}" if self.memory else ""
        return self.entry.employer or employer_of(self.entry.key, text, self.entry.evidence)

    def says(self, candidate: Candidate) -> bool:
        """Does it claim the same, be it as first proposed or as a person put it?"""
        if self.entry is not None and ledger.claim(candidate) == self.entry.claim:
            return True
        return self.memory is not None and (
            self.memory.description == one_line(candidate.description)
            and ledger.without_history(self.memory.body) == ledger.without_history(candidate.body.strip("\n"))
        )

    def confirmed(self, candidate: Candidate) -> Candidate:
        """The candidate as a confirmation: only the day of the newest evidence moves."""
        return replace(self._itself(candidate), change="confirm", current=self.text)

    def ended(self, candidate: Candidate) -> Candidate:
        """The candidate as the end of this memory; its evidence says why."""
        return replace(self._itself(candidate), change="retire", current=self.text)

    def updated(self, candidate: Candidate) -> Candidate:
        """The candidate as an update of this memory, with what the person wrote and its lines of history."""
        decision = self.entry.decision if self.entry else None
        named = decision is not None and bool(decision.text)
        same = named or _NUMBERED.sub("", self.name) == candidate.name
        description, body = self._carried(candidate)
        own = (description, body) == (candidate.description, candidate.body)
        return replace(
            candidate,
            change="update",
            layer=self.layer,
            name=self.name if same else candidate.name,
            type=self.memory.type if self.memory and decision and decision.type else candidate.type,
            description=description,
            body=body,
            proposed="" if own else ledger.proposed(candidate),
            replaces=self.name,
            current=self.text,
        )

    def _carried(self, candidate: Candidate) -> tuple[str, str]:
        """Description and body of an update: the newer facts, and the person's own words in the older text."""
        was, _, base = (self.entry.proposed if self.entry else "").partition("\n\n")
        own = ledger.without_history(self.memory.body if self.memory else self.text)
        body = carried(base, own, candidate.body) if own.strip() != base.strip() else candidate.body
        description = candidate.description
        if self.memory and self.memory.description and was in ("", one_line(description)):
            description = self.memory.description
        return description, self._with_history(candidate, body)

    def _itself(self, candidate: Candidate) -> Candidate:
        memory = self.memory or Memory(self.name, candidate.type, candidate.description, candidate.body)
        title = (self.entry.title if self.entry else "") or memory.title or candidate.title
        return replace(
            candidate,
            type=memory.type,
            layer=self.layer,
            name=self.name,
            title=title,
            description=memory.description,
            body=memory.body,
            replaces=self.name,
        )

    def _with_history(self, candidate: Candidate, body: str) -> str:
        """The new body; after a change of employer the old fact stays as one line."""
        lines = ledger.history(self.memory.body) if self.memory else []
        moved = self.employer and candidate.employer and not same_employer(self.employer, candidate.employer)
        if moved and candidate.key in OWN_PLACE and self.as_of and self.memory:
            lines.append(f"Until {self.as_of:%Y-%m}: {_claim(self.memory).rstrip('.')}.")
        new = [line for line in lines if line not in body]
        return "\n\n".join([body.strip("\n"), "\n".join(new)]) if new else body


def _claim(memory: Memory) -> str:
    """The first claim of a description: ``Ada Li: engineer at Northwind; Berlin`` → ``engineer at Northwind``."""
    first = one_line(memory.description).partition(";")[0].strip() or one_line(memory.title)
    return first.partition(": ")[2] or first


def known_memories(directory: Directory) -> list[Known]:
    """All memories of all layers: those in the ledgers, also retired ones, and those made by hand."""
    found = []
    for layer in directory.layers():
        acts: dict[str, list[ledger.Entry]] = {}
        for entry in directory.ledger(layer):
            acts.setdefault(entry.file, []).append(entry)
        titles = directory.titles(layer)
        for file in sorted({*acts, *directory.files(layer)}):
            found += _known(directory, layer, file, titles, tuple(acts.get(file, ())))
    return found


def _known(
    directory: Directory, layer: str, file: str, titles: dict[str, str], acts: tuple[ledger.Entry, ...]
) -> list[Known]:
    entry = acts[-1] if acts else None
    data = directory.read_bytes(layer, file)
    if data is None:
        return [Known(layer, file, entry, None, "", False, acts)]
    try:
        memory = directory.memory(layer, file, titles)
    except BrokenMemory:
        memory = None
    text = data.decode(errors="replace")
    if entry is not None and entry.act == "retire":
        # A file made by hand where a retired one lay is nobody's but the person's.
        return [
            Known(layer, file, None, memory, text, False),
            Known(layer, file, entry, None, "", False, acts),
        ]
    untouched = entry is not None and ledger.digest(data) == entry.sha256
    return [Known(layer, file, entry, memory, text, untouched, acts)]


def last_seen(evidence: tuple[Evidence, ...], day: date) -> tuple[Evidence, ...]:
    """The evidence of a memory, and in words when its newest sign of life was."""
    uri = evidence[0].uri if evidence else ""
    return (Evidence(uri, fact=f"last seen on {day.isoformat()}"), *evidence)
