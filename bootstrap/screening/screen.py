"""One verdict over a text, a candidate or a record: everything that speaks against it, each in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bootstrap.clean.records import texts
from bootstrap.model import Block, Candidate
from bootstrap.screening import hidden, injection, sensitive
from bootstrap.screening.look import look
from bootstrap.screening.secrets.find import find as find_secrets
from connectors.records import Channel, Contact, Document, Event, Message, Record, Repository

LONGEST = 200_000


def screen(text: str) -> tuple[Block, ...]:
    """Everything that speaks against a text; empty when nothing does.

    Args:
        text: as found, or as about to be written; only its first 200,000 characters are looked at.
    """
    return tuple(_blocks(text[:LONGEST]))


def screen_candidate(candidate: Candidate, trade: Iterable[str] = ()) -> Candidate:
    """The candidate with ``blocked`` set from its title, name, description, body and quotes.

    ``trade`` are employers, departments and job titles of the people in it: what these say of health, law
    or faith is their work and no private matter.
    """
    parts = [candidate.name.replace("-", " "), candidate.title, candidate.description, candidate.body]
    parts += [evidence.quote for evidence in candidate.evidence] + [
        evidence.fact for evidence in candidate.evidence
    ]
    whole = [*parts, "\n".join(parts[1:4])]
    blocks = _merged(screen(part) for part in whole if part)
    if any(block.kind == "sensitive" for block in blocks):
        phrases = sorted({phrase for phrase in trade if len(phrase) > 2}, key=len, reverse=True)
        left = _merged(screen(_without(part, phrases)) for part in whole if part)
        private = any(block.kind == "sensitive" for block in left)
        blocks = tuple(block for block in blocks if block.kind != "sensitive" or private)
    return replace(candidate, blocked=blocks)


def _without(text: str, phrases: Iterable[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, "…")
    return text


def screen_record(record: Record) -> tuple[Block, ...]:
    """Everything that speaks against a record: its texts, hidden ones, file names, commits, files.

    The kinds tell the caller what to do: a record with an injection is kept out altogether, one with a secret
    is redacted, a sensitive one is kept out of what is proposed.
    """
    return _merged(screen(text) for text in _passages(record))


# What people wrote, by type of record; addresses, ids and flags are left out.
_WRITTEN = {
    Message: ("title", "text", "quoted", "signature", "sender", "attachments"),
    Event: ("title", "text", "location", "organizer", "calendar"),
    Contact: ("title", "text", "names", "organization", "department", "role", "groups"),
    Document: ("title", "text", "hidden", "path"),
    Repository: ("title", "text", "recent", "branches", "tags"),
    Channel: ("title", "text"),
}


def _passages(record: Record) -> Iterator[str]:
    """The texts of a record: what belongs together in one, and each file of a repository on its own."""
    if isinstance(record, Event):
        yield record.title
    yield "\n".join(text for name in _WRITTEN[type(record)] for text in texts(getattr(record, name)))
    if isinstance(record, Repository):
        yield "\n".join(path for path, _ in record.files)
        yield from (text for _, text in record.files)


def _blocks(text: str) -> Iterator[Block]:
    seen = look(text)
    if reason := injection.find(seen):
        yield Block("injection", reason)
    for words in dict.fromkeys(secret.words for secret in find_secrets(seen)):
        yield Block("secret", f"It holds {words}.")
    if seen.odd and (words := hidden.find(text)):
        yield Block("hidden-text", f"It holds {words}.")
    if words := sensitive.find(seen):
        yield Block("sensitive", f"It touches {words}.")


def _merged(groups: Iterable[tuple[Block, ...]]) -> tuple[Block, ...]:
    return tuple(dict.fromkeys(block for group in groups for block in group))
