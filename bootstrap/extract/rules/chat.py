"""Chat channels, in one memory: which is for what."""

from __future__ import annotations

from collections.abc import Iterator

from bootstrap.extract.rules import wording
from bootstrap.footprint.types import Footprint
from bootstrap.model import Candidate
from bootstrap.screening import safe_title, screen

MOST = 10


def propose(footprint: Footprint) -> Iterator[Candidate]:
    fit = [r for r in footprint.rooms if safe_title(r.name) and not screen(r.name)][:MOST]
    if len(fit) < 2:
        return
    lines = []
    for room in fit:
        says = wording.described(room.says, [room.name])
        lines.append(f"- #{safe_title(room.name)}" + (f": “{says}”" if says else ""))
    yield wording.candidate(
        "owner/channels", "reference", "Chat channels", f"Chat channels in use and what each is for: {', '.join('#' + safe_title(r.name) for r in fit[:4])}",
        "Channels in use, and what each is for.\n\n" + "\n".join(lines), [e for r in fit for e in r.evidence][:12], footprint.now,
        value=0.6, confidence=0.92, why="Questions and news go to the right channel.", name="chat-channels", employer=footprint.owner.domain,
    )  # fmt: skip
