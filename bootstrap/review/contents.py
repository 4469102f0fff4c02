"""What the panes show, as styled ``Content``. Every piece of strangers' text passes ``text.py`` first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from textual.content import Content

from bootstrap.memory.index import hook_of
from bootstrap.model import Evidence
from bootstrap.review import words
from bootstrap.review.item import Item
from bootstrap.review.seams import EvidenceContext
from bootstrap.review.text import one_line, visible

RECORD = 30_000
"""Characters of a record shown on each side of a quote."""

EVIDENCE_SHOWN = 8
DIFF_STYLES = {"+": "$good", "-": "$bad", " ": "$quiet"}
STRUCK = {"+": "", "-": " strike", " ": ""}
_MARKED = re.compile(r"\*\*[^*\n]+\*\*|`[^`\n]+`|https?://\S+")


def memory(item: Item | None, whole: bool) -> Content:
    """The claim: the change as a diff, or the text; ``whole`` asks for the other one of the two."""
    if item is None:
        return Content()
    parts = [
        Content.assemble(("! Blocked: ", "bold $care"), (one_line(block.reason), "$care"), "\n")
        for block in item.blocked
    ]
    if parts:
        parts.append(Content("\n"))
    if item.candidate.change == "create":
        parts.append(file(item) if whole else reading(item))
    else:
        parts.append(reading(item) if whole else difference(item))
    return Content("").join(parts)


def reading(item: Item) -> Content:
    """Title and description as the index has them, then the body, its characters untouched."""
    description, body = words.reading(item)
    head = [Content.styled(one_line(item.title), "bold")]
    if description:
        head.append(Content.styled(one_line(hook_of(item.title, description)), "italic $quiet"))
    return Content("\n").join([*head, Content(), markdown(body)])


def markdown(text: str) -> Content:
    lines = []
    for line in visible(text).split("\n"):
        content = Content(line)
        if line.startswith("#"):
            content = content.stylize("bold $lead")
        for found in _MARKED.finditer(line):
            style = "underline" if found.group().startswith("http") else "bold"
            content = content.stylize(style, *found.span())
        lines.append(content)
    return Content("\n").join(lines)


def file(item: Item) -> Content:
    """The memory file to the letter."""
    return Content(visible(item.text))


def difference(item: Item) -> Content:
    """From what stands today to what is proposed, a sign before each line."""
    lines = [
        Content.assemble((f"{sign} ", DIFF_STYLES[sign]), (visible(line), DIFF_STYLES[sign] + STRUCK[sign]))
        for sign, line in words.changes(item)
    ]
    if item.candidate.change == "retire":
        note = "The memory goes out of the index; its file moves to .day1/retired."
        lines = [Content.styled(note, "$care"), Content(), *lines]
    return Content("\n").join([Content.styled(one_line(item.title), "bold"), *lines])


def evidence(
    item: Item | None,
    found: Sequence[Evidence],
    context: Callable[[str], EvidenceContext | None],
) -> Content:
    """What it stands on, and only then what day1 thinks of it."""
    if item is None:
        return Content()
    parts = [
        _one_evidence(number, one, context(one.uri)) for number, one in enumerate(found[:EVIDENCE_SHOWN], 1)
    ]
    if not parts:
        parts = [Content.styled("! No evidence: treat with care.", "$care")]
    if len(found) > EVIDENCE_SHOWN:
        parts.append(Content.styled(f"and {len(found) - EVIDENCE_SHOWN} more: press enter", "$quiet"))
    parts.append(Content.assemble(("Why this  ", "bold"), (one_line(words.opinion(item)), "$quiet")))
    return Content("\n\n").join(parts)


def _one_evidence(number: int, one: Evidence, context: EvidenceContext | None) -> Content:
    said = (f"“{one_line(one.quote)}”", "$quote") if one.quote else (one_line(one.fact), "")
    return Content.assemble(
        (f"{number}  ", "bold $lead"), said, "\n", (f"   {words.origin(one, context)}", "$quiet")
    )


def record(one: Evidence, context: EvidenceContext | None) -> Content:
    """The record around a quote: own text, then what it quotes from others behind a bar."""
    if context is None:
        return Content.assemble(
            _one_evidence(1, one, None), "\n\n", ("The record itself is no longer in the snapshot.", "$care")
        )
    head = [
        ("From", context.sender),
        ("Title", context.title),
        ("When", context.when.strftime("%A %Y-%m-%d %H:%M %z").strip() if context.when else ""),
        ("In", context.place),
        ("Link", context.link),
    ]
    parts = [
        Content.assemble((f"{label:<6}", "$quiet"), one_line(value)) for label, value in head if value.strip()
    ]
    if one.fact:
        parts += [Content(), Content.assemble(("Counted  ", "bold"), one_line(one.fact))]
    parts += [Content(), _with_quote(context.own, one.quote)]
    if context.quoted.strip():
        parts += [Content(), Content.styled("Quoted there, written by others:", "$quiet")]
        barred = visible(context.quoted, RECORD).split("\n")
        parts += [Content.styled(f"│ {line}", "$quiet") for line in barred]
    return Content("\n").join(parts)


def _with_quote(text: str, quote: str) -> Content:
    """The text with the quote between bold angle marks, so that it is found without colour too."""
    start = text.find(quote) if quote else -1
    if start < 0:
        return Content(visible(text, RECORD))
    end = start + len(quote)
    return Content.assemble(
        visible(text[max(0, start - RECORD) : start]),
        (f"»{visible(quote)}«", "bold $quote"),
        visible(text[end:], RECORD),
    )
