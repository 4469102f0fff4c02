"""What the person chose and what came of it so far; pages read it and write to it, so any can be left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bootstrap.review.seams import WriteReceipt
from bootstrap.review.wizard.steps import Address, Coverage, Found

PAGES = ("Welcome", "Sources", "You", "Read", "Method", "Review", "Write", "Done")


@dataclass(slots=True)
class Journey:
    """The state behind the pages.

    Attributes:
        found: sources by label; None before anybody looked.
        ticked: labels to be read.
        addresses: known ones; ``mine`` are the confirmed.
        read: labels of the last pull, ``coverage`` what it came to.
        extractor: chosen way; ``agreed`` are those whose consent table was agreed to.
        proposed: for which labels, addresses and extractor the present candidates were found.
    """

    found: dict[str, Found] | None = None
    ticked: set[str] = field(default_factory=set)
    addresses: dict[str, Address] = field(default_factory=dict)
    mine: set[str] = field(default_factory=set)
    read: frozenset[str] = frozenset()
    coverage: Sequence[Coverage] = ()
    extractor: str = ""
    agreed: set[str] = field(default_factory=set)
    proposed: tuple[frozenset[str], frozenset[str], str] | None = None
    candidates: int = 0
    receipt: WriteReceipt | None = None

    def discovered(self, sources: Sequence[Found]) -> None:
        """Take what was found; what the person ticked before stays so."""
        known = self.found or {}
        for source in sources:
            if source.label not in known and source.ticked and source.state != "refused":
                self.ticked.add(source.label)
        self.found = {**known, **{source.label: source for source in sources}}
        self.ticked &= self.readable()

    def readable(self) -> set[str]:
        return {label for label, source in (self.found or {}).items() if source.state != "refused"}

    def toggle(self, label: str) -> bool:
        """Tick a source or not; False when it can't be read."""
        if label not in self.readable():
            return False
        self.ticked ^= {label}
        return True

    @property
    def chosen(self) -> list[str]:
        """The ticked labels in the order in which they are shown."""
        return [label for label in self.found or {} if label in self.ticked]

    @property
    def size(self) -> int:
        """Bytes of what is ticked, where known."""
        return sum((self.found or {})[label].size for label in self.ticked)

    def known(self, addresses: Sequence[Address]) -> list[Address]:
        """Take addresses; returns those that are new. Sure ones are ticked."""
        new = [one for one in addresses if one.address not in self.addresses]
        self.addresses |= {one.address: one for one in new}
        self.mine |= {one.address for one in new if one.sure}
        return new

    @property
    def must_read(self) -> bool:
        return self.read != frozenset(self.ticked)

    @property
    def kept(self) -> int:
        return sum(one.kept for one in self.coverage)

    @property
    def question(self) -> tuple[frozenset[str], frozenset[str], str]:
        return self.read, frozenset(self.mine), self.extractor

    @property
    def must_propose(self) -> bool:
        return self.proposed != self.question
