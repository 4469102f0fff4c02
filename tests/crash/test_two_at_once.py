"""A second day1 in the same workspace is refused, changes nothing, and takes nothing away from the first."""

from __future__ import annotations

import fcntl

import pytest

from benchmarks.corridor import Corridor, tree


@pytest.mark.parametrize("name", ["pull", "seed", "export", "forget all"])
def test_a_second_one_is_refused(corridor: Corridor, name: str) -> None:
    stage = corridor.stages[name]
    corridor.back_to(stage.before)
    corridor.workspace.mkdir(mode=0o700, exist_ok=True)
    with (corridor.workspace / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        before = tree(corridor.live)
        ran = corridor.day1(*stage.words)
        assert ran.code == 1 and "Another day1" in ran.err
        left = {path: digest for path, digest in tree(corridor.live).items() if path != "w/receipts"}
        assert left == {path: digest for path, digest in before.items() if path != "w/receipts"}
    assert corridor.day1(*stage.words).code == 0


def test_a_second_reviewer_is_refused(corridor: Corridor) -> None:
    stage = corridor.stages["review"]
    corridor.back_to(stage.before)
    with (corridor.workspace / "review.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        ran = corridor.day1(*stage.words)
    assert ran.code == 1 and "reviewing" in ran.err
    assert not (corridor.workspace / "decisions.jsonl").exists()


def test_nothing_is_forgotten_under_a_reviewer(corridor: Corridor) -> None:
    corridor.back_to("exported")
    before = tree(corridor.workspace)
    with (corridor.workspace / "review.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for words in (("forget",), ("forget", "--all")):
            ran = corridor.day1(*words)
            assert ran.code == 1 and "reviewing" in ran.err
    assert tree(corridor.workspace) == before


def test_a_clock_that_was_turned_back_changes_nothing(corridor: Corridor) -> None:
    corridor.back_to("seeded")
    assert corridor.day1("propose", now="2025-01-02").code == 0
    assert corridor.day1("review", "--approve", "all", now="2024-12-31").code == 0
    assert corridor.day1("seed", now="2024-01-01").code == 0
    receipts = sorted(path.name for path in (corridor.workspace / "receipts").iterdir())
    before = tree(corridor.memories)
    for name in reversed(receipts):
        assert corridor.day1("undo", name.removesuffix(".json"), now="2023-01-01").code == 0
    assert tree(corridor.memories) != before
    corridor_before = tree(corridor.memories)
    corridor.back_to("empty")
    assert tree(corridor.memories) == corridor_before
