"""Keeping sign-ins."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from hypothesis import given
from hypothesis import strategies as st
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from connectors.base import CredentialRefused
from connectors.tokens import FileStore, KeyringStore, open_store, read_secret


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


class Rings(KeyringBackend):
    """A keyring in memory."""

    priority = 5  # type: ignore[assignment]
    locked = False

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("no")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("none")


class NoRings(Rings):
    priority = 0  # type: ignore[assignment]


@pytest.fixture
def ring() -> Iterator[Rings]:
    before = keyring.get_keyring()
    rings = Rings()
    keyring.set_keyring(rings)
    yield rings
    keyring.set_keyring(before)


def test_the_systems_keyring_is_used_where_it_works(ring: Rings, tmp_path: Path) -> None:
    store = open_store(tmp_path / "tokens.json")
    store.set("github", "one")
    assert store.get("github") == "one" and ring.kept == {("day1", "github"): "one"}
    assert store.delete("github") and not store.delete("github")
    assert list(tmp_path.iterdir()) == []


def test_without_a_keyring_the_file_is_used_and_named(ring: Rings, tmp_path: Path) -> None:
    keyring.set_keyring(NoRings())
    store = open_store(tmp_path / "tokens.json")
    store.set("github", "one")
    assert "tokens.json" in store.place and (tmp_path / "tokens.json").exists()


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=4))
def test_a_secret_of_any_length_is_kept_where_entries_are_short(lengths: list[int]) -> None:
    before, rings = keyring.get_keyring(), Rings()
    keyring.set_keyring(rings)
    try:
        store = KeyringStore()
        for length in lengths:
            store.set("microsoft", "é" * length)
            assert store.get("microsoft") == "é" * length
            assert all(len(kept.encode("utf-16-le")) <= 2_560 for kept in rings.kept.values())
        assert store.delete("microsoft") and rings.kept == {}
    finally:
        keyring.set_keyring(before)


def test_a_locked_keyring_is_said(ring: Rings) -> None:
    ring.locked = True
    with pytest.raises(CredentialRefused, match="keyring"):
        KeyringStore().get("github")


@pytest.mark.parametrize("kept", ["", "{broken", "[]", "{}", '{"token": 7}'])
def test_a_damaged_secret_counts_as_none(tmp_path: Path, kept: str) -> None:
    store = FileStore(tmp_path / "tokens.json")
    store.set("github", kept)
    assert read_secret(store, "github") is None
