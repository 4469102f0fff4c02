"""A newer text over one a person edited: the facts are the newer ones, their words stay theirs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bootstrap.memory.carrying import carried

lines = st.lists(st.sampled_from(["", "a", "b", "c", "d", "e"]), max_size=6).map("\n".join)


def told(text: str) -> set[str]:
    return {line.strip() for line in text.split("\n") if line.strip()}


def test_an_added_line_stays_behind_the_line_it_stood_behind() -> None:
    base = "Harbour ships in July.\n\n- Lead: Priya\n- Board: HAR"
    own = "Harbour ships in July.\n\n- Lead: Priya\n- Ask Mia first\n- Board: HAR\n\nMy note."
    newer = "Harbour ships in August.\n\n- Lead: Priya\n- Board: HAR"
    assert carried(base, own, newer) == (
        "Harbour ships in August.\n\n- Lead: Priya\n- Ask Mia first\n- Board: HAR\n\nMy note."
    )


def test_a_line_taken_out_stays_out() -> None:
    assert carried("a\n\nb\n\nc", "a\n\nc", "a2\n\nb\n\nc") == "a2\n\nc"


def test_a_rewritten_text_stands_behind_the_newer_facts() -> None:
    assert carried("Old fact.", "My own words.", "New fact.") == "New fact.\n\nMy own words."


@given(base=lines, newer=lines)
def test_without_an_edit_it_is_the_newer_text(base: str, newer: str) -> None:
    assert told(carried(base, base, newer)) == told(newer)


@given(base=lines, own=lines)
def test_without_newer_facts_it_is_what_the_person_has(base: str, own: str) -> None:
    assert told(carried(base, own, base)) == told(own)


@given(base=lines, own=lines, newer=lines)
def test_no_word_of_the_person_is_lost_and_none_they_took_out_is_back(
    base: str, own: str, newer: str
) -> None:
    result = told(carried(base, own, newer))
    assert told(own) - told(base) <= result
    assert not (told(base) - told(own)) & result
    assert told(newer) - told(base) <= result
