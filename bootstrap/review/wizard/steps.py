"""What the wizard needs from outside: the stages of day1 as a person meets them.

The command line supplies a ``Steps``. Its methods are called in threads, one at a time, so they may be
slow; ``desk`` and what it holds are used in the screen's own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from bootstrap.review.seams import Desk


@dataclass(frozen=True, slots=True)
class Found:
    """One source that may be read.

    Attributes:
        label: what identifies it to ``pull``, and what the person sees.
        kind: ``takeout``, ``git``, ``google`` ...
        state: ``refused`` cannot be ticked; its ``hint`` says what to do.
        detail: one line: what is there, or why not.
        size: bytes to be read; 0 when unknown.
        live: an account on the net rather than files.
        ticked: proposed to be read.
    """

    label: str
    kind: str
    state: Literal["ready", "refused", "unknown"] = "ready"
    detail: str = ""
    hint: str = ""
    size: int = 0
    live: bool = False
    ticked: bool = True


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one source is, in its own unit; ``total`` 0 when unknown."""

    label: str
    done: int
    total: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one source came to. ``partial`` says what is missing and why; empty when nothing is."""

    label: str
    seen: int
    kept: int
    skipped: Mapping[str, int] = field(default_factory=dict)
    failed: int = 0
    partial: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """An address that may be the person's own. ``why`` says what shows it; ``sure`` ticks it."""

    address: str
    why: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Extractor:
    """One way to find memories.

    Attributes:
        name: ``rules`` or ``llm``.
        title: what the person chooses (``Rules, on this machine``).
        detail: one line on what it finds and costs.
        consent: (what, where it goes, how much) for each kind of data that leaves the machine; empty
            when nothing does. A non-empty table must be agreed to.
        missing: why it can't be used now, and what to do; empty when it can.
    """

    name: str
    title: str
    detail: str
    consent: tuple[tuple[str, str, str], ...] = ()
    missing: str = ""


@dataclass(frozen=True, slots=True)
class BootContext:
    """What an agent gets at its start, and its size in tokens."""

    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Export:
    """A harness the memories can be exported to; ``detail`` says where they would go."""

    name: str
    title: str
    detail: str


@dataclass(frozen=True, slots=True)
class Before:
    """What an earlier sitting left: candidates, and how many of them wait for an answer."""

    candidates: int
    pending: int


class Steps(Protocol):
    """The stages. Each raises Day1Error or ConnectorError with a hint when it can't be done."""

    def before(self) -> Before | None:
        """What lies in the workspace from an earlier sitting; None when it is new. Quick."""
        ...

    def discover(self) -> Sequence[Found]:
        """Look in the usual places, reading nothing."""
        ...

    def look(self, place: str) -> Sequence[Found]:
        """What a path (or ``kind:path``, or a live name) given by the person holds; a folder may hold several."""
        ...

    def owner_addresses(self) -> Sequence[Address]:
        """Addresses known so far; more after a pull."""
        ...

    def pull(
        self, labels: Sequence[str], progress: Callable[[Progress], None], stopped: Callable[[], bool]
    ) -> Sequence[Coverage]:
        """Read the sources; ``progress`` may be called at any rate, ``stopped`` is asked between records."""
        ...

    def extractors(self) -> Sequence[Extractor]:
        """The first one is the default."""
        ...

    def propose(self, me: Sequence[str], extractor: str, progress: Callable[[Progress], None]) -> int:
        """Find candidates; how many there are."""
        ...

    def desk(self) -> Desk:
        """The review of what was proposed, with the answers of earlier sittings. Called in the screen's thread."""
        ...

    def memories(self) -> Path:
        """The memory directory that will be written to. Quick."""
        ...

    def boot_context(self) -> BootContext: ...

    def exporters(self) -> Sequence[Export]: ...

    def export(self, name: str) -> Sequence[str]:
        """Export to one harness; the paths written."""
        ...
