"""A memory file: written in one way, read in any way people write it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bootstrap.memory.markdown import BrokenMemory, file_name, name_of, parse, parse_bytes, render, safe_name
from bootstrap.model import Memory

WHOLE = Memory(
    name="works-at-northwind",
    type="user",
    description="Staff engineer at Northwind, leads the billing rewrite; Berlin, reports to Priya Nair",
    body="Body.",
    as_of=date(2026, 11, 12),
    seeded=date(2026, 11, 15),
)
FILE = """\
---
name: works-at-northwind
description: Staff engineer at Northwind, leads the billing rewrite; Berlin, reports to Priya Nair
metadata:
  type: user
  as_of: 2026-11-12
  seeded: 2026-11-15
  origin: day1
---

Body.
"""

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
memories = st.builds(
    Memory,
    name=text.map(safe_name),
    type=st.sampled_from(["user", "project", "reference", "feedback"]),
    description=text.map(lambda value: " ".join(value.split())),
    body=text.map(lambda value: value.replace("\r\n", "\n").replace("\r", "\n").strip("\n")),
    as_of=st.none() | st.dates(),
    seeded=st.none() | st.dates(),
    retires=st.lists(text.map(safe_name), max_size=2).map(tuple),
)


def test_the_file_is_exactly_the_documented_one() -> None:
    assert render(WHOLE) == FILE
    assert parse(FILE, "other", "_global") == WHOLE


@given(memory=memories)
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_back(memory: Memory) -> None:
    written = render(memory)
    read = parse(written, memory.name, "_global")
    assert (read.name, read.type, read.as_of, read.seeded) == (
        memory.name,
        memory.type,
        memory.as_of,
        memory.seeded,
    )
    assert (read.description, read.body) == (memory.description, memory.body)
    assert read.retires == tuple(name_of(name) for name in memory.retires)
    assert render(read) == render(parse(render(read), read.name, "_global"))


@pytest.mark.parametrize(
    "front",
    [
        "name: x\ndescription: d\ntype: project",
        "name: x\ndescription: d\nmetadata:\n  type: project\n  pinned: true\nowner: [a, b]",
        "# mine\nname: x # own\ndescription: d\nmetadata: {type: project}",
        "name: x\r\ndescription: d\r\ntype: project\r",
        "name: x\ndescription: d\ntype: project\nnote: a: b: c",
    ],
)
def test_every_usual_way_of_writing_it_is_read(front: str) -> None:
    read = parse(f"\ufeff---\n{front}\n---\nBody\r\nof two lines", "x", "_global")
    assert (read.name, read.type, read.description, read.body) == ("x", "project", "d", "Body\nof two lines")


def test_a_colon_in_a_description_people_write_is_text() -> None:
    assert parse("---\ndescription: Works at: Northwind\ntype: user\n---\n", "x", "_global").description == (
        "Works at: Northwind"
    )


@pytest.mark.parametrize(
    "broken",
    [
        "No front matter.",
        "---\nname: x\ntype: user\n",
        "---\nname: x\n---\nNo type.",
        "---\nname: x\ntype: opinion\n---\n",
        "---\n- a\n- b\n---\n",
        "---\n" + "x: {" * 3000 + "\n---\n",
        "---\n" + "[" * 10_000 + "\n---\n",
        "---\na: &a [x]\nb: &b [*a, *a]\ntype: user" + "\nc: d" * 9000 + "\n---\n",
        "",
    ],
)
def test_a_broken_file_says_why_in_one_line(broken: str) -> None:
    with pytest.raises(BrokenMemory) as refused:
        parse(broken, "x", "_global")
    assert "\n" not in str(refused.value)


def test_bytes_that_are_no_text_are_broken() -> None:
    with pytest.raises(BrokenMemory):
        parse_bytes(b"---\nname: \xff\n---\n", "x", "_global")


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Works at Northwind", "works-at-northwind"),
        ("../../etc/passwd", "etc-passwd"),
        ("Größe & Maß", "grösse-mass"),
        ("東京オフィス", "東京オフィス"),
        ("हिन्दी टीम", "हिन्दी-टीम"),
        ("///", "memory"),
        ("a" * 300, "a" * 80),
    ],
)
def test_names_are_safe_file_names_in_every_script(text: str, slug: str) -> None:
    assert safe_name(text) == slug


@given(text=st.text())
def test_no_name_leaves_its_folder_or_changes_when_made_safe_again(text: str) -> None:
    name = safe_name(text)
    assert safe_name(name) == name
    assert Path(file_name("user", name)).name == f"user_{name}.md"
    assert len(file_name("reference", name).encode()) < 200
    assert name_of(file_name("reference", name)) == name
