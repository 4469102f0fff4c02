"""What a pull says while it is read, where there is no terminal for bars."""

from __future__ import annotations

import pytest

from bootstrap.commands import talk
from connectors.records import Mark


def test_long_waits_are_told_before_they_come(capsys: pytest.CaptureFixture[str]) -> None:
    with talk.progress(["google"]) as report:
        report("google", Mark("a", 0, 3_000, "sent mail (about 10 minutes)"), 12)
        report("google", Mark("b", 100, 3_000, "sent mail (about 9 minutes)"), 112)
        report("google", Mark("c", 3, 8, "contacts"), 300)
    assert capsys.readouterr().err.splitlines() == ["google: sent mail (about 10 minutes)"]
