"""The page on signing in names every permission that is asked for, and every setting that is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from connectors.google import SCOPES as GOOGLE
from connectors.google import auth as google
from connectors.google import service
from connectors.microsoft import SCOPES as MICROSOFT
from connectors.microsoft import application
from connectors.microsoft import auth as microsoft

PAGE = (Path(__file__).parents[3] / "assets" / "signing-in.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("scope", [*GOOGLE, *MICROSOFT], ids=lambda scope: scope.name.rpartition("/")[2])
def test_every_permission_is_explained(scope: object) -> None:
    name = getattr(scope, "name", "").rpartition("/")[2]
    lines = [line for line in PAGE.splitlines() if line.startswith("|") and name in line]
    assert lines
    if not getattr(scope, "preset", True):
        assert any("(off" in line for line in lines), "what is off unless ticked is marked so"


def test_every_setting_is_named() -> None:
    settings = (google.CLIENT_FILE, google.CLIENT_ID, google.CLIENT_SECRET, service.KEY_FILE, microsoft.CLIENT_ID,
                microsoft.TENANT, application.SECRET)  # fmt: skip
    assert [name for name in settings if name not in PAGE] == []
