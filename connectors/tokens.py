"""Where sign-ins are kept: the system's keyring, or a private file where there is none."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import platformdirs

from connectors.base import CredentialRefused

SERVICE = "day1"


class TokenStore(Protocol):
    """Keeps one secret string per account name (``github``, ``slack`` ...).

    Attributes:
        place: where, in words for the person.
    """

    @property
    def place(self) -> str: ...

    def get(self, name: str) -> str | None: ...

    def set(self, name: str, secret: str) -> None: ...

    def delete(self, name: str) -> bool:
        """Forget it; False when there was nothing."""
        ...


class KeyringStore:
    """The keyring of the operating system, by the ``keyring`` package."""

    place = "the system's keyring"

    def get(self, name: str) -> str | None:
        import keyring

        with _unlocked():
            found: str | None = keyring.get_password(SERVICE, name)
        return found

    def set(self, name: str, secret: str) -> None:
        import keyring

        with _unlocked():
            keyring.set_password(SERVICE, name, secret)

    def delete(self, name: str) -> bool:
        import keyring
        from keyring.errors import PasswordDeleteError

        try:
            with _unlocked():
                keyring.delete_password(SERVICE, name)
        except PasswordDeleteError:
            return False
        return True


@contextmanager
def _unlocked() -> Iterator[None]:
    """Turns a keyring that is locked or broken into a line for the person."""
    from keyring.errors import KeyringError, PasswordDeleteError

    try:
        yield
    except PasswordDeleteError:
        raise
    except KeyringError:
        raise CredentialRefused("the system's keyring can't be opened", "unlock it, then try again") from None


class FileStore:
    """One JSON file that only its owner can read (0600), replaced as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def place(self) -> str:
        return f"the file {self._path} (this system has no keyring)"

    def get(self, name: str) -> str | None:
        return self._load().get(name)

    def set(self, name: str, secret: str) -> None:
        self._save({**self._load(), name: secret})

    def delete(self, name: str) -> bool:
        kept = self._load()
        if kept.pop(name, None) is None:
            return False
        if kept:
            self._save(kept)
        else:
            self._path.unlink(missing_ok=True)
        return True

    def _load(self) -> dict[str, str]:
        try:
            loaded = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(key): str(value) for key, value in loaded.items()} if isinstance(loaded, dict) else {}

    def _save(self, kept: dict[str, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, draft = tempfile.mkstemp(dir=self._path.parent, prefix=".tokens-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self._path)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise


def read_secret(tokens: TokenStore, name: str) -> dict[str, Any] | None:
    """A secret kept as a JSON object with a ``token``; None where there is none or it is damaged."""
    try:
        kept = json.loads(tokens.get(name) or "null")
    except ValueError:
        return None
    return kept if isinstance(kept, dict) and isinstance(kept.get("token"), str) else None


def open_store(file: Path | None = None) -> TokenStore:
    """The keyring where one works, else the file (by default in the platform's folder for user data)."""
    if _has_keyring():
        return KeyringStore()
    return FileStore(file or platformdirs.user_data_path("day1", appauthor=False) / "tokens.json")


def _has_keyring() -> bool:
    """A backend with a priority above zero is one that works here (keyring's own rule)."""
    try:
        import keyring

        return float(keyring.get_keyring().priority) > 0
    except Exception:  # backends raise whatever their system raises
        return False
