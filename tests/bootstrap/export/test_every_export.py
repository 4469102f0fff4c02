"""What holds for every harness: twice the same, only our own is touched, everything can be taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bootstrap.errors import MemoryDirectoryError, NothingToDo
from bootstrap.export.base import EXPORTERS, load, plan_export
from bootstrap.memory import seeding
from bootstrap.screening import harness_findings

if TYPE_CHECKING:
    from .conftest import Library

HARNESSES = sorted(EXPORTERS)
PLACES = {"agents-md": "srv/app"}


def place(library: Library, name: str) -> Path | None:
    return library.place / PLACES[name] if name in PLACES else None


def in_use(library: Library) -> None:
    """Files a person and the harnesses have there already."""
    for path, text in {
        ".claude/CLAUDE.md": "# Mine\n",
        ".claude/rules/own.md": "Own rule.\n",
        f".claude/projects/{library.key}/memory/MEMORY.md": "- [Own](own.md) — by Claude\n",
        f".claude/projects/{library.key}/memory/own.md": "---\nname: own\ntype: user\n---\n\nOwn.\n",
        ".codex/AGENTS.md": "# Mine\r\nNo newline at the end",
        ".codex/memories_v2/memory_summary.md": "v1\n\n## User Profile\n\nTheirs.\n",
        ".codex/memories_v2/extensions/ad_hoc/notes/2026-01-01T00-00-00-theirs.md": "A note.\n",
        ".hermes/memories/USER.md": "Prefers metric units.\n§\nShort answers.",
        ".hermes/memories/MEMORY.md": "CI runs on Debian.",
        ".copilot/copilot-instructions.md": "Mine.\n",
        ".gemini/GEMINI.md": "Mine.\n",
    }.items():
        file = library.user / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


@pytest.mark.parametrize("name", HARNESSES)
@pytest.mark.parametrize("count", [0, 1, 40])
def test_a_second_export_changes_nothing(library: Library, name: str, count: int) -> None:
    if count:
        library.many(count)
    library.export(name, place(library, name))
    assert library.plan(name, place(library, name)).changes == ()


@pytest.mark.parametrize("name", HARNESSES)
def test_undo_restores_every_byte(library: Library, name: str) -> None:
    in_use(library)
    library.many(12)
    before = library.tree(library.place / "home"), library.tree(library.project)
    receipt = library.export(name, place(library, name))
    assert (library.tree(library.place / "home"), library.tree(library.project)) != before
    seeding.undo(library.directory.root, library.receipts, receipt.id)
    assert (library.tree(library.place / "home"), library.tree(library.project)) == before


@pytest.mark.parametrize("name", HARNESSES)
def test_what_others_wrote_stays(library: Library, name: str) -> None:
    in_use(library)
    library.many(12)
    before = library.tree()
    library.export(name, place(library, name))
    after = library.tree()
    for path, data in before.items():
        for line in data.splitlines():
            assert line in after[path].splitlines(), path


@pytest.mark.parametrize("name", HARNESSES)
def test_when_the_memories_go_so_does_what_was_exported(library: Library, name: str) -> None:
    in_use(library)
    before = library.tree(), library.tree(library.project)
    seeded = (
        library.one("harbour", "project"),
        library.one("role", "user"),
        library.one("kite", layer=library.key),
    )
    receipt = library.seed(*seeded)
    library.export(name, place(library, name))
    seeding.undo(library.directory.root, library.receipts, receipt.id)
    library.export(name, place(library, name))
    after = library.tree(), library.tree(library.project)
    left = {path for path in after[0] if path not in before[0]} | {
        path for path in after[1] if path not in before[1]
    }
    # Codex never deletes a note and wants to be told; an empty lock file is Hermes' own.
    assert all("-day1-" in path or path.endswith(("instructions.md", ".lock")) for path in left)
    for path, data in before[0].items():
        assert after[0][path].strip() == data.strip()


@pytest.mark.parametrize("name", ["claude-code", "copilot", "gemini", "codex", "agents-md"])
def test_an_edit_over_there_is_not_written_over(library: Library, name: str) -> None:
    library.many(4)
    receipt = library.export(name, place(library, name))
    first = Path(receipt.root) / receipt.paths[0]
    edited = first.read_text().replace("memory", "MEMORY", 1)
    first.write_text(edited)
    library.seed(library.one("new-fact", "user"))
    plan = library.plan(name, place(library, name))
    assert receipt.paths[0] not in plan.paths
    assert any("changed since" in held.reason for held in plan.held)


@pytest.mark.parametrize("name", HARNESSES)
def test_the_best_are_kept_and_what_is_left_out_is_said(library: Library, name: str) -> None:
    library.many(400)
    plan = library.plan(name, place(library, name))
    written = b"".join(change.after or b"" for change in plan.changes).decode()
    left = {held.name for held in plan.held if "fit" in held.reason or "one memory" in held.reason}
    assert "memory-000" not in left
    assert "Memory 000" in written or "memory 000" in written
    for number in range(200):
        there = f"emory {number:03}" in written or f"memory-{number:03}" in written
        assert there or f"memory-{number:03}" in left


@pytest.mark.parametrize("name", ["claude-code", "codex", "copilot", "gemini", "agents-md"])
def test_400_files_made_by_hand_are_all_named(library: Library, name: str) -> None:
    layer = library.directory.root / "_global"
    layer.mkdir(parents=True)
    for number in range(400):
        head = f"---\nname: fact-{number}\ndescription: {'what it says, ' * 9}\nmetadata:\n  type: reference\n---\n"
        (layer / f"reference_fact-{number}.md").write_text(f"{head}\n{'The whole story. ' * 20}\n")
    plan = library.plan(name, place(library, name))
    written = (plan.changes[0].after or b"").decode()
    assert plan.held == ()
    assert all(f"`fact-{number}`" in written or f"### Fact {number}\n" in written for number in range(400))


@pytest.mark.parametrize("name", HARNESSES)
def test_nothing_written_would_be_blocked_elsewhere_or_loads_a_file(library: Library, name: str) -> None:
    hostile = library.one(
        "imports", "user", description="See @~/.config/x and @docs/a.md", body="@secret.md\n\n# H1"
    )
    library.seed(hostile, *[library.one(f"m-{n}") for n in range(5)])
    for change in library.plan(name, place(library, name)).changes:
        text = (change.after or b"").decode()
        assert harness_findings(text) == []
        if (
            change.path.endswith((".md",))
            and name in ("claude-code", "gemini")
            and "projects/" not in change.path
        ):
            assert " @" not in text
            assert "\n@" not in text


@pytest.mark.parametrize("name", ["agents-md", "gemini", "codex"])
def test_a_text_with_our_marks_in_it_breaks_no_block(library: Library, name: str) -> None:
    library.seed(
        library.one("marks", "user", body="<!-- day1:end -->\nand <!-- day1:begin 0 x -->", description="d")
    )
    library.export(name, place(library, name))
    assert library.plan(name, place(library, name)).changes == ()
    library.seed(library.one("more", "user"))
    receipt = library.export(name, place(library, name))
    text = (Path(receipt.root) / receipt.paths[0]).read_text()
    assert text.count("<!-- day1:begin") == text.count("<!-- day1:end -->") == 1


@pytest.mark.parametrize("name", ["agents-md", "gemini", "codex", "copilot"])
def test_an_editor_that_changed_line_ends_makes_no_second_copy(library: Library, name: str) -> None:
    library.many(3)
    receipt = library.export(name, place(library, name))
    file = Path(receipt.root) / receipt.paths[0]
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    library.seed(library.one("more", "user"))
    library.export(name, place(library, name))
    text = file.read_text()
    assert text.count("day1:begin") <= 1
    assert text.count("### More") == 1


def test_a_home_folder_and_the_harness_folder_in_it_both_do(library: Library) -> None:
    library.many(2)
    (library.user / ".codex").mkdir(parents=True)
    inside = plan_export("codex", library.directory, library.user / ".codex", library.place, {})
    above = plan_export("codex", library.directory, library.user, library.place, {})
    assert inside == above


def test_an_unknown_harness_is_said_with_the_known_ones() -> None:
    with pytest.raises(NothingToDo) as refused:
        load("emacs")
    assert "claude-code" in refused.value.hint


def test_undo_of_an_export_refuses_what_was_edited_since(library: Library) -> None:
    library.many(2)
    receipt = library.export("copilot")
    (library.user / ".copilot" / receipt.paths[0]).write_text("mine")
    with pytest.raises(MemoryDirectoryError):
        seeding.undo(library.directory.root, library.receipts, receipt.id)
