"""Seeding: exact files, budgets, receipts, undo; a person's own files are never written over."""

from __future__ import annotations

import stat
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bootstrap import files
from bootstrap.errors import Day1Error, MemoryDirectoryError, NothingToDo, OverBudget
from bootstrap.memory import doctor, history, index, seeding
from bootstrap.memory.why import why
from bootstrap.model import Block, Decision

if TYPE_CHECKING:
    from .conftest import Bench, Make

EDITED = "---\nname: my-wiki\ndescription: mine\nmetadata:\n  type: project\n---\n\nMy words.\n"


def test_the_plan_is_what_is_written(bench: Bench, make: Make) -> None:
    plan = bench.plan(make("wiki"), make("role", type="user"))
    assert bench.tree() == {}
    receipt = seeding.apply(plan, bench.receipts, datetime(2026, 11, 15, tzinfo=UTC))
    assert (
        receipt.paths
        == plan.paths
        == (
            "_global/reference_wiki.md",
            "_global/user_role.md",
            "_global/MEMORY.md",
        )
    )
    for change in plan.changes:
        assert (bench.root / change.path).read_bytes() == change.after
    assert "+Facts on wiki." in plan.diff()
    assert "ledger" not in plan.diff()


def test_everything_is_private(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    for path in (bench.root, *bench.root.rglob("*"), *bench.receipts.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_seeding_the_same_answers_twice_writes_nothing(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    before = bench.tree()
    assert bench.plan(make("wiki")).changes == ()
    assert bench.seed(make("wiki")).id == ""
    assert bench.tree() == before


def test_edits_types_and_layers_of_the_review_are_what_is_written(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), text=EDITED)
    bench.seed(make("kite"), type="feedback", layer="-srv-kite")
    assert "My words." in bench.text("_global/project_my-wiki.md")
    assert "type: feedback" in bench.text("-srv-kite/feedback_kite.md")
    assert "as_of: 2026-11-12" in bench.text("_global/project_my-wiki.md")


@pytest.mark.parametrize("layer", ["..", "a/b", "/etc", ".day1", "_other"])
def test_no_layer_leads_out_of_the_directory(bench: Bench, make: Make, layer: str) -> None:
    with pytest.raises(MemoryDirectoryError):
        bench.plan(make("wiki"), layer=layer)


def test_an_update_moved_to_a_project_or_another_type_leaves_its_old_place(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("role"))
    bench.seed(make("wiki", change="update", replaces="wiki", body="New."), layer="-srv-kite")
    bench.seed(make("role", change="update", replaces="role", body="New."), type="user")
    assert bench.directory.files("_global") == ["user_role.md"]
    assert "New." in bench.text("-srv-kite/reference_wiki.md")
    assert "Facts on wiki." in bench.text("_global/.day1/retired/reference_wiki.md")
    assert [entry.file for entry in index.entries(bench.directory.index_text("_global"))] == ["user_role.md"]


def test_memories_of_two_types_share_no_name(bench: Bench, make: Make) -> None:
    bench.seed(make("kite", type="project"), make("kite", key="other"))
    assert bench.directory.files("_global") == ["project_kite.md", "reference_kite-2.md"]


def test_names_that_collide_get_numbers(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("wiki", key="other", body="Another one."))
    assert "Another one." in bench.text("_global/reference_wiki-2.md")


def test_a_file_of_the_person_is_never_written_over(bench: Bench, make: Make) -> None:
    (bench.root / "_global").mkdir(parents=True)
    mine = bench.root / "_global/reference_wiki.md"
    mine.write_bytes(b"mine\r\n")
    bench.seed(make("wiki"))
    assert mine.read_bytes() == b"mine\r\n"
    assert "Facts on wiki." in bench.text("_global/reference_wiki-2.md")


def test_a_retired_file_moves_out_of_sight_and_is_kept(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("role"))
    text = bench.text("_global/reference_wiki.md")
    bench.seed(make("wiki", change="retire", replaces="wiki"))
    assert bench.text("_global/.day1/retired/reference_wiki.md") == text
    assert "wiki" not in bench.directory.index_text("_global").casefold()
    assert "retired" in why(bench.directory, "wiki")


def test_undo_restores_to_the_byte_writing_by_writing(bench: Bench, make: Make) -> None:
    (bench.root / "_global").mkdir(parents=True)
    (bench.root / "_global/MEMORY.md").write_bytes(b"# Mine\r\n- [Own](own.md) \xff")
    states = [bench.tree()]
    bench.seed(make("wiki"), make("role"))
    states.append(bench.tree())
    bench.seed(make("wiki", change="update", replaces="wiki", body="New."), make("kite", layer="-srv-kite"))
    bench.undo()
    assert bench.tree() == states[1]
    bench.undo()
    assert bench.tree() == states[0]
    with pytest.raises(NothingToDo):
        bench.undo()


def test_undo_of_the_first_seeding_leaves_no_folder(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    bench.undo()
    assert not bench.root.exists()


def test_an_earlier_seeding_is_taken_back_from_under_a_later_one(bench: Bench, make: Make) -> None:
    first = bench.seed(make("wiki"))
    bench.seed(make("role"), now=datetime(2026, 11, 16, tzinfo=UTC))
    (bench.root / "_global/MEMORY.md").write_text(bench.directory.index_text("_global") + "My line.\n")
    bench.undo(first.id)
    assert bench.directory.index_text("_global").splitlines() == [
        "- [Role](reference_role.md) — What is known about role",
        "My line.",
    ]
    assert [entry.name for entry in bench.directory.ledger("_global")] == ["role"]


def test_undo_refuses_and_names_what_was_changed_since(bench: Bench, make: Make) -> None:
    first = bench.seed(make("wiki"), make("role"))
    (bench.root / "_global/reference_role.md").write_text("mine")
    before = bench.tree()
    with pytest.raises(MemoryDirectoryError, match=r"reference_role\.md"):
        bench.undo(first.id)
    assert bench.tree() == before


def test_undo_names_the_later_writing_in_the_way(bench: Bench, make: Make) -> None:
    first = bench.seed(make("wiki"))
    update = make("wiki", change="update", replaces="wiki", body="New.")
    second = bench.seed(update, now=datetime(2026, 11, 16, tzinfo=UTC))
    with pytest.raises(MemoryDirectoryError) as refused:
        bench.undo(first.id)
    assert second.id in refused.value.hint


def test_over_budget_says_what_is_there_and_what_would_have_to_go(bench: Bench, make: Make) -> None:
    old = [make(f"old-{number}", value=0.9, description="d") for number in range(198)]
    bench.seed(*old)
    before = bench.tree()
    with pytest.raises(OverBudget) as refused:
        bench.plan(*[make(f"new-{number}", value=number / 10, description="d") for number in range(1, 6)])
    assert len(refused.value.present) == 198
    assert refused.value.excess == ("new-1", "new-2", "new-3")
    assert bench.tree() == before


def test_the_index_is_held_to_its_characters_too(bench: Bench, make: Make) -> None:
    with pytest.raises(OverBudget):
        bench.plan(*[make(f"long-{number}", description="word " * 40) for number in range(190)])


def test_a_retirement_is_taken_even_when_the_index_is_over_its_limits(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    path = bench.root / "_global/MEMORY.md"
    path.write_text(path.read_text() + "note\n" * 300)
    bench.seed(make("wiki", change="retire", replaces="wiki"))
    assert path.read_text() == "note\n" * 300


def test_a_second_writer_and_an_agent_with_the_index_lock_are_waited_out(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    before = bench.tree()
    with files.locked_folder(bench.root, "busy"), pytest.raises(Day1Error, match="writing"):
        bench.seed(make("role"))
    with (
        files.locked(bench.root / "_global/MEMORY.md.lock", "busy"),
        pytest.raises(Day1Error, match="writing"),
    ):
        bench.seed(make("role"))
    (bench.root / "_global/MEMORY.md.lock").unlink()
    assert bench.tree() == before


def test_a_relative_and_an_absolute_place_are_the_same(
    bench: Bench, make: Make, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bench.place)
    relative = type(bench)(Path())
    plan = seeding.plan(relative.directory, bench.approved(make("wiki")), now)
    seeding.apply(plan, bench.receipts, now)
    monkeypatch.chdir("/")
    bench.undo()
    assert not bench.root.exists()


def test_a_file_that_changes_between_plan_and_writing_stops_it(
    bench: Bench, make: Make, now: datetime
) -> None:
    bench.seed(make("wiki"))
    plan = bench.plan(make("wiki", change="update", replaces="wiki", body="New."))
    (bench.root / "_global/reference_wiki.md").write_text("mine")
    with pytest.raises(MemoryDirectoryError):
        seeding.apply(plan, bench.receipts, now)
    assert bench.text("_global/reference_wiki.md") == "mine"


def test_why_tells_evidence_decision_and_what_became_of_it(bench: Bench, make: Make) -> None:
    blocked = (Block("sensitive", "names a health matter"),)
    bench.seed(make("wiki", blocked=blocked))
    story = why(bench.directory, "wiki")
    for part in (
        "a quote on wiki",
        "mid:1@mail.example",
        "by ada",
        "Saves looking it up.",
        "names a health matter",
    ):
        assert part in story
    (bench.root / "_global/reference_wiki.md").write_text("mine")
    assert "changed by hand" in why(bench.directory, "wiki")
    with pytest.raises(MemoryDirectoryError):
        why(bench.directory, "nothing")


def test_the_doctor_finds_what_is_wrong_and_changes_nothing(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("role"))
    layer = bench.root / "_global"
    (layer / "reference_wiki.md").write_text("broken")
    (layer / "reference_role.md").unlink()
    (layer / "project_own.md").write_text("---\ntype: project\n---\nbad words")
    (layer / ".day1-x.tmp").write_text("")
    (layer / ".day1/ledger.jsonl").write_bytes((layer / ".day1/ledger.jsonl").read_bytes() + b'{"act"')
    layer.chmod(0o755)
    before = bench.tree()

    def screen(text: str) -> tuple[Block, ...]:
        return (Block("injection", "test"),) if "bad words" in text else ()

    found = {(finding.kind, finding.path) for finding in doctor.check(bench.directory, screen)}
    assert found >= {
        ("broken", "_global/reference_wiki.md"),
        ("orphan", "_global/MEMORY.md"),
        ("unlisted", "_global/project_own.md"),
        ("screened", "_global/project_own.md"),
        ("leftover", "_global/.day1-x.tmp"),
        ("ledger", "_global/.day1/ledger.jsonl"),
        ("open", "_global"),
    }
    assert bench.tree() == before


def test_the_doctor_has_nothing_to_say_of_what_was_seeded(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("kite", layer="-srv-kite"))
    assert doctor.check(bench.directory) == []


def test_the_doctor_sees_an_index_over_its_limits(bench: Bench) -> None:
    (bench.root / "_global").mkdir(parents=True, mode=0o700)
    (bench.root / "_global/MEMORY.md").write_text("x\n" * (index.LINES + 1))
    assert [finding.kind for finding in doctor.check(bench.directory)] == ["over-limit"]


def test_git_history_has_one_commit_a_writing(bench: Bench, make: Make, now: datetime) -> None:
    bench.seed(make("wiki"))
    first = history.commit(bench.root, "Seed wiki", now)
    assert first
    assert history.commit(bench.root, "Nothing", now) == ""
    bench.seed(make("role"))
    assert history.commit(bench.root, "Seed role", now) not in ("", first)
    assert bench.directory.layers() == ["_global"]


def test_an_edited_text_that_is_no_memory_is_said(bench: Bench, make: Make) -> None:
    with pytest.raises(Day1Error, match="wiki"):
        bench.plan(make("wiki"), text="no front matter")


def test_an_approved_retirement_of_a_file_that_is_gone_is_held(bench: Bench, make: Make) -> None:
    plan = bench.plan(make("wiki", change="retire", replaces="wiki"))
    assert plan.changes == ()
    assert [held.name for held in plan.held] == ["wiki"]


def test_an_answer_given_again_after_a_retirement_counts(bench: Bench, make: Make, now: datetime) -> None:
    wiki = make("wiki")
    bench.seed(wiki)
    bench.seed(make("wiki", change="retire", replaces="wiki"))
    again = seeding.Approved(wiki, Decision(wiki.id, "approve", now + timedelta(days=30)))
    plan = seeding.plan(bench.directory, [again], now)
    assert "_global/reference_wiki.md" in plan.paths


def test_a_confirmation_only_moves_the_day(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    before = bench.text("_global/reference_wiki.md")
    bench.seed(make("wiki", change="confirm", replaces="wiki", as_of=date(2026, 11, 14)))
    assert bench.text("_global/reference_wiki.md") == before.replace("as_of: 2026-11-12", "as_of: 2026-11-14")


def test_an_index_that_is_a_link_stays_one(bench: Bench, make: Make, tmp_path: Path) -> None:
    (bench.root / "_global").mkdir(parents=True)
    (tmp_path / "dotfiles.md").write_text("# Mine\n")
    (bench.root / "_global/MEMORY.md").symlink_to(tmp_path / "dotfiles.md")
    bench.seed(make("wiki"))
    assert (bench.root / "_global/MEMORY.md").is_symlink()
    assert "[Wiki]" in (tmp_path / "dotfiles.md").read_text()
    bench.undo()
    assert (tmp_path / "dotfiles.md").read_text() == "# Mine\n"


def test_a_ledger_that_names_files_elsewhere_is_not_followed(
    bench: Bench, make: Make, tmp_path: Path
) -> None:
    bench.seed(make("wiki"))
    (tmp_path / "secret.md").write_bytes((bench.root / "_global/reference_wiki.md").read_bytes())
    ledger = bench.root / "_global/.day1/ledger.jsonl"
    ledger.write_text(ledger.read_text().replace('"file":"reference_wiki.md"', '"file":"../../secret.md"'))
    assert bench.directory.ledger("_global") == []
    bench.seed(make("wiki", change="retire", replaces="nothing"))
    assert (tmp_path / "secret.md").exists()
