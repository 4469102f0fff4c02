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
LONGEST_PART = 1_000
"""Windows keeps 2,560 bytes a secret, two for each character; sign-ins of Microsoft and Google are longer."""
PARTED = "day1 in parts: "


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
    """The keyring of the operating system, by the ``keyring`` package. A long secret lies there in parts."""

    place = "the system's keyring"

    def get(self, name: str) -> str | None:
        import keyring

        with _unlocked():
            found: str | None = keyring.get_password(SERVICE, name)
            parts = _parts(found)
            if not parts:
                return found
            return "".join(keyring.get_password(SERVICE, f"{name} {part}") or "" for part in range(parts))

    def set(self, name: str, secret: str) -> None:
        import keyring

        self.delete(name)
        cut = [secret[start : start + LONGEST_PART] for start in range(0, len(secret), LONGEST_PART)]
        with _unlocked():
            if len(cut) < 2:
                keyring.set_password(SERVICE, name, secret)
                return
            for number, part in enumerate(cut):
                keyring.set_password(SERVICE, f"{name} {number}", part)
            keyring.set_password(SERVICE, name, f"{PARTED}{len(cut)}")

    def delete(self, name: str) -> bool:
        import keyring
        from keyring.errors import PasswordDeleteError

        try:
            with _unlocked():
                parts = _parts(keyring.get_password(SERVICE, name))
                keyring.delete_password(SERVICE, name)
                for number in range(parts):
                    keyring.delete_password(SERVICE, f"{name} {number}")
        except PasswordDeleteError:
            return False
        return True


def _parts(kept: str | None) -> int:
    """In how many parts a secret lies; 0 for one in one piece."""
    number = (kept or "").removeprefix(PARTED)
    return int(number) if kept != number and number.isdigit() else 0


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
