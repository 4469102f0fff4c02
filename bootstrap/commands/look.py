"""show, read, why, doctor, status: looking at what there is. None of them changes anything but an unfinished writing."""

from __future__ import annotations

import argparse
import json

from bootstrap import ledgers
from bootstrap.commands import chosen, talk
from bootstrap.commands.reviewing import pending
from bootstrap.commands.spending import last_spend
from bootstrap.memory import doctor as checking
from bootstrap.memory import reading, receipts, seeding
from bootstrap.memory import why as explaining
from bootstrap.review.words import files
from bootstrap.settings import Settings
from bootstrap.snapshot import Snapshot


def _settled(arguments: argparse.Namespace) -> Settings:
    """A writing that was cut is finished before anybody looks."""
    settings = chosen.settings(arguments)
    seeding.recover(settings.directory.root, settings.workspace.receipts)
    return settings


def show(arguments: argparse.Namespace) -> int:
    settings = _settled(arguments)
    text = settings.directory.boot_context(arguments.project)
    print(
        json.dumps({"context": text}, ensure_ascii=False) if arguments.json else text,
        end="\n" if arguments.json else "",
    )
    return 0


def read(arguments: argparse.Namespace) -> int:
    settings = _settled(arguments)
    text = reading.read(settings.directory, arguments.name, arguments.project, settings.now.date())
    print(
        json.dumps({"name": arguments.name, "text": text}, ensure_ascii=False) if arguments.json else text,
        end="\n" if arguments.json else "",
    )
    return 0


def why(arguments: argparse.Namespace) -> int:
    settings = _settled(arguments)
    text = explaining.why(settings.directory, arguments.name, arguments.project)
    print(json.dumps({"name": arguments.name, "text": text}, ensure_ascii=False) if arguments.json else text)
    return 0


def doctor(arguments: argparse.Namespace) -> int:
    """Exit 1 when something is wrong, so that a script can tell."""
    found = checking.check(_settled(arguments).directory)
    if arguments.json:
        print(
            json.dumps(
                [{"path": f.path, "problem": f.problem, "hint": f.hint} for f in found], ensure_ascii=False
            )
        )
    else:
        for finding in found:
            print(f"{finding.path}: {finding.problem}" + (f" {finding.hint}" if finding.hint else ""))
        if not found:
            talk.say("Nothing wrong with the memory directory.")
    return 1 if found else 0


def status(arguments: argparse.Namespace) -> int:
    settings = chosen.settings(arguments)
    workspace = settings.workspace
    coverage = []
    failures: dict[str, dict[str, int]] = {}
    if workspace.snapshot.exists():
        with Snapshot(workspace.snapshot) as snapshot:
            coverage = snapshot.coverage()
            for one in coverage:
                for failure in snapshot.failures(one.label):
                    reasons = failures.setdefault(one.label, {})
                    reasons[failure.reason] = reasons.get(failure.reason, 0) + 1
    candidates = ledgers.read_candidates(workspace.candidates)
    answers = ledgers.standing(ledgers.read_decisions(workspace.decisions))
    standing = [r for r in receipts.all_receipts(workspace.receipts) if r.state == "done"]
    verdicts = {
        v: sum(answers[c.id].verdict == v for c in candidates if c.id in answers)
        for v in ("approve", "reject", "skip")
    }
    spend = last_spend(workspace)
    blocked = [
        {"id": c.id, "name": c.name, "why": "; ".join(f"{b.kind}: {b.reason}" for b in c.blocked)}
        for c in candidates
        if c.blocked
    ]
    if arguments.json:
        print(json.dumps({
            "workspace": str(workspace.root), "memories": str(settings.directory.root),
            "snapshot": {o.label: {"seen": o.seen, "kept": o.kept, "skipped": o.skipped, "failed": o.failed, "complete": o.complete} for o in coverage},
            "candidates": len(candidates), "blocked": blocked, "pending": pending(settings), "decisions": verdicts,
            "receipts": [{"id": r.id, "kind": r.kind, "root": r.root, "files": len(r.paths)} for r in standing], "spend": spend,
        }, ensure_ascii=False))  # fmt: skip
        return 0
    print(f"workspace  {workspace.root}\nmemories   {settings.directory.root}")
    for one in coverage:
        print(
            f"pulled     {one.label}: {one.kept} of {one.seen} kept, {one.failed} failed"
            + ("" if one.complete else f" (partial{': ' + one.problem if one.problem else ''})")
        )
        for reason, n in sorted(failures.get(one.label, {}).items(), key=lambda i: -i[1])[:5]:
            print(f"             {n} × {reason}")
    print(
        f"candidates {len(candidates)}: {verdicts['approve']} approved, {verdicts['reject']} rejected, {verdicts['skip']} skipped, {pending(settings)} to decide"
    )
    if not coverage and not candidates:
        talk.say("Nothing was pulled yet. `day1` starts the wizard; `day1 run SOURCE` does it in one go.")
    for held in blocked:
        print(f"blocked    {held['name']}: {held['why']}")
    if spend:
        print(
            f"model      last run: {spend.get('requests')} requests, {spend.get('input_tokens')} tokens in,"
            f" {spend.get('output_tokens')} out"
            + (f", about {spend['usd']} US dollars" if spend.get("usd") else "")
        )
    for receipt in standing[-5:]:
        print(f"written    {receipt.id}: {files(len(receipt.paths))} ({receipt.kind.replace(':', ' to ')})")
    return 0
