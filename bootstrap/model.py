"""The values that pass between stages. Nothing here reads, writes or decides.

Ids are content hashes: the same footprint proposes the same id, so what was rejected stays rejected.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeAlias

MemoryType: TypeAlias = Literal["user", "project", "reference", "feedback"]
Change: TypeAlias = Literal["create", "update", "retire", "confirm"]
Verdict: TypeAlias = Literal["approve", "reject", "skip"]

GLOBAL = "_global"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a claim stands on.

    Attributes:
        uri: of the record.
        quote: exact text that stands in the record's title or text; empty for a counted fact.
        fact: the count or join in words (``96 of 214 mails in 12 months are from you``), written by
            us; empty for a quote.
        when: of the record, or of the newest one counted.
        place: where in the record the quote stands (``title``, ``text``, ``signature``, ``rule`` ...).
    """

    uri: str
    quote: str = ""
    fact: str = ""
    when: datetime | None = None
    place: str = "text"


@dataclass(frozen=True, slots=True)
class Block:
    """Why a candidate is blocked: ``kind`` is injection, secret, hidden-text or sensitive."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A change of one memory, proposed with evidence.

    Attributes:
        key: what it is about (``owner/role``, ``person/priya@northwind.example``, ``project/harbour``);
            the same over all runs and extractors.
        change: ``confirm`` only moves ``as_of`` of an unchanged memory and is not asked about.
        layer: ``_global`` or a project key.
        name: kebab-case slug, the memory's file name without type and ``.md``.
        title: what the index shows as link text.
        description: one line by which an agent decides to load it.
        body: Markdown, made of facts with evidence only.
        replaces: name of the memory that is updated or retired; empty for ``create``.
        current: the text that stands there today, for the diff; empty for ``create``.
        confidence: 0 to 1: how sure we are that it is true.
        value: 0 to 1: how much time it saves; rank is by value × confidence.
        why: one sentence on why it will save the user time.
        as_of: date of the newest evidence.
        blocked: reasons; a blocked candidate is never approved in bulk.
        below: under the budget line, shown on request only.
        maker: extractor and prompt version.
        employer: domain of the employer the memory stands and falls with (the owner's employer for
            ``owner/employer``, ``owner/role``, colleagues, work projects, systems of work); empty for
            what is the person's own (languages, working style, open-source work, private matters).
        proposed: description, empty line and body as the extractor gave them, where those here carry on
            a person's own words or lines of history; empty where they are the same.
    """

    key: str
    change: Change
    type: MemoryType
    name: str
    title: str
    description: str
    body: str
    evidence: tuple[Evidence, ...]
    as_of: date | None
    why: str = ""
    confidence: float = 0.5
    value: float = 0.5
    layer: str = GLOBAL
    replaces: str = ""
    current: str = ""
    blocked: tuple[Block, ...] = ()
    below: bool = False
    maker: str = "rules"
    employer: str = ""
    proposed: str = ""

    @property
    def id(self) -> str:
        """Hash of what is claimed, not of how it was found: evidence, rank and dates stay out.

        An update or an end is of the very text that was shown: after an edit by hand it is another one.
        """
        parts = (self.key, self.change, self.type, self.layer, self.title, self.description, self.body)
        return content_id(*parts, *((self.current,) if self.change in ("update", "retire") else ()))

    @property
    def gist(self) -> str:
        """Hash of the claim without its numbers and dates: what a rejection stands for.

        Of a first proposal and of an end it is what the index would show; of an update its text too.
        """
        text = self.body if self.change == "update" else ""
        words = re.findall(r"[^\W\d_]+", f"{self.title} {self.description} {text}".casefold())
        return content_id(self.change, self.key, self.layer, *words)


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's answer to one candidate; the newest line for an id counts.

    Attributes:
        verdict: None takes an earlier answer back.
        text: the edited memory file (front matter and body) when the person changed it.
        type, layer: set when the person moved it.
        key, gist: of the candidate, so that a rejection holds when numbers and dates merely move on.
    """

    candidate: str
    verdict: Verdict | None
    when: datetime
    by: str = ""
    text: str = ""
    type: MemoryType | None = None
    layer: str = ""
    key: str = ""
    note: str = ""
    gist: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory: one Markdown file ``<type>_<slug>.md`` in one layer.

    Attributes:
        title: the index line's link text; it lives in the index, not in the file.
        retires: names of global memories that do not hold in this memory's project.
    """

    name: str
    type: MemoryType
    description: str
    body: str
    title: str = ""
    layer: str = GLOBAL
    as_of: date | None = None
    seeded: date | None = None
    origin: str = "day1"
    retires: tuple[str, ...] = ()


def content_id(*parts: str) -> str:
    """16 hex digits over the parts, NFC-normalised, lengths included so that joins can't collide."""
    digest = hashlib.sha256()
    for part in parts:
        data = unicodedata.normalize("NFC", part).encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:16]
