"""Guards round every test: no home folder, no network beyond loopback, a fixed clock to ask for."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
LOOPBACK = ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::")


@pytest.fixture(autouse=True)
def no_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that is empty and new for each test; nothing of the person's own can be met."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in list(os.environ):
        if name.startswith(
            (
                "XDG_",
                "DAY1_",
                "OPENAI_",
                "GITHUB_",
                "GH_",
                "SLACK_",
                "CODEX_",
                "HERMES_",
                "CLAUDE_",
                "COPILOT_",
                "GIT_",
            )
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    return home


class NetworkTouched(AssertionError):
    """A test reached for a host other than this machine."""


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook sees every socket, whatever library opened it (PEP 578)."""
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise NetworkTouched(f"a test connected to {address[0]}")
    elif event == "socket.getaddrinfo":
        host = arguments[0]
        if isinstance(host, bytes):
            host = host.decode()
        if host not in (None, "", *LOOPBACK, socket.gethostname()):
            raise NetworkTouched(f"a test looked up {host}")


sys.addaudithook(_guard)


@pytest.fixture
def now() -> datetime:
    """The fixed clock: noon UTC, 15 November 2026."""
    return datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest.fixture
def shared() -> Iterator[Path]:
    """The folder of public test material beside the checkout; the test is skipped where it is missing."""
    if not SHARED.is_dir():
        pytest.skip("no folder `shared` with public test material beside the checkout")
    yield SHARED
