"""`day1 pull` without a source: lists what lies in the usual places and asks. Nothing is read before a yes."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bootstrap.commands import talk
from bootstrap.errors import NothingToDo
from connectors.discovery import discover
from connectors.source import Source


def discovered(arguments: argparse.Namespace) -> list[str]:
    """What the person chose, as SOURCE words; nothing without a terminal, where the list alone is printed."""
    found = discover(Path.home())
    if not found:
        raise NothingToDo(
            "Nothing to read was found in the usual places.", "Name an export: `day1 pull PATH`."
        )
    if arguments.json:
        print(
            json.dumps(
                [
                    {"kind": s.kind, "label": s.label, "paths": list(map(str, s.paths)), "size": s.size}
                    for s in found
                ]
            )
        )
        return []
    for number, source in enumerate(found, 1):
        detail = f", {source.detail}" if source.detail else ""
        talk.say(f"{number:>3}  {source.label} ({size_in_words(source.size)}{detail})")
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        talk.say("Nothing was read. Name what to read: `day1 pull PATH ...`.")
        return []
    print("Read which? Numbers, `all`, or Enter for none: ", end="", file=sys.stderr, flush=True)
    return [word for source in chosen(found, sys.stdin.readline()) for word in words(source)]


def chosen(found: list[Source], answer: str) -> list[Source]:
    """The sources an answer like ``1 3`` or ``all`` names; others are passed over."""
    if answer.strip().lower() in ("all", "a"):
        return found
    numbers = {int(word) for word in answer.replace(",", " ").split() if word.isdigit()}
    return [source for number, source in enumerate(found, 1) if number in numbers]


def words(source: Source) -> list[str]:
    return [f"{source.kind}:{path}" for path in source.paths]


def size_in_words(size: int) -> str:
    """``1.2 MB``; ``size unknown`` for 0."""
    if not size:
        return "size unknown"
    amount = float(size)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            return f"{amount:.0f} {unit}" if unit in ("B", "kB") else f"{amount:.1f} {unit}"
        amount /= 1000
    raise AssertionError("unreachable")
