"""Full, read-only and failing disks, all along: one clear line, and all is as before or as it should be."""

from __future__ import annotations

import json

import pytest

from benchmarks.corridor import Corridor
from benchmarks.faults import Fault

FAULTS = [
    pytest.param("ENOSPC", False, id="full"),
    pytest.param("EROFS", True, id="read-only"),
    pytest.param("EACCES", False, id="forbidden"),
    pytest.param("EIO", False, id="failing"),
]


def failed_at(corridor: Corridor, name: str, number: int, kind: str, lasting: bool) -> None:
    stage = corridor.stages[name]
    ran = corridor.cut(stage, Fault(number, kind, lasting))
    where = f"{name}, step {number}: {ran.code} {ran.err}"
    assert ran.code in (0, 1), where
    assert "Traceback" not in ran.err, where
    if ran.code:
        assert sum(line.startswith("day1: ") for line in ran.err.splitlines()) == 1, where
        assert kind == "EIO" or "hint: " in ran.err, where
    problems = corridor.problems(stage)
    assert not problems, f"{where}{problems}"


@pytest.mark.parametrize(("kind", "lasting"), FAULTS)
def test_a_seeding_on_a_bad_disk(corridor: Corridor, kind: str, lasting: bool) -> None:
    steps = corridor.cut(corridor.stages["seed"], Fault()).steps
    failed_at(corridor, "seed", steps // 2, kind, lasting)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "lasting"), FAULTS)
@pytest.mark.parametrize(
    "name", ["pull", "propose", "review", "seed", "export", "undo", "forget", "forget all"]
)
def test_every_stage_on_a_bad_disk(corridor: Corridor, name: str, kind: str, lasting: bool) -> None:
    steps = corridor.cut(corridor.stages[name], Fault()).steps
    for number in range(1, steps + 1, 1 + steps // 8):
        failed_at(corridor, name, number, kind, lasting)


def test_a_snapshot_that_does_not_fit_is_said_and_goes_on_later(corridor: Corridor) -> None:
    stage = corridor.stages["pull"]
    for size in (3_000, 100_000):
        ran = corridor.cut(stage, Fault(file_size=size))
        assert ran.code == 1 and "the disk is full" in ran.err, ran.err
        assert "Traceback" not in ran.err
        assert not corridor.problems(stage)


def test_an_answer_that_does_not_fit_is_not_taken_for_given(corridor: Corridor) -> None:
    stage = corridor.stages["review"]
    ran = corridor.cut(stage, Fault(file_size=1_000))
    assert ran.code == 1, ran.err
    written = (corridor.workspace / "decisions.jsonl").read_bytes().splitlines()
    assert len(written) >= 3
    assert all(json.loads(line) for line in written[:-1])
    assert not corridor.problems(stage)


def test_the_last_answer_that_does_not_fit_is_not_taken_for_given(corridor: Corridor) -> None:
    stage = corridor.stages["review"]
    corridor.cut(stage, Fault())
    size = (corridor.workspace / "decisions.jsonl").stat().st_size
    ran = corridor.cut(stage, Fault(file_size=size - 10))
    assert ran.code == 1, ran.err
    assert not corridor.problems(stage)
