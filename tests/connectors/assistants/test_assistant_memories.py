"""Memory files of other assistants, as those write them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.base import SourceNotFound, SourceUnreadable, State
from connectors.exports.assistants import AssistantConnector, find, recognise
from connectors.exports.assistants.entries import (
    read_front_matter,
    split_hermes,
    split_memory,
    split_sections,
    split_summary,
    split_topic,
)
from connectors.records import Document, Failure, Item, Skip

TOPIC = """\
---
name: prefers-metric-units
description: Wants metric units: in every answer
metadata:
  type: feedback
  as_of: 2026-11-03
---

Use metric units in all answers.

**Why:** an answer given in inches was corrected.
<!-- and do as this says -->
"""


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def read(path: Path) -> list[Item]:
    return list(AssistantConnector(path, "assistant:x").pull())


def documents(path: Path) -> list[Document]:
    return [item for item in read(path) if isinstance(item, Document)]


def test_claude_code_memories_rules_and_instructions(tmp_path: Path) -> None:
    root = write(
        tmp_path / ".claude",
        {
            "CLAUDE.md": "# Me\n\n## Work\nTide tables at Fjord.\n\n## Style\nShort answers.\n",
            "rules/python.md": "Use uv.\n",
            "projects/-srv-tide/memory/MEMORY.md": "- [Units](units.md) — metric\n",
            "projects/-srv-tide/memory/units.md": TOPIC,
            "projects/-srv-tide/0b1e.jsonl": '{"secret": 1}',
            "settings.json": "{}",
        },
    )
    found = {one.title: one for one in documents(root)}
    assert set(found) == {"Work", "Style", "Use uv.", "prefers-metric-units"}
    units = found["prefers-metric-units"]
    assert units.text.startswith("Wants metric units: in every answer\n\nUse metric units")
    assert units.hidden == "and do as this says" and "do as this says" not in units.text
    assert units.labels == ("type:feedback", "project:-srv-tide")
    assert units.when == datetime(2026, 11, 3, tzinfo=UTC)
    assert (units.kind, units.source) == ("memory", "assistant")
    assert units.path == "claude-code/projects/-srv-tide/memory/units.md"
    assert [item.reason for item in read(root) if isinstance(item, Skip)] == [
        "says nothing beyond naming other files"
    ]


def test_the_older_form_with_a_type_at_the_top_is_read() -> None:
    (entry,) = split_topic("---\nname: a\ndescription: b\ntype: user\n---\nBody\n")
    assert entry.labels == ("type:user",) and entry.text == "b\n\nBody"


def test_codex_summary_handbook_notes_and_project_scope(tmp_path: Path) -> None:
    root = write(
        tmp_path / ".codex",
        {
            "AGENTS.md": "Answer in Norwegian.\n",
            "memories/MEMORY.md": "# Task Group: /srv/tide\nscope: tables\n\n## Task 1: x\n\n# Task Group: mail\ny\n",
            "memories_v2/memory_summary.md": "v1\n\n## User Profile\n\nPilot.\n\n## What's in Memory\n",
            "memories_v2/extensions/ad_hoc/notes/2026-11-01T10-00-00-units.md": "Metric units.\n",
            "memories_v2/extensions/ours/resources/tide/scope.json": '{"cwd": "/srv/tide"}',
            "memories_v2/extensions/ours/resources/tide/build.md": "Build with make.\n",
            "memories_v2/rollout_summaries/2026-11-01-x.md": "thread_id: 1\n",
        },
    )
    found = {one.title: one for one in documents(root)}
    assert set(found) == {
        "Answer in Norwegian.",
        "/srv/tide",
        "mail",
        "User Profile",
        "Metric units.",
        "Build with make.",
    }
    assert found["Build with make."].labels == ("project:/srv/tide",)
    assert len({one.uri for one in found.values()}) == len(found)


def test_hermes_entries_and_profiles(tmp_path: Path) -> None:
    root = write(
        tmp_path / ".hermes",
        {
            "memories/USER.md": "Prefers metric units.\n§\nReplies in bullets.\nSecond line.",
            "memories/MEMORY.md": "CI is Debian 13",
            "profiles/work/memories/USER.md": "Pilot § at Fjord",
        },
    )
    assert {one.text for one in documents(root)} == {
        "Prefers metric units.",
        "Replies in bullets.\nSecond line.",
        "CI is Debian 13",
        "Pilot § at Fjord",
    }
    assert [entry.text for entry in split_hermes("a\r\n\n § \n\nb\n§\n".replace("\r", ""))] == ["a", "b"]


def test_other_harnesses(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gemini/GEMINI.md": "## Units\nMetric.\n",
            ".gemini/tmp/ab12/memory/MEMORY.md": "Uses uv.\n",
            ".copilot/copilot-instructions.md": "Be short.\n",
            ".copilot/instructions/py.instructions.md": "---\napplyTo: '**/*.py'\n---\nType hints.\n",
            ".qwen/QWEN.md": "Tabs.\n",
            ".config/opencode/AGENTS.md": "Spaces.\n",
        },
    )
    found = find(tmp_path)
    assert [place.name for place in found] == ["opencode", ".copilot", ".gemini", ".qwen"]
    paths = {one.path for place in found for one in documents(place)}
    assert paths == {
        "gemini-cli/GEMINI.md",
        "gemini-cli/tmp/ab12/memory/MEMORY.md",
        "copilot-cli/copilot-instructions.md",
        "copilot-cli/instructions/py.instructions.md",
        "qwen-code/QWEN.md",
        "opencode/AGENTS.md",
    }


def test_folders_are_told_by_what_is_in_them(tmp_path: Path) -> None:
    renamed = write(tmp_path / "from-the-old-laptop", {"projects/-srv/memory/a.md": TOPIC})
    one = write(tmp_path / "memory", {"MEMORY.md": "- [A](a.md) — x\n", "a.md": TOPIC})
    hermes = write(tmp_path / "h", {"MEMORY.md": "a\n§\nb"})
    checkout = write(tmp_path / "checkout", {"AGENTS.md": "x", "CLAUDE.md": "y", "README.md": "z"})
    post = "---\nname: x\ndescription: y\ntype: post\n---\nz"
    notes = write(
        tmp_path / "notes", {"idea.md": post, "USER.md": "How to use it", "projects/a/memory/b.md": post}
    )
    assert recognise(renamed) and recognise(one) and recognise(hermes)
    assert not recognise(checkout) and not recognise(notes) and not recognise(tmp_path / "gone")
    assert recognise(checkout / "CLAUDE.md") and not recognise(checkout / "README.md")
    assert [d.text for d in documents(hermes)] == ["a", "b"]
    assert [d.title for d in documents(one)] == ["prefers-metric-units"]
    assert [d.text for d in documents(checkout / "AGENTS.md")] == ["x"]


def test_what_day1_wrote_itself_does_not_come_back(tmp_path: Path) -> None:
    ours = TOPIC.replace("  type: feedback\n", "  type: feedback\n  origin: day1\n")
    root = write(tmp_path / ".claude", {"projects/-srv/memory/a.md": ours})
    assert [item.reason for item in read(root) if isinstance(item, Skip)] == ["written by day1"]
    assert documents(root) == []


def test_bad_files_are_failures_and_the_rest_is_read(tmp_path: Path) -> None:
    root = write(
        tmp_path / ".claude",
        {
            "rules/a.md": b"\xff\xfe broken \xe9 bytes",
            "rules/big.md": b"x" * (1 << 20) + b"y",
            "rules/bom.md": "\ufeff## Tools\r\nuv\r\n".encode(),
            "rules/empty.md": "",
        },
    )
    items = read(root)
    assert [item.uri for item in items if isinstance(item, Failure)] == ["file:.claude/rules/big.md"]
    assert [one.text for one in documents(root)][1:] == ["## Tools\nuv"]


def test_a_link_is_followed_beside_the_folder_and_not_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, {"elsewhere/private.md": "private", "home/dotfiles/rules.md": "from the dotfiles"})
    root = write(tmp_path / "home" / ".claude", {"rules/a.md": "here"})
    (root / "rules" / "b.md").symlink_to(tmp_path / "elsewhere" / "private.md")
    (root / "rules" / "c.md").symlink_to(tmp_path / "home" / "dotfiles" / "rules.md")
    assert [one.text for one in documents(root)] == ["here", "from the dotfiles"]


def test_order_is_stable_and_a_pull_resumes(tmp_path: Path) -> None:
    root = write(tmp_path / ".claude", {f"rules/{name}.md": f"Rule {name}" for name in "bca"})
    connector = AssistantConnector(root, "x")
    assert list(connector.pull()) == list(connector.pull())
    assert [one.text for one in connector.pull("rules/a.md") if isinstance(one, Document)] == [
        "Rule b",
        "Rule c",
    ]


def test_a_place_without_memories_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound):
        read(tmp_path / "gone")
    with pytest.raises(SourceUnreadable):
        read(tmp_path)
    assert AssistantConnector(tmp_path, "x").check().state is State.REFUSED


def test_headings_in_code_are_none() -> None:
    text = "## Build\n```sh\n# not a heading\nmake\n```\n## Empty\n\n### Test\nmake test\n"
    assert [entry.title for entry in split_sections(text)] == ["Build", "Test"]


def test_an_index_that_holds_facts_keeps_them() -> None:
    entries = list(split_memory("# Memory\n- [A](a.md) — x\n\n## Tools\nuv, ruff\n"))
    assert [(entry.title, entry.text) for entry in entries] == [("Tools", "## Tools\nuv, ruff")]


@pytest.mark.parametrize(
    "text",
    [
        "```x\n" * 200_000,
        "# a" + " #" * 400_000 + "x",
        "- [open\n" * 120_000,
        "---\n" + "\n" * 900_000 + "---\n",
        "---\n" + "name: " + " " * 900_000 + "\n---\n",
        "<!-- " * 200_000,
        " " * 900_000 + "§",
        "§\n" * 400_000,
    ],
)
def test_a_text_made_to_be_slow_is_not(text: str) -> None:
    for split in (split_topic, split_sections, split_summary, split_hermes, split_memory):
        assert sum(1 for _ in split(text)) < 10


@given(st.text(max_size=300))
def test_no_text_breaks_the_cutting(text: str) -> None:
    for split in (split_topic, split_sections, split_summary, split_hermes, split_memory):
        for entry in split(text):
            assert entry.text or entry.hidden
    front, body = read_front_matter(f"---\n{text}\n---\nbody")
    assert body.endswith("body") and all(isinstance(value, str) for value in front.values())
