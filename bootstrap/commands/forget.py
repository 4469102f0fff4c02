"""forget: deletes what day1 keeps, and says what is left."""

from __future__ import annotations

import argparse
import json
from importlib import import_module

from bootstrap.commands import chosen, talk
from bootstrap.files import locked
from bootstrap.memory import seeding
from bootstrap.settings import Settings
from connectors.base import ConnectorError
from connectors.tokens import open_store


def forget(arguments: argparse.Namespace) -> int:
    """Snapshot, candidates and sign-ins go; with --all the whole workspace, so that nothing can be undone any more."""
    settings = chosen.settings(arguments)
    workspace = settings.workspace
    gone = _delete(settings, arguments.all) if workspace.root.is_dir() else []
    gone += [f"sign-in {name}" for name in _sign_ins()]
    left = [path.name for path in workspace.decided()]
    others = (
        sorted(path.name for path in workspace.root.iterdir())
        if arguments.all and workspace.root.exists()
        else []
    )
    if arguments.json:
        print(json.dumps({"forgotten": gone, "left": left or others}, ensure_ascii=False))
        return 0
    talk.say(f"Forgotten: {', '.join(gone) or 'nothing was there'}.")
    if left:
        talk.say(
            f"Left: {', '.join(left)} (your answers, and what undo needs); `day1 forget --all` deletes them too."
        )
    if others:
        talk.say(
            f"Left: {workspace.root}, which holds what day1 did not make ({len(others)} files or folders)."
        )
    if settings.directory.root.exists():
        after = "day1 can no longer take them back" if arguments.all else "`day1 undo` takes a seeding back"
        talk.say(f"Left: the memories themselves in {settings.directory.root}; {after}.")
    talk.say("Backups of this disk, and copies you exported, may still hold what was deleted here.")
    return 0


def _delete(settings: Settings, everything: bool) -> list[str]:
    """What was deleted. A writing cut in the middle is settled first: nobody could finish it afterwards."""
    workspace = settings.workspace
    with (
        locked(workspace.lock, "Another day1 is at work in this workspace.", "Wait for it to end."),
        locked(workspace.review_lock, "Somebody is reviewing in this workspace.", "Close the review first."),
    ):
        if everything:
            seeding.recover(settings.directory.root, workspace.receipts)
        doomed = [*workspace.read(), *(workspace.decided() if everything else [])]
        gone = [path.name for path in workspace.delete(doomed)]
        if everything:
            workspace.remove()
    return gone


def _sign_ins() -> list[str]:
    """Revoke and delete all tokens; the names of the accounts that had one. What is left to do is told."""
    gone = []
    for name in ("github", "google", "microsoft", "slack"):
        try:
            store = open_store()
            kept = store.get(name) is not None
            said = import_module(f"connectors.{name}").forget(store) if kept else ""
        except ConnectorError as error:  # a keyring that stays locked keeps what it has
            talk.say(f"The sign-in {name} is still kept: {error} ({error.hint}).")
            continue
        if kept:
            gone.append(name)
            talk.say(said)
    return gone
