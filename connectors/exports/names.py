"""Names inside an archive: which are refused, and how the undeclared ones are spelt."""

from __future__ import annotations

import re

_ARCHIVE = re.compile(r"\.(7z|bz2|cab|gz|iso|jar|rar|tar|tbz|tgz|txz|xz|zip|zst)$", re.IGNORECASE)
_DRIVE_LETTER = re.compile(r"^[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_MAX_NAME = 1000


def tidy(name: str) -> str:
    """The name with ``/`` between its parts and without a leading ``./``."""
    name = name.replace("\\", "/")
    while name.startswith("./"):
        name = name[2:]
    return name


def refusal(name: str) -> str:
    """Why a tidied name is not read, or an empty string.

    Nothing is ever unpacked, so such a name does no harm by itself; but an archive that carries one was
    made to do harm, and the person should hear of it.
    """
    if name.startswith("/") or _DRIVE_LETTER.match(name):
        return "absolute path in the archive"
    if ".." in name.split("/"):
        return "path leads out of the archive"
    if len(name) > _MAX_NAME:
        return "path too long"
    if _CONTROL.search(name):
        return "control character in the path"
    if _ARCHIVE.search(name):
        return "archive inside an archive"
    return ""


def printable(name: str) -> str:
    """A refused name made fit for a report: bounded, without control characters."""
    return "".join(character if character.isprintable() else "?" for character in name[:200])


def respell(name: str) -> str:
    """A zip name that does not say it is UTF-8, and so was decoded as cp437: UTF-8 if it is valid as such.

    Many programs write UTF-8 without setting the flag (APPNOTE.TXT 4.4.4, bit 11), Slack's exports among them.
    """
    if name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name
