"""Which candidates come first, and where the budget line is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bootstrap.model import Candidate

# Each further candidate about the same kind of thing is worth a little less: ten people say less than
# eight people, a project and how to run its tests.
FATIGUE = 0.97


def rank(candidates: Sequence[Candidate], budget: int) -> list[Candidate]:
    """Best first by value × confidence, kinds mixed; all behind the ``budget``-th unblocked one are below the line.

    What is below already stays there: room that others left is no reason to ask for more.
    """
    ordered: list[Candidate] = []
    waiting = sorted(candidates, key=lambda c: (-c.value * c.confidence, c.key, c.change))
    seen: Counter[str] = Counter()
    scored = []
    for candidate in waiting:
        kind = candidate.key.partition("/")[0] if not candidate.key.startswith("owner/") else candidate.key
        scored.append((candidate.value * candidate.confidence * FATIGUE ** seen[kind], candidate))
        seen[kind] += 1
    scored.sort(key=lambda pair: (-pair[0], pair[1].key, pair[1].change))
    above = 0
    for _, candidate in scored:
        over = candidate.below or above >= budget
        below = over and not candidate.blocked and candidate.change != "confirm"
        above += not (candidate.blocked or below or candidate.change == "confirm")
        ordered.append(replace(candidate, below=below))
    return sorted(ordered, key=lambda c: c.below)
