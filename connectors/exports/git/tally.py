"""Adding up who wrote how much, and when, while a history goes by."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from connectors.records import Author, Party


@dataclass(slots=True)
class _Tally:
    """One author while the history goes by, newest commit first."""

    newest: Party
    first: datetime
    last: datetime
    commits: int = 0
    seen: dict[Party, None] = field(default_factory=dict)

    def add(self, when: datetime, *spellings: Party) -> None:
        self.commits += 1
        self.first, self.last = min(self.first, when), max(self.last, when)
        self.seen.update(dict.fromkeys(spellings))

    def author(self) -> Author:
        aliases = tuple(other for other in self.seen if other != self.newest)
        return Author(self.newest, self.commits, self.first, self.last, aliases)


class Tallies:
    """One tally per address (per name where there is none); commits are to be added newest first."""

    def __init__(self) -> None:
        self._by_key: dict[str, _Tally] = {}

    def add(self, when: datetime, who: Party, *spellings: Party) -> None:
        """Count one commit for ``who``; ``spellings`` are the same person as written elsewhere."""
        key = who.address or who.name.casefold()
        self._by_key.setdefault(key, _Tally(who, when, when)).add(when, who, *spellings)

    def authors(self) -> tuple[Author, ...]:
        """Most commits first."""
        found = (tally.author() for tally in self._by_key.values())
        return tuple(sorted(found, key=lambda one: (-one.commits, one.party.address, one.party.name)))
