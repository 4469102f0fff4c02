"""The contract of every extractor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.snapshot import Snapshot


class Extractor(Protocol):
    """Turns a footprint into candidates.

    The default is to propose nothing: a candidate needs evidence, must hold for months and save time.
    """

    def propose(self, footprint: Footprint, snapshot: Snapshot) -> Iterator[Candidate]:
        """Yield candidates in any order; ranking, grounding and screening come after.

        ``snapshot`` is what the footprint was derived from, for those who read on in the records.
        """
        ...

    @property
    def spend(self) -> dict[str, object]:
        """What the last ``propose`` asked of a model and what it cost; empty where none is asked."""
        ...
