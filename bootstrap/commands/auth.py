"""auth: shows what would be read and what is lost without it, then signs in."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import webbrowser
from collections.abc import Callable, Sequence
from getpass import getpass
from typing import Any

from rich.text import Text

from bootstrap.clean import clean
from bootstrap.commands import asking, talk
from bootstrap.errors import Day1Error
from connectors.base import State
from connectors.sign_in import Scope, SignedIn
from connectors.tokens import open_store

BY_DEVICE = frozenset({"google", "microsoft"})
"""Accounts that can be signed in to with another device; the others need no browser here anyway."""


def auth(arguments: argparse.Namespace) -> int:
    """Sign in to one live account and check that it answers; 1 when it refuses although signed in."""
    vendor = importlib.import_module(f"connectors.{arguments.account}")
    left_out = _known(arguments.without, vendor.SCOPES)
    terminal = Terminal(left_out, agreed=arguments.yes)
    options: dict[str, Any] = {}
    if arguments.device:
        options["device"] = True
        if arguments.account not in BY_DEVICE:
            raise Day1Error(
                f"{arguments.account} has no sign-in by device code of its own to choose.",
                f"Use `day1 auth {arguments.account}`; it needs no browser on this machine.",
            )
    signed: SignedIn = vendor.authorise(terminal, open_store(), **options)
    health = vendor.connect().check()
    if arguments.json:
        told = {"account": signed.account, "scopes": list(signed.scopes), "kept_in": signed.kept_in}
        print(json.dumps({**told, "state": health.state.value, "detail": health.detail}, ensure_ascii=False))
        return int(health.state is State.REFUSED)
    talk.say(f"Signed in as {signed.account or arguments.account}; kept in {signed.kept_in}.")
    talk.say(f"{health.state.value.upper()}: {health.detail}{f' ({health.hint})' if health.hint else ''}")
    talk.say(f"`day1 pull {arguments.account}` reads it; `day1 forget` deletes the sign-in.")
    return int(health.state is State.REFUSED)


def _known(names: Sequence[str], scopes: Sequence[Scope]) -> frozenset[str]:
    """The scopes meant by what stands behind --without: whole names, or what follows the last slash."""
    found = set()
    for name in names:
        meant = [scope for scope in scopes if name in (scope.name, scope.name.rpartition("/")[2])]
        if not meant:
            short = ", ".join(scope.name.rpartition("/")[2] for scope in scopes)
            raise Day1Error(f"{name} is no scope that is asked for.", f"One of: {short}")
        if meant[0].needed:
            raise Day1Error(f"Without {name} there is nothing to read.", "Leave out others.")
        found.add(meant[0].name)
    return frozenset(found)


class Terminal:
    """The person at a terminal, who signs in.

    Args:
        left_out: names of scopes that are off from the start.
        agreed: nothing is asked beyond what is on.
        ask: puts a question and gives the line that is typed.
        browse: opens a page.
    """

    def __init__(
        self,
        left_out: frozenset[str],
        agreed: bool,
        ask: Callable[[str], str] = asking.line,
        browse: Callable[[str], object] = webbrowser.open,
    ) -> None:
        self._left_out = left_out
        self._agreed = agreed
        self._ask = ask
        self._browse = browse

    def choose(self, vendor: str, scopes: Sequence[Scope]) -> Sequence[Scope]:
        """Show the scopes; numbers switch them, Enter takes what is on, ``q`` takes none."""
        on = {scope.name for scope in scopes if scope.preset and scope.name not in self._left_out}
        while True:
            _show(vendor, scopes, on)
            if self._agreed:
                break
            answer = self._ask("Enter to go on, numbers to switch, q to leave: ").strip().lower()
            if not answer:
                break
            if answer.startswith("q"):
                return []
            on ^= {
                scopes[int(word) - 1].name
                for word in answer.replace(",", " ").split()
                if word.isdigit() and 0 < int(word) <= len(scopes) and not scopes[int(word) - 1].needed
            }
        return [scope for scope in scopes if scope.name in on]

    def tell(self, line: str) -> None:
        _whole(line)

    def visit(self, url: str) -> None:
        """Open the page, and show its address in case no browser comes up."""
        _whole(f"Opening {url}")
        try:
            self._browse(url)
        except webbrowser.Error:
            talk.say("No browser can be opened here; open the address above yourself.")

    def secret(self, question: str) -> str:
        if not sys.stdin.isatty():
            return sys.stdin.readline().strip()
        return getpass(f"{question}: ")


def _whole(line: str) -> None:
    """A line that may hold an address to copy: never wrapped."""
    talk.console().print(Text(clean(line)[0]), soft_wrap=True)


def _show(vendor: str, scopes: Sequence[Scope], on: set[str]) -> None:
    talk.say(f"{vendor}, read-only. What is read, and what is lost without it:")
    for number, scope in enumerate(scopes, 1):
        sign = "x" if scope.name in on else " "
        talk.say(f"{number:>3} [{sign}] {scope.name.rpartition('/')[2]}: {scope.use}")
        lost = "needed" if scope.needed else f"without: {scope.lost}"
        talk.say(f"        {lost}{f'; {scope.caution}' if scope.caution else ''}")
