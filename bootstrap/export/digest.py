"""Memories as one text for an instruction file: all as lines, the best ones whole, within a limit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bootstrap.memory.changes import Held
from bootstrap.memory.directory import Directory
from bootstrap.memory.index import hook_of, shortened
from bootstrap.memory.markdown import one_line
from bootstrap.memory.types import KINDS
from bootstrap.model import Memory

INTRO = (
    "What the user's own records say, each point approved by the user. Observations of a point in time: check "
    "files, functions and links before relying on them. `day1 read NAME` gives a memory whole."
)
NO_ROOM = "It did not fit."
# Lines get shorter before a memory is left out; the last ones only name it.
_LINES = (170, 130, 100, 40)
_NAMES_ONLY = 40
_ORDER = {"user": 0, "feedback": 1, "project": 2, "reference": 3}
# Claude Code and Gemini take "@path" outside code spans for a file to load.
_IMPORT = re.compile(r"(?<![\w`.+-])(@[\w~./-][^\s`,;)\]]*)")
_HEADING = re.compile(r"^#{1,6}(?= )")
_FENCE = re.compile(r"^\s*(```|~~~)")


@dataclass(frozen=True, slots=True)
class Digest:
    """The text, and what did not fit into it."""

    text: str
    left_out: tuple[Held, ...] = ()


def ranked(directory: Directory, memories: Sequence[Memory]) -> list[Memory]:
    """Best first: the user, feedback, projects, references; in each by value and confidence, then name."""
    ranks: dict[tuple[str, str], float] = {}
    for layer in {memory.layer for memory in memories}:
        ranks |= {(layer, entry.name): entry.rank for entry in directory.ledger(layer)}
    return sorted(memories, key=lambda m: (_ORDER[m.type], -ranks.get((m.layer, m.name), 1.0), m.name))


def digest(
    memories: Sequence[Memory], whole: int, limit: int, size: Callable[[str], int] = len, intro: str = INTRO
) -> Digest:
    """Render ``memories`` (best first).

    Args:
        whole: up to this size, memories are given whole, best first; the others as one line.
        limit: up to this size, lines; what is behind it is left out and listed.
        size: how the harness counts (characters, or bytes).
    """
    if not memories:
        return Digest("")
    used = size(f"{intro}\n") + sum(size(f"\n## {kind.heading}\n\n") for kind in KINDS)
    width = next(
        (w for w in _LINES if used + sum(size(as_line(m, w)) for m in memories) <= limit), _LINES[-1]
    )
    shown: dict[Memory, str] = {}
    left: list[Held] = []
    for memory in memories:
        line = as_line(memory, width)
        if used + size(line) > limit:
            left.append(Held(memory.name, NO_ROOM))
            continue
        shown[memory] = line
        used += size(line)
    for memory, line in list(shown.items()):
        full = as_section(memory)
        if used + size(full) - size(line) <= min(whole, limit):
            shown[memory] = full
            used += size(full) - size(line)
    parts = [f"{intro}\n"]
    for kind in sorted(KINDS, key=lambda kind: _ORDER[kind.name]):
        texts = [text for memory, text in shown.items() if memory.type == kind.name]
        if texts:
            sections = [text for text in texts if text.startswith("\n###")]
            lines = [text for text in texts if not text.startswith("\n###")]
            parts.append(
                f"\n## {kind.heading}\n" + ("\n" + "".join(lines) if lines else "") + "".join(sections)
            )
    return Digest("".join(parts), tuple(left))


def as_line(memory: Memory, width: int = _LINES[0]) -> str:
    """``- Title (name): description``, cut at a word where it is longer than ``width``."""
    title = one_line(memory.title)
    if width <= _NAMES_ONLY:
        return disarmed(f"- {shortened(title, width)} (`{memory.name}`)\n")
    about = f" (as of {memory.as_of})" if memory.as_of else ""
    text = f"- {title} (`{memory.name}`): {hook_of(title, memory.description)}"
    return disarmed(shortened(text, width)) + about + "\n"


def as_section(memory: Memory) -> str:
    """The memory whole, under its title."""
    about = f" (as of {memory.as_of})" if memory.as_of else ""
    return f"\n### {disarmed(one_line(memory.title))}{about}\n\n{disarmed(demoted(whole_text(memory)))}\n"


def whole_text(memory: Memory) -> str:
    """Description and body, the description left out where the body says it."""
    body = memory.body.strip()
    description = one_line(memory.description)
    if not body or not description or description.rstrip(".") in one_line(body):
        return body or description
    return f"{description}\n\n{body}"


def disarmed(text: str) -> str:
    """``@path`` put into code spans, so that no harness loads a file for it; no comment marks (ours are)."""
    return _outside_fences(text.replace("<!--", "&lt;!--"), lambda line: _IMPORT.sub(r"`\1`", line))


def demoted(text: str, level: int = 3) -> str:
    """Headings moved down, so that they stand under a heading of ``level``."""
    return _outside_fences(
        text, lambda line: _HEADING.sub(lambda m: "#" * min(len(m[0]) + level - 1, 6), line)
    )


def _outside_fences(text: str, change: Callable[[str], str]) -> str:
    fenced = False
    lines = []
    for line in text.split("\n"):
        fenced ^= bool(_FENCE.match(line))
        lines.append(line if fenced else change(line))
    return "\n".join(lines)
