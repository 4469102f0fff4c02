"""export: hand the memories on to a harness, in its own format."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from bootstrap import pipeline
from bootstrap.commands import chosen, talk
from bootstrap.export import base
from bootstrap.memory import seeding
from bootstrap.review.words import files


def export(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    seeding.recover(settings.directory.root, settings.workspace.receipts)
    planned = base.plan_export(
        arguments.harness, settings.directory, arguments.to, Path.home(), os.environ, arguments.project
    )
    for held in planned.held:
        talk.say(f"left out: {held.name}: {held.reason}")
    if arguments.dry_run or not planned.changes:
        if not arguments.json:
            print(planned.diff(), end="")
        talk.say(
            f"Dry run: {files(len(planned.paths))} to write under {planned.root}."
            if arguments.dry_run
            else f"Nothing to write under {planned.root}."
        )
        paths, receipt = list(planned.paths), ""
    else:
        with pipeline.working(settings.workspace):
            done = seeding.apply(planned, settings.workspace.receipts, settings.now)
        paths, receipt = list(done.paths), done.id
        if not arguments.json:
            for path in paths:
                print(f"{done.root}/{path}")
            talk.say(
                f"Exported to {arguments.harness}. Take it back: {chosen.again(f'undo {receipt}', arguments)}"
            )
    if arguments.json:
        print(json.dumps({"harness": arguments.harness, "written": paths, "receipt": receipt,
                          "left_out": [{"name": h.name, "why": h.reason} for h in planned.held]}, ensure_ascii=False))  # fmt: skip
    return 0
