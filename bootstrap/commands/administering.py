"""--subject: an administrator reads for another person, and says so in so many words."""

from __future__ import annotations

import argparse
import sys

from bootstrap.commands import talk
from bootstrap.errors import Day1Error


def subject(arguments: argparse.Namespace) -> str:
    """The person to read for; empty for one's own account.

    Raises Day1Error unless their address is typed once more, or ``--yes`` agrees beforehand.
    """
    wanted = str(getattr(arguments, "subject", "") or "").strip().lower()
    if not wanted:
        return ""
    if "@" not in wanted:
        raise Day1Error(f"{wanted} is no address.", "Name the person by their mail address.")
    if arguments.yes:
        return wanted
    hint = "Make sure that the person knows of it, then add --yes."
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Day1Error(f"Reading the account of {wanted} needs a confirmation.", hint)
    talk.say(f"This reads the mail, calendars, files and chats of {wanted} with an administrator's rights.")
    print("Type their address once more to confirm: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() != wanted:
        raise Day1Error("The addresses differ, so nothing was read.", hint)
    return wanted
