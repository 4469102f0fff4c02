"""Key documents, in one memory: those that are named, linked or edited again and again."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.types import Footprint, KeyDocument
from bootstrap.model import Candidate, Evidence
from bootstrap.screening import safe_title, screen

MOST = 8


def propose(footprint: Footprint) -> Iterator[Candidate]:
    fit = [
        d
        for d in footprint.documents
        if safe_title(d.title) and not screen(f"{d.title}\n{d.path}") and d.weight > 0.5
    ]
    if not fit:
        return
    evidence: list[Evidence] = []
    lines = []
    for document in fit[:MOST]:
        lines.append(_line(document))
        evidence += document.evidence
    yield wording.candidate(
        "owner/documents", "reference", "Key documents", f"Where the documents are that matter: {', '.join(safe_title(d.title) for d in fit[:3])}",
        "Documents that are named, linked or edited again and again.\n\n" + "\n".join(lines), evidence[:12], footprint.now,
        value=0.65, confidence=0.85, why="The document meant by a short name is found at once.", name="key-documents",
        employer=footprint.owner.domain,
    )  # fmt: skip


def _line(document: KeyDocument) -> str:
    folder = safe_title(document.path.rpartition("/")[0].rpartition("/")[2])
    parts = [f"- “{safe_title(document.title)}” ({document.kind})"]
    if folder and folder.casefold() not in ("drive", "my drive"):
        parts.append(f"folder “{folder}”")
    if wording.plain_link(document.link):
        parts.append(document.link)
    return ", ".join(parts) + "."
