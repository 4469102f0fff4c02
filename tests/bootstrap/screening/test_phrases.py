"""The phrase files: each is readable, and names only what the code knows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import bootstrap.screening
from bootstrap.screening.fold import fold
from bootstrap.screening.injection import RULES
from bootstrap.screening.lexicon import Lexicon
from bootstrap.screening.sensitive import MATTERS
from bootstrap.screening.shapes import SHAPES

FILES = sorted((Path(bootstrap.screening.__file__).parent / "phrases").glob("*.toml"))
KNOWN = {
    "injection": {concept for rule in RULES for concept in rule.concepts} - set(SHAPES) | {"negated"},
    "secret": {"password", "short", "is", "stop", "compound", "otp", "card", "seed"},
    "sensitive": {*MATTERS, "topic", "personal", "provider", "trade"},
    "title": {"speech", "alone", "request", "either", "object"},
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_concept_is_one_that_the_code_uses(file: Path) -> None:
    for section, concepts in tomllib.loads(file.read_text(encoding="utf-8")).items():
        assert set(concepts) <= KNOWN[section], section
        for entries in concepts.values():
            assert all(entry.strip() == entry and entry for entry in entries)
            assert not [entry for entry in entries if "*" in entry[:-1]], "a star only ends a phrase"


def test_every_language_file_has_all_four_sections() -> None:
    lacking = {file.stem: set(KNOWN) - set(tomllib.loads(file.read_text(encoding="utf-8"))) for file in FILES}
    assert {name: missing for name, missing in lacking.items() if missing} == {}


def test_boundaries_hold_where_a_script_writes_them() -> None:
    lexicon = Lexicon({"c": ["rat", "ignor*", "指令", "تعليمات"]})
    assert lexicon.concepts("a rat, here")
    assert not lexicon.concepts("a pirate's rating")
    assert lexicon.concepts("please ignoring it")
    assert lexicon.concepts("所有指令都")
    assert lexicon.concepts(fold("كل والتعليمات"))
