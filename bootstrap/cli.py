"""The command line: verbs, flags, exit codes. stdout is data, stderr is talk.

Exit codes: 0 done, 1 expected failure (one line and a hint), 2 usage, 3 bug (a log is named), 130 interrupted.
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

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
A SOURCE is a path (its kind is found by looking inside), kind:path, or a live
account: google, microsoft, slack, github. A folder is searched for all kinds.
`day1` alone starts the first-run wizard; `day1 VERB --help` lists a verb's flags.
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


def _common(finds: bool) -> argparse.ArgumentParser:
    """The flags every verb takes. Those about finding memories are told only where a verb ``finds`` any."""
    common = argparse.ArgumentParser(add_help=False)
    places = common.add_argument_group("everywhere")
    finding = common.add_argument_group("finding memories")

    def find(flag: str, about: str, **how: Any) -> None:
        finding.add_argument(flag, help=about if finds else argparse.SUPPRESS, **how)

    places.add_argument(
        "--workspace", type=Path, metavar="DIR", help="where the work is kept (default: the user data folder)"
    )
    places.add_argument(
        "--memories", type=Path, metavar="DIR", help="memory directory (default: ~/.<agent>/memories)"
    )
    places.add_argument(
        "--agent", default="agent", metavar="NAME", help="whose memories: names the default directory"
    )
    find(
        "--me",
        "an address of yours (repeatable; else inferred)",
        action="append",
        default=[],
        metavar="ADDRESS",
    )
    find("--budget", "candidates above the line (default 40)", type=_count, default=40, metavar="N")
    find("--extractor", "rules: private, free; llm: asks a model", choices=("rules", "llm"), default="rules")
    find("--model", "model for --extractor llm", default="", metavar="NAME")
    find("--consolidation-model", "model of the second phase (default: --model)", default="", metavar="NAME")
    find("--base-url", "an OpenAI-compatible endpoint, local or remote", default="", metavar="URL")
    find("--max-tokens", "hard cap on tokens sent (0: the default cap)", type=_count, default=0, metavar="N")
    find("--cassette", "keep model requests and answers as files", type=Path, metavar="DIR")
    find("--offline", "send nothing to a model: answers come from --cassette", action="store_true")
    find("--batch", "send model requests through the cheaper Batch API", action="store_true")
    find("--yes", "agree beforehand to what is asked before something is sent", action="store_true")
    places.add_argument("--now", type=_day, metavar="DATE", help="a fixed clock, for fixtures: 2026-11-15")
    places.add_argument("--json", action="store_true", help="end with one JSON object on stdout")
    return common


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="day1", description="A memory of you for your agent, on the first day.", epilog=EPILOG,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    top.add_argument("--version", action="version", version="day1 0.1.0")
    finding, plain = _common(finds=True), _common(finds=False)
    verbs = top.add_subparsers(title="verbs", dest="verb", metavar="VERB")

    def verb(name: str, about: str, words: str = "") -> argparse.ArgumentParser:
        return verbs.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", usage=f"day1 {name} {words}[flags]",
            parents=[finding if name in ("wizard", "demo", "pull", "propose", "run") else plain],
        )  # fmt: skip

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

    verb("wizard", "the first-run wizard (the same as day1 alone)")
    demo = verb("demo", "try it on a made-up person, in a throw-away place")
    reviewing(demo)
    sources(
        verb(
            "pull",
            "read sources into a snapshot; without a SOURCE, list what there is and ask",
            "[SOURCE...] ",
        ),
        "*",
    )
    propose = verb("propose", "find what is worth remembering: snapshot → candidates")
    propose.add_argument(
        "--dry-run",
        type=Path,
        metavar="DIR",
        dest="requests",
        help="write the model requests there and send nothing",
    )
    reviewing(verb("review", "answer the candidates: approve, reject, edit"))
    seeding(verb("seed", "write what is approved into the memory directory"))
    undo = verb("undo", "take a seeding or an export back", "[RECEIPT] ")
    undo.add_argument("receipt", nargs="?", metavar="RECEIPT", help="which one (default: the newest)")
    run = verb("run", "pull, propose, review, seed, one after the other", "SOURCE... ")
    sources(run, "+")
    reviewing(run)
    seeding(run)
    for name, about in (
        ("show", "print what an agent will see at its start"),
        ("read", "print one memory, under its age"),
        ("why", "tell where a memory came from and who approved it"),
        ("doctor", "check the memory directory for broken or unsafe files"),
    ):
        one = verb(name, about, "NAME " if name in ("read", "why") else "")
        if name in ("read", "why"):
            one.add_argument("name", metavar="NAME", help="as `day1 show` lists it")
        one.add_argument("--project", type=Path, metavar="DIR", help="with this project's layer")
    export = verb("export", "hand the memories on in a harness's own format", "HARNESS ")
    export.add_argument(
        "harness", metavar="HARNESS", help="claude-code, codex, hermes, copilot, gemini, agents-md"
    )
    export.add_argument("--to", type=Path, metavar="DIR", help="its folder (default: its own)")
    export.add_argument("--dry-run", action="store_true", help="show the difference, write nothing")
    export.add_argument("--project", type=Path, metavar="DIR", help="also this project's layer")
    verb("status", "what was pulled, proposed, decided and written")
    forget = verb("forget", "delete the snapshot, the candidates and the sign-ins")
    forget.add_argument("--all", action="store_true", help="the whole workspace, decisions and receipts too")
    auth = verb("auth", "sign in to a live account, read-only", "ACCOUNT ")
    auth.add_argument(
        "account", choices=("google", "microsoft", "slack", "github"), metavar="ACCOUNT", help="%(choices)s"
    )
    auth.add_argument("--device", action="store_true", help="sign in with a code on another device")
    auth.add_argument(
        "--without", action="append", default=[], metavar="SCOPE", help="leave a scope out (repeatable)"
    )
    _fixture(verb("fixture", "synthetic people, for evaluation", "ACT "), plain)
    return top


def _fixture(one: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    acts = one.add_subparsers(title="acts", dest="act", metavar="ACT", required=True)
    make = acts.add_parser(
        "make",
        help="write a synthetic person's exports and gold",
        usage="day1 fixture make DIR [flags]",
        parents=[common],
    )
    make.add_argument("out", type=Path, metavar="DIR", help="where to")
    make.add_argument("--seed", type=_count, default=1, metavar="N", help="which person (default 1)")
    make.add_argument("--after", action="store_true", help="also the same person after a job change")
    seed = acts.add_parser(
        "seed",
        help="seed a memory directory from a gold file",
        usage="day1 fixture seed GOLD MEMORIES [flags]",
        parents=[common],
    )
    seed.add_argument("gold", type=Path, metavar="GOLD")
    seed.add_argument("out", type=Path, metavar="MEMORIES")
    score = acts.add_parser(
        "score",
        help="score a memory directory against a gold file",
        usage="day1 fixture score GOLD MEMORIES [flags]",
        parents=[common],
    )
    score.add_argument("gold", type=Path, metavar="GOLD")
    score.add_argument("memories_", type=Path, metavar="MEMORIES")
    score.add_argument(
        "--needs", choices=("meta", "text"), help="only facts that metadata, or only prose, tells"
    )


def _meant(word: str) -> str:
    if Path(word).expanduser().exists():
        return f"to read it: day1 run {word}"
    close = difflib.get_close_matches(word, VERBS, 1)
    return f"did you mean {close[0]}?" if close else "`day1 --help` lists them"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors become one line and a hint on stderr."""
    words = sys.argv[1:] if argv is None else list(argv)
    if not [w for w in words if w in VERBS] and not {"-h", "--help", "--version"} & set(words):
        if words and not words[0].startswith("-"):
            parser().error(f"there is no verb {words[0]!r}; {_meant(words[0])}")
        words = ["wizard", *words]
    elif words[0].startswith("-") and words[0] not in ("-h", "--help", "--version"):
        parser().error(f"flags come behind the verb: day1 VERB {words[0]} ...")
    arguments = parser().parse_args(words)
    from bootstrap.commands.failing import guarded

    module, _, function = VERBS[arguments.verb].partition(":")
    return guarded(
        lambda: int(getattr(importlib.import_module(f"bootstrap.commands.{module}"), function)(arguments)),
        arguments.workspace,
    )


if __name__ == "__main__":
    sys.exit(main())
