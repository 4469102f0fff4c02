"""From parsed flags to the values the stages work with."""

from __future__ import annotations

import argparse
import getpass
import shlex
from datetime import UTC, datetime
from pathlib import Path

from bootstrap.errors import Day1Error
from bootstrap.extract.base import Extractor
from bootstrap.memory.directory import Directory
from bootstrap.review.wizard import steps
from bootstrap.settings import Settings, default_memories, default_workspace, fixed
from bootstrap.workspace import Workspace


def settings(arguments: argparse.Namespace) -> Settings:
    """Raises Day1Error when a place given is a file."""
    memories = arguments.memories or default_memories(arguments.agent, Path.home())
    workspace = arguments.workspace or default_workspace()
    for place, flag in ((memories, "--memories"), (workspace, "--workspace")):
        if place.exists() and not place.is_dir():
            raise Day1Error(f"{place} is a file, not a folder.", f"Name a folder with {flag}.")
    return Settings(
        workspace=Workspace(workspace.absolute()),
        directory=Directory(memories.absolute()),
        me=tuple(address.strip().lower() for address in arguments.me),
        extractor=arguments.extractor,
        budget=arguments.budget,
        clock=fixed(arguments.now) if arguments.now else lambda: datetime.now(UTC),
    )


def again(command: str, arguments: argparse.Namespace) -> str:
    """``day1 undo 0001`` as it must be typed for the places this run was given."""
    given = {"--workspace": arguments.workspace, "--memories": arguments.memories}
    places = [f" {flag} {shlex.quote(str(place))}" for flag, place in given.items() if place]
    agent = f" --agent {shlex.quote(arguments.agent)}" if arguments.agent != "agent" else ""
    return f"`day1 {command}{''.join(places)}{agent}`"


def extractor(arguments: argparse.Namespace) -> Extractor:
    """The extractor chosen; the one with a model is imported only then."""
    if arguments.extractor == "llm":
        from bootstrap.commands.model import extractor as with_model

        return with_model(arguments, settings(arguments))
    from bootstrap.extract.rules import RulesExtractor

    return RulesExtractor()


def extractors(arguments: argparse.Namespace) -> tuple[steps.Extractor, ...]:
    """The ways to find memories, for a screen; the default first."""
    rules = steps.Extractor(
        "rules", "Rules, on this machine", "From headers, counts and titles. Private, free, takes seconds."
    )
    from bootstrap.commands.model import way

    return (rules, way(arguments, settings(arguments)))


def person() -> str:
    """Who answers, for the ledger."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "user"
