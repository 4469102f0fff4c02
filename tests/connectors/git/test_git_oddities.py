"""Histories as they are found in the wild: broken dates, other encodings, other object formats."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from connectors.base import SourceUnreadable
from connectors.exports.git import GitConnector
from connectors.records import Party, Repository

Make = Callable[..., "Workshop"]  # noqa: F821

VERSION = tuple(
    int(part) for part in subprocess.check_output(["git", "version"], text=True).split()[2].split(".")[:2]
)


def read(path: Path) -> Repository:
    record, _ = GitConnector(path, "x").pull()
    assert isinstance(record, Repository)
    return record


def raw_commit(shop: object, author: str, message: str = "Odd", extra: str = "") -> None:
    git = shop.git  # type: ignore[attr-defined]
    text = f"tree {git('mktree')}\n{author}\ncommitter Ada <ada@fjord.example> 1772440200 +0100\n{extra}\n{message}\n"
    commit = git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", given=text)
    git("update-ref", "refs/heads/main", commit)


@pytest.mark.parametrize(
    ("author", "when"),
    [
        ("author Ada <ada@fjord.example> 1772440200 +0545", "2026-03-02T14:15:00+05:45"),
        ("author Ada <ada@fjord.example> 1772440200 +9999", None),
        ("author Ada <ada@fjord.example> 99999999999999999999 +0000", None),
        ("author Ada <ada@fjord.example>", "2026-03-02T09:30:00+01:00"),
        ("author Ada <ada@fjord.example> -5 +0000", None),
        ("author <> 1772440200 +0000", "2026-03-02T08:30:00+00:00"),
        ("author 1772440200 +0000", None),
    ],
)
def test_a_broken_identity_costs_at_most_itself(workshop: Make, author: str, when: str | None) -> None:
    shop = workshop("odd")
    raw_commit(shop, author)
    record = read(shop.path)
    assert record.commits == 1 and record.recent[0].when.tzinfo is not None
    if when:
        assert record.recent[0].when == datetime.fromisoformat(when)
        assert record.recent[0].when.utcoffset() == datetime.fromisoformat(when).utcoffset()


def test_another_encoding_of_messages_is_turned_into_unicode(workshop: Make) -> None:
    shop = workshop("latin")
    shop.git("config", "i18n.commitEncoding", "ISO-8859-1")
    message = shop.path / "message"
    message.write_bytes("Größe".encode("latin-1"))
    who = {
        f"GIT_{role}_{part}": value
        for role in ("AUTHOR", "COMMITTER")
        for part, value in (("NAME", "Ada"), ("EMAIL", "ada@fjord.example"), ("DATE", "2026-01-01T00:00:00Z"))
    }
    shop.git("commit", "--quiet", "--allow-empty", "-F", "message", **who)
    assert read(shop.path).recent[0].subject == "Größe"


def test_names_in_other_scripts_and_paths_with_odd_characters(workshop: Make) -> None:
    shop = workshop("設計")
    shop.commit(
        "初版を追加",
        {"ドキュメント/手順.md": "手順", 'a "b"\tc\n.py': "x"},
        author="山田 太郎 <taro@shima.example>",
    )
    shop.commit("更新", {"ドキュメント/手順.md": "手順 2"}, author="山田 太郎 <taro@shima.example>")
    record = read(shop.path)
    assert record.title == "設計" and record.authors[0].party == Party("山田 太郎", "taro@shima.example")
    assert record.recent[0].files == ("ドキュメント/手順.md",)
    assert dict(record.files)["ドキュメント/手順.md"] == "手順 2"
    assert dict(record.languages) == {"md": 1, "py": 1}


def test_repositories_and_bundles_of_the_newer_object_format(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("modern", "--object-format=sha256")
    root = shop.commit("Begin", {"README.md": "# Modern"})
    assert len(root) == 64
    shop.git("bundle", "create", "--quiet", str(tmp_path / "modern.bundle"), "--all")
    for place in (shop.path, tmp_path / "modern.bundle"):
        record = read(place)
        assert record.uri == f"git:{root}" and record.text == "# Modern"


def test_references_in_tables(workshop: Make) -> None:
    if VERSION >= (2, 45):
        shop = workshop("tables", "--ref-format=reftable")
        shop.commit("Begin", {"README.md": "# Tables"})
        assert read(shop.path).default_branch == "main"
        return
    shop = workshop("tables")
    shop.commit("Begin")
    (shop.path / ".git" / "reftable").mkdir()
    with pytest.raises(SourceUnreadable, match="too old"):
        list(GitConnector(shop.path, "x").pull())


def test_borrowed_objects_of_a_shared_clone_are_found(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("lender")
    shop.commit("Begin", {"README.md": "# Lent"})
    shop.git("clone", "--quiet", "--shared", ".", str(tmp_path / "borrower"))
    assert read(tmp_path / "borrower").text == "# Lent"


def test_the_default_branch_is_the_remotes_and_not_the_one_at_hand(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("upstream")
    shop.commit("Begin", {"README.md": "on main"})
    shop.git("clone", "--quiet", ".", str(tmp_path / "clone"))
    clone = type(shop)(tmp_path / "clone")
    clone.git("checkout", "--quiet", "-b", "topic")
    clone.commit("Try", {"README.md": "on a topic branch"})
    record = read(clone.path)
    assert (record.default_branch, record.text, record.commits) == ("main", "on main", 2)
    assert record.branches == ("main", "topic")


def test_a_whole_mirror_keeps_pull_requests_and_notes_out(workshop: Make) -> None:
    shop = workshop("mirror")
    shop.commit("Begin", {"a": "1"})
    shop.git("checkout", "--quiet", "-b", "aside")
    aside = shop.commit("Somebody's proposal", {"b": "1"}, author="Eve <eve@fork.example>")
    shop.git("update-ref", "refs/pull/1/head", aside)
    shop.git("update-ref", "refs/stash", aside)
    shop.git("checkout", "--quiet", "main")
    shop.git("branch", "-D", "--quiet", "aside")
    record = read(shop.path)
    assert record.commits == 1 and [one.party.address for one in record.authors] == ["ada@fjord.example"]
