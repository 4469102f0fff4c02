"""One candidate under review with the answer that stands for it today."""

from __future__ import annotations

from dataclasses import dataclass, field

from bootstrap.model import Block, Candidate, Decision, MemoryType, Verdict
from bootstrap.review import editing

SOURCES = {
    "mid": "mail",
    "event": "calendar",
    "contact": "contacts",
    "git": "git",
    "drive": "drive",
    "file": "documents",
    "memory": "memories",
}
"""What a person calls the source behind a uri's scheme; other schemes (``slack``) speak for themselves."""

MERGED_INTO = "merged into "
"""How the note begins of a candidate that went into another one; that one's id follows."""


@dataclass(slots=True, eq=False)
class Item:
    """A candidate, its place in the review, and the newest decision about it.

    Attributes:
        id: the candidate's id, computed once (it is a hash).
        decision: the newest one; its verdict is None while the candidate is pending.
        blocked: the candidate's own reasons, or those found in the person's edit.
        origin: id of the candidate this one was split from; empty for proposed ones.
        alive: False for a split that was taken back.
        absorbed: items merged into this one.
    """

    candidate: Candidate
    id: str
    decision: Decision | None = None
    blocked: tuple[Block, ...] = ()
    origin: str = ""
    alive: bool = True
    absorbed: list[Item] = field(default_factory=list)
    _haystack: str = ""
    _sources: frozenset[str] = frozenset()

    @property
    def verdict(self) -> Verdict | None:
        return self.decision.verdict if self.decision else None

    @property
    def edited(self) -> bool:
        return bool(self.decision and self.decision.text)

    @property
    def type(self) -> MemoryType:
        return (self.decision and self.decision.type) or self.candidate.type

    @property
    def layer(self) -> str:
        return (self.decision and self.decision.layer) or self.candidate.layer

    @property
    def title(self) -> str:
        return self.candidate.title

    @property
    def text(self) -> str:
        """The memory file as it stands: the person's text, or the proposed one in its present type."""
        if self.decision and self.decision.text:
            return self.decision.text
        return editing.render(self.candidate, self.type)

    @property
    def merged_into(self) -> str:
        """Id of the item that took this one in; empty when it stands alone."""
        note = self.decision.note if self.decision else ""
        return note.removeprefix(MERGED_INTO) if note.startswith(MERGED_INTO) else ""

    @property
    def family(self) -> tuple[str, str]:
        """Candidates of one family ask the same kind of question: ``person`` + ``create``."""
        return self.candidate.key.split("/", 1)[0], self.candidate.change

    @property
    def haystack(self) -> str:
        """Everything a word may be looked for in, case-folded; built at the first filter."""
        if not self._haystack:
            one = self.candidate
            quotes = " ".join(evidence.quote or evidence.fact for evidence in one.evidence)
            parts = (one.type, one.key, one.title, one.description, one.body, quotes)
            self._haystack = "\n".join(parts).casefold()
        return self._haystack

    @property
    def sources(self) -> frozenset[str]:
        if not self._sources:
            schemes = (evidence.uri.split(":", 1)[0] for evidence in self.candidate.evidence)
            self._sources = frozenset(SOURCES.get(scheme, scheme) for scheme in schemes) or frozenset(
                {"none"}
            )
        return self._sources
