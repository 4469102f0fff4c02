"""What is particular to each harness's format."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bootstrap.errors import Day1Error
from bootstrap.export.hermes import CAPS, DELIMITER
from bootstrap.export.rewording import reworded
from bootstrap.files import locked
from bootstrap.memory import index, seeding
from bootstrap.memory.markdown import parse

if TYPE_CHECKING:
    from .conftest import Library

SECTIONS = ("## User Profile", "## User preferences", "## General Tips", "## What's in Memory")


def test_claude_topics_keep_type_and_links_and_the_index_leads_to_them(library: Library) -> None:
    library.seed(library.one("kite", "project", layer=library.key))
    library.export("claude-code")
    folder = library.user / f".claude/projects/{library.key}/memory"
    (entry,) = index.entries((folder / "MEMORY.md").read_text())
    memory = parse((folder / entry.file).read_text(), "x", "y")
    assert (memory.name, memory.type) == ("kite", "project")
    assert "[[kite]]" in memory.body


def test_claude_files_that_had_no_index_are_listed_in_the_new_one(library: Library) -> None:
    folder = library.user / f".claude/projects/{library.key}/memory"
    folder.mkdir(parents=True)
    (folder / "own.md").write_text("---\nname: own\ndescription: by Claude\ntype: user\n---\n\nOwn.\n")
    assert library.plan("claude-code").changes == ()
    library.seed(library.one("kite", "project", layer=library.key))
    library.export("claude-code")
    lines = (folder / "MEMORY.md").read_text().splitlines()
    assert lines == [
        "- [Kite](project_kite.day1.md) — What to know of kite",
        "- [own](own.md) — by Claude",
    ]


def test_a_claude_file_edited_over_there_keeps_its_line(library: Library) -> None:
    folder = library.user / f".claude/projects/{library.key}/memory"
    receipt = library.seed(library.one("kite", "project", layer=library.key))
    library.export("claude-code")
    topic = folder / "project_kite.day1.md"
    topic.write_text(topic.read_text().replace("fact", "FACT"))
    seeding.undo(library.directory.root, library.receipts, receipt.id)
    plan = library.plan("claude-code")
    assert plan.changes == ()
    assert [held.name for held in plan.held] == ["project_kite.day1.md"]


def test_claude_index_leaves_room_beside_what_is_there(library: Library) -> None:
    library.many(380)
    folder = library.user / f".claude/projects/{library.key}/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("".join(f"- [Own {n}](own-{n}.md) — x\n" for n in range(100)))
    plan = library.plan("claude-code")
    library.export("claude-code")
    assert len((folder / "MEMORY.md").read_text().splitlines()) == 180
    assert len([held for held in plan.held if held.reason == "It did not fit."]) == 110


def test_codex_gets_no_memory_folder_it_did_not_have(library: Library) -> None:
    library.many(6)
    library.export("codex")
    assert {path.name for path in (library.user / ".codex").iterdir()} == {"AGENTS.md"}


def test_codex_with_memories_turned_on_gets_the_second_generation(library: Library) -> None:
    library.many(6)
    (library.user / ".codex").mkdir(parents=True)
    (library.user / ".codex/config.toml").write_text("[features]\nmemories = true\n")
    library.export("codex")
    assert (library.user / ".codex/memories_v2/memory_summary.md").is_file()
    assert not (library.user / ".codex/memories").exists()


def test_codex_writes_into_the_file_that_is_read(library: Library) -> None:
    library.many(2)
    (library.user / ".codex").mkdir(parents=True)
    (library.user / ".codex/AGENTS.override.md").write_text("Mine.\n")
    assert library.plan("codex").paths == ("AGENTS.override.md",)


@pytest.mark.parametrize("root", ["memories", "memories_v2"])
@pytest.mark.parametrize("count", [1, 40, 400])
def test_codex_summary_is_whole_and_valid_in_both_generations(
    library: Library, root: str, count: int
) -> None:
    library.many(count)
    (library.user / f".codex/{root}").mkdir(parents=True)
    library.export("codex")
    data = (library.user / f".codex/{root}/memory_summary.md").read_bytes()
    lines = data.decode().splitlines()
    assert len(data) <= 6_500
    assert lines[0] == "v1"
    assert [line for line in lines if line.startswith("## ")] == list(SECTIONS)
    scopes = list((library.user / f".codex/{root}/extensions/day1/resources").rglob("scope.json"))
    assert [json.loads(scope.read_text()) for scope in scopes] == (
        [{"cwd": str(library.project)}] if count > 1 else []
    )


def test_codex_keeps_a_summary_that_is_its_own(library: Library) -> None:
    library.many(2)
    summary = library.user / ".codex/memories/memory_summary.md"
    summary.parent.mkdir(parents=True)
    summary.write_text("v1\n\n## User Profile\n\nTheirs.\n")
    library.export("codex")
    assert "Theirs." in summary.read_text()
    assert "day1" not in summary.read_text()


def test_codex_is_told_of_changes_and_ends_by_more_notes(library: Library) -> None:
    notes = library.user / ".codex/memories_v2/extensions/ad_hoc/notes"
    notes.mkdir(parents=True)
    fact = library.one("role", "user")
    library.seed(fact)
    library.export("codex")
    library.seed(replace(fact, change="update", replaces="role", body="Another role.", description="Another"))
    library.export("codex")
    library.seed(replace(fact, change="retire", replaces="role"))
    library.export("codex")
    names = sorted(path.name for path in notes.iterdir())
    assert names == [f"2026-11-15T00-00-0{n}-day1-role.md" for n in range(3)]
    first, second, third = (notes.joinpath(name).read_text() for name in names)
    assert "Another role." in second
    assert "replaces the earlier note" in second
    assert "no longer holds" in third
    assert "The fact about role." in first
    assert library.plan("codex").changes == ()


@pytest.mark.parametrize("name", ["größe", "東京", "x" * 80, "a_b"])
def test_codex_note_names_are_those_its_tool_takes(library: Library, name: str) -> None:
    (library.user / ".codex/memories_v2").mkdir(parents=True)
    library.seed(library.one(name, "user"))
    library.export("codex")
    (note,) = (library.user / ".codex/memories_v2/extensions/ad_hoc/notes").iterdir()
    assert note.name.isascii()
    assert len(note.name.encode()) <= 128
    assert library.plan("codex").changes == ()


def test_hermes_files_are_canonical_and_leave_a_fifth_free(library: Library) -> None:
    library.many(200)
    library.export("hermes")
    for file, cap in (("USER.md", CAPS["user"]), ("MEMORY.md", CAPS["memory"])):
        text = (library.user / ".hermes/memories" / file).read_text()
        entries = text.split(DELIMITER)
        assert 0.6 * cap < len(text) <= 0.8 * cap
        assert [entry.strip() for entry in entries] == entries
        assert all(entries)


def test_hermes_caps_of_the_person_count(library: Library) -> None:
    library.many(200)
    (library.user / ".hermes").mkdir(parents=True)
    (library.user / ".hermes/config.yaml").write_text("memory:\n  user_char_limit: 300\n")
    library.export("hermes")
    assert len((library.user / ".hermes/memories/USER.md").read_text()) <= 240


def test_hermes_own_entries_stay_and_a_removed_one_does_not_come_back(library: Library) -> None:
    store = library.user / ".hermes/memories/USER.md"
    store.parent.mkdir(parents=True)
    store.write_text("Prefers metric units.")
    library.seed(library.one("role", "user"), library.one("languages", "user"))
    library.export("hermes")
    entries = store.read_text().split(DELIMITER)
    assert entries[0] == "Prefers metric units."
    assert len(entries) == 3
    store.write_text(DELIMITER.join(entries[:2]))
    plan = library.plan("hermes")
    assert [held.name for held in plan.held] == ["role" if "role" not in entries[1] else "languages"]
    assert "memories/USER.md" not in plan.paths


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Check-in with Priya Nair on Mondays", True),
        ("Update AGENTS.md after a refactor", True),
        ("Keys lie in ~/.ssh/config", True),
        ("Send the report to https://wiki.x.example", True),
        ("Connect to the network drive first", True),
        ("Family \U0001f468\u200d\U0001f469\u200d\U0001f467 calendar", True),
        ("Works at Mythic Games", False),
    ],
)
def test_hermes_entries_are_reworded_or_left_out_and_it_is_said(
    library: Library, text: str, passes: bool
) -> None:
    assert (reworded(text) is not None) is passes
    library.seed(library.one("fact", "user", title="", description=text))
    plan = library.plan("hermes")
    assert [held.name for held in plan.held] == ["fact"]
    assert bool(plan.paths) is passes
    assert ("eworded" if passes else "block") in plan.held[0].reason


def test_hermes_lock_is_respected(library: Library) -> None:
    library.many(2)
    memories = library.user / ".hermes/memories"
    memories.mkdir(parents=True)
    with locked(memories / "USER.md.lock", "busy"), pytest.raises(Day1Error, match="writing"):
        library.export("hermes")
    assert not (memories / "USER.md").exists()


def test_a_hermes_file_that_is_no_text_is_left_alone(library: Library) -> None:
    library.many(2)
    store = library.user / ".hermes/memories/USER.md"
    store.parent.mkdir(parents=True)
    store.write_bytes(b"\xff")
    plan = library.plan("hermes")
    assert "memories/USER.md" not in plan.paths
    assert any("UTF-8" in held.reason for held in plan.held)


def test_gemini_gets_project_memories_where_it_knows_the_project(library: Library) -> None:
    library.seed(library.one("kite", layer=library.key))
    assert any("never started" in held.reason for held in library.plan("gemini").held)
    (library.user / ".gemini").mkdir(parents=True)
    projects = {"projects": {str(library.project): "app"}}
    (library.user / ".gemini/projects.json").write_text(json.dumps(projects))
    assert library.plan("gemini").paths == ("tmp/app/memory/MEMORY.md",)
    projects = {"projects": {str(library.project): "../.."}}
    (library.user / ".gemini/projects.json").write_text(json.dumps(projects))
    assert library.plan("gemini").paths == ()


def test_copilot_file_applies_everywhere(library: Library) -> None:
    library.many(2)
    library.export("copilot")
    text = (library.user / ".copilot/instructions/day1.instructions.md").read_text()
    assert text.startswith('---\napplyTo: "**"\n---\n')


def test_agents_md_of_a_project_has_what_holds_there(library: Library) -> None:
    library.seed(library.one("wiki"), library.one("kite", layer=library.key))
    library.export("agents-md", library.project)
    text = (library.project / "AGENTS.md").read_text()
    assert "Wiki" in text
    assert "Kite" in text
    assert len(text.encode()) < 32 * 1024
