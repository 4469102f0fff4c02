"""The rules extractor: candidates from counts and headers alone. Private, free, instant, the floor under a model."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import chat, code, colleagues, documents, meetings, projects, tools, user
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.snapshot import Snapshot

KINDS = (
    user.propose,
    colleagues.propose,
    projects.propose,
    code.propose,
    meetings.propose,
    documents.propose,
    chat.propose,
    tools.propose,
)


class RulesExtractor:
    """Proposes what metadata prove, kind by kind."""

    def propose(self, footprint: Footprint, snapshot: Snapshot) -> Iterator[Candidate]:
        for propose in KINDS:
            yield from propose(footprint)

    @property
    def spend(self) -> dict[str, object]:
        return {}
