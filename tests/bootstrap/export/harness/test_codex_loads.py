"""Codex's own reading, and its own consolidation, over what the export wrote."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ..conftest import Library
    from .conftest import Model

CONFIG = """\
model = "gpt-5.4"
model_provider = "mock"
check_for_update_on_startup = false
[model_providers.mock]
name = "mock"
base_url = "{address}/v1"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
[features]
memories = true
[memories]
version = "{version}"
generate_memories = {generate}
[analytics]
enabled = false
"""
ROOTS = {"v1": "memories", "v2": "memories_v2"}


def prepared(library: Library, model: Model, version: str, generate: bool = False) -> Path:
    """A Codex home with one memory folder in use and the export in it."""
    home = library.user / ".codex"
    (home / ROOTS[version]).mkdir(parents=True)
    library.export("codex")
    text = CONFIG.format(address=model.address, version=version, generate=str(generate).lower())
    (home / "config.toml").write_text(text)
    return home


def run(program: Path, home: Path, cwd: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(home.parent), "CODEX_HOME": str(home)}
    subprocess.run(
        [str(program), "exec", "--skip-git-repo-check", "hi"],
        cwd=cwd,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("count", [1, 40, 400])
def test_summary_and_agents_file_are_whole_in_the_prompt(
    library: Library, codex_program: Path, codex_model: Model, version: str, count: int
) -> None:
    library.many(count)
    home = prepared(library, codex_model, version)
    run(codex_program, home, library.project)
    text = codex_model.heard
    summary = (home / ROOTS[version] / "memory_summary.md").read_text()
    assert summary.strip() in text
    assert "MEMORY_SUMMARY ENDS" in text
    assert "tokens truncated" not in text
    assert (home / "AGENTS.md").read_text().strip() in text


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_our_files_outlive_a_consolidation_that_changes_nothing(
    library: Library, codex_program: Path, codex_model: Model, version: str
) -> None:
    library.many(12)
    home = prepared(library, codex_model, version, generate=True)
    before = library.tree(home)
    codex_model.until = lambda: "done" in jobs(home) or "failed" in jobs(home)
    run(codex_program, home, library.project)
    assert "done" in jobs(home)
    assert "failed" not in jobs(home)
    after = library.tree(home)
    for path, data in before.items():
        assert after.get(path) == data, path
    assert library.plan("codex").changes == ()


def jobs(home: Path) -> str:
    """What Codex's own job table says of the consolidation."""
    rows: list[object] = []
    for file in home.glob("memories*_1.sqlite"):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file)) as database:
            rows += database.execute(
                "select * from jobs where kind like '%consolid%' or kind like '%global%'"
            )
    return str(rows)
