"""Filters: what is shown, and the one line that says it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bootstrap.review.filters import Filter, parse

Sit = Callable[..., Any]


def names(sitting: Any, line: str) -> list[str]:
    session = sitting.session
    alike = session.visible()[1]
    return [item.candidate.name for item in session.visible(parse(line, alike))]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ["role", "priya", "tom", "harbour", "lighthouse", "weekly", "handbook", "trick"]),
        ("PRIYA", ["priya"]),
        ("northwind tom", ["tom"]),
        ("type:project", ["harbour", "lighthouse"]),
        ("type:project type:user", ["role", "harbour", "lighthouse"]),
        ("source:calendar", ["weekly"]),
        ("source:drive", ["handbook"]),
        ("confidence:80", ["role"]),
        ("confidence:80%", ["role"]),
        ("is:blocked", ["trick"]),
        ("far is:below", ["far-away"]),
        ("is:alike", ["priya", "tom", "trick"]),
        ("type:gossip", []),
    ],
)
def test_one_line_says_what_is_shown(sit: Sit, line: str, expected: list[str]) -> None:
    assert names(sit(), line) == expected


def test_pending_leaves_out_what_is_decided(sit: Sit) -> None:
    at = sit()
    at.session.decide(at.session.visible()[0], "skip")
    assert "role" not in names(at, "is:pending")


@pytest.mark.parametrize(
    "line", ["tom type:project source:mail confidence:80 is:pending is:blocked is:below", "ünïcode"]
)
def test_a_filter_reads_back_from_its_own_words(line: str) -> None:
    assert parse(str(parse(line))) == parse(line)


def test_only_a_chosen_part_counts_as_narrowed() -> None:
    assert not Filter(pending=True, below=True).narrows
    assert Filter(words="x").narrows
    assert Filter(blocked=True).narrows
