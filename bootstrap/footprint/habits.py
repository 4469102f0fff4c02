"""Preferences that metadata prove: how fast mail is answered, days without meetings, the tools of a dotfiles repository."""

from __future__ import annotations

import configparser
import re
import statistics
from collections.abc import Iterable, Sequence
from datetime import timedelta

from bootstrap.footprint import conversations
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.meetings import WEEKDAYS
from bootstrap.footprint.types import Codebase, Convention, Series
from bootstrap.model import Evidence
from connectors.records import Message, Repository

ENOUGH_ANSWERS = 20
_PACE = (
    (timedelta(hours=1), "within the hour"),
    (timedelta(hours=4), "within a few hours"),
    (timedelta(hours=14), "the same day"),
    (timedelta(hours=36), "by the next day"),
    (timedelta(days=4), "within a few days"),
)
# What a file of a dotfiles repository shows: (name, tool, what it is).
_DOTFILES = (
    (re.compile(r"(?:^|/)(?:\.?config/)?nvim/|(?:^|/)init\.lua$"), "Neovim", "editor"),
    (re.compile(r"(?:^|/)\.?vimrc$"), "Vim", "editor"),
    (re.compile(r"(?:^|/)\.?emacs(?:\.d/|$)|init\.el$"), "Emacs", "editor"),
    (re.compile(r"(?:^|/)helix/config\.toml$"), "Helix", "editor"),
    (re.compile(r"Code/User/settings\.json$|(?:^|/)vscode/settings\.json$"), "VS Code", "editor"),
    (re.compile(r"(?:^|/)\.?zshrc$"), "zsh", "shell"),
    (re.compile(r"(?:^|/)(?:config/)?fish/config\.fish$"), "fish", "shell"),
    (re.compile(r"(?:^|/)\.?bashrc$"), "bash", "shell"),
    (re.compile(r"(?:^|/)\.?tmux\.conf$"), "tmux", "terminal"),
    (re.compile(r"(?:^|/)Brewfile$"), "Homebrew", "packages"),
)
_GIT_KEYS = (
    ("pull", "rebase"),
    ("init", "defaultbranch"),
    ("commit", "gpgsign"),
    ("core", "editor"),
    ("merge", "ff"),
)


def habits(
    material: Material, identity: Identity, series: Iterable[Series], codebases: Sequence[Codebase]
) -> tuple[Convention, ...]:
    """Each habit with what was counted for it; nothing where there is too little to count."""
    found = [*_pace(material.messages, identity), *_free_days(series)]
    alone = {c.uri for c in codebases if c.alone}
    for repository in material.repositories:
        if repository.uri in alone:
            found += _tools(repository)
    return tuple(found)


def _pace(messages: Sequence[Message], identity: Identity) -> list[Convention]:
    answered = conversations.answers(messages, identity)
    own = [m for m in messages if m.medium == "mail" and identity.wrote(m) and m.uri in answered]
    delays = [a.after for m in own if (a := answered[m.uri]).after is not None and a.address]
    if len(delays) < ENOUGH_ANSWERS:
        return []
    middle = timedelta(seconds=statistics.median(d.total_seconds() for d in delays))
    words = next((words for limit, words in _PACE if middle <= limit), "after several days")
    fact = f"median of {len(delays)} answers: {middle.total_seconds() / 3600:.1f} hours"
    return [
        Convention(
            "answers", f"answers mail {words}, as a rule", Evidence(own[-1].uri, fact=fact, when=own[-1].when)
        )
    ]


def _free_days(series: Iterable[Series]) -> list[Convention]:
    meetings = [s for s in series if s.active and s.people and not s.all_day and s.interval_days < 20]
    busy = {day for s in meetings for day in s.weekdays}
    free = [day for day in range(5) if day not in busy]
    if len(meetings) < 4 or not 0 < len(free) < 3:
        return []
    days = " and ".join(f"{WEEKDAYS[day]}s" for day in free)
    fact = f"{len(meetings)} active series of meetings, none on {days}"
    newest = max(meetings, key=lambda s: (s.last, s.uri))
    return [
        Convention(
            "meetings",
            f"no recurring meetings on {days}",
            Evidence(newest.uri, fact=fact, when=newest.evidence[-1].when),
        )
    ]


def _tools(repository: Repository) -> list[Convention]:
    found: dict[str, Convention] = {}
    for path, text in repository.files:
        for pattern, tool, use in _DOTFILES:
            if pattern.search(path):
                evidence = Evidence(repository.uri, quote=path, when=repository.when, place="files")
                found.setdefault(tool, Convention(use, f"{use}: {tool}", evidence))
        if path.rpartition("/")[2] in (".gitconfig", "gitconfig"):
            found |= {c.text: c for c in _git_settings(repository, text)}
    return list(found.values())


def _git_settings(repository: Repository, text: str) -> list[Convention]:
    """Settings of a closed list; a configuration that is no INI file says nothing."""
    parsed = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parsed.read_string("\n".join(line.strip() for line in text.splitlines()))
    except configparser.Error:
        return []
    found = []
    for section, key in _GIT_KEYS:
        value = parsed.get(section, key, fallback=None)
        if value and re.fullmatch(r"[\w./-]{1,24}", value):
            evidence = Evidence(
                repository.uri, fact=f"{section}.{key} in its git configuration", when=repository.when
            )
            found.append(Convention("git", f"git: `{section}.{key} = {value}`", evidence))
    return found
