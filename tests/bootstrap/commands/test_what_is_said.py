"""What the command line says: JSON alone on stdout, commands as they must be typed, and what was meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sample_data
from bootstrap import cli


@pytest.fixture
def places(tmp_path: Path) -> list[str]:
    return ["--workspace", str(tmp_path / "w s"), "--memories", str(tmp_path / "m"), "--now", "2026-11-15"]


def test_json_stands_alone_on_stdout_in_a_dry_run_too(
    places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = next(sample_data.path().rglob("hydrokit.bundle"))
    run = ["run", str(bundle), "--me", "ximena.nancupil@cuencaaustral.example", "--approve", "all", "--json"]
    assert cli.main([*run, "--dry-run", *places]) == 0
    assert json.loads(capsys.readouterr().out)["seeded"] == []
    assert cli.main([*run, *places]) == 0
    assert "_global/MEMORY.md" in json.loads(capsys.readouterr().out)["seeded"]
    assert cli.main(["why", "repository-hydrokit", "--json", *places]) == 0
    assert "approved by" in json.loads(capsys.readouterr().out)["text"]


def test_the_next_command_is_told_with_its_places(
    places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = next(sample_data.path().rglob("hydrokit.bundle"))
    assert cli.main(["pull", str(bundle), *places]) == 0
    told = capsys.readouterr().err
    assert f"`day1 propose --workspace '{places[1]}' --memories {places[3]}`" in told


@pytest.mark.parametrize(
    "words, meant",
    [
        (["shwo"], "did you mean show?"),
        (["--agent", "x", "status"], "flags come behind the verb"),
        (["."], "day1 run ."),
    ],
)
def test_a_wrong_verb_is_answered_with_what_was_meant(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(words)
    assert left.value.code == 2
    assert meant in capsys.readouterr().err


def test_after_forgetting_all_no_undo_is_promised(
    places: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "m" / "_global").mkdir(parents=True)
    assert cli.main(["forget", "--all", *places]) == 0
    told = capsys.readouterr().err
    assert "no longer take them back" in told and "`day1 undo`" not in told
