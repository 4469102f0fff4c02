"""What a review came to: counts, pace, and whether the answers came too fast to have been read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median

BREAK = 120.0
"""Seconds after which a gap is a pause and no thinking time."""

HASTY = 2.0
"""Seconds a careful answer takes at least."""

STREAK = 10
"""Hasty approvals in a row worth saying."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast answers came. ``streak`` is the longest run of hasty approvals, in answers and seconds."""

    seconds: float = 0.0
    streak: int = 0
    streak_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over everything asked.

    Attributes:
        bulk: approvals given by one answer over many.
        controls, caught: planted false candidates answered, and how many of them were not approved.
    """

    approved: int
    rejected: int
    skipped: int
    pending: int
    below: int
    blocked: int
    edited: int
    bulk: int
    pace: Pace
    controls: int = 0
    caught: int = 0

    def lines(self) -> list[str]:
        """The summary in words, one thought a line."""
        counts = {
            "approved": self.approved,
            "rejected": self.rejected,
            "left for later": self.skipped,
            "not decided": self.pending,
        }
        said = [", ".join(f"{count} {what}" for what, count in counts.items() if count) + "."]
        if not any(counts.values()):
            said = ["There was nothing to decide."]
        if self.edited:
            said.append(f"{self.edited} of the approved in your own words.")
        if self.blocked:
            said.append(f"{self.blocked} blocked; they stay out unless you approve one by its name.")
        if self.below:
            said.append(f"{self.below} more below the budget line.")
        if self.pace.seconds:
            said.append(f"{self.pace.seconds:.1f} seconds a decision.")
        if self.pace.streak >= STREAK and self.pace.streak_seconds:
            said.append(
                f"Approved {self.pace.streak} in {self.pace.streak_seconds:.0f} s: worth a second look?"
            )
        if self.bulk:
            said.append(f"{self.bulk} approved all at once.")
        if self.controls:
            said.append(f"{self.caught} of {self.controls} planted false ones noticed.")
        return said


def pace(answers: Sequence[tuple[datetime, bool]]) -> Pace:
    """From (when, approved) of each single answer, in order: the median gap and the longest hasty streak."""
    gaps: list[float] = []
    best, run, spent, best_spent = 0, 0, 0.0, 0.0
    for (before, _), (when, approved) in pairwise(answers):
        gap = (when - before).total_seconds()
        if 0 <= gap <= BREAK:
            gaps.append(gap)
        if approved and 0 <= gap < HASTY:
            run, spent = run + 1, spent + gap
            if run > best:
                best, best_spent = run, spent
        else:
            run, spent = 0, 0.0
    return Pace(median(gaps) if gaps else 0.0, best, best_spent)
