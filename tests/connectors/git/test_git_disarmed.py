"""A repository's configuration can name programs. None may run, and none of its tricks may hurt."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from connectors.exports.git import GitConnector, find
from connectors.records import Repository

Make = Callable[..., "Workshop"]  # noqa: F821

SIGNED = """\
tree {tree}
author Ada <ada@fjord.example> 1772440200 +0100
committer Ada <ada@fjord.example> 1772440200 +0100
gpgsig -----BEGIN PGP SIGNATURE-----
 
 iHUEABYKAB0WIQ
 -----END PGP SIGNATURE-----

Signed
"""  # noqa: W293


def test_no_program_of_the_repository_runs(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("armed")
    shop.commit(
        "Begin", {"README.md": "# Armed", "a.txt": "1", ".gitattributes": "*.md diff=evil filter=evil\n"}
    )
    signed = SIGNED.format(tree=shop.git("rev-parse", "HEAD^{tree}"))
    commit = shop.git("hash-object", "-t", "commit", "-w", "--stdin", given=signed)
    shop.git("update-ref", "refs/heads/signed", commit)

    traces = tmp_path / "traces"
    traces.mkdir()
    program = tmp_path / "program.sh"
    program.write_text(f'#!/bin/sh\n: > "{traces}/$$"\nprintf "[%s]" "$0" >> "{traces}/log"\ncat\n')
    program.chmod(0o755)
    settings = (
        "core.fsmonitor core.pager core.editor core.sshCommand core.gitProxy core.askPass core.alternateRefsCommand "
        "diff.external diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge filter.evil.process "
        "gpg.program gpg.ssh.program credential.helper sequence.editor uploadpack.packObjectsHook pager.log "
        "remote.origin.uploadpack remote.origin.vcs mailmap.file trailer.x.command trailer.x.cmd interactive.diffFilter"
    ).split()
    for setting in settings:
        shop.git("config", setting, str(program))
    for command in ("log", "cat-file", "ls-tree", "diff-tree", "config", "rev-list", "check-mailmap"):
        shop.git("config", f"alias.{command}", f"!{program}")
    shop.git("config", "log.showSignature", "true")
    shop.git("config", "core.attributesFile", str(tmp_path / "attributes"))
    (tmp_path / "attributes").write_text("* diff=evil filter=evil\n")
    shop.git("config", "extensions.partialClone", "origin")
    shop.git("config", "remote.origin.promisor", "true")
    shop.git("config", "remote.origin.url", f"ext::{program}")
    shop.git("config", "core.hooksPath", str(tmp_path / "hooks"))
    for place in (tmp_path / "hooks", shop.path / ".git" / "hooks"):
        place.mkdir(exist_ok=True)
        for hook in (
            "post-checkout",
            "reference-transaction",
            "post-index-change",
            "fsmonitor-watchman",
            "pre-auto-gc",
        ):
            (place / hook).write_text(program.read_text())
            (place / hook).chmod(0o755)

    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository) and record.commits == 2
    assert list(traces.iterdir()) == []

    # The trap itself works: a plain git walks into it.
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    subprocess.run(["git", "log", "--all"], cwd=shop.path, env=plain, capture_output=True, check=False)
    assert list(traces.iterdir()) != []


def test_the_environment_of_the_caller_does_not_steer_git(
    workshop: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop, other = workshop("meant"), workshop("other")
    shop.commit("Meant", {"README.md": "meant"})
    other.commit("Other", {"README.md": "other"})
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "log.showSignature")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "true")
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository) and record.text == "meant"


def test_included_devices_and_huge_settings_are_left_alone(workshop: Make) -> None:
    shop = workshop("including")
    shop.commit("Begin")
    shop.git("config", "user.email", "ada@fjord.example")
    with (shop.path / ".git" / "config").open("a") as file:
        file.write("[include]\n\tpath = /dev/zero\n")
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository) and record.user.address == "ada@fjord.example"


@pytest.mark.slow
def test_a_tree_that_multiplies_itself_is_cut_off(workshop: Make) -> None:
    shop = workshop("bomb")
    blob = shop.git("hash-object", "-w", "--stdin", given="boom")
    level = "\n".join(f"100644 blob {blob}\tf{number}" for number in range(10))
    for _ in range(10):
        tree = shop.git("mktree", given=level + "\n")
        level = "\n".join(f"040000 tree {tree}\td{number}" for number in range(10))
    who = {"GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z"}
    for role in ("AUTHOR", "COMMITTER"):
        who |= {f"GIT_{role}_NAME": "Ada", f"GIT_{role}_EMAIL": "ada@fjord.example"}
    begin = shop.commit("Begin")
    shop.git("update-ref", "refs/heads/main", shop.git("commit-tree", "-p", begin, "-m", "Boom", tree, **who))
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository) and record.commits == 2
    assert sum(number for _, number in record.languages) <= 200_000


def test_a_message_without_end_is_cut(workshop: Make) -> None:
    shop = workshop("long")
    shop.commit("Subject\n\n" + "word " * 400_000)
    shop.commit("Padded\n\nCo-authored-by: " + " " * 900_000 + "x\nCo-authored-by: a" + " <" * 400_000)
    shop.commit("After it")
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository)
    assert [commit.subject for commit in record.recent] == ["After it", "Padded", "Subject"]
    assert max(len(commit.body) for commit in record.recent) <= 2_000


def test_a_reference_with_a_trick_in_its_name_is_not_passed_on(workshop: Make) -> None:
    shop = workshop("names")
    tip = shop.commit("Begin")
    packed = shop.path / ".git" / "packed-refs"
    packed.write_text(
        f"{tip} refs/heads/--upload-pack=x\n{tip} refs/heads/../../outside\n{tip} other/place\n"
    )
    (shop.path / ".git" / "refs" / "heads" / "escaping").symlink_to("/etc/hostname")
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository) and record.commits == 1
    assert find(shop.path) == [shop.path]
