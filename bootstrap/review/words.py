"""What the review says about a candidate, in words; the screen and ``--plain`` say the same."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from bootstrap.errors import ReviewError
from bootstrap.model import GLOBAL, Evidence
from bootstrap.review import editing
from bootstrap.review.item import Item
from bootstrap.review.seams import EvidenceContext
from bootstrap.review.text import one_line

CHANGES = {"create": "new", "update": "update", "retire": "retire"}
CHANGE_GLYPHS = {"create": "+", "update": "±", "retire": "−"}
EVIDENCE = {"create": "Evidence", "update": "Evidence of the change", "retire": "What ends it"}
VERDICT_GLYPHS = {None: " ", "approve": "✓", "reject": "✗", "skip": "~"}
VERDICT_WORDS = {None: "pending", "approve": "approved", "reject": "rejected", "skip": "left for later"}


def files(count: int) -> str:
    """``1 file``, ``3 files``."""
    return f"{count} file" if count == 1 else f"{count} files"


def sentence(text: str, capital: bool = True) -> str:
    """``check the path`` as ``Check the path.``; what is a sentence already stays as it is."""
    text = text.strip()
    begun = text[:1].upper() + text[1:] if capital and not text.startswith("day1 ") else text
    return begun if not begun or begun.endswith((".", "!", "?", "`")) else f"{begun}."


def kind(item: Item) -> str:
    """``user · new · everywhere``."""
    place = "everywhere" if item.layer == GLOBAL else f"in {item.layer}"
    return f"{item.type} · {CHANGES[item.candidate.change]} · {place}"


def state(item: Item) -> str:
    """The verdict in words, with what was done to the text."""
    said = VERDICT_WORDS[item.verdict]
    if item.merged_into:
        return "merged into another"
    if item.blocked and item.verdict != "approve":
        said = "blocked" if item.verdict is None else f"{said}, blocked"
    return f"{said}, edited" if item.edited else said


def reading(item: Item) -> tuple[str, str]:
    """Description and body as they stand. A hand-edited file that can't be read is shown whole."""
    if item.candidate.change == "retire":
        return split_file(item.candidate.current)
    if not item.edited:
        return item.candidate.description, item.candidate.body
    return split_file(item.text)


def split_file(text: str) -> tuple[str, str]:
    """Description and body of a memory file; whatever else it is counts as body."""
    try:
        draft = editing.parse(text)
    except ReviewError:
        return "", text
    return draft.description, draft.body


def changes(item: Item) -> Iterator[tuple[str, str]]:
    """(sign, line) with sign ``+``, ``-`` or space: from what stands today to what is proposed."""
    old = _whole(*split_file(item.candidate.current)) if item.candidate.current else []
    new = [] if item.candidate.change == "retire" else _whole(*reading(item))
    for line in difflib.Differ().compare(old, new):
        if line[0] != "?":
            yield line[0], line[2:]


def _whole(description: str, body: str) -> list[str]:
    return [description, "", *body.splitlines()]


def ordered(item: Item, evidence: tuple[Evidence, ...]) -> list[Evidence]:
    """Evidence in reading order: for a retirement and an update, the newest first."""
    if item.candidate.change == "create":
        return list(evidence)
    return sorted(evidence, key=lambda one: one.when.timestamp() if one.when else 0.0, reverse=True)


def day(evidence: Evidence) -> str:
    return evidence.when.strftime("%Y-%m-%d") if evidence.when else "no date"


def origin(one: Evidence, context: EvidenceContext | None) -> str:
    """When, what and whose: ``2026-10-20 · mail · Priya Nair · Cut-over``."""
    parts = [day(one)]
    if context is None:
        parts.append(one_line(one.uri))
    else:
        name = context.sender.split(" <", 1)[0]
        parts += [one_line(part) for part in (context.kind, context.place, name, context.title)]
    return " · ".join(part for part in dict.fromkeys(parts) if part)


def opinion(item: Item) -> str:
    """Why day1 proposes it, and how sure it is. Shown behind the evidence, never before it."""
    one = item.candidate
    why = one.why.rstrip(".") + ". " if one.why else ""
    line = " Below the budget line." if one.below else ""
    return f"{why}Confidence {min(one.confidence, 1.0):.0%}, usefulness {min(one.value, 1.0):.0%}, by {one.maker}.{line}"
