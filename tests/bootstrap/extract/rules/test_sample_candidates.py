"""The sample person, from raw exports to candidates: all grounded, and the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

import sample_data
from bootstrap import pipeline
from bootstrap.extract.grounding import stands
from bootstrap.extract.rules import RulesExtractor
from bootstrap.memory.directory import Directory
from bootstrap.model import Candidate
from bootstrap.settings import Settings, fixed
from bootstrap.workspace import Workspace
from connectors import registry


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    folder = tmp_path_factory.mktemp("sample")
    made = Settings(
        Workspace(folder / "w"),
        Directory(folder / "m"),
        clock=fixed(date.fromisoformat(str(sample_data.NOW))),
    )
    sources = registry.parse(str(sample_data.path()))
    pipeline.pull(made, [registry.open(source) for source in sources], lambda label, mark, kept: None)
    yield made


def test_every_candidate_of_the_sample_is_grounded(settings: Settings) -> None:
    with pipeline.snapshot(settings) as opened:
        footprint = pipeline.footprint(settings, opened)
        proposed = list(RulesExtractor().propose(footprint, opened))
        assert len(proposed) > 15
        loose = [(c.key, e) for c in proposed for e in c.evidence if not stands(e, opened.record)]
    assert loose == []


def test_two_runs_over_the_sample_are_equal(settings: Settings) -> None:
    def run() -> list[Candidate]:
        return pipeline.propose(settings, RulesExtractor())[1]

    assert run() == run()


def test_dates_lie_within_the_material(settings: Settings) -> None:
    now = settings.now.date()
    for candidate in pipeline.propose(settings, RulesExtractor())[1]:
        assert candidate.as_of is None or date(2020, 1, 1) < candidate.as_of <= now, candidate.key
