"""The review for products with a screen of their own: candidates out, answers in, one JSON object a line.

Out (``candidates.jsonl``, also ``describe``): ``{"id", "key", "change", "type", "title", ...}``.
In: ``{"id": "…", "verdict": "approve" | "reject" | "skip" | null, "text"?, "type"?, "layer"?, "name"?}``.
``text`` is the whole edited memory file; ``name`` must repeat a blocked candidate's name to approve it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import pydantic

from bootstrap.errors import ReviewError
from bootstrap.model import MemoryType, Verdict
from bootstrap.review.session import Session

LINE_LIMIT = 1_000_000


class Answer(pydantic.BaseModel):
    """One line."""

    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, pydantic.Field(min_length=1)]
    verdict: Verdict | None
    text: str = ""
    type: MemoryType | None = None
    layer: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What the lines did."""

    approved: int = 0
    rejected: int = 0
    skipped: int = 0
    taken_back: int = 0
    unchanged: int = 0


def apply(session: Session, lines: Iterable[str]) -> Report:
    """Answer what the lines say; all are checked before the first one counts.

    An answer that stands already changes nothing, so the same file may be given again.
    Raises ReviewError with the line's number when a line can't be read or taken.
    """
    answers = [(number, _read(number, line)) for number, line in enumerate(lines, 1) if line.strip()]
    for number, answer in answers:
        _check(session, number, answer)
    counts = {"approve": 0, "reject": 0, "skip": 0, None: 0}
    unchanged = 0
    for number, answer in answers:
        if _answer(session, number, answer):
            counts[answer.verdict] += 1
        else:
            unchanged += 1
    return Report(counts["approve"], counts["reject"], counts["skip"], counts[None], unchanged)


def _read(number: int, line: str) -> Answer:
    if len(line) > LINE_LIMIT:
        raise ReviewError(
            f"Line {number} is too long.", f"A line holds one answer, at most {LINE_LIMIT:,} characters."
        )
    try:
        return Answer.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise ReviewError(f"Line {number} is no JSON ({error.msg}).", "One JSON object a line.") from None
    except RecursionError:
        raise ReviewError(f"Line {number} is nested too deeply.", "One flat JSON object a line.") from None
    except pydantic.ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the line"
        raise ReviewError(
            f"Line {number}: {where}: {first['msg']}.",
            'An answer is {"id": "…", "verdict": "approve" | "reject" | "skip" | null}.',
        ) from None


def _check(session: Session, number: int, answer: Answer) -> None:
    try:
        item = session.item(answer.id)
    except ReviewError as error:
        raise ReviewError(f"Line {number}: {error}", error.hint) from None
    if answer.verdict == "approve" and item.blocked and answer.name != item.candidate.name:
        raise ReviewError(
            f"Line {number}: candidate {answer.id} is blocked.",
            f'To approve it all the same, add "name": "{item.candidate.name}".',
        )


def _answer(session: Session, number: int, answer: Answer) -> bool:
    """Whether anything changed."""
    item = session.item(answer.id)
    before = item.decision
    try:
        if answer.text:
            session.edit(item, answer.text)
        if answer.type and answer.type != item.type:
            session.retype(item, answer.type)
        if answer.layer and answer.layer != item.layer:
            session.relayer(item, answer.layer)
        if answer.verdict != item.verdict:
            session.decide(item, answer.verdict, answer.name)
    except ReviewError as error:
        raise ReviewError(f"Line {number}: {error}", error.hint) from None
    return item.decision is not before
