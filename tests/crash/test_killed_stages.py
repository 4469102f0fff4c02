"""SIGKILL all along every stage: the next start is clean, and the same command ends as if undisturbed."""

from __future__ import annotations

import pytest

from benchmarks.corridor import Corridor
from benchmarks.faults import Fault

STAGES = ("pull", "propose", "review", "seed", "export", "undo export", "undo", "pull again", "forget", "forget all",
          "re-propose", "re-review", "re-seed", "run")  # fmt: skip


def killed_at(corridor: Corridor, name: str, steps: range) -> None:
    stage = corridor.stages[name]
    for number in steps:
        killed, problems = corridor.trial(stage, Fault(at=number))
        assert killed and not problems, f"{name}, step {number}: {problems}"


def length(corridor: Corridor, name: str) -> int:
    return corridor.cut(corridor.stages[name], Fault()).steps


def test_the_stages_named_here_are_all(corridor: Corridor) -> None:
    assert set(STAGES) == set(corridor.stages)


@pytest.mark.parametrize("name", ["seed", "undo", "forget all"])
def test_a_stage_killed_in_its_middle(corridor: Corridor, name: str) -> None:
    steps = length(corridor, name)
    killed_at(corridor, name, range(steps // 3, steps, steps // 2))


@pytest.mark.slow
@pytest.mark.parametrize("name", STAGES)
def test_a_stage_killed_at_many_steps(corridor: Corridor, name: str) -> None:
    steps = length(corridor, name)
    killed_at(corridor, name, range(1, steps + 1, 1 + steps // 30))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pull", "pull again"])
def test_a_pull_of_mail_and_calendars_killed_on_its_way(whole: Corridor, name: str) -> None:
    steps = length(whole, name)
    killed_at(whole, name, range(1, steps + 1, 1 + steps // 8))


def test_a_seeding_that_was_cut_is_finished_before_everything_is_forgotten(corridor: Corridor) -> None:
    stage = corridor.stages["seed"]
    for number in range(4, length(corridor, "seed"), 15):
        corridor.cut(stage, Fault(at=number))
        assert corridor.day1("forget", "--all").code == 0
        assert not corridor.workspace.exists()
        assert not [p for p in corridor.memories.rglob("*") if p.name.startswith(".day1-")]
        listed = (corridor.memories / "_global" / "MEMORY.md").exists()
        assert listed == (len(list((corridor.memories / "_global").glob("*.md"))) > 1)
