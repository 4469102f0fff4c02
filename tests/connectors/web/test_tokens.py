"""Keeping sign-ins."""

from __future__ import annotations

import stat
from pathlib import Path

from connectors.tokens import FileStore


def test_the_file_is_private_and_goes_with_its_last_token(tmp_path: Path) -> None:
    path = tmp_path / "private" / "tokens.json"
    store = FileStore(path)
    assert store.get("github") is None and not store.delete("github")
    store.set("github", "one")
    store.set("slack", "two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert FileStore(path).get("github") == "one"
    assert store.delete("github") and store.get("slack") == "two"
    assert store.delete("slack") and not path.exists()
    assert str(path) in store.place


def test_a_damaged_file_counts_as_empty(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    path.write_text("{not json")
    assert FileStore(path).get("github") is None
    FileStore(path).set("github", "one")
    assert FileStore(path).get("github") == "one"
