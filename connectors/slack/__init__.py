"""Slack, live and read-only."""

from __future__ import annotations

from connectors.slack.auth import authorise, find_token, forget
from connectors.slack.connector import SlackConnector
from connectors.slack.manifest import SCOPES, manifest
from connectors.tokens import open_store

__all__ = ["SCOPES", "SlackConnector", "authorise", "connect", "forget", "manifest"]


def connect(me: tuple[str, ...] = ()) -> SlackConnector:
    """The signed-in member of a workspace. ``me``: the person's declared addresses."""
    return SlackConnector(lambda: find_token(open_store()), me)
