"""One question to a model and its answer, as values. The id is the hash of exactly what is asked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bootstrap.extract.llm.schema import Shape, json_schema
from bootstrap.extract.llm.tokens import tokens
from bootstrap.model import content_id

# What the form of a request costs beside its texts: roles, separators.
OVERHEAD = 12


@dataclass(frozen=True, slots=True)
class Request:
    """A question.

    Attributes:
        label: for the report (``person/priya@northwind.example, part 1``); not sent.
        prefix: the same for all requests of a phase, so that a provider's prompt cache stays warm.
        matter: what differs: the dossier, or the candidates.
        shape: the form of the answer.
        most: tokens the answer may have.
    """

    label: str
    model: str
    prefix: str
    matter: str
    shape: type[Shape]
    most: int

    @property
    def body(self) -> dict[str, Any]:
        """As the Responses API takes it: everything that is the same first, the matter last."""
        return {
            "model": self.model,
            "store": False,
            "max_output_tokens": self.most,
            "text": {
                "format": {"type": "json_schema", "name": self.name, "strict": True, "schema": self.schema}
            },
            "input": [{"role": "system", "content": self.prefix}, {"role": "user", "content": self.matter}],
        }

    @property
    def name(self) -> str:
        return self.shape.__name__.lower()

    @property
    def schema(self) -> dict[str, Any]:
        return json_schema(self.shape)

    @property
    def id(self) -> str:
        return content_id(json.dumps(self.body, ensure_ascii=False))

    @property
    def tokens(self) -> int:
        """About how many tokens are sent."""
        return stable_tokens(self.prefix, self.shape) + tokens(self.matter) + OVERHEAD


def stable_tokens(prefix: str, shape: type[Shape]) -> int:
    return tokens(prefix) + tokens(json.dumps(json_schema(shape)))


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; ``cached`` are part of ``input``."""

    input: int = 0
    output: int = 0
    cached: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.input + other.input, self.output + other.output, self.cached + other.cached)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the text, the model that says it wrote it, and what it cost.

    ``sent`` is the body of the request that was answered in the end, where it is not ``Request.body``.
    """

    text: str
    model: str
    usage: Usage
    sent: dict[str, Any] | None = None
