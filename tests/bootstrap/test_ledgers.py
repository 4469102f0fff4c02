"""Candidates and decisions on disk: nothing is lost, a torn line costs itself alone, the newest answer counts."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bootstrap.errors import WorkspaceError
from bootstrap.ledgers import append_decision, read_candidates, read_decisions, standing, write_candidates
from bootstrap.model import Block, Candidate, Decision, Evidence, content_id

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
CANDIDATE = Candidate(
    "person/ada@kestrel.example", "create", "reference", "ada-moss", "Ada Moss", "Ada Moss: engineer", "**Ada Moss**\n\n- Reach: ada\n",
    (Evidence("mid:1", quote="Ada\u2028Moss\nEngineer", when=NOW, place="signature"), Evidence("mid:2", fact="9 mails")), date(2026, 11, 1),
    "She comes up.", 0.9, 0.7, blocked=(Block("secret", "It holds a password."),), below=True, employer="kestrel.example",
)  # fmt: skip

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
some_candidates = st.lists(
    st.builds(
        Candidate, texts, st.sampled_from(["create", "update", "retire", "confirm"]), st.sampled_from(["user", "project", "reference"]), texts,
        texts, texts, texts, st.lists(st.builds(Evidence, texts, texts, texts), max_size=3).map(tuple), st.none() | st.dates(),
    ),
    max_size=5,
)  # fmt: skip
some_decisions = st.lists(
    st.builds(
        Decision, texts, st.sampled_from(["approve", "reject", "skip", None]), st.just(NOW), texts, texts
    ),
    max_size=6,
)


def test_a_candidate_comes_back_whole_and_shows_its_id(tmp_path: Path) -> None:
    path = tmp_path / "candidates.jsonl"
    write_candidates(path, [CANDIDATE])
    assert read_candidates(path) == [CANDIDATE]
    assert json.loads(path.read_text(encoding="utf-8"))["id"] == CANDIDATE.id


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(candidates=some_candidates)
def test_any_candidates_come_back_in_order(tmp_path: Path, candidates: list[Candidate]) -> None:
    path = tmp_path / "candidates.jsonl"
    write_candidates(path, candidates)
    assert read_candidates(path) == candidates


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(decisions=some_decisions)
def test_any_answers_come_back_in_order(tmp_path: Path, decisions: list[Decision]) -> None:
    path = tmp_path / "decisions.jsonl"
    path.unlink(missing_ok=True)
    for decision in decisions:
        append_decision(path, decision)
    assert read_decisions(path) == decisions


def test_writing_anew_replaces_the_list(tmp_path: Path) -> None:
    path = tmp_path / "candidates.jsonl"
    write_candidates(path, [CANDIDATE, CANDIDATE])
    write_candidates(path, [])
    assert read_candidates(path) == []


def test_where_nothing_was_written_nothing_is_read(tmp_path: Path) -> None:
    assert read_candidates(tmp_path / "none") == []
    assert read_decisions(tmp_path / "none") == []


@pytest.mark.parametrize("content", [b"{", b'{"key": 1}\n', b"\xff\xfe\n", b"[]\n"])
def test_a_damaged_list_of_candidates_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "candidates.jsonl"
    path.write_bytes(content)
    with pytest.raises(WorkspaceError, match="damaged") as caught:
        read_candidates(path)
    assert "propose" in caught.value.hint


def test_a_torn_line_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    first, second = Decision("a", "approve", NOW), Decision("b", "reject", NOW)
    append_decision(path, first)
    with path.open("ab") as stream:
        stream.write(b'{"candidate": "c", "verd')
    append_decision(path, second)
    assert read_decisions(path) == [first, second]


def test_the_newest_answer_counts_and_may_be_taken_back() -> None:
    answers = [
        Decision("a", "approve", NOW),
        Decision("b", "approve", NOW),
        Decision("a", "reject", NOW),
        Decision("b", None, NOW),
    ]
    assert standing(answers) == {"a": answers[2]}


def test_an_id_says_what_is_claimed_and_not_how_it_was_found() -> None:
    found_otherwise = replace(
        CANDIDATE, evidence=(), value=0.1, confidence=0.1, as_of=None, why="", below=False, blocked=()
    )
    assert found_otherwise.id == CANDIDATE.id
    assert replace(CANDIDATE, body="Other\n").id != CANDIDATE.id
    assert replace(CANDIDATE, layer="-srv-app").id != CANDIDATE.id


def test_a_rejection_holds_when_only_numbers_move() -> None:
    assert replace(CANDIDATE, description="Ada Moss: engineer 2027").gist == CANDIDATE.gist
    assert replace(CANDIDATE, change="retire").gist != CANDIDATE.gist
    assert replace(CANDIDATE, description="Ada Moss: head of design").gist != CANDIDATE.gist
    update = replace(CANDIDATE, change="update")
    assert replace(update, body="**Ada Moss**\n\n- Reach: ada 2\n").gist == update.gist
    assert replace(update, body="**Ada Moss**\n\n- Reach: eva\n").gist != update.gist


def test_ids_do_not_collide_over_joins_and_know_no_composition() -> None:
    assert content_id("ab", "c") != content_id("a", "bc")
    assert content_id("e\u0301") == content_id("\u00e9")
