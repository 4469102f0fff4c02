"""Places added on the wizard's sources page: each keeps a label of its own, and a place added twice is one."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path

import pytest

from bootstrap.commands.steps import Steps
from bootstrap.memory.directory import Directory
from bootstrap.settings import Settings, fixed
from bootstrap.workspace import Workspace


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    for name in ("a", "b"):
        (tmp_path / name / "docs").mkdir(parents=True)
        (tmp_path / name / "docs" / f"{name}.md").write_text(f"# Kiln {name}\n\nFired on Fridays.\n")
    settings = Settings(
        Workspace(tmp_path / "workspace"), Directory(tmp_path / "memories"), clock=fixed(date(2026, 11, 15))
    )
    return Steps(argparse.Namespace(), settings)


def test_two_folders_of_one_name_are_two_sources(steps: Steps, tmp_path: Path) -> None:
    labels = [found.label for name in ("a", "b") for found in steps.look(str(tmp_path / name / "docs"))]
    assert len(labels) == len(set(labels)) == 2


def test_a_place_added_again_is_the_same_source(steps: Steps, tmp_path: Path) -> None:
    first, again = (steps.look(str(tmp_path / "a" / "docs")) for _ in range(2))
    assert [found.label for found in first] == [found.label for found in again]
