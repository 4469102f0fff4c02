"""What the last run with a model cost, kept in the workspace between the verbs."""

from __future__ import annotations

import json

from bootstrap.files import make_private_directory, write_atomic
from bootstrap.workspace import Workspace


def keep_spend(workspace: Workspace, spend: dict[str, object]) -> None:
    """Remember what the last run with a model cost, for ``day1 status``."""
    if spend:
        make_private_directory(workspace.model)
        write_atomic(workspace.model / "spend.json", json.dumps(spend, indent=1).encode() + b"\n")


def last_spend(workspace: Workspace) -> dict[str, object]:
    """What the last run with a model cost; empty where there was none."""
    path = workspace.model / "spend.json"
    try:
        read: dict[str, object] = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return read
