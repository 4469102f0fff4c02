"""Keys and tokens of providers, by gitleaks' rules (``gitleaks.json``; origin and licence are named in it).

A rule holds where one of its keywords stands in the text, its expression (RE2) matches, and no allow list
speaks against it. Entropy is asked for only by the rule for keys in general: the other expressions carry the
name or the prefix of a provider, and a key of low entropy is still a key.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bootstrap.screening.expression import compiled

Span = tuple[int, int]

_GENERAL = "generic-api-key"


@dataclass(frozen=True, slots=True)
class _Rule:
    id: str
    expression: Any
    group: int
    entropy: float
    allow: tuple[_Allow, ...]


@dataclass(frozen=True, slots=True)
class _Allow:
    target: str
    expressions: tuple[Any, ...]
    stopwords: tuple[str, ...]


class Rules:
    """The rule set, compiled once; ``shared()`` gives the one of this process."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._sources = {rule["id"]: rule for rule in data["rules"]}
        self._placeholders = tuple(compiled(source) for source in data["placeholders"])
        self._by_keyword: dict[str, list[str]] = {}
        for rule in data["rules"]:
            for keyword in rule["keywords"]:
                self._by_keyword.setdefault(keyword.lower(), []).append(rule["id"])
        self._compiled: dict[str, _Rule] = {}

    @property
    def keywords(self) -> tuple[str, ...]:
        """Lower-case strings one of which stands in every text that holds a key."""
        return tuple(self._by_keyword)

    def find(self, text: str, keywords: Iterable[str]) -> Iterator[tuple[Span, str]]:
        """Spans of secrets in a text, and the name of the rule that found each.

        Args:
            keywords: those that stand in the text.
        """
        for name in dict.fromkeys(name for keyword in sorted(keywords) for name in self._by_keyword[keyword]):
            rule = self._rule(name)
            for match in rule.expression.finditer(text):
                group = rule.group or next((n for n, part in enumerate(match.groups(), 1) if part), 0)
                if not self._is_allowed(rule, match, match.group(group), text):
                    yield match.span(group), name

    def _rule(self, name: str) -> _Rule:
        if name not in self._compiled:
            source = self._sources[name]
            self._compiled[name] = _Rule(
                name,
                compiled(source["regex"]),
                source.get("secretGroup", 0),
                source.get("entropy", 0.0) if name == _GENERAL else 0.0,
                tuple(_allow(entry) for entry in source.get("allow", ())),
            )
        return self._compiled[name]

    def _is_allowed(self, rule: _Rule, match: Any, secret: str, text: str) -> bool:
        if entropy(secret) < rule.entropy:
            return True
        if any(expression.search(secret) for expression in self._placeholders):
            return True
        line_start = text.rfind("\n", 0, match.start()) + 1
        line_end = text.find("\n", match.end())
        targets = {
            "secret": secret,
            "match": match.group(),
            "line": text[line_start : line_end if line_end >= 0 else len(text)],
        }
        lowered = secret.lower()
        return any(
            any(expression.search(targets[allow.target]) for expression in allow.expressions)
            or any(word in lowered for word in allow.stopwords)
            for allow in rule.allow
        )


@cache
def shared() -> Rules:
    """The rules that come with day1."""
    file = files("bootstrap.screening.secrets") / "gitleaks.json"
    return Rules(json.loads(file.read_text(encoding="utf-8")))


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    counts = Counter(text).values()
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts)


def _allow(entry: dict[str, Any]) -> _Allow:
    return _Allow(
        entry["target"],
        tuple(compiled(source) for source in entry.get("regexes", ())),
        tuple(word.lower() for word in entry.get("stopwords", ())),
    )
