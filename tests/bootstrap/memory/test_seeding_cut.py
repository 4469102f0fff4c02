"""A seeding or an undo that is cut at any of its steps, by a kill or by an error."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bootstrap import files
from bootstrap.errors import Day1Error, MemoryDirectoryError
from bootstrap.memory import index, seeding
from bootstrap.model import Candidate

if TYPE_CHECKING:
    from .conftest import Bench, Make

LATER = datetime(2026, 11, 16, 9, tzinfo=UTC)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="forks a process to kill it")


def counted(work: Callable[[Callable[[str], None]], object]) -> int:
    steps: list[str] = []
    work(steps.append)
    return len(steps)


def killed_at(number: int, work: Callable[[Callable[[str], None]], object]) -> None:
    """Run ``work`` in a process that ends without any clean-up at its step ``number``."""
    child = os.fork()
    if child == 0:
        left = [number]

        def step(_: str) -> None:
            if left[0] == 0:
                os._exit(9)
            left[0] -= 1

        work(step)
        os._exit(0)
    assert os.waitpid(child, 0)[1] >> 8 == 9


def first_and_second(make: Make) -> tuple[list[Candidate], list[Candidate]]:
    first = [make("harbour", type="project"), make("role", type="user"), make("wiki")]
    there = first[0]
    second = [
        make("harbour", change="retire", replaces="harbour", type="project", key=there.key),
        make("role", change="update", replaces="role", type="user", body="Another role."),
        make("pier", type="project"),
        make("kite", layer="-srv-kite"),
    ]
    return first, second


def no_dangling_line(bench: Bench) -> bool:
    listed = {entry.file for entry in index.entries(bench.directory.index_text("_global"))}
    return listed <= set(bench.directory.files("_global"))


def test_a_seeding_killed_at_any_step_is_finished_or_as_if_never_begun(bench: Bench, make: Make) -> None:
    first, second = first_and_second(make)
    bench.seed(*first)
    old = bench.tree()
    plan = bench.plan(*second)
    copy = type(bench)(bench.place / "copy")
    copy.seed(*first)
    steps = counted(lambda step: seeding.apply(copy.plan(*second), copy.receipts, LATER, step))
    new = copy.tree()
    assert steps > 8
    for number in range(steps):
        killed_at(number, lambda step: seeding.apply(plan, bench.receipts, LATER, step))
        assert no_dangling_line(bench)
        seeding.recover(bench.root, bench.receipts)
        assert bench.tree() == (old if number == 0 else new)
        if bench.tree() == new:
            bench.undo()
        assert bench.tree() == old


def test_an_undo_killed_at_any_step_is_finished(bench: Bench, make: Make) -> None:
    first, second = first_and_second(make)
    bench.seed(*first)
    old = bench.tree()
    for number in range(1, 9):
        bench.seed(*second)
        new = bench.tree()
        killed_at(number, lambda step: seeding.undo(bench.root, bench.receipts, None, step))
        assert no_dangling_line(bench)
        seeding.recover(bench.root, bench.receipts)
        assert bench.tree() == old != new


def visible(bench: Bench) -> dict[str, bytes | None]:
    """What an agent or a person finds, staged files left out."""
    return {path: data for path, data in bench.tree().items() if not path.startswith(".day1-")}


def test_a_first_seeding_is_there_whole_or_not_at_all_even_before_it_is_recovered(
    bench: Bench, make: Make
) -> None:
    candidates = make("role", type="user"), make("wiki"), make("kite", layer="-srv-kite")
    copy = type(bench)(bench.place / "copy")
    steps = counted(lambda step: seeding.apply(copy.plan(*candidates), copy.receipts, LATER, step))
    found = set()
    for number in range(steps):
        fresh = type(bench)(bench.place / str(number))
        plan = fresh.plan(*candidates)
        killed_at(
            number, lambda step, plan=plan, fresh=fresh: seeding.apply(plan, fresh.receipts, LATER, step)
        )
        found.add(visible(fresh) == copy.tree())
        assert visible(fresh) in ({}, copy.tree())
    assert found == {False, True}


def test_what_a_killed_first_seeding_left_staged_is_cleared(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    (bench.root / ".day1-left.tmp/-srv-kite").mkdir(parents=True)
    plan = bench.plan(make("kite", layer="-srv-kite"))
    killed_at(1, lambda step: seeding.apply(plan, bench.receipts, LATER, step))
    seeding.recover(bench.root, bench.receipts)
    assert sorted(path.name for path in bench.root.iterdir()) == ["-srv-kite", "_global"]


@pytest.mark.parametrize("number", range(1, 9))
def test_an_error_at_any_step_takes_everything_back(bench: Bench, make: Make, number: int) -> None:
    first, second = first_and_second(make)
    bench.seed(*first)
    old, receipts = bench.tree(), sorted(bench.receipts.iterdir())
    left = [number]

    def full_disk(_: str) -> None:
        if left[0] == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        left[0] -= 1

    with pytest.raises((Day1Error, OSError)):
        seeding.apply(bench.plan(*second), bench.receipts, LATER, full_disk)
    assert bench.tree() == old
    assert sorted(bench.receipts.iterdir()) == receipts


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_directory_that_cant_be_written_is_said_and_stays(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    old = bench.tree()
    (bench.root / "_global").chmod(0o500)
    with pytest.raises(Day1Error):
        bench.seed(make("role"))
    (bench.root / "_global").chmod(0o700)
    assert bench.tree() == old


def test_a_recovery_leaves_alone_what_a_person_changed_meanwhile(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    plan = bench.plan(make("wiki", change="update", replaces="wiki", body="New."), make("role"))
    killed_at(3, lambda step: seeding.apply(plan, bench.receipts, LATER, step))
    mine = bench.root / "_global/reference_wiki.md"
    mine.write_bytes(b"mine")
    seeding.recover(bench.root, bench.receipts)
    assert mine.read_bytes() == b"mine"
    assert not (bench.root / "_global/reference_role.md").exists()
    assert "role" not in bench.directory.index_text("_global").casefold()


def test_a_writing_that_is_still_going_on_is_left_to_its_writer(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    plan = bench.plan(make("role"))
    killed_at(3, lambda step: seeding.apply(plan, bench.receipts, LATER, step))
    with files.locked_folder(bench.root, "busy"):
        assert seeding.recover(bench.root, bench.receipts) == []
    assert [receipt.state for receipt in seeding.recover(bench.root, bench.receipts)] == ["done"]


def test_a_receipt_cut_half_way_is_swept_up(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    left = files.stage(bench.receipts / "0002.json", b"half")
    with files.locked_folder(bench.receipts, "busy"):
        seeding.recover(bench.root, bench.receipts)
        assert left.exists()
    seeding.recover(bench.root, bench.receipts)
    assert not left.exists()


def test_a_plan_made_on_top_of_a_cut_writing_is_refused_not_mixed_in(bench: Bench, make: Make) -> None:
    first, second = first_and_second(make)
    bench.seed(*first)
    plan = bench.plan(*second)
    whole = type(bench)(bench.place / "whole")
    whole.seed(*first)
    whole.seed(*second)
    for number in range(1, 9):
        killed_at(number, lambda step: seeding.apply(plan, bench.receipts, LATER, step))
        with contextlib.suppress(MemoryDirectoryError):
            bench.seed(*second)
        bench.seed(*second)
        assert bench.tree().keys() == whole.tree().keys()
        bench.undo()
