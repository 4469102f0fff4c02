"""The memory file a person sees is the one that is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bootstrap.errors import ReviewError
from bootstrap.memory import markdown
from bootstrap.model import Candidate
from bootstrap.review import editing

Make = Callable[..., Candidate]


def test_what_is_shown_reads_back_as_the_memory(make: Make) -> None:
    one = make("priya", description="Manager: asks for numbers", body="- a: b\n\n**Why:** x")
    memory = editing.parse(editing.render(one))
    assert (memory.name, memory.type, memory.description, memory.body) == (
        one.name,
        one.type,
        one.description,
        one.body,
    )
    assert memory.as_of == one.as_of


def test_a_retirement_shows_the_file_as_it_stands(make: Make) -> None:
    assert editing.render(make("x", change="retire", current="anything")) == "anything"


def test_merging_says_repeated_lines_once(make: Make) -> None:
    one = editing.render(make("a", body="- shared\n- first"))
    two = editing.render(make("b", body="- shared\n- second"))
    assert editing.parse(editing.merged(one, two)).body.split() == "- shared - first - second".split()


def test_a_line_of_the_file_is_found_in_the_body(make: Make) -> None:
    text = editing.render(make("a", body="first\nsecond\n---\nthird"))
    at = text.splitlines().index("second") + 1
    assert editing.body_line(text, at) == 2
    assert editing.body_line(text, 1) < 1


def test_names_in_any_script_are_names(make: Make) -> None:
    text = editing.render(make("عمر-من-القاهرة", description="شريك"))
    assert editing.parse(text).name == "عمر-من-القاهرة"


def test_a_name_that_leaves_the_directory_is_refused(make: Make) -> None:
    text = editing.render(make("priya")).replace("name: priya", "name: ../../priya")
    with pytest.raises(ReviewError, match="name"):
        editing.parse(text)


def test_writing_and_showing_agree_to_the_byte(make: Make) -> None:
    one = make("priya")
    assert markdown.render(editing.parse(editing.render(one))) == editing.render(one)
