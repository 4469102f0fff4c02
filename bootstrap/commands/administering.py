"""--subject: an administrator reads for another person, and says so in so many words."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from bootstrap.commands import asking, talk
from bootstrap.errors import Day1Error


def subject(arguments: argparse.Namespace, ask: Callable[[str], str] = asking.line) -> str:
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
    talk.say(f"This reads the mail, calendars, files and chats of {wanted} with an administrator's rights.")
    if ask("Type their address once more to confirm: ").strip().lower() != wanted:
        hint = "Make sure that the person knows of it, then type it again or add --yes."
        raise Day1Error("The addresses differ, so nothing was read.", hint)
    return wanted
