"""demo: the whole corridor on the sample person, in a throw-away workspace and memory directory."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import sample_data
from bootstrap.commands import corridor, talk


def demo(arguments: argparse.Namespace) -> int:
    """In a terminal it ends in the review screen; without one it approves all and prints what it wrote."""
    place = Path(tempfile.mkdtemp(prefix="day1-demo-"))
    arguments.workspace = arguments.workspace or place / "workspace"
    arguments.memories = arguments.memories or place / "memories"
    arguments.sources = [str(sample_data.path())]
    arguments.now = arguments.now or sample_data.NOW
    arguments.dry_run = False
    if not (sys.stdin.isatty() and sys.stderr.isatty()) and not (
        arguments.plain or arguments.decisions or arguments.approve
    ):
        arguments.approve = "all"
    code = corridor.run(arguments)
    talk.say(f"All of this lies in {place} and may be deleted. With your own: `day1`")
    return code
