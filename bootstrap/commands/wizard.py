"""The first-run wizard: the stages of the corridor, offered page by page."""

from __future__ import annotations

import argparse
import sys

from bootstrap.commands import chosen, talk
from bootstrap.commands.steps import Steps
from bootstrap.errors import Day1Error
from bootstrap.review.words import files


def wizard(arguments: argparse.Namespace) -> int:
    """Raises Day1Error without a terminal: a full-screen program needs one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Day1Error(
            "The wizard needs a terminal.", "Use `day1 run SOURCE --plain`, or `day1 --help` for the verbs."
        )
    from bootstrap.review.wizard.app import Wizard

    with Steps(arguments, chosen.settings(arguments)) as steps:
        app = Wizard(steps)
        code = app.run() or 0
        receipt = app.journey.receipt
    if receipt is None:
        talk.say(f"Nothing new was written. Go on where you were: {chosen.again('wizard', arguments)}")
    else:
        talk.say(
            f"Written: {files(len(receipt.paths))}. What an agent sees: {chosen.again('show', arguments)}"
        )
        talk.say(f"Take it back: {chosen.again(f'undo {receipt.id}', arguments)}")
    return code
