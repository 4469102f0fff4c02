"""Who is behind a commit: people, and the programs that commit as well."""

from __future__ import annotations

import re

from connectors.records import Party

HIDDEN_PERSON = re.compile(r"(?:\d+[+-])?(?P<handle>.+)@users\.noreply\..+", re.IGNORECASE)
"""``123+name@users.noreply.github.com`` and GitLab's likeness hide a person's address."""

BOT_HANDLE = re.compile(r"(?:.*[-_.])?(?:bot|autobot|ci|automation)", re.IGNORECASE)
"""A handle that says what it is (``renovate-bot``, ``pre-commit-ci``). A name with a space in it is
somebody's name (Bot is a surname), so that takes a telling address as well."""

BOT_NAME = re.compile(r".*\b(?:bot|automation|actions?)\b.*|.*\bci", re.IGNORECASE)
BOT_ADDRESS = re.compile(r"(?:.*[-_+])?(?:bots?|ci|automation|actions)@.+", re.IGNORECASE)
NO_REPLY = re.compile(r"(?:.*[-_.+])?(?:no-?reply|do-?not-?reply)(?:[-_.+].*)?@.+", re.IGNORECASE)

ASSISTANTS = frozenset(
    [
        "aider@aider.chat",
        "amp@ampcode.com",
        "codex@openai.com",
        "copilot@github.com",
        "cursoragent@cursor.com",
        "gemini@google.com",
        "openhands@all-hands.dev",
    ]
)
"""Addresses under which AI assistants sign what they wrote; most others sign as noreply."""

PROGRAMS = frozenset(
    [
        "actions-user",
        "copilot",
        "dependabot",
        "dependabot-preview",
        "github",
        "github actions",
        "github-actions",
        "gitlab",
        "greenkeeper",
        "hosted weblate",
        "jenkins",
        "pyup.io",
        "renovate",
        "semantic release",
        "snyk",
        "travis ci",
        "weblate",
        "web-flow",
    ]
)


def party(name: str, address: str) -> Party:
    """An identity as git has it, the address in lower case."""
    return Party(" ".join(name.split()), address.strip().lower())


def parse_party(text: str) -> Party | None:
    """``Name <address>``, as git writes an identity and as Co-authored-by repeats it; None for anything else."""
    name, opened, address = text.strip().removesuffix(">").partition("<")
    if (
        not opened
        or not text.rstrip().endswith(">")
        or any(char in "<>" or char.isspace() for char in address)
    ):
        return None
    return party(name, address)


def is_program(who: Party) -> bool:
    """Whether an identity is a bot, a service or an AI assistant rather than a person."""
    name, address = who.name, who.address
    if "[bot]" in name.lower() or "[bot]" in address or name.lower() in PROGRAMS or address in ASSISTANTS:
        return True
    if hidden := HIDDEN_PERSON.fullmatch(address):
        return hidden["handle"] in PROGRAMS or BOT_HANDLE.fullmatch(hidden["handle"]) is not None
    if NO_REPLY.fullmatch(address):
        return True
    if " " in name:
        return BOT_NAME.fullmatch(name) is not None and BOT_ADDRESS.fullmatch(address) is not None
    return BOT_HANDLE.fullmatch(name) is not None
