"""Systems of record, in one memory: where tickets, documents, code and alerts live, and what was given up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bootstrap.extract.rules import wording
from bootstrap.footprint.names import fold
from bootstrap.footprint.types import Footprint, System
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title

MOST = 12


def propose(footprint: Footprint) -> Iterator[Candidate]:
    people = {fold(name) for person in footprint.people.values() for name in (person.name, *person.names)}
    systems = [
        replace(s, name=_tool(s, people | {fold(n) for n in footprint.owner.names}))
        for s in footprint.systems
    ]
    live = [s for s in systems if not s.over and safe_title(s.name, trade=True)][:MOST]
    gone = [s for s in systems if s.over and ";" in s.over and safe_title(s.name, trade=True)][:3]
    if not live:
        return
    evidence: list[Evidence] = [e for s in live for e in s.evidence[-1:]]
    lines = [_line(s) for s in live]
    for system in gone:
        lines.append(f"- Formerly {system.name}{_use(system)}, no longer: {system.over}.")
        evidence += system.evidence[-1:]
    named = ", ".join(s.name + (f" ({', '.join(s.prefixes)})" if s.prefixes else "") for s in live[:4])
    yield wording.candidate(
        "owner/systems", "reference", "Systems of record", f"Tools in use and where they are: {named}",
        "Tools the work runs through, and where they are.\n\n" + "\n".join(lines), evidence, footprint.now,
        value=0.75, confidence=0.85, why="Links and tickets are looked up in the right tool.", name="systems-of-record",
        employer=footprint.owner.domain,
    )  # fmt: skip


def _tool(system: System, people: set[str]) -> str:
    """A code host writes in the name of whoever pushed; the tool is called by its host then."""
    return system.host.partition(".")[0] if system.host and fold(system.name) in people else system.name


def _use(system: System) -> str:
    return f" ({system.use})" if system.use and fold(system.use) != fold(system.name) else ""


def _line(system: System) -> str:
    prefixes = f", project key {wording.listed(system.prefixes)}" if system.prefixes else ""
    host = f", {system.host}" if system.host else ""
    return f"- {safe_title(system.name, trade=True)}{_use(system)}{host}{prefixes}."
