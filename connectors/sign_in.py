"""What every sign-in shares: the scopes shown before it, the person who answers, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Scope:
    """A permission as it is shown before anything is asked for.

    Attributes:
        name: the vendor's name, as sent.
        use: what day1 reads with it.
        lost: what is missing without it.
        needed: without it there is nothing to read.
        preset: ticked unless the person unticks it; the wide ones are not.
        caution: what else the vendor's scope would allow, where it has no narrower one.
    """

    name: str
    use: str
    lost: str
    needed: bool = False
    preset: bool = True
    caution: str = ""


class Person(Protocol):
    """Who is signing in, whatever the screen: a terminal, the wizard, a test."""

    def choose(self, vendor: str, scopes: Sequence[Scope]) -> Sequence[Scope]:
        """Show the scopes and return those granted; an empty answer ends the sign-in."""
        ...

    def tell(self, line: str) -> None:
        """Show one line."""
        ...

    def visit(self, url: str) -> None:
        """Open a page in the browser, or show its address where there is none."""
        ...

    def secret(self, question: str) -> str:
        """Ask for a token without showing it; empty when the person leaves it out."""
        ...


class Authorisation(Protocol):
    """A sign-in in use: what it may read, and the value of the Authorization header, as ``Web`` wants it."""

    @property
    def scopes(self) -> frozenset[str]:
        """What was granted. Raises CredentialRefused when nobody is signed in."""
        ...

    def __call__(self, renew: bool) -> str:
        """The header's value, a new one with ``renew``. Raises CredentialRefused when there is none any more."""
        ...


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The outcome: whose account, with which scopes, and where the sign-in is kept."""

    account: str
    scopes: tuple[str, ...]
    kept_in: str
