"""fixture: synthetic people for evaluation: make their exports, seed from their gold, score a directory."""

from __future__ import annotations

import argparse
import dataclasses
import json


def fixture(arguments: argparse.Namespace) -> int:
    return {"make": _make, "seed": _seed, "score": _score}[arguments.act](arguments)


def _make(arguments: argparse.Namespace) -> int:
    from bootstrap.fixtures.make import make

    make(arguments.seed, arguments.out, arguments.after)
    print(arguments.out)
    return 0


def _seed(arguments: argparse.Namespace) -> int:
    from bootstrap.fixtures.seed import seed

    seed(arguments.gold, arguments.out)
    print(arguments.out)
    return 0


def _score(arguments: argparse.Namespace) -> int:
    from bootstrap.fixtures.score import score

    found = score(arguments.gold, arguments.memories_, arguments.needs)
    if arguments.json:
        print(json.dumps(dataclasses.asdict(found), ensure_ascii=False))
    else:
        for name, value in dataclasses.asdict(found).items():
            print(
                f"{name:<12} {value if not isinstance(value, tuple) else ', '.join(map(str, value)) or '-'}"
            )
    return 0
