"""The house keeps its shape: who may import whom, no circle, and heavy SDKs only where they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("bootstrap", "connectors", "prompts", "sample_data")
HEAVY = (
    "openai",
    "textual",
    "github",
    "googleapiclient",
    "msal",
    "slack_sdk",
    "icalendar",
    "pypdfium2",
    "keyring",
)


def modules() -> dict[str, Path]:
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, top_level: bool) -> Iterator[str]:
    """Names a file imports; with ``top_level`` only those that run at import time."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if typing_only or (
            top_level and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        ):
            skipped.update(ast.walk(node))
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def edges(top_level: bool) -> dict[str, set[str]]:
    known = modules()
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        targets = {target for target in imported(path, top_level) if target in known and target != name}
        # `from package import module` names the package too; the module alone is what is meant then.
        found[name] = {t for t in targets if not any(o.startswith(f"{t}.") for o in targets)}
    return found


def test_no_circle() -> None:
    graph = edges(top_level=True)
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail[trail.index(name) :], name])
        if name not in done:
            for target in sorted(graph[name]):
                visit(target, (*trail, name))
            done.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize(
    ("who", "never"),
    [
        ("connectors", "bootstrap"),
        ("prompts", "bootstrap"),
        ("bootstrap.model", "bootstrap."),
        ("bootstrap.extract", "bootstrap.review"),
        ("bootstrap.footprint", "bootstrap.extract"),
        ("bootstrap.memory", "bootstrap.review"),
        ("bootstrap.review", "bootstrap.commands"),
        ("bootstrap.review", "bootstrap.pipeline"),
    ],
)
def test_data_walks_one_way(who: str, never: str) -> None:
    for name, targets in edges(top_level=False).items():
        if name == who or name.startswith(f"{who}."):
            wrong = [t for t in targets if t == never.rstrip(".") or t.startswith(never)]
            assert not wrong, f"{name} imports {wrong}"


def test_only_the_command_line_knows_the_commands() -> None:
    for name, targets in edges(top_level=False).items():
        if not name.startswith(("bootstrap.commands", "bootstrap.cli")):
            assert not [t for t in targets if t.startswith(("bootstrap.commands", "bootstrap.cli"))], name


def test_the_session_of_a_review_needs_no_screen() -> None:
    graph = edges(top_level=False)
    reached, waiting = set(), ["bootstrap.review.session"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += graph[name]
    for name in reached:
        assert not [t for t in imported(modules()[name], top_level=False) if t.split(".")[0] == "textual"], (
            name
        )


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from bootstrap.cli import parser; parser().format_help(); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    assert not set(HEAVY) & set(loaded)


def test_no_file_is_about_two_things() -> None:
    for name, path in modules().items():
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 400, f"{name} has {lines} lines"
