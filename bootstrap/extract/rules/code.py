"""Repositories: what they are, how to build, test and release, the house rules, who reviews."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.types import Codebase, Footprint
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title, screen

MOST = 10
# A file is named where its name is a usual one; a long one could be a sentence.
_FILE = re.compile(r"(?:[\w.-]{1,20}/)?[A-Za-z][\w-]{1,24}(?:\.\w{1,5}){1,2}")


def propose(footprint: Footprint) -> Iterator[Candidate]:
    live = [c for c in footprint.codebases if not c.over and safe_title(c.name) and not screen(c.name)]
    top = live[0].weight if live else 1.0
    for codebase in live[:MOST]:
        yield _about(codebase, footprint, top)


def _about(codebase: Codebase, footprint: Footprint, top: float) -> Candidate:
    name = safe_title(codebase.name)
    says = wording.described(codebase.says, [codebase.name])
    evidence: list[Evidence] = [codebase.says_evidence] if says and codebase.says_evidence else []
    parts = [
        f"Repository **{name}**"
        + (f": “{says}”" if says else "")
        + ("" if says.endswith((".", "…")) else ".")
    ]
    commands = []
    for command, note, proof in codebase.commands:
        if not screen(f"{command} {note}"):
            fit = safe_title(note)
            commands.append(f"- `{command}`" + (f": {fit}" if fit else ""))
            evidence.append(proof)
    if commands:
        parts.append("## Commands\n" + "\n".join(commands))
    rules = []
    for rule in codebase.conventions:
        if not screen(rule.text):
            source = f" ({rule.topic})" if _FILE.fullmatch(rule.topic) else ""
            rules.append(f"- {rule.text[:1].upper()}{rule.text[1:]}{source}")
            evidence.append(rule.evidence)
    if rules:
        parts.append("## Conventions\n" + "\n".join(rules))
    tools = [h for h in footprint.habits if h.evidence.uri == codebase.uri and not screen(h.text)]
    if tools:
        parts.append(
            "## Tools it configures\n" + "\n".join(f"- {h.text[:1].upper()}{h.text[1:]}" for h in tools[:8])
        )
        evidence += [h.evidence for h in tools[:8]]
    where = []
    people = [wording.called(footprint.people[k]) for k in codebase.people if k in footprint.people][:5]
    if people:
        where.append(f"- Others at work in it: {wording.listed(people)}")
    where += [f"- {remote}" for remote in codebase.remotes[:1] if wording.plain_link(remote)]
    if where:
        parts.append("## People and places\n" + "\n".join(where))
    evidence += codebase.evidence
    told = ", ".join(c.split("`")[1] for c in commands[:3])
    return wording.candidate(
        f"repository/{wording.slug(codebase.name)}", "reference", f"Repository {name}",
        f"Repository {name}: {'; '.join(filter(None, (says[:130].rstrip(' .'), told))) or 'worked on now'}", "\n\n".join(parts), evidence,
        footprint.now, value=0.5 + 0.4 * min(1.0, codebase.weight / top) + 0.05 * bool(commands), confidence=0.95,
        why=f"Work in {name} starts with the right commands and house rules.", name=wording.slug(f"repository {name}"),
        employer="" if codebase.alone else footprint.owner.domain,
    )  # fmt: skip
