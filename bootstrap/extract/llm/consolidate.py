"""The second phase: what was found in all dossiers, looked at together. It drops, merges and ranks; it writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bootstrap.extract.llm.requests import Request
from bootstrap.extract.llm.schema import Ruling, Rulings
from bootstrap.extract.llm.tokens import tokens
from bootstrap.extract.llm.wording import lines_of, numbered, owner_block
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.screening import redact, screen
from prompts import compose

PROMPTS = ("safety", "gate", "consolidation")
MOST_TOKENS = 24_000
MOST_MEMORIES = 150


@dataclass(frozen=True, slots=True)
class Existing:
    """A memory that is there today: its name, description, and the key of what it is about, if day1 wrote it."""

    name: str
    type: str
    description: str
    key: str = ""


def ordered(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Best first; those that no longer fit before a model are the last."""
    return sorted(candidates, key=lambda c: (-c.value * c.confidence, c.key))


def request(
    candidates: Sequence[Candidate], existing: Sequence[Existing], footprint: Footprint, model: str, most: int
) -> Request:
    """The question about all candidates (as ``ordered`` gives them) and the memories that exist."""
    stable = f"{compose(*PROMPTS).text}\n{owner_block(footprint)}"
    memories = "\n".join(
        f"M{n} {m.type}: {m.name}: {redact(m.description)[0]}" for n, m in enumerate(shown(existing), 1)
    )
    matter = f"# Candidates\n\n{fitting(candidates)}\n\n# Existing memories\n\n{memories or 'none'}\n"
    return Request("consolidation", model, stable, matter, Rulings, most)


def fitting(candidates: Sequence[Candidate]) -> str:
    """As many candidates, best first, as fit into one question; the others stay as they are."""
    count = len(candidates)
    while count > 1 and tokens(numbered(candidates[:count])) > MOST_TOKENS:
        count = count * 9 // 10
    return numbered(candidates[:count])


def shown(existing: Sequence[Existing]) -> list[Existing]:
    """Existing memories that may be shown to a model."""
    return [m for m in existing if not screen(m.description)][:MOST_MEMORIES]


def apply(rulings: Rulings, candidates: Sequence[Candidate], existing: Sequence[Existing]) -> list[Candidate]:
    """The candidates after the rulings, in their order. Rulings that name nothing there are passed over."""
    by_label = {f"C{n}": candidate for n, candidate in enumerate(candidates, 1)}
    memories = {f"M{n}": memory for n, memory in enumerate(shown(existing), 1)}
    kept = dict(by_label)
    ruled = {r.candidate: r for r in rulings.candidates if r.candidate in by_label}
    for label, ruling in ruled.items():
        kept[label] = _ruled(kept[label], ruling, memories.get(ruling.replaces))
    for label, ruling in ruled.items():
        if ruling.action == "drop" and not by_label[label].key.startswith("owner/"):
            kept.pop(label)
        elif ruling.action == "merge" and label in kept:
            target = ruling.into
            if target in kept and target != label and mergeable(kept[label], kept[target]):
                kept[target] = merged(kept[target], kept.pop(label))
    return list(kept.values())


def _ruled(candidate: Candidate, ruling: Ruling, memory: Existing | None) -> Candidate:
    lines = lines_of(candidate.body)
    out = {lines[n - 1] for n in ruling.lines_out if 1 < n <= len(lines)}
    if out and len(out) < len(lines):
        body = "\n".join(line for line in candidate.body.splitlines() if line not in out).strip() + "\n"
        candidate = replace(candidate, body=body)
    if 0 <= ruling.value <= 1:
        candidate = replace(candidate, value=round(ruling.value, 3))
    if memory is not None and memory.type == candidate.type:
        candidate = replace(candidate, replaces=memory.name, key=memory.key or candidate.key)
    return candidate


def mergeable(one: Candidate, other: Candidate) -> bool:
    """Never two people, two projects or two repositories; never the owner's matters into somebody else's."""
    kinds = [candidate.key.partition("/")[0] for candidate in (one, other)]
    return (
        (kinds[0] != kinds[1] and kinds[0] != "owner")
        or kinds == ["topic", "topic"]
        or kinds == ["owner", "owner"]
    )


def merged(target: Candidate, source: Candidate) -> Candidate:
    """``target`` with the lines and the evidence of ``source``."""
    from bootstrap.extract.llm.gather import MOST_EVIDENCE, with_lines

    title = f"**{source.title}**"
    new = [
        line.removeprefix("- ").removeprefix(f"{title}: ")
        for line in lines_of(source.body)
        if line.strip() != title
    ]
    new = [line for line in new if line not in target.body and not line.startswith("**")]
    days = [day for day in (target.as_of, source.as_of) if day]
    return replace(
        target,
        body=with_lines(target.body, new),
        evidence=tuple(dict.fromkeys([*target.evidence, *source.evidence]))[:MOST_EVIDENCE],
        value=max(target.value, source.value),
        as_of=max(days) if days else None,
        maker=source.maker if source.maker != "rules" else target.maker,
    )
