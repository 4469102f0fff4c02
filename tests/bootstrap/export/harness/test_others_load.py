"""Copilot's and Gemini's own requests over what the export wrote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..conftest import Library
    from .conftest import Model


def ask(program: Path, library: Library, *arguments: str, **environ: str) -> None:
    environ |= {"PATH": os.environ["PATH"], "HOME": str(library.user)}
    subprocess.run(
        [str(program), *arguments, "-p", "hi"],
        cwd=library.project,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=True,
    )


@pytest.mark.parametrize("count", [1, 40, 400])
def test_copilot_sends_the_whole_file(
    library: Library, copilot_program: Path, copilot_model: Model, count: int
) -> None:
    library.many(count)
    library.export("copilot")
    settings = {
        "COPILOT_OFFLINE": "true",
        "COPILOT_PROVIDER_BASE_URL": copilot_model.address,
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": "none",
        "COPILOT_MODEL": "gpt-5",
    }
    ask(copilot_program, library, **settings)
    text = (library.user / ".copilot/instructions/day1.instructions.md").read_text()
    assert text.strip() in copilot_model.heard


@pytest.mark.parametrize("count", [1, 40, 400])
def test_gemini_sends_the_whole_block(
    library: Library, gemini_program: Path, gemini_model: Model, count: int
) -> None:
    library.many(count)
    home = library.user / ".gemini"
    home.mkdir(parents=True)
    (home / "settings.json").write_text(
        json.dumps({"security": {"auth": {"selectedType": "gemini-api-key"}}})
    )
    (home / "projects.json").write_text(json.dumps({"projects": {str(library.project): "app"}}))
    library.export("gemini")
    arguments = ("-m", "gemini-2.5-flash", "--skip-trust")
    settings = {"GOOGLE_GEMINI_BASE_URL": gemini_model.address, "GEMINI_API_KEY": "none"}
    ask(gemini_program, library, *arguments, **settings)
    assert (home / "GEMINI.md").read_text().strip() in gemini_model.heard
    own = home / "tmp/app/memory/MEMORY.md"
    assert own.exists() is (count > 1)
    assert not own.exists() or own.read_text().strip() in gemini_model.heard
