"""Which of the reviewers asks: answers from a file, approve all, line by line, or the screen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bootstrap import ledgers, pipeline
from bootstrap.commands import chosen, talk
from bootstrap.errors import ReviewError
from bootstrap.files import locked
from bootstrap.memory.receipts import Receipt
from bootstrap.review.session import Session
from bootstrap.settings import Settings


@dataclass(frozen=True, slots=True)
class Reviewed:
    """``receipt`` is of what the screen wrote; ``left`` says that it was left without writing."""

    session: Session
    receipt: Receipt | None = None
    left: bool = False


def review(arguments: argparse.Namespace, settings: Settings) -> Reviewed:
    """Let the candidates be answered.

    Without a terminal and without an answerer named, nothing is approved: silence is no consent. And who
    leaves the screen without its write step has not asked for anything to be written.
    """
    with one_reviewer(settings):
        reviewed = pipeline.session(settings, chosen.person(), arguments.controls)
        if not reviewed.items and arguments.decisions is None:
            talk.say("Nothing new to decide.")
        elif arguments.approve == "all":
            n = reviewed.approve_all()
            talk.say(f"Approved all above the line that are not blocked: {n}.")
        elif arguments.decisions is not None:
            _from_file(arguments, reviewed)
        elif arguments.plain:
            _plain(settings, reviewed)
        elif sys.stdin.isatty() and sys.stderr.isatty():
            receipt = _screen(settings, reviewed)
            waiting = len(reviewed.approved())
            if receipt is None and waiting:
                talk.say(
                    f"Nothing written. {waiting} approved: {chosen.again('seed', arguments)} writes them."
                )
            return Reviewed(reviewed, receipt, left=receipt is None)
        else:
            raise ReviewError(
                "There is no terminal to review in, so nothing was approved.",
                "Use --plain, --decisions FILE or --approve all.",
            )
        return Reviewed(reviewed)


@contextmanager
def one_reviewer(settings: Settings) -> Iterator[None]:
    """Hold the review's lock. Raises Day1Error when somebody else reviews in this workspace."""
    settings.workspace.prepare()
    with locked(
        settings.workspace.review_lock,
        "Somebody is reviewing in this workspace already.",
        "Close the other review first.",
    ):
        yield


def _from_file(arguments: argparse.Namespace, reviewed: Session) -> None:
    from bootstrap.review import protocol

    if str(arguments.decisions) == "-":
        report = protocol.apply(reviewed, sys.stdin)
    else:
        try:
            lines = arguments.decisions.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ReviewError(
                f"Can't read {arguments.decisions}.", "It must be a UTF-8 file of JSON lines."
            ) from error
        report = protocol.apply(reviewed, lines)
    talk.say(f"Answers: {report.approved} approved, {report.rejected} rejected, {report.skipped} skipped.")


def _plain(settings: Settings, reviewed: Session) -> None:
    from bootstrap.commands.desk import desk
    from bootstrap.review import plain

    def ask(prompt: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\n")

    with pipeline.snapshot(settings) as snapshot:
        tools = desk(settings, reviewed, snapshot, lambda receipt: None)
        edit = tools.edit if sys.stdin.isatty() else None
        plain.run(reviewed, ask, lambda line: print(line, file=sys.stderr), edit, tools.context)


def _screen(settings: Settings, reviewed: Session) -> Receipt | None:
    from bootstrap.commands.desk import desk
    from bootstrap.review.app import run

    written: list[Receipt] = []
    with pipeline.snapshot(settings) as snapshot:
        run(desk(settings, reviewed, snapshot, written.append))
    return written[-1] if written else None


def pending(settings: Settings) -> int:
    """How many candidates wait for an answer."""
    answers = ledgers.standing(ledgers.read_decisions(settings.workspace.decisions))
    return sum(
        c.id not in answers and c.change != "confirm"
        for c in ledgers.read_candidates(settings.workspace.candidates)
    )
