"""GitHub, live and read-only."""

from __future__ import annotations

from connectors.github.auth import SCOPES, authorise, find_token, forget
from connectors.github.connector import GitHubConnector
from connectors.tokens import open_store

__all__ = ["SCOPES", "GitHubConnector", "authorise", "connect", "forget"]


def connect(me: tuple[str, ...] = ()) -> GitHubConnector:
    """The signed-in account. ``me`` is not needed: the account proves its own addresses."""

    def find() -> str | None:
        found = find_token(open_store())
        return found[0] if found else None

    return GitHubConnector(find)
