"""The first-run wizard: the stages of the corridor, offered page by page."""

from __future__ import annotations

import argparse
import sys

from bootstrap.commands import chosen
from bootstrap.commands.steps import Steps
from bootstrap.errors import Day1Error


def wizard(arguments: argparse.Namespace) -> int:
    """Raises Day1Error without a terminal: a full-screen program needs one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Day1Error(
            "The wizard needs a terminal.", "Use `day1 run SOURCE --plain`, or `day1 --help` for the verbs."
        )
    from bootstrap.review.wizard.app import Wizard

    with Steps(arguments, chosen.settings(arguments)) as steps:
        return Wizard(steps).run() or 0
