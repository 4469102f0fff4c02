"""What a model answers: its JSON schema for the request, and its answer checked. Extra fields are refused."""

from __future__ import annotations

import re
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

A = TypeVar("A", bound="Shape")

_FENCE = re.compile(r"```(?:json)?\s*(.*?)```", re.S)


class Malformed(ValueError):
    """The answer is not of the form asked for. The message never carries content."""


class Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Quote(Shape):
    """A passage copied from item number ``item``."""

    item: int
    quote: str


class Claim(Shape):
    text: str
    quotes: list[Quote]


class DraftVerdict(Shape):
    """What is wrong with a draft; drafts not named stay as they are."""

    draft: str
    verdict: Literal["keep", "drop"] = "keep"
    lines_out: list[int] = []
    why: str = ""


class Proposal(Shape):
    """What is claimed about one subject. ``confidence`` and ``value`` are cut to 0 to 1 where they are used."""

    about: str
    type: Literal["user", "project", "reference"]
    title: str = ""
    description: str = ""
    claims: list[Claim]
    why: str = ""
    confidence: float = 0.7
    value: float = 0.5


class Proposals(Shape):
    """The answer of the first phase."""

    drafts: list[DraftVerdict] = []
    memories: list[Proposal] = []


class Ruling(Shape):
    """What becomes of one candidate. ``value`` under 0 leaves it as it was."""

    candidate: str
    action: Literal["keep", "drop", "merge"] = "keep"
    into: str = ""
    lines_out: list[int] = []
    replaces: str = ""
    value: float = -1.0
    why: str = ""


class Rulings(Shape):
    """The answer of the second phase."""

    candidates: list[Ruling] = []


def json_schema(shape: type[Shape]) -> dict[str, Any]:
    """The schema in the strict dialect of structured outputs: every property required, no defaults, no titles.

    Source: OpenAI, Structured Outputs, "Supported schemas".
    """
    strict = _strict(shape.model_json_schema())
    assert isinstance(strict, dict)
    return strict


def _strict(node: Any, names: bool = False) -> Any:
    if isinstance(node, list):
        return [_strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    dropped = () if names else ("default", "title", "description")
    made = {k: _strict(v, names=k in ("properties", "$defs")) for k, v in node.items() if k not in dropped}
    if not names and "properties" in made:
        made["required"] = list(made["properties"])
    return made


def parse(shape: type[A], text: str) -> A:
    """The answer in ``text``: bare JSON, in a Markdown fence, or with words around it. Raises Malformed."""
    problem = "no JSON object in it"
    for part in _objects(text):
        try:
            return shape.model_validate_json(part)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            problem = f"{first['type']} at {'.'.join(map(str, first['loc']))[:60] or 'the top'}"
    raise Malformed(problem)


def _objects(text: str) -> list[str]:
    text = text.strip().removeprefix("\ufeff")
    found = [text, *(match.strip() for match in _FENCE.findall(text))]
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end:
        found.append(text[start : end + 1])
    return [part for part in dict.fromkeys(found) if part.startswith("{")]
