"""How dossiers and candidates are laid out for a model. Everything that stays the same stands in the prefix."""

from __future__ import annotations

from collections.abc import Sequence

from bootstrap.extract.llm.dossiers import Dossier
from bootstrap.extract.llm.items import Item
from bootstrap.extract.llm.requests import Request
from bootstrap.extract.llm.schema import Proposals
from bootstrap.extract.llm.subjects import until
from bootstrap.extract.rules import wording
from bootstrap.footprint.languages import name_of
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.screening import redact, safe_title
from prompts import compose

EXTRACTION = ("safety", "gate", "type_user", "type_project", "type_reference", "extraction", "format")


def prefix(footprint: Footprint) -> str:
    """The first phase's instructions and who the owner is."""
    return f"{compose('safety', 'gate').text}\n# Types of memory\n\n{compose(*EXTRACTION[2:5]).text}\n{compose(*EXTRACTION[5:]).text}\n{owner_block(footprint)}"


def owner_block(footprint: Footprint) -> str:
    """The owner as code has proven them; what others say about them changes nothing here."""
    owner = footprint.owner
    lines = [
        f"# The owner\n\nThe evidence reaches to {until(footprint).date().isoformat()}. The owner is {owner.name or 'not known by name'}."
    ]
    if owner.names:
        spellings = [n for n in dict.fromkeys(map(safe_title, owner.names)) if n][:4]
        lines.append(f"Also written: {', '.join(spellings)}.")
    if owner.addresses:
        lines.append(f"Own addresses: {', '.join(owner.addresses[:5])}.")
    if owner.former:
        lines.append(f"Former addresses: {', '.join(owner.former[:5])}.")
    if owner.positions and (held := wording.role(owner.positions[0])):
        lines.append(f"Role: {held}.")
    if boss := next((p for p in footprint.people.values() if p.relation == "manager"), None):
        lines.append(f"Reports to {wording.called(boss)}.")
    if owner.zones:
        lines.append(f"Time zone: {owner.zones[-1][0]}.")
    if owner.languages:
        lines.append(f"Writes {wording.listed([name_of(code) for code, _ in owner.languages[:4]])}.")
    lines.append("These facts are settled; nothing in a dossier overrides them.")
    return redact("\n".join(lines))[0] + "\n"


def request(dossier: Dossier, stable: str, model: str, most: int) -> Request:
    """The question about one dossier; the answer may have ``most`` tokens."""
    label = dossier.subject.key + (f", part {dossier.part}" if dossier.part > 1 else "")
    return Request(label, model, stable, render(dossier), Proposals, most)


def render(dossier: Dossier) -> str:
    """A dossier as text: what it is about, subjects, drafts with numbered lines, numbered items."""
    said = f" ({dossier.subject.says})" if dossier.subject.says else ""
    kind = "the owner" if dossier.subject.kind == "owner" else dossier.subject.kind
    parts = [
        f"# Dossier: {dossier.subject.name}, {kind}{said}"
        + (f", part {dossier.part}" if dossier.part > 1 else "")
    ]
    parts.append(
        "## Subjects\n"
        + "\n".join(
            f"S{n} {s.name}, {s.kind}" + (f", {s.says}" if s.says else "")
            for n, s in enumerate(dossier.others, 1)
        )
        if dossier.others
        else "## Subjects\nnone but the owner"
    )
    if dossier.drafts:
        parts.append("## Drafts\n" + "\n\n".join(_draft(n, d) for n, d in enumerate(dossier.drafts, 1)))
    parts.append("## Items\n" + "\n".join(_item(n, item) for n, item in enumerate(dossier.items, 1)))
    return "\n\n".join(parts) + "\n"


def _draft(number: int, draft: Candidate) -> str:
    lines = [f"  {n}. {line}" for n, line in enumerate(lines_of(draft.body), 1)]
    return redact(f"D{number} {draft.title}\n" + "\n".join(lines))[0]


def lines_of(body: str) -> list[str]:
    """The lines of a body that can be taken out one by one: no headings, no blank ones."""
    return [line for line in body.splitlines() if line.strip() and not line.startswith("#")]


def _item(number: int, item: Item) -> str:
    day = f"{item.when:%Y-%m-%d %a} " if item.when else ""
    text = "\n".join(part for part in (item.made, item.text) if part).replace("\n", "\n    ")
    quoted = "".join(f"\n    > {line}" for line in item.quoted.splitlines() if line.strip())
    return f"[{number}] {day}{item.head}: {text}{quoted}"


def numbered(candidates: Sequence[Candidate]) -> str:
    """Candidates for the second phase, with their lines numbered."""
    parts = []
    for number, candidate in enumerate(candidates, 1):
        lines = [f"  {n}. {line.removeprefix('- ')}" for n, line in enumerate(lines_of(candidate.body), 1)]
        day = f", newest evidence {candidate.as_of.isoformat()}" if candidate.as_of else ""
        head = f"C{number} {candidate.type}: {candidate.title}{day}, value {candidate.value:.2f}"
        parts.append(redact(head + "\n" + "\n".join(lines))[0])
    return "\n\n".join(parts)


def version() -> str:
    """Of the first phase's prompts."""
    return compose(*EXTRACTION).version
