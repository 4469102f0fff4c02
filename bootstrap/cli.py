"""The command line: verbs, flags, exit codes. stdout is data, stderr is talk.

Exit codes: 0 done, 1 expected failure (one line and a hint), 2 usage, 3 bug (a log is named), 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

# verb -> (module, function); imported when the verb is called, so that help answers at once.
VERBS = {
    "auth": "auth:auth",
    "demo": "demo:demo",
    "doctor": "look:doctor",
    "export": "exports:export",
    "fixture": "fixture:fixture",
    "forget": "forget:forget",
    "propose": "corridor:propose",
    "pull": "corridor:pull",
    "read": "look:read",
    "review": "corridor:review",
    "run": "corridor:run",
    "seed": "corridor:seed",
    "show": "look:show",
    "status": "look:status",
    "undo": "corridor:undo",
    "why": "look:why",
    "wizard": "wizard:wizard",
}

EPILOG = """\
A SOURCE is a path (its kind is found by looking inside), kind:path, or a live account: google, microsoft,
slack, github. A folder is searched for all kinds. `day1` alone starts the first-run wizard.
"""


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2026-11-15") from None


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return int(text)


def _common() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    places = common.add_argument_group("everywhere")
    places.add_argument(
        "--workspace", type=Path, metavar="DIR", help="where the work is kept (default: the user data folder)"
    )
    places.add_argument(
        "--memories", type=Path, metavar="DIR", help="memory directory (default: ~/.<agent>/memories)"
    )
    places.add_argument(
        "--agent", default="agent", metavar="NAME", help="whose memories: names the default directory"
    )
    places.add_argument(
        "--me",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="an address of yours (repeatable; else inferred)",
    )
    places.add_argument(
        "--extractor",
        choices=("rules", "llm"),
        default="rules",
        help="rules: private, free; llm: asks a model",
    )
    places.add_argument("--model", default="", metavar="NAME", help="model for --extractor llm")
    places.add_argument(
        "--consolidation-model",
        default="",
        metavar="NAME",
        help="model of the second phase (default: --model)",
    )
    places.add_argument(
        "--base-url", default="", metavar="URL", help="an OpenAI-compatible endpoint, local or remote"
    )
    places.add_argument(
        "--max-tokens",
        type=_count,
        default=0,
        metavar="N",
        help="hard cap on tokens sent (0: the default cap)",
    )
    places.add_argument(
        "--cassette", type=Path, metavar="DIR", help="keep model requests and answers as files"
    )
    places.add_argument(
        "--offline", action="store_true", help="send nothing to a model: answers come from --cassette"
    )
    places.add_argument(
        "--batch", action="store_true", help="send model requests through the cheaper Batch API"
    )
    places.add_argument(
        "--yes", action="store_true", help="agree beforehand to what is asked before something is sent"
    )
    places.add_argument(
        "--budget", type=_count, default=40, metavar="N", help="candidates above the line (default 40)"
    )
    places.add_argument("--now", type=_day, metavar="DATE", help="a fixed clock, for fixtures")
    places.add_argument("--json", action="store_true", help="end with one JSON object on stdout")
    return common


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="day1", description="A memory of you for your agent, on the first day.", epilog=EPILOG,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    top.add_argument("--version", action="version", version="day1 0.1.0")
    common = _common()
    verbs = top.add_subparsers(dest="verb", metavar="VERB")

    def verb(name: str, about: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=about, description=about, parents=[common])

    def sources(one: argparse.ArgumentParser, least: str) -> None:
        one.add_argument("sources", nargs=least, metavar="SOURCE", help="what to read")
        one.add_argument(
            "--resume",
            action="store_true",
            help="go on where a cut pull of the same source stood (the default)",
        )
        one.add_argument(
            "--subject",
            default="",
            metavar="ADDRESS",
            help="administrators: the person to pull, with a service account",
        )

    def reviewing(one: argparse.ArgumentParser) -> None:
        one.add_argument(
            "--controls",
            action="store_true",
            help="mix in known-false candidates, to see whether they are read",
        )
        how = one.add_mutually_exclusive_group()
        how.add_argument("--plain", action="store_true", help="line by line, no colour, no cursor motion")
        how.add_argument("--decisions", type=Path, metavar="FILE", help="answers as JSON lines; - for stdin")
        how.add_argument(
            "--approve", choices=("all",), help="approve all above the line that are not blocked"
        )

    def seeding(one: argparse.ArgumentParser) -> None:
        one.add_argument("--dry-run", action="store_true", help="show what would be written")
        one.add_argument("--git", action="store_true", help="keep the memory directory's history in git")

    verb("wizard", "first-run wizard (the same as day1 alone)")
    demo = verb("demo", "the whole corridor on the sample person, in a throw-away workspace")
    reviewing(demo)
    sources(verb("pull", "sources → snapshot; without a SOURCE, says what it finds"), "*")
    propose = verb("propose", "snapshot → candidates")
    propose.add_argument(
        "--dry-run",
        type=Path,
        metavar="DIR",
        dest="requests",
        help="write the model requests there and send nothing",
    )
    reviewing(verb("review", "answer the candidates"))
    seeding(verb("seed", "approved → memory directory"))
    undo = verb("undo", "takes a seeding or an export back")
    undo.add_argument("receipt", nargs="?", metavar="RECEIPT")
    run = verb("run", "pull, propose, review, seed")
    sources(run, "+")
    reviewing(run)
    seeding(run)
    for name, about in (("show", "the boot context an agent gets"), ("read", "one memory, under its age"), ("why", "why a memory is here"),
                        ("doctor", "reports broken or unsafe memory files")):  # fmt: skip
        one = verb(name, about)
        if name in ("read", "why"):
            one.add_argument("name", metavar="NAME")
        one.add_argument("--project", type=Path, metavar="DIR", help="with this project's layer")
    export = verb("export", "into a harness's own format")
    export.add_argument(
        "harness", metavar="HARNESS", help="claude-code, codex, hermes, copilot, gemini, agents-md"
    )
    export.add_argument("--to", type=Path, metavar="DIR", help="its folder (default: its own)")
    export.add_argument("--dry-run", action="store_true", help="show the difference, write nothing")
    export.add_argument("--project", type=Path, metavar="DIR", help="also this project's layer")
    verb("status", "what lies in the workspace")
    forget = verb("forget", "deletes snapshot, candidates, sign-ins")
    forget.add_argument("--all", action="store_true", help="the whole workspace, decisions and receipts too")
    auth = verb("auth", "sign in to a live account, read-only")
    auth.add_argument("account", choices=("google", "microsoft", "slack", "github"))
    auth.add_argument("--device", action="store_true", help="sign in with a code on another device")
    auth.add_argument(
        "--without", action="append", default=[], metavar="SCOPE", help="leave a scope out (repeatable)"
    )
    _fixture(verb("fixture", "synthetic people, for evaluation"), common)
    return top


def _fixture(one: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    acts = one.add_subparsers(dest="act", metavar="ACT", required=True)
    make = acts.add_parser("make", help="write a synthetic person's exports and gold", parents=[common])
    make.add_argument("out", type=Path, metavar="DIR")
    make.add_argument("--seed", type=_count, default=1, metavar="N")
    make.add_argument("--after", action="store_true", help="also the same person after a job change")
    seed = acts.add_parser("seed", help="seed a memory directory from a gold file", parents=[common])
    seed.add_argument("gold", type=Path, metavar="GOLD")
    seed.add_argument("out", type=Path, metavar="MEMORIES")
    score = acts.add_parser("score", help="score a memory directory against a gold file", parents=[common])
    score.add_argument("gold", type=Path, metavar="GOLD")
    score.add_argument("memories_", type=Path, metavar="MEMORIES")
    score.add_argument("--needs", choices=("meta", "text"))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors become one line and a hint on stderr."""
    words = sys.argv[1:] if argv is None else list(argv)
    if not [w for w in words if w in VERBS] and not {"-h", "--help", "--version"} & set(words):
        words = ["wizard", *words]
    arguments = parser().parse_args(words)
    from bootstrap.commands.failing import guarded

    module, _, function = VERBS[arguments.verb].partition(":")
    return guarded(
        lambda: int(getattr(importlib.import_module(f"bootstrap.commands.{module}"), function)(arguments)),
        arguments.workspace,
    )


if __name__ == "__main__":
    sys.exit(main())
