"""The workspace: private, explained, and made only when something is to be kept."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bootstrap.errors import Day1Error
from bootstrap.workspace import Workspace


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    Workspace(tmp_path / "w")
    assert list(tmp_path.iterdir()) == []


def test_it_is_private_and_says_what_it_is(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "a" / "w")
    workspace.prepare()
    workspace.tidy()
    assert stat.S_IMODE(workspace.root.stat().st_mode) == 0o700
    assert stat.S_IMODE(workspace.receipts.stat().st_mode) == 0o700
    text = (workspace.root / "README").read_text(encoding="utf-8")
    assert "day1 forget" in text
    for path in (
        workspace.snapshot,
        workspace.candidates,
        workspace.decisions,
        workspace.receipts,
        workspace.log,
    ):
        assert path.name in text


def test_tidying_again_changes_nothing(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.prepare()
    (workspace.root / "README").write_text("mine", encoding="utf-8")
    workspace.tidy()
    assert (workspace.root / "README").read_text(encoding="utf-8") == "mine"


def test_removing_leaves_nothing_and_may_be_repeated(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "w")
    workspace.prepare()
    workspace.remove()
    workspace.remove()
    assert not workspace.root.exists()


def test_a_place_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("taken", encoding="utf-8")
    with pytest.raises(Day1Error) as caught:
        Workspace(tmp_path / "w").prepare()
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    with pytest.raises(Day1Error):
        Workspace(tmp_path / "locked" / "w").prepare()
