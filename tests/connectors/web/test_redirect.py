"""Receiving a browser's redirect."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from connectors.base import CredentialRefused, SourceUnavailable
from connectors.redirect import receive


def local(url: str) -> str:
    return url.replace("localhost", "127.0.0.1")


def test_only_the_redirect_with_the_state_counts() -> None:
    with receive("right") as receiver:
        for query in ("state=wrong&code=stolen", "code=stolen", ""):
            with pytest.raises(HTTPError):
                urlopen(f"{local(receiver.url)}?{query}")
        with urlopen(f"{local(receiver.url)}?state=right&code=c0de") as page:
            assert page.status == 200
        assert receiver.wait(5) == {"state": "right", "code": "c0de"}


def test_a_sign_in_nobody_finishes_ends() -> None:
    with receive("x") as receiver, pytest.raises(CredentialRefused):
        receiver.wait(0.01)


def test_a_taken_port_is_said() -> None:
    with receive("x") as receiver:
        port = int(receiver.url.rstrip("/").rpartition(":")[2])
        with pytest.raises(SourceUnavailable, match=str(port)), receive("y", port):
            pass
