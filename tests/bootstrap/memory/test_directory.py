"""What an agent is given: both layers, the project's first, the same bytes each time."""

from __future__ import annotations

import os
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bootstrap.errors import MemoryDirectoryError
from bootstrap.memory.directory import Directory
from bootstrap.memory.layers import encoded, project_key
from bootstrap.memory.reading import read

if TYPE_CHECKING:
    from .conftest import Bench, Make


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "srv/app/.git").mkdir(parents=True)
    return tmp_path / "srv/app"


def test_the_boot_context_labels_both_layers_and_the_project_wins(
    bench: Bench, make: Make, project: Path
) -> None:
    key = bench.directory.project_key(project)
    bench.seed(make("wiki"), make("role", type="user"), make("wiki", key="w", layer=key, title="Own wiki"))
    context = bench.directory.boot_context(project)
    assert context.index("## Global") < context.index("[Role]") < context.index("## This project")
    assert context.index("## This project") < context.index("[Own wiki]")
    assert "[Wiki]" not in context
    assert "[Wiki]" in bench.directory.boot_context()
    assert context == Directory(bench.root).boot_context(project)


def test_a_project_can_retire_a_global_memory_for_itself(bench: Bench, make: Make, project: Path) -> None:
    key = bench.directory.project_key(project)
    bench.seed(make("style", type="feedback"))
    bench.seed(make("style", type="feedback", change="retire", replaces="style", layer=key))
    assert "[Style]" in bench.directory.boot_context()
    assert "[Style]" not in bench.directory.boot_context(project)
    assert "Not here: Style" in bench.directory.boot_context(project)
    assert [memory.name for memory in bench.directory.overlay(project)] == ["without-style"]


def test_a_line_whose_file_is_gone_is_not_shown(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"), make("role"))
    (bench.root / "_global/reference_wiki.md").unlink()
    assert "Wiki" not in bench.directory.boot_context()
    (bench.root / "_global/reference_role.md").unlink()
    assert bench.directory.boot_context() == "No memories yet.\n"


def test_what_a_person_wrote_into_the_index_is_shown(bench: Bench, make: Make) -> None:
    (bench.root / "_global").mkdir(parents=True)
    (bench.root / "_global/MEMORY.md").write_bytes(b"\xef\xbb\xbf# Mine\r\n\r\nAsk before you push.\r\n")
    bench.seed(make("wiki"))
    shown = bench.directory.boot_context()
    assert "# Mine\n\nAsk before you push.\n- [Wiki]" in shown
    assert "\r" not in shown


def test_a_hand_made_file_is_read_like_any_other(bench: Bench) -> None:
    (bench.root / "_global").mkdir(parents=True)
    (bench.root / "_global/project_quay.md").write_bytes(
        b"---\r\ntype: project\r\ndescription: d\r\n---\r\nQ.\r\n"
    )
    (memory,) = bench.directory.memories("_global")
    assert (memory.name, memory.title, memory.type, memory.body) == ("quay", "Quay", "project", "Q.")


def test_the_age_stands_in_front_of_every_memory(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    shown = read(bench.directory, "wiki", None, date(2026, 12, 1))
    head, _, rest = shown.partition("\n\n")
    assert "19 days old (as of 2026-11-12)" in head
    assert "point-in-time" in head
    assert "functions" in head
    assert rest.startswith("# Wiki\n")
    assert "Facts on wiki." in rest


def test_a_broken_memory_is_still_shown(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    (bench.root / "_global/reference_wiki.md").write_text("just text")
    shown = read(bench.directory, "reference_wiki.md", None, date(2026, 12, 1))
    assert "age is unknown" in shown
    assert "just text" in shown


def test_a_near_name_is_offered(bench: Bench, make: Make) -> None:
    bench.seed(make("harbour-quay"))
    with pytest.raises(MemoryDirectoryError) as refused:
        read(bench.directory, "harbor-quay", None, date(2026, 12, 1))
    assert "harbour-quay" in refused.value.hint


def test_a_key_is_the_same_for_a_folder_inside_and_a_linked_worktree(project: Path, tmp_path: Path) -> None:
    (project / "src").mkdir()
    tree = tmp_path / "tree"
    tree.mkdir()
    (project / ".git/worktrees/tree").mkdir(parents=True)
    (tree / ".git").write_text(f"gitdir: {project}/.git/worktrees/tree\n")
    assert project_key(project / "src") == project_key(project) == project_key(tree)
    assert set(project_key(project)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


@pytest.mark.parametrize(
    ("path", "key"),
    [("/srv/my app_1", "-srv-my-app-1"), ("/srv/été", "-srv--t-"), ("/a/\U0001f600", "-a---")],
)
def test_keys_count_utf16_units(path: str, key: str) -> None:
    assert encoded(path) == key


def test_a_long_path_keeps_a_file_name_and_stays_its_own() -> None:
    one, two = "/x" * 150 + "/a", "/x" * 150 + "/b"
    assert len(encoded(one)) < 210
    assert encoded(one) != encoded(two)


def test_an_unreadable_place_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MemoryDirectoryError) as refused:
        Directory(tmp_path / "file").read_bytes("_global", "x.md")
    assert "\n" not in str(refused.value)


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes in folders")
def test_what_is_no_plain_file_is_passed_over(bench: Bench, make: Make) -> None:
    bench.seed(make("wiki"))
    os.mkfifo(bench.root / "_global/project_pipe.md")
    (bench.root / "_global/project_folder.md").mkdir()
    assert bench.directory.files("_global") == ["reference_wiki.md"]
