"""The contract of every extractor, and the table of those there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate


class Extractor(Protocol):
    """Turns a footprint into candidates.

    The default is to propose nothing: a candidate needs evidence, must hold for months and save time.
    """

    def propose(self, footprint: Footprint) -> Iterator[Candidate]:
        """Yield candidates in any order; ranking, grounding and screening come after."""
        ...
