"""The contract of every connector: what it offers, and what its errors mean for the run.

    ConnectorError           a bad run; one clear line and a hint for the person
    ├── SourceNotFound       there is nothing at that place
    ├── SourceUnreadable     something is there, but not what it claims to be
    ├── SourceUnavailable    the other side is down or out of reach: try again later
    ├── CredentialRefused    the sign-in is missing, expired or revoked: sign in again
    └── PermissionMissing    signed in, but a scope or an administrator stands in the way

A bad item is no error: it is yielded as a ``Failure`` and the pull goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from connectors.records import Item


class ConnectorError(Exception):
    """A source as a whole can't be read. ``hint`` says what the person can do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SourceNotFound(ConnectorError):
    """There is nothing at that place."""


class SourceUnreadable(ConnectorError):
    """Something is there, but it is not what it claims to be."""


class SourceUnavailable(ConnectorError):
    """The other side is down or out of reach; a later try may help."""


class CredentialRefused(ConnectorError):
    """The sign-in is missing, expired or revoked."""


class PermissionMissing(ConnectorError):
    """Signed in, but a scope or an administrator stands in the way."""


class State(StrEnum):
    READY = "ready"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the source shows before anything is pulled.

    Attributes:
        detail: one line: what is there, or why not.
        hint: what to do when refused.
        size: bytes or items about to be read; 0 when unknown.
    """

    state: State
    detail: str
    hint: str = ""
    size: int = 0


class Connector(Protocol):
    """One source of records, read-only.

    Attributes:
        kind: its name in the registry (``takeout``, ``mbox``, ``slack-export``, ``git`` ...).
        label: what the person sees and the manifest says (``takeout:takeout-001.zip``); unique in a run.
    """

    @property
    def kind(self) -> str: ...

    @property
    def label(self) -> str: ...

    def check(self) -> Health:
        """Look without reading content. Never raises."""
        ...

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """Yield records, failures, skips and marks, in the same order at each call.

        ``cursor`` is that of an earlier ``Mark``: only what comes behind it is yielded.
        Raises ConnectorError when the source as a whole can't be read, and nothing else.
        """
        ...
