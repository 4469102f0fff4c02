"""What a model claims, held against the evidence by code. A claim that fails is removed, with the reason.

1. Each quote must stand in the item it names; at least one must.
2. What is said about the owner stands on what the owner wrote or keeps; what they answer for, on their manager.
3. Numbers, dates, times, names, addresses, links and commands stand in the passages quoted, in the facts of
   the dossier, or (names) in the footprint; and some word or number of the claim is the passage's own.
4. It is a statement in words of its own: no request, no stranger's sentence, nothing the screen holds back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bootstrap.clean import clean
from bootstrap.extract.grounding import normal
from bootstrap.extract.llm import vocabulary
from bootstrap.extract.llm.dossiers import Dossier
from bootstrap.extract.llm.figures import Passage, ungrounded
from bootstrap.extract.llm.items import Item
from bootstrap.extract.llm.schema import Claim
from bootstrap.extract.llm.speech import copied, spoken
from bootstrap.extract.llm.subjects import OWNER
from bootstrap.footprint.languages import language
from bootstrap.footprint.names import WORD, fold, tokens
from bootstrap.footprint.types import Footprint
from bootstrap.model import Evidence
from bootstrap.screening import screen
from bootstrap.screening.secrets.find import MARK

LONGEST = 260
SHORTEST_QUOTE = 6
AROUND = 240
_LITERAL = re.compile(
    r"https?://[^\s<>()\"'“”]+|www\.[^\s]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|`[^`]+`|(?<!\w)[#@][\w-]+|(?:^|\s)[~.]?/[\w./-]+"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A claim that stands, with its evidence and the passages that bear it."""

    text: str
    evidence: tuple[Evidence, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Removed:
    """A claim that fails. ``reason`` carries no content."""

    reason: str


class Checker:
    """Holds claims against dossiers of one footprint.

    Args:
        stands: whether a piece of evidence is found in its record.
    """

    def __init__(self, footprint: Footprint, stands: Callable[[Evidence], bool]) -> None:
        self._stands = stands
        self._names = vocabulary.of_footprint(footprint)
        self._owner = {
            fold(word) for word in (*footprint.owner.name.split()[:1], *tokens(footprint.owner.name)[:1])
        }
        # What the owner decides and answers for is settled by whom they report to.
        self._managers = {f"person/{p.key}" for p in footprint.people.values() if p.relation == "manager"}
        self._addresses = {
            fold(a)
            for a in (
                *footprint.owner.addresses, *footprint.owner.former,
                *(a for p in footprint.people.values() for a in p.addresses),
                *(f"#{room.name}" for room in footprint.rooms),
                *(system.host for system in footprint.systems),
                *(document.link for document in footprint.documents if document.link),
            )
        }  # fmt: skip

    def check(self, claim: Claim, dossier: Dossier, about_owner: bool) -> Line | Removed:
        text = _tidy(claim.text)
        if not 8 <= len(text) <= LONGEST:
            return Removed("too short or too long")
        found = [
            pair for quote in claim.quotes[:4] if (pair := _find(quote.item, quote.quote, dossier.items))
        ]
        if not found:
            return Removed("its quote does not stand in the evidence")
        theirs = [item for item, _, own in found if own]
        proven = any(item.ours or (item.author in self._managers and not about_owner) for item in theirs)
        if (about_owner or self._speaks_of_owner(text)) and not proven:
            return Removed("others say it about the owner")
        if all(item.author == "stranger" for item, _, _ in found):
            return Removed("only strangers say it")
        passages = [
            Passage(_around(item, quote), item.when.date() if item.when else None, item.head)
            for item, quote, _ in found
        ]
        if reason := self.fault(text, passages, dossier):
            return Removed(reason)
        if any(copied(text, f"{item.text} {item.quoted}") for item in dossier.items if not item.ours):
            return Removed("repeats a stranger's sentence")
        evidence = tuple(e for item, quote, _ in found if self._stands(e := _evidence(item, quote)))
        if not evidence:
            return Removed("its quote does not stand in the record")
        return Line(text, evidence, tuple(passages))

    def fault(self, text: str, passages: Sequence[Passage], dossier: Dossier, must_share: bool = True) -> str:
        """Why a line does not stand on these passages, or is no plain statement; empty when it may stay."""
        if MARK in text or (blocks := screen(text)):
            return f"held back: {blocks[0].kind}" if MARK not in text else "held back: secret"
        if reason := spoken(text):
            return reason
        borne = [*passages, Passage(_facts(dossier))]
        said = fold("\n".join(passage.text for passage in borne))
        for literal in _LITERAL.findall(text):
            plain = fold(literal.strip("`").strip().rstrip(".,;:"))
            if plain not in said and plain not in self._addresses:
                return "an address, link or command that is not in the evidence"
        without = _LITERAL.sub(" ", text)
        if ungrounded(without, borne):
            return "a number or date that is not in the evidence"
        if vocabulary.unknown_name(without, self._names | frozenset(tokens(said))):
            return "a name that is not in the evidence"
        if must_share and not _shares(without, passages):
            return "its quote is about something else"
        return ""

    def title_fault(self, title: str, passages: Sequence[Passage], dossier: Dossier) -> str:
        """Why a title does not stand on these passages; words of a title may all have capitals."""
        known = self._names | frozenset(tokens("\n".join(p.text for p in passages) + _facts(dossier)))
        if ungrounded(title, [*passages, Passage(_facts(dossier))]) or vocabulary.unknown_in_title(
            title, known
        ):
            return "a title that is not in the evidence"
        return ""

    def _speaks_of_owner(self, text: str) -> bool:
        first = next(iter(WORD.findall(fold(text))), "")
        return first in self._owner or fold(text).startswith(("the owner", "owner "))


def _facts(dossier: Dossier) -> str:
    """What code has established: the names of subjects, and the drafts."""
    names = [dossier.subject.name, *(s.name for s in dossier.others)]
    return "\n".join([*names, *(draft.body for draft in dossier.drafts)])


def _tidy(text: str) -> str:
    """One line, cleaned, without list markers and outer emphasis."""
    line = " ".join(clean(text)[0].split())
    return re.sub(r"^(?:[-*•]\s+|\d+[.)]\s+)", "", line).strip()


def _find(number: int, quote: str, items: Sequence[Item]) -> tuple[Item, str, bool] | None:
    """(item, quote, whether the item's writer wrote it) for a quote that stands in that item."""
    if not 1 <= number <= len(items):
        return None
    item, wanted = items[number - 1], normal(quote).strip(" .…")
    if len(wanted) < SHORTEST_QUOTE and (wanted.isascii() or len(wanted) < 3):
        return None
    if wanted in normal(item.text):
        return item, quote.strip(" .…"), True
    if wanted in normal(item.quoted):
        return item, quote.strip(" .…"), False
    ours = wanted in normal(item.head) or wanted in normal(item.made)
    return (item, quote.strip(" .…"), True) if ours else None


def _evidence(item: Item, quote: str) -> Evidence:
    """A quote of the record; where it quotes our own words about the record, the fact they tell."""
    own = normal(quote) in normal(f"{item.made}\n{item.head}") and normal(quote) not in normal(item.text)
    fact = " ".join(f"{item.head} {item.made}".split())[:300] if own else ""
    return Evidence(item.uri, quote="" if own else quote, fact=fact, when=item.when)


def _around(item: Item, quote: str) -> str:
    """The quote with what stands around it: what it plainly speaks of."""
    text, wanted = normal(item.text), normal(quote)
    at = text.find(wanted)
    if at < 0:
        text = normal(item.quoted)
        at = text.find(wanted)
    if at < 0:
        return f"{item.made}\n{quote}"
    return text[max(0, at - AROUND) : at + len(wanted) + AROUND]


def _shares(text: str, passages: Sequence[Passage]) -> bool:
    """Whether the claim is made of its passages: a good part of its words where those are English.

    A passage in another language is translated by the model; there the figures and names are all that can be
    held against it.
    """
    said = fold("\n".join(passage.text for passage in passages))
    spoken_in = language("\n".join(passage.quoted for passage in passages))
    words = {word for word in WORD.findall(fold(text)) if len(word) > 3 or word.isdigit()}
    stems = {word[:4] for word in WORD.findall(said)}
    shared = {word for word in words if word[:4] in stems}
    if spoken_in == "en":
        return len(shared) >= min(len(words), max(2.0, 0.3 * len(words)))
    return bool(shared) or bool(spoken_in)


def is_owner(about: str) -> bool:
    return about.strip().lower() in (OWNER, "the owner", "me", "user")
