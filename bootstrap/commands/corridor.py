"""pull, propose, review, seed, undo, and run: the arrows of the corridor, one verb each."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from bootstrap import ledgers, pipeline
from bootstrap.commands import administering, chosen, reviewing, talk
from bootstrap.commands.spending import keep_spend
from bootstrap.errors import NothingToDo
from bootstrap.footprint.types import Footprint
from bootstrap.memory import seeding
from bootstrap.memory.receipts import Receipt
from bootstrap.model import Candidate
from bootstrap.review.session import Session
from bootstrap.review.words import files
from bootstrap.settings import Settings
from bootstrap.snapshot import Coverage


def pull(arguments: argparse.Namespace) -> int:
    if not arguments.sources:
        from bootstrap.commands.discovering import discovered

        arguments.sources = discovered(arguments)
        if not arguments.sources:
            return 0
    coverage = _pull(arguments, chosen.settings(arguments))
    if arguments.json:
        print(json.dumps({"snapshot": _counts(coverage)}, ensure_ascii=False))
    else:
        talk.say(f"Next: {chosen.again('propose', arguments)}")
    return 0


def propose(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    if arguments.requests is not None:
        return _write_requests(arguments, settings)
    seen, found, asked, _ = _propose(arguments, settings)
    if arguments.json:
        print(
            json.dumps(
                {"candidates": asked, "blocked": _blocked(found), "owner": seen.owner.addresses},
                ensure_ascii=False,
            )
        )
    elif asked:
        talk.say(f"Next: {chosen.again('review', arguments)}")
    return 0


def review(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    if not settings.workspace.candidates.exists():
        raise NothingToDo(
            "There are no candidates to review.", "`day1 propose` makes them from the snapshot."
        )
    done = reviewing.review(arguments, settings)
    if arguments.json:
        print(json.dumps(_verdicts(done.session), ensure_ascii=False))
    elif done.receipt is not None:
        _say_seeded(done.receipt, arguments)
    elif not done.left and done.session.approved():
        talk.say(f"{chosen.again('seed', arguments)} writes what is approved.")
    return 0


def seed(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    reviewed = pipeline.session(settings, chosen.person())
    receipt = _seed(arguments, settings, reviewed)
    if arguments.json:
        print(json.dumps(_seeded(receipt), ensure_ascii=False))
    return 0


def undo(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    with pipeline.working(settings.workspace):
        seeding.recover(settings.directory.root, settings.workspace.receipts)
        taken_back = seeding.undo(settings.directory.root, settings.workspace.receipts, arguments.receipt)
    if arguments.json:
        print(
            json.dumps(
                {"undone": taken_back.id, "paths": [c.path for c in taken_back.changes]}, ensure_ascii=False
            )
        )
    else:
        talk.say(f"Taken back: {taken_back.id} ({files(len(taken_back.paths))} as before).")
    return 0


def run(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    coverage = _pull(arguments, settings)
    _, found, asked, spend = _propose(arguments, settings)
    done = reviewing.review(arguments, settings)
    reviewed, receipt = done.session, done.receipt
    if receipt is not None and not arguments.json:
        _say_seeded(receipt, arguments)
    elif receipt is None and not done.left:
        receipt = _seed(arguments, settings, reviewed)
    if arguments.json:
        result: dict[str, Any] = {
            "snapshot": _counts(coverage),
            "candidates": asked,
            "blocked": _blocked(found),
            "approved": reviewed.count("approve"),
            **_seeded(receipt),
            "spend": spend,
        }
        print(json.dumps(result, ensure_ascii=False))
    return 0


def _pull(arguments: argparse.Namespace, settings: Settings) -> list[Coverage]:
    from connectors import registry

    sources = registry.parse_all(arguments.sources)
    subject = administering.subject(arguments)
    connectors = [registry.open(source, settings.me, subject=subject) for source in sources]
    with talk.progress([connector.label for connector in connectors]) as report:
        coverage = pipeline.pull(settings, connectors, report)
    talk.coverage_table(coverage)
    if talk.partial(coverage):
        talk.say("This pull is partial; `day1 status` lists what could not be read.")
    return coverage


def _propose(
    arguments: argparse.Namespace, settings: Settings
) -> tuple[Footprint, list[Candidate], int, dict[str, object]]:
    """The footprint, what was found, how many of it ask for an answer, and what a model cost."""
    extractor = chosen.extractor(arguments)
    shown = {candidate.id for candidate in ledgers.read_candidates(settings.workspace.candidates)}
    seen, found = pipeline.propose(settings, extractor)
    owner = seen.owner
    if settings.me and owner.addresses and not owner.declared:
        talk.say(f"{', '.join(settings.me)} stands nowhere in what was read.")
    if owner.addresses:
        how = "as you said" if owner.declared else "inferred; correct it with --me ADDRESS"
        talk.say(f"Owner: {owner.name} <{owner.addresses[0]}> ({how}).")
    elif settings.me:
        talk.say(f"Nothing here is by {', '.join(settings.me)}; name an address that stands in it with --me.")
    else:
        talk.say("Whose footprint this is could not be told; name yourself with --me ADDRESS.")
    below = sum(c.below for c in found)
    asked = len(_asked(found, shown))
    blocked = sum(bool(c.blocked) for c in found)
    talk.say(
        f"{asked} {'candidate' if asked == 1 else 'candidates'} to decide"
        + (f", {blocked} of them blocked" if blocked else "")
        + (f"; {below} more below the budget line" if below else "")
        + "."
    )
    keep_spend(settings.workspace, spend := extractor.spend)
    return seen, found, asked, spend


def _write_requests(arguments: argparse.Namespace, settings: Settings) -> int:
    """propose --dry-run DIR: the exact model requests as files; nothing is sent."""
    from bootstrap.commands import model

    with pipeline.snapshot(settings) as snapshot:
        seen = pipeline.footprint(settings, snapshot)
        paths = model.extractor(arguments, settings).requests(seen, snapshot, arguments.requests.absolute())
    if arguments.json:
        print(json.dumps({"requests": [str(path) for path in paths]}, ensure_ascii=False))
    else:
        for path in paths:
            print(path)
    talk.say(f"{len(paths)} requests written, nothing sent; those of the second phase need their answers.")
    return 0


def _seed(arguments: argparse.Namespace, settings: Settings, reviewed: Session) -> Receipt | None:
    planned = pipeline.plan(settings, reviewed)
    for held in planned.held:
        talk.say(f"held back: {held.name}: {held.reason}")
    if not planned.changes:
        talk.say("Nothing to write: no memory is approved that is not written yet.")
        return None
    if arguments.dry_run:
        if not arguments.json:
            print(planned.diff(), end="")
        talk.say(f"Dry run: {files(len(planned.paths))} would be written.")
        return None
    receipt = pipeline.seed(settings, planned)
    if getattr(arguments, "git", False):
        from bootstrap.memory.history import commit

        commit(settings.directory.root, f"Seed {receipt.id}", settings.now)
    if not arguments.json:
        _say_seeded(receipt, arguments)
    return receipt


def _seeded(receipt: Receipt | None) -> dict[str, Any]:
    return {"seeded": list(receipt.paths) if receipt else [], "receipt": receipt.id if receipt else ""}


def _say_seeded(receipt: Receipt, arguments: argparse.Namespace) -> None:
    for path in receipt.paths:
        print(f"{receipt.root}/{path}")
    talk.say(f"Written: {files(len(receipt.paths))}. What an agent sees: {chosen.again('show', arguments)}")
    talk.say(f"Take it back: {chosen.again(f'undo {receipt.id}', arguments)}")
    talk.say(f"Hand it on: {chosen.again('export HARNESS', arguments)}")


def _asked(found: Sequence[Candidate], shown: set[str]) -> list[Candidate]:
    """Those above the line; a blocked one that was shown before and left alone asks for nothing new."""
    open_ = [c for c in found if c.change != "confirm" and not c.below]
    return [c for c in open_ if not (c.blocked and c.id in shown)]


def _blocked(found: Sequence[Candidate]) -> list[dict[str, str]]:
    return [
        {"id": c.id, "why": "; ".join(f"{b.kind}: {b.reason}" for b in c.blocked)} for c in found if c.blocked
    ]


def _counts(coverage: Sequence[Coverage]) -> dict[str, dict[str, object]]:
    return {
        one.label: {"seen": one.seen, "kept": one.kept, "skipped": one.skipped, "failed": one.failed}
        for one in coverage
    }


def _verdicts(reviewed: Session) -> dict[str, int]:
    return {name: reviewed.count(name) for name in ("approve", "reject", "skip")} | {
        "pending": reviewed.count(None)
    }
