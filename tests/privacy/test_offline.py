"""With exports and rules nothing leaves this machine, and nothing is loaded that could."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import sample_data
from benchmarks.faults import Ran

Day1 = Callable[..., Ran]
SDKS = (
    "openai",
    "googleapiclient",
    "google.auth",
    "msal",
    "github",
    "slack_sdk",
    "textual",
    "keyring",
    "requests",
)


def test_no_verb_reaches_for_the_network(day1: Day1, tmp_path: Path) -> None:
    source = sample_data.path()
    verbs: list[tuple[object, ...]] = [
        ("pull", source), ("propose",), ("review", "--approve", "all"),
        ("seed",), ("status",), ("show",), ("doctor",), ("read", "own-addresses"), ("why", "own-addresses"),
        *(("export", name, "--to", tmp_path / name) for name in ("claude-code", "codex", "hermes", "copilot", "gemini", "agents-md")),
        ("undo",), ("forget",), ("forget", "--all"),
    ]  # fmt: skip
    started = set()
    for words in verbs:
        ran = day1(*words)
        assert ran.code == 0, (words, ran.err)
        assert ran.network == (), words
        started |= set(ran.programs)
    assert started <= {"git", Path(sys.executable).name}


def test_no_sdk_is_loaded(tmp_path: Path) -> None:
    words = ["run", str(sample_data.path()), "--approve", "all", "--workspace", str(tmp_path / "w"),
             "--memories", str(tmp_path / "m"), "--now", "2026-11-15"]  # fmt: skip
    code = (
        "import sys; from bootstrap.cli import main; done = main(sys.argv[1:]);"
        f" print(done, *[name for name in {SDKS!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=os.environ, check=True)  # fmt: skip
    assert ran.stdout.splitlines()[-1] == "0"
