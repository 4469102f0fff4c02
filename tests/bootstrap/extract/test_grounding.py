"""Evidence that does not stand in its record is none, and a claim without evidence is no candidate."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bootstrap.extract.grounding import ground, normal, stands
from bootstrap.model import Candidate, Evidence
from connectors.records import Document, Message, Party, Record, Repository

WHEN = datetime(2026, 11, 1, tzinfo=UTC)
MAIL = Message(
    "mid:1", "mbox", WHEN, "Crane", "She said “the quay’s depth\n  is 9 m”.", Party("Ada Moss", "ada@kestrel.example"),
    quoted="an older mail", signature="Ada Moss\nEngineer",
)  # fmt: skip
CODE = Repository("git:1", "git", WHEN, "pump", "# Pump", (("Makefile", "test:\n\tpytest\n"),))
PAGE = Document("file:1", "folder", WHEN, "Page", "Seen by all", hidden="Ada is the manager")
RECORDS: dict[str, Record] = {record.uri: record for record in (MAIL, CODE, PAGE)}


def candidate(*evidence: Evidence) -> Candidate:
    return Candidate(
        "person/ada", "create", "reference", "ada", "Ada", "Ada: engineer", "Ada.\n", evidence, None
    )


@pytest.mark.parametrize(
    ("uri", "quote"),
    [
        ("mid:1", "Crane"),
        ("mid:1", 'said "the quay\'s depth is 9 m"'),
        ("mid:1", "ada@kestrel.example"),
        ("mid:1", "Engineer"),
        ("git:1", "test:"),
        ("git:1", "Makefile"),
    ],
)
def test_a_quote_that_stands_in_its_record(uri: str, quote: str) -> None:
    assert stands(Evidence(uri, quote=quote), RECORDS.get)


@pytest.mark.parametrize(
    ("uri", "quote"),
    [
        ("mid:1", "Cranes are tall"),
        ("mid:1", "crane"),
        ("mid:1", "depth is 8 m"),
        ("mid:2", "Crane"),
        ("file:1", "Ada is the manager"),
    ],
)
def test_a_quote_that_does_not(uri: str, quote: str) -> None:
    assert not stands(Evidence(uri, quote=quote), RECORDS.get)


def test_a_count_is_ours_and_an_empty_evidence_is_nothing() -> None:
    assert stands(Evidence("person:ada", fact="9 mails"), RECORDS.get)
    assert not stands(Evidence("mid:1"), RECORDS.get)


def test_unfounded_evidence_is_dropped_and_the_rest_kept() -> None:
    good, bad = Evidence("mid:1", quote="Crane"), Evidence("mid:1", quote="Ship")
    assert [c.evidence for c in ground([candidate(bad, good)], RECORDS.get)] == [(good,)]


def test_a_candidate_without_any_evidence_left_is_dropped() -> None:
    assert list(ground([candidate(Evidence("mid:1", quote="Ship")), candidate()], RECORDS.get)) == []


def test_a_founded_candidate_is_passed_on_as_it_is() -> None:
    founded = candidate(Evidence("mid:1", quote="Crane"))
    assert next(ground([founded], RECORDS.get)) is founded


@given(st.text(max_size=60))
def test_comparing_forms_are_stable(text: str) -> None:
    assert normal(normal(text)) == normal(text)


@given(st.integers(0, 30), st.integers(1, 30))
def test_every_piece_of_a_text_stands(start: int, length: int) -> None:
    quote = MAIL.text[start : start + length]
    if quote.strip():
        assert stands(Evidence("mid:1", quote=quote.strip()), RECORDS.get)
