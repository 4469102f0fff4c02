"""Steps that can be taken back: what stood before, what stands after, for each item touched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bootstrap.model import Decision
from bootstrap.review.item import Item

Touch: TypeAlias = tuple[Item, Decision | None, Decision]
Step: TypeAlias = tuple[Touch, ...]


@dataclass(slots=True)
class History:
    """Two stacks of steps. A new step empties the second."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    def add(self, step: Step) -> None:
        self.done.append(step)
        self.undone.clear()

    def back(self) -> Step:
        """The step to take back, now to be redone; empty when there is none."""
        if not self.done:
            return ()
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def forth(self) -> Step:
        """The step to do again; empty when there is none."""
        if not self.undone:
            return ()
        self.done.append(self.undone.pop())
        return self.done[-1]
