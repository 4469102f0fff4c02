"""What the screens need from outside, as small values and protocols; the command line supplies them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from bootstrap.review.session import Session


@dataclass(frozen=True, slots=True)
class EvidenceContext:
    """The record around a quote.

    Attributes:
        kind: what it is, in a word: ``mail``, ``chat``, ``event``, ``document``, ``repository`` ...
        sender: who wrote or owns it, as written.
        title: subject, event title, file name.
        place: channel, calendar, folder; empty for mail.
        own: what its sender wrote.
        quoted: text that belongs to whom it quotes; empty where there is none.
        link: http(s) address to open it; empty where there is none.
    """

    kind: str
    sender: str
    title: str
    when: datetime | None
    own: str
    quoted: str = ""
    place: str = ""
    link: str = ""

    @property
    def address(self) -> str:
        """The link, if it is one a browser may be sent to: a stranger wrote it."""
        return self.link if self.link.lower().startswith(("https://", "http://")) else ""


class Held(Protocol):
    """Something approved that is not written, and why, in words for the person."""

    @property
    def name(self) -> str: ...

    @property
    def reason(self) -> str: ...


class WritePlan(Protocol):
    """What seeding would do."""

    @property
    def paths(self) -> Sequence[str]:
        """Files to be written or retired, relative to the memory directory."""
        ...

    @property
    def held(self) -> Sequence[Held]: ...

    def diff(self) -> str:
        """All changes as one unified diff."""
        ...


class WriteReceipt(Protocol):
    """What seeding did; ``id`` takes it back."""

    @property
    def id(self) -> str: ...

    @property
    def paths(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a review works with.

    Attributes:
        plan: what would be written for the answers as they stand. Raises Day1Error. May be slow; it is
            called in a thread.
        write: writes it. Raises Day1Error. Called in a thread.
        context: the record behind an evidence uri; None when it is not there. Called in the screen's
            thread, at each move: it must answer in milliseconds. Raises nothing.
        open_link: opens an http(s) address in the person's browser.
        edit: opens the text in the person's editor and gives back what they left. Raises ReviewError.
    """

    session: Session
    plan: Callable[[], WritePlan]
    write: Callable[[], WriteReceipt]
    context: Callable[[str], EvidenceContext | None]
    open_link: Callable[[str], None]
    edit: Callable[[str], str]
