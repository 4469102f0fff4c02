"""Claude Code's own request over what the export wrote."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..conftest import Library
    from .conftest import Model


def context(library: Library, program: Path, model: Model) -> str:
    """All that a session in the project sends."""
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(library.user),
        "ANTHROPIC_BASE_URL": model.address,
        "ANTHROPIC_API_KEY": "none",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }
    command = [str(program), "-p", "hi"]
    subprocess.run(
        command,
        cwd=library.project,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=True,
    )
    return model.heard


@pytest.mark.parametrize("count", [1, 40, 400])
def test_both_layers_are_loaded_whole(
    library: Library, claude_program: Path, claude_model: Model, count: int
) -> None:
    library.many(count)
    library.export("claude-code")
    left = {held.name for held in library.plan("claude-code").held}
    text = context(library, claude_program, claude_model)
    assert re.search(r"Contents of \S+/rules/day1\.md", text)
    assert "Only part of it was loaded" not in text
    for number in range(count):
        name = f"memory-{number:03}"
        assert name in text or f"emory {number:03}" in text or name in left
    assert len(left) <= count // 20
