"""A bug in the screen: it ends the program as a bug, and prints nothing of what was on screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bootstrap.review.app import ReviewApp


class Bug(Exception):
    pass


def test_a_bug_is_raised_and_no_local_variable_is_printed(
    sit: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    class Broken(ReviewApp):
        def on_ready(self) -> None:
            secret = "a line of somebody's mail"
            raise Bug(len(secret))

    with pytest.raises(Bug):
        Broken(sit().desk()).run(headless=True)
    said = capsys.readouterr()
    assert "somebody's mail" not in said.out + said.err
