"""Planted controls: candidates known to be false, mixed in to measure whether anybody still reads.

A control puts one memory's text under another one's title and evidence. It looks like the rest, and
whoever reads the evidence sees that it does not carry the text. Controls are never written, whatever
the answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bootstrap.model import Candidate

PREFIX = "control/"


def plant(candidates: Sequence[Candidate], every: int = 10) -> list[Candidate]:
    """The candidates with one control behind each ``every`` of them. The same input plants the same."""
    families: dict[str, list[Candidate]] = defaultdict(list)
    for one in candidates:
        if one.change == "create" and not one.blocked and not one.below:
            families[one.key.split("/", 1)[0]].append(one)
    controls = iter(
        [
            replace(one, key=PREFIX + one.key, description=other.description, body=other.body)
            for members in families.values()
            for one, other in pairwise(members)
        ]
    )
    planted: list[Candidate] = []
    for place, candidate in enumerate(candidates, 1):
        planted.append(candidate)
        if place % every == 0 and (control := next(controls, None)):
            planted.append(control)
    return planted


def is_control(candidate: Candidate) -> bool:
    return candidate.key.startswith(PREFIX)
