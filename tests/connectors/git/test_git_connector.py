"""What a repository says of itself and of the people in it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from connectors.base import SourceNotFound, SourceUnavailable, SourceUnreadable, State
from connectors.exports.git import GitConnector
from connectors.records import Mark, Party, Repository, Skip

Make = Callable[..., "Workshop"]  # noqa: F821

BRAM = "Bram de Wit <bram@fjord.example>"


def read(path: Path) -> Repository:
    record, mark = GitConnector(path, "git:x").pull()
    assert isinstance(record, Repository) and mark == Mark("done", 1, 1)
    return record


def fingerprint(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        state = path.lstat()
        digest.update(f"{path} {state.st_mode} {state.st_mtime_ns} {state.st_size}".encode())
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


def test_counts_people_and_keeps_what_they_wrote(workshop: Make) -> None:
    shop = workshop("tidemark")
    root = shop.commit(
        "Begin", {"README.md": "# Tidemark\nTide tables for harbours.\n", "a.py": "", "b.py": ""}
    )
    shop.commit(
        "Add almanac\n\nAsked for by the pilots.", {"docs/almanac.md": "x"}, date="2026-04-07T22:15:00-03:00"
    )
    shop.commit("Fix moon phase", {"a.py": "1"}, author=BRAM, date="2026-05-01T08:00:00+00:00")
    record = read(shop.path)
    assert record.uri == f"git:{root}"
    assert (record.title, record.source, record.default_branch) == ("tidemark", "git", "main")
    assert record.text.startswith("# Tidemark")
    assert record.when == datetime.fromisoformat("2026-05-01T08:00:00+00:00")
    assert record.commits == 3
    assert [(one.party.address, one.commits) for one in record.authors] == [
        ("ada@fjord.example", 2),
        ("bram@fjord.example", 1),
    ]
    ada = record.authors[0]
    assert (ada.first, ada.last) == (
        datetime.fromisoformat("2026-03-02T09:30:00+01:00"),
        datetime.fromisoformat("2026-04-07T22:15:00-03:00"),
    )
    newest, second, _ = record.recent
    assert (newest.subject, newest.files) == ("Fix moon phase", ("a.py",))
    assert second.body == "Asked for by the pilots."
    assert second.when.isoformat() == "2026-04-07T22:15:00-03:00"
    assert record.languages[0] == ("md", 2) and dict(record.languages)["py"] == 2


def test_branches_count_and_merges_do_not(workshop: Make) -> None:
    shop = workshop("branches")
    shop.commit("Begin", {"a": "1"})
    shop.git("checkout", "--quiet", "-b", "topic")
    shop.commit("On the topic branch", {"b": "1"}, author=BRAM)
    shop.git("checkout", "--quiet", "main")
    shop.commit("On main", {"c": "1"})
    identity = {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.example"}
    shop.git(
        "merge",
        "--quiet",
        "--no-ff",
        "-m",
        "Merge",
        "topic",
        GIT_AUTHOR_NAME="A",
        GIT_AUTHOR_EMAIL="a@b.example",
        **identity,
    )
    shop.git("checkout", "--quiet", "-b", "unmerged")
    shop.commit("Waiting for review", {"d": "1"})
    shop.git("tag", "v1.0")
    record = read(shop.path)
    assert record.commits == 4
    assert record.branches == ("main", "topic", "unmerged") and record.tags == ("v1.0",)


def test_the_mailmap_of_the_repository_joins_addresses(workshop: Make) -> None:
    shop = workshop("mapped")
    shop.commit("Begin", {".mailmap": "Ada Lindqvist <ada@fjord.example> <ada@old.example>\n"})
    shop.commit("Earlier self", author="ada <ada@old.example>")
    shop.commit("Together\n\nCo-authored-by: ada <ada@old.example>\n", author=BRAM)
    shop.commit("Odd\n\nCo-authored-by: --stdin <x@odd.example>\nCo-authored-by: <>\n", author=BRAM)
    record = read(shop.path)
    ada = record.authors[0]
    assert (ada.party, ada.commits) == (Party("Ada Lindqvist", "ada@fjord.example"), 3)
    assert Party("ada", "ada@old.example") in ada.aliases
    assert record.recent[1].co_authors == (Party("Ada Lindqvist", "ada@fjord.example"),)


def test_co_authors_count_and_programs_do_not(workshop: Make) -> None:
    shop = workshop("helpers")
    trailers = (
        "Pair on the parser\n\n"
        "Co-authored-by: Bram de Wit <bram@fjord.example>\n"
        "Co-Authored-By: Claude <noreply@anthropic.com>\n"
        "Co-authored-by: Copilot <198982749+Copilot@users.noreply.github.com>\n"
    )
    shop.commit(trailers)
    shop.commit("Bump x", author="dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>")
    shop.commit("Hidden address", author="Cem Arslan <7041+cemars@users.noreply.github.com>")
    record = read(shop.path)
    assert record.commits == 2
    assert {one.party.address for one in record.authors} == {
        "ada@fjord.example",
        "bram@fjord.example",
        "7041+cemars@users.noreply.github.com",
    }
    assert record.recent[-1].co_authors == (Party("Bram de Wit", "bram@fjord.example"),)


def test_bundle_bare_clone_and_worktree_are_the_same_repository(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("origin")
    shop.commit("Begin", {"README.md": "# Origin"})
    shop.commit("More", {"Makefile": "test:\n\tpytest\n"})
    shop.git("bundle", "create", "--quiet", str(tmp_path / "origin.bundle"), "--all")
    shop.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    shop.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "other")
    whole = read(shop.path)
    for place in ("origin.bundle", "bare.git", "tree"):
        other = read(tmp_path / place)
        assert (other.uri, other.authors, other.recent, other.files) == (
            whole.uri,
            whole.authors,
            whole.recent,
            whole.files,
        )
        assert other.default_branch == "main"


def test_remotes_lose_their_credentials(workshop: Make) -> None:
    shop = workshop("local-name")
    shop.commit("Begin")
    token = "gh" + "p_" + "x" * 36
    shop.git("remote", "add", "zfork", f"https://bram:{token}@code.example:8443/bram/tidemark.git?x=1")
    shop.git("remote", "add", "origin", "git@code.example:pilots/tidemark.git")
    shop.git("remote", "add", "disk", "/srv/git/tidemark.git")
    shop.git("config", "user.name", "Ada L")
    shop.git("config", "user.email", "Ada@Fjord.example")
    record = read(shop.path)
    assert record.remotes == (
        "git@code.example:pilots/tidemark.git",
        "https://code.example:8443/bram/tidemark.git",
    )
    assert record.title == "tidemark" and record.link == "https://code.example/pilots/tidemark"
    assert record.user == Party("Ada L", "ada@fjord.example")
    assert token not in repr(record)


def test_a_shallow_clone_says_so(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("deep")
    for number in range(3):
        shop.commit(f"Step {number}")
    shop.git("clone", "--quiet", "--depth=1", f"file://{shop.path}", str(tmp_path / "cut"))
    record = read(tmp_path / "cut")
    assert record.shallow and record.commits == 1
    assert not read(shop.path).shallow


def test_a_partial_clone_is_read_without_fetching(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("whole")
    shop.commit("Begin", {"README.md": "# Whole"})
    shop.git("config", "uploadpack.allowFilter", "true")
    shop.git(
        "clone", "--quiet", "--no-checkout", "--filter=tree:0", f"file://{shop.path}", str(tmp_path / "part")
    )
    before = fingerprint(tmp_path / "part")
    record = read(tmp_path / "part")
    assert record.commits == 1 and record.files == ()
    assert fingerprint(tmp_path / "part") == before


def test_nothing_in_the_repository_changes(workshop: Make) -> None:
    shop = workshop("still")
    shop.commit("Begin", {"README.md": "x"})
    (shop.path / "README.md").touch()
    before = fingerprint(shop.path)
    assert read(shop.path) == read(shop.path)
    assert fingerprint(shop.path) == before


def test_a_pull_goes_on_behind_its_mark(workshop: Make) -> None:
    shop = workshop("again")
    shop.commit("Begin")
    assert list(GitConnector(shop.path, "x").pull("done")) == []


def test_a_repository_without_commits_is_skipped(workshop: Make) -> None:
    shop = workshop("empty")
    assert [type(item) for item in GitConnector(shop.path, "x").pull()] == [Skip, Mark]


def test_a_detached_head_is_read(workshop: Make) -> None:
    shop = workshop("detached")
    shop.commit("Begin", {"README.md": "first"})
    shop.git("checkout", "--quiet", "--detach")
    shop.commit("Off any branch", {"README.md": "second"})
    record = read(shop.path)
    assert record.commits == 2 and record.default_branch == "main" and record.text == "first"


def test_what_is_no_repository_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    with pytest.raises(SourceUnreadable):
        list(GitConnector(tmp_path / "notes", "x").pull())
    with pytest.raises(SourceNotFound):
        list(GitConnector(tmp_path / "gone", "x").pull())
    assert GitConnector(tmp_path / "notes", "x").check().state is State.REFUSED


def test_damage_is_said_in_one_line(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("damaged")
    first = shop.commit("Begin", {"a": "1"})
    shop.commit("More", {"a": "2"})
    shop.git("bundle", "create", "--quiet", str(tmp_path / "cut.bundle"), "--all")
    shop.git("bundle", "create", "--quiet", str(tmp_path / "newer.bundle"), f"{first}..main")
    whole = (tmp_path / "cut.bundle").read_bytes()
    (tmp_path / "cut.bundle").write_bytes(whole[:-40])
    (shop.path / ".git" / "objects" / first[:2] / first[2:]).unlink()
    for place in (shop.path, tmp_path / "cut.bundle", tmp_path / "newer.bundle"):
        with pytest.raises(SourceUnreadable) as caught:
            list(GitConnector(place, "x").pull())
        assert caught.value.hint and "\n" not in str(caught.value)


def test_a_machine_without_git_is_told_what_to_install(
    workshop: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop("no-git")
    shop.commit("Begin")
    monkeypatch.setenv("PATH", os.devnull)
    connector = GitConnector(shop.path, "x")
    assert connector.check().state is State.REFUSED and "install git" in connector.check().hint
    with pytest.raises(SourceUnavailable, match="git"):
        list(connector.pull())
