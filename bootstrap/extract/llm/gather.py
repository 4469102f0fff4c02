"""Answers of the first phase as candidates: drafts corrected and sharpened, claims gathered by subject."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from bootstrap.clean import clean
from bootstrap.extract.llm.claims import Checker, Line, Removed, is_owner
from bootstrap.extract.llm.dossiers import Dossier
from bootstrap.extract.llm.schema import Proposal, Proposals
from bootstrap.extract.llm.subjects import OWNER, Subject
from bootstrap.extract.llm.wording import lines_of
from bootstrap.extract.rules import wording
from bootstrap.footprint.names import FREEMAIL, domain_of, fold
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate, Evidence, MemoryType
from bootstrap.screening import safe_title, screen

MOST_LINES = 12
MOST_EVIDENCE = 24
MOST_PROPOSALS = 14
SUREST = 0.55


@dataclass(slots=True)
class Gathered:
    """What is claimed about one subject, from all dossiers."""

    key: str
    type: MemoryType
    title: str
    description: str = ""
    why: str = ""
    confidence: float = 0.0
    value: float = 0.0
    lines: list[Line] = field(default_factory=list)


class Gathering:
    """Takes answers one by one, in the order of their dossiers, and ends in candidates.

    Args:
        maker: what candidates are said to be made by.
        stands: whether a piece of evidence is found in its record.
    """

    def __init__(
        self,
        footprint: Footprint,
        drafts: Sequence[Candidate],
        maker: str,
        stands: Callable[[Evidence], bool],
    ) -> None:
        self._footprint = footprint
        self._drafts = {draft.key: draft for draft in drafts}
        self._maker = maker
        self._checker = Checker(footprint, stands)
        self._found: dict[str, Gathered] = {}
        self._lines_out: dict[str, set[str]] = defaultdict(set)
        self._dropped: set[str] = set()
        self.removed: Counter[str] = Counter()

    def add(self, dossier: Dossier, answer: Proposals) -> None:
        for verdict in answer.drafts:
            number = _number(verdict.draft, "D")
            if not 1 <= number <= len(dossier.drafts):
                continue
            draft = dossier.drafts[number - 1]
            if verdict.verdict == "drop" and not draft.key.startswith("owner/"):
                self._dropped.add(draft.key)
            lines = lines_of(draft.body)
            self._lines_out[draft.key] |= {lines[n - 1] for n in verdict.lines_out if 1 < n <= len(lines)}
        for proposal in sorted(answer.memories, key=lambda p: -p.value * p.confidence)[:MOST_PROPOSALS]:
            self._take(dossier, proposal)

    def _take(self, dossier: Dossier, proposal: Proposal) -> None:
        if proposal.confidence < SUREST:
            self.removed["not sure enough"] += len(proposal.claims)
            return
        place = self._place(dossier, proposal)
        if place is None:
            self.removed["no title, or no such subject"] += len(proposal.claims)
            return
        about_owner = place.key.startswith(f"{OWNER}/") and place.type == "user"
        lines = []
        for claim in proposal.claims[:MOST_LINES]:
            line = self._checker.check(claim, dossier, about_owner)
            if isinstance(line, Removed):
                self.removed[line.reason] += 1
            else:
                lines.append(line)
        if not lines:
            return
        passages = [passage for line in lines for passage in line.passages]
        named_here = place.key.startswith((f"{OWNER}/", "topic/"))
        if named_here and (fault := self._checker.title_fault(place.title, passages, dossier)):
            self.removed[fault] += len(lines)
            return
        gathered = self._found.setdefault(place.key, place)
        known = {fold(line.text) for line in gathered.lines}
        gathered.lines += [line for line in lines if fold(line.text) not in known]
        gathered.confidence = max(gathered.confidence, _share(proposal.confidence))
        gathered.value = max(gathered.value, _share(proposal.value))
        gathered.description = gathered.description or self._described(proposal.description, lines, dossier)
        gathered.why = gathered.why or self._described(proposal.why, lines, dossier, must_share=False)

    def _described(self, text: str, lines: Sequence[Line], dossier: Dossier, must_share: bool = True) -> str:
        """A description as the model gives it where it stands on the same passages; else empty."""
        text = " ".join(clean(text)[0].split())[:160]
        passages = [passage for line in lines for passage in line.passages]
        return "" if not text or self._checker.fault(text, passages, dossier, must_share) else text

    def _place(self, dossier: Dossier, proposal: Proposal) -> Gathered | None:
        """The memory a proposal belongs to; one of its own for the owner and for what has no label."""
        subject = _subject(proposal.about, dossier)
        if subject is not None:
            kind: MemoryType = "project" if subject.kind == "project" else "reference"
            return Gathered(subject.key, kind, subject.name)
        title = safe_title(" ".join(clean(proposal.title)[0].split()))
        if not title or screen(title):
            return None
        if is_owner(proposal.about) and proposal.type == "user":
            return Gathered(f"{OWNER}/{wording.slug(title)}", "user", title)
        if is_owner(proposal.about) or fold(proposal.about.strip()) == "new":
            kind = "reference" if proposal.type == "user" else proposal.type
            return Gathered(f"topic/{wording.slug(title)}", kind, title)
        return None

    def candidates(self) -> list[Candidate]:
        """Drafts that stay, with what was found about them, then what is new."""
        kept = []
        for key, draft in self._drafts.items():
            if key in self._dropped and key not in self._found:
                continue
            kept.append(self._sharpened(draft, self._found.get(key)))
        known = self._drafts.keys()
        kept += [self._new(gathered) for key, gathered in self._found.items() if key not in known]
        return kept

    def _sharpened(self, draft: Candidate, found: Gathered | None) -> Candidate:
        out = self._lines_out.get(draft.key, set())
        body = "\n".join(line for line in draft.body.splitlines() if line not in out).strip() + "\n"
        if found is None:
            return draft if body == draft.body else replace(draft, body=body, maker=self._maker)
        lines = [line for line in found.lines[:MOST_LINES] if fold(line.text) not in fold(body)]
        evidence = _unique([*(e for line in lines for e in line.evidence), *draft.evidence])
        return replace(
            draft,
            body=with_lines(body, [line.text for line in lines]),
            evidence=evidence,
            as_of=wording.newest(evidence, self._footprint.now),
            value=max(draft.value, found.value),
            confidence=max(draft.confidence, found.confidence),
            maker=self._maker,
        )

    def _new(self, found: Gathered) -> Candidate:
        lines = found.lines[:MOST_LINES]
        evidence = _unique(e for line in lines for e in line.evidence)
        head = f"**{found.title}**" + self._who(found.key)
        if found.type == "project":
            body = f"{head}: {lines[0].text}\n\n" + "\n".join(f"- {line.text}" for line in lines[1:])
        else:
            body = f"{head}\n\n" + "\n".join(f"- {line.text}" for line in lines)
        return Candidate(
            key=found.key, change="create", type=found.type, name=wording.slug(found.title), title=found.title,
            description=found.description or f"{found.title}: {lines[0].text}"[:150], body=body.strip() + "\n",
            evidence=evidence, as_of=wording.newest(evidence, self._footprint.now), why=found.why,
            confidence=found.confidence, value=found.value, maker=self._maker, employer=self._employer(found),
        )  # fmt: skip

    def _who(self, key: str) -> str:
        """Role and address of a person the rules had no draft of, as the footprint has them."""
        person = (
            self._footprint.people.get(key.removeprefix("person/")) if key.startswith("person/") else None
        )
        if person is None:
            return ""
        known = [word for word in (wording.role(person.position), person.address) if word]
        return ", " + ", ".join(known) if known else ""

    def _employer(self, found: Gathered) -> str:
        """What is the person's own outlives a job: how they work, and people of no organisation."""
        address = found.key.removeprefix("person/")
        own = found.type == "user" or (found.key.startswith("person/") and domain_of(address) in FREEMAIL)
        return "" if own else self._footprint.owner.domain


def with_lines(body: str, lines: Sequence[str]) -> str:
    """New lines go in as bullets, before ``**Why:**`` of a project or at the end."""
    if not lines:
        return body
    bullets = "\n".join(f"- {line}" for line in lines)
    before, why, after = body.partition("\n**Why:**")
    joint = "\n" if before.rstrip().splitlines()[-1].startswith("- ") else "\n\n"
    made = f"{before.rstrip()}{joint}{bullets}\n"
    return made + (f"{why}{after}" if why else "")


def _unique(evidence: Iterable[Evidence]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(evidence))[:MOST_EVIDENCE]


def _subject(about: str, dossier: Dossier) -> Subject | None:
    """The subject of a label; of a name, where one subject alone has it."""
    number = _number(about, "S")
    if 1 <= number <= len(dossier.others):
        return dossier.others[number - 1]
    named = [subject for subject in dossier.others if fold(subject.name) == fold(about.strip())]
    return named[0] if len(named) == 1 else None


def _number(label: str, letter: str) -> int:
    """3 for ``S3``; 0 for anything else."""
    label = label.strip().upper()
    return int(label[1:]) if label.startswith(letter) and label[1:].isdigit() and len(label) < 6 else 0


def _share(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 3)
