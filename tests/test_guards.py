from __future__ import annotations

import socket
from pathlib import Path

import pytest


def test_the_home_folder_is_an_empty_one_of_the_test(no_home: Path) -> None:
    assert Path.home() == no_home
    assert list(no_home.iterdir()) == []


def test_nothing_beyond_this_machine_can_be_reached() -> None:
    with pytest.raises(AssertionError, match="looked up"):
        socket.create_connection(("mail.example", 25), timeout=1)
    with pytest.raises(AssertionError, match="connected"), socket.socket() as wire:
        wire.settimeout(1)
        wire.connect(("203.0.113.7", 80))


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()
