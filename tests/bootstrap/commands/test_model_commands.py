"""The flags of the model extractor, as a person types them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sample_data

ROOT = Path(__file__).parents[3]
Day1 = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def day1(tmp_path: Path) -> Day1:
    def run(*words: object) -> subprocess.CompletedProcess[str]:
        places = ["--workspace", tmp_path / "w", "--memories", tmp_path / "m", "--now", "2026-11-15"]
        command = [sys.executable, "-m", "bootstrap.cli", *map(str, words), *map(str, places)]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
            env=dict(os.environ),
            stdin=subprocess.DEVNULL,
        )

    return run


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the sample person's takeout, pulled once."""
    place = tmp_path_factory.mktemp("pulled")
    takeout = next(sample_data.path().glob("takeout*.zip"))
    words = ["pull", takeout, "--workspace", place / "w", "--memories", place / "m", "--now", "2026-11-15"]
    subprocess.run(
        [sys.executable, "-m", "bootstrap.cli", *map(str, words)], check=True, cwd=ROOT, capture_output=True
    )
    return place / "w"


@pytest.fixture
def pulled(day1: Day1, snapshot: Path, tmp_path: Path) -> Day1:
    shutil.copytree(snapshot, tmp_path / "w")
    return day1


def test_a_cassette_by_hand_from_first_to_last(pulled: Day1, tmp_path: Path) -> None:
    flags = ("--extractor", "llm", "--offline", "--cassette", tmp_path / "c")
    first = pulled("propose", *flags)
    assert first.returncode == 1 and "wait for an answer" in first.stderr and ".request.json" in first.stderr
    for _ in range(2):
        for request in (tmp_path / "c").glob("*.request.json"):
            answer = request.with_name(request.name.replace("request", "response"))
            answer.write_text(json.dumps({"text": {}, "model": "by hand", "usage": {}}))
        done = pulled("propose", "--json", *flags)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["candidates"] > 0
    status = json.loads(pulled("status", "--json").stdout)
    assert status["spend"]["requests"] == 0 and status["spend"]["reused"] > 1
    assert (
        pulled("propose", "--extractor", "llm", "--offline", "--cassette", tmp_path / "empty").returncode == 0
    )
    forgotten = json.loads(pulled("forget", "--json").stdout)["forgotten"]
    assert "model" in forgotten and not (tmp_path / "w" / "model").exists()


def test_the_dry_run_sends_nothing(pulled: Day1, tmp_path: Path) -> None:
    done = pulled(
        "propose", "--extractor", "llm", "--model", "some-model", "--dry-run", tmp_path / "requests", "--json"
    )
    assert done.returncode == 0, done.stderr
    paths = json.loads(done.stdout)["requests"]
    assert paths and all(json.loads(Path(p).read_text())["model"] == "some-model" for p in paths)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ((), "No model is named"),
        (("--offline",), "--cassette"),
        (("--model", "x", "--base-url", "not an address"), "no address"),
        (("--model", "x"), "--yes"),
        (("--model", "x", "--yes"), "no key"),
    ],
)
def test_what_is_missing_is_one_line_and_a_hint(pulled: Day1, flags: tuple[str, ...], said: str) -> None:
    done = pulled("propose", "--extractor", "llm", *flags)
    assert done.returncode == 1
    assert said in done.stderr and "hint:" in done.stderr and "Traceback" not in done.stderr
