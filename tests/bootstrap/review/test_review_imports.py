"""The review itself needs no screen: embedding it or piping through it costs no Textual."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bootstrap.review.theme import is_light


def test_session_plain_and_protocol_load_no_textual() -> None:
    code = "import sys, bootstrap.review.session, bootstrap.review.plain, bootstrap.review.protocol\nprint('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("value", "light"), [("0;15", True), ("0;default;7", True), ("15;0", False), ("", False)]
)
def test_a_light_terminal_gets_the_light_theme(value: str, light: bool) -> None:
    assert is_light({"COLORFGBG": value}) is light
