"""Answers as JSON lines, for products that bring their own screen."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bootstrap.errors import ReviewError
from bootstrap.review import protocol

Sit = Callable[..., Any]


def line(at: Any, place: int, **fields: Any) -> str:
    return json.dumps({"id": at.session.visible()[place].id, **fields})


def test_answers_count_and_may_be_given_again(sit: Sit) -> None:
    at = sit()
    text = at.session.visible()[3].text.replace("November", "December")
    lines = [
        line(at, 0, verdict="approve"),
        line(at, 1, verdict="reject"),
        "",
        line(at, 2, verdict="approve", type="project", layer="-x"),
        line(at, 3, verdict="approve", text=text),
        line(at, 7, verdict="approve", name="trick"),
        line(at, 5, verdict=None),
    ]
    report = protocol.apply(at.session, lines)
    assert (report.approved, report.rejected, report.unchanged) == (4, 1, 1)
    recorded = len(at.log)
    assert protocol.apply(at.session, lines).unchanged == 6
    assert len(at.log) == recorded
    written = {one.name: decision for one, decision in at.session.approved()}
    assert (written["tom"].type, written["tom"].layer) == ("project", "-x")
    assert "December" in written["harbour"].text


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("{", "Line 2 is no JSON"),
        ("[]", "Line 2: the line"),
        ('{"id": "0", "verdict": "approve"}', "Line 2: No candidate has the id 0"),
        ('{"id": "0"}', "Line 2: verdict"),
        ('{"id": "0", "verdict": "maybe"}', "Line 2: verdict"),
        ('{"id": "0", "verdict": null, "why": 1}', "Line 2: why"),
        ('{"id": 3, "verdict": null}', "Line 2: id"),
        ("[" * 100_000, "Line 2"),
        ('{"id": "' + "x" * 1_000_001, "Line 2 is too long"),
    ],
)
def test_a_bad_line_is_named_and_nothing_counts(sit: Sit, bad: str, said: str) -> None:
    at = sit()
    with pytest.raises(ReviewError) as caught:
        protocol.apply(at.session, [line(at, 0, verdict="approve"), bad])
    assert str(caught.value).startswith(said)
    assert not at.log


def test_blocked_needs_its_name(sit: Sit) -> None:
    at = sit()
    with pytest.raises(ReviewError, match=r"Line 1: candidate .* is blocked") as caught:
        protocol.apply(at.session, [line(at, 7, verdict="approve")])
    assert '"name": "trick"' in caught.value.hint
    assert not at.log


def test_a_bad_edit_names_its_line(sit: Sit) -> None:
    at = sit()
    with pytest.raises(ReviewError, match="Line 1: "):
        protocol.apply(at.session, [line(at, 0, verdict="approve", text="no memory")])
    assert at.session.count("approve") == 0
