"""Which files tell something, and how much of them is kept."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.git import GitConnector
from connectors.exports.git.files import MOST_TEXT, MOST_TOTAL, choose
from connectors.exports.git.history import split_fields
from connectors.records import Repository

Make = Callable[..., "Workshop"]  # noqa: F821


def test_house_rules_come_before_prose_and_shallow_before_deep() -> None:
    paths = [
        "docs/guide.md",
        "src/deep/down/below/README.md",
        "packages/a/README.md",
        "README.md",
        "Makefile",
        ".github/workflows/ci.yml",
        "AGENTS.md",
        "src/main.rs",
        "Cargo.toml",
        "CONTRIBUTING.md",
    ]
    assert choose(paths) == [
        "README.md",
        "CONTRIBUTING.md",
        "AGENTS.md",
        "Makefile",
        "Cargo.toml",
        ".github/workflows/ci.yml",
        "docs/guide.md",
        "packages/a/README.md",
        "src/deep/down/below/README.md",
    ]


def test_a_dotfiles_repository_shows_editor_and_shell() -> None:
    paths = [
        ".gitconfig",
        "zsh/.zshrc",
        "dot_tmux.conf",
        ".config/nvim/init.lua",
        ".config/git/config",
        "Brewfile",
        "x.png",
    ]
    assert set(choose(paths)) == set(paths) - {"x.png"}


def test_texts_are_bounded_one_by_one_and_together(workshop: Make) -> None:
    shop = workshop("long")
    files = {f"docs/{number}.md": "word " * 10_000 for number in range(60)}
    shop.commit(
        "Begin", files | {"README.md": "# Long\n", "LICENSE": "Permission is granted", "Makefile": "\0binary"}
    )
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository)
    kept = dict(record.files)
    assert kept["LICENSE"] == "" and "Makefile" not in kept
    assert max(map(len, kept.values())) == MOST_TEXT
    assert sum(map(len, kept.values())) <= MOST_TOTAL


def test_texts_in_any_encoding_are_read(workshop: Make) -> None:
    shop = workshop("encodings")
    shop.path.joinpath("README.md").write_bytes("\ufeff# Größe\n".encode())
    shop.path.joinpath("CONTRIBUTING.md").write_bytes("Fänge an".encode("latin-1"))
    shop.commit("Begin")
    record, _ = GitConnector(shop.path, "x").pull()
    assert isinstance(record, Repository)
    assert dict(record.files) == {"README.md": "# Größe\n", "CONTRIBUTING.md": "F\ufffdnge an"}


@given(st.lists(st.binary(max_size=30).map(lambda b: b.replace(b"\0", b"")), max_size=20), st.integers(1, 40))
def test_fields_do_not_depend_on_how_the_output_was_chopped(fields: list[bytes], size: int) -> None:
    whole = b"".join(field + b"\0" for field in fields)
    chunks = [whole[start : start + size] for start in range(0, len(whole), size)]
    assert list(split_fields(chunks, most=20)) == [field[:20] for field in fields]
