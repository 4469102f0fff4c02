"""The prompts are files; their version is their text."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import prompts

NAMES = sorted(path.stem for path in Path(prompts.__file__).parent.glob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_a_version_is_the_hash_of_the_text(name: str) -> None:
    prompt = prompts.load(name)
    assert prompt.name == name
    assert hashlib.sha256(prompt.text.strip().encode()).hexdigest().startswith(prompt.version)


def test_there_is_one_for_each_type_that_is_proposed() -> None:
    assert {
        "type_user",
        "type_project",
        "type_reference",
        "gate",
        "safety",
        "extraction",
        "consolidation",
    } <= set(NAMES)


def test_composed_prompts_keep_their_order() -> None:
    both = prompts.compose("safety", "gate")
    assert both.text.startswith(prompts.load("safety").text.strip())
    assert both.text.endswith(prompts.load("gate").text)
    assert both.version != prompts.compose("gate", "safety").version


def test_an_unknown_one_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        prompts.load("no-such-prompt")
