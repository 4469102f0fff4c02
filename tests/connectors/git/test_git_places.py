"""Finding repositories in a folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from connectors.exports.git import find

Make = Callable[..., "Workshop"]  # noqa: F821


def test_finds_each_repository_once(workshop: Make, tmp_path: Path) -> None:
    first = workshop("code/first")
    first.commit("Begin")
    first.git("worktree", "add", "--quiet", str(tmp_path / "code" / "a-tree"), "-b", "side")
    workshop("code/deep/down/second")
    workshop("code/node_modules/passed-over")
    first.git("clone", "--quiet", "--bare", ".", str(tmp_path / "code" / "bare.git"))
    first.git("bundle", "create", "--quiet", str(tmp_path / "code" / "kept.bundle"), "--all")
    (tmp_path / "code" / "fake.bundle").write_text("not a bundle")
    names = [path.relative_to(tmp_path / "code").as_posix() for path in find(tmp_path / "code")]
    assert names == ["bare.git", "deep/down/second", "first", "kept.bundle"]


def test_a_home_folder_kept_in_git_shows_what_lies_in_it_but_no_submodule(workshop: Make) -> None:
    home = workshop("home")
    library = workshop("library")
    library.commit("Begin", {"x": "1"})
    home.git("submodule", "--quiet", "add", str(library.path), "vendored")
    workshop("home/work/project")
    assert [path.name for path in find(home.path)] == ["home", "project"]


def test_a_worktree_alone_stands_for_its_repository(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("far/away")
    shop.commit("Begin")
    (tmp_path / "near").mkdir()
    shop.git("worktree", "add", "--quiet", str(tmp_path / "near" / "tree"), "-b", "side")
    assert find(tmp_path / "near") == [tmp_path / "near" / "tree"]


def test_a_folder_that_links_to_itself_ends(workshop: Make, tmp_path: Path) -> None:
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "again").symlink_to(tmp_path / "loop")
    assert find(tmp_path / "loop") == []
