"""The Slack app that a person makes for themselves: read-only, in their own workspace.

An app of one's own workspace keeps the usual rate limits; an app distributed to everybody gets one history
request a minute (docs.slack.dev, "Rate limits").
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from connectors.sign_in import Scope

PORT = 49_311
REDIRECT = f"http://localhost:{PORT}/"

SCOPES: tuple[Scope, ...] = (
    Scope(
        "users:read",
        use="who is in the workspace: names, titles, time zones",
        lost="messages show ids in place of names",
        needed=True,
    ),
    Scope(
        "users:read.email",
        use="mail addresses of colleagues, so that they are the same people as in your mail",
        lost="colleagues in Slack and in mail stay apart",
    ),
    Scope("channels:read", use="which public channels you are in", lost="public channels are missing"),
    Scope("groups:read", use="which private channels you are in", lost="private channels are missing"),
    Scope("mpim:read", use="which group conversations you are in", lost="group conversations are missing"),
    Scope("im:read", use="with whom you write directly", lost="direct conversations are missing"),
    Scope(
        "channels:history",
        use="messages of your public channels",
        lost="public channels are listed without what is said there",
    ),
    Scope(
        "groups:history",
        use="messages of your private channels",
        lost="private channels are listed without what is said there",
    ),
    Scope(
        "mpim:history",
        use="messages of your group conversations",
        lost="group conversations are listed without what is said there",
    ),
    Scope(
        "im:history",
        use="your direct messages",
        lost="who you work with closely is known from channels only",
    ),
    Scope(
        "search:read",
        use="in which conversations you write most, so that those are read first",
        lost="conversations are read in the order of their last change",
    ),
)
"""User scopes (docs.slack.dev, "Scopes"); all of them only read."""


def manifest(scopes: Sequence[Scope]) -> str:
    """The app manifest as JSON (docs.slack.dev, "App manifest reference"), with user scopes only."""
    app = {
        "display_information": {
            "name": "day1 (read-only)",
            "description": "Reads once what you can see, for the memory of your own assistant",
        },
        "oauth_config": {"redirect_urls": [REDIRECT], "scopes": {"user": [scope.name for scope in scopes]}},
        "settings": {
            "org_deploy_enabled": False,
            "socket_mode_enabled": False,
            "token_rotation_enabled": False,
        },
    }
    return json.dumps(app, indent=2)


def creation_page(text: str) -> str:
    """Slack's page for a new app with the manifest filled in."""
    return f"https://api.slack.com/apps?new_app=1&manifest_json={quote(text)}"
