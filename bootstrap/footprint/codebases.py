"""Repositories as somebody who works in them needs to know them: what, how to build and test, rules, people."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from bootstrap.footprint import conventions
from bootstrap.footprint.describe import first_sentence
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import (
    FREEMAIL,
    domain_of,
    name_key,
    organisation_domain,
    plain_address,
    tokens,
)
from bootstrap.footprint.types import Codebase
from bootstrap.model import Evidence
from connectors.records import Author, Repository

# A team's repository without a commit for half a year is past; one's own dotfiles rest longer.
SILENT = timedelta(days=183)
# Fewer commits to what others made are a passing favour, in a fork or upstream.
DRIVE_BY = 3
SILENT_ALONE = timedelta(days=365)
_RUNNERS = r"make|just|task|npm|npx|pnpm|yarn|bun|deno|uv|poetry|hatch|pdm|tox|nox|pytest|python3?|pip|cargo|go|mvn|\./mvnw|gradle|\./gradlew|rake|bundle|rails|composer|php|mix|dotnet|cmake|ninja|bazel|terraform|helm|docker compose|docker-compose|mkdocs|hugo|jekyll|quarto|latexmk|Rscript|snakemake|nextflow|dvc|ansible-playbook|flutter|swift|stack|cabal|sbt|lein|julia|zig|meson|\./[\w./-]+"
_COMMAND = re.compile(rf"^\$?\s*((?:{_RUNNERS})(?:\s+[\w.,:=/@+*-]+){{0,8}})\s*(?:#\s*(.{{0,80}}))?$")
_PURPOSE = re.compile(
    r"\b(?:tox|nox|pytest|test|check|lint|build|run|serve|start|dev|format|fmt|release|deploy|plan|smoke|docs?|install|init|setup|bench\w*|typecheck|types|migrate|seed|clean|slo|render|publish|package|e2e|watch|up)\b"
)
# Installing what a text names would run a stranger's code; installing what the repository lists is its set-up.
_FETCHES = re.compile(
    r"\b(?:install|add|get|i|exec|dlx)\s+(?!-r\b|-e\b|--|\.(?:\s|$)|requirements)[\w@]|\bnpx\s+(?!--)|\bdocker\s+run\b|@latest\b"
)
_TARGET = re.compile(r"^([A-Za-z][A-Za-z0-9.]{0,23}(?:[_-][A-Za-z0-9.]{1,16}){0,2})\s*:(?!=)[^=]*$")
MOST = 8


def codebases(material: Material, identity: Identity, find: Callable[[str], str]) -> tuple[Codebase, ...]:
    """The repositories the owner committed to, weightiest first; forks and mirrors without own commits are left out."""
    found = [c for r in material.repositories if (c := _codebase(r, identity, find, material.now))]
    return tuple(sorted(found, key=lambda c: (bool(c.over), -c.weight, c.name)))


def _mine(author: Author, identity: Identity) -> bool:
    """By address; by full name only under an own employer's domain, a free mailer, GitHub or a domain
    of the family's name: a namesake works elsewhere."""
    addresses = [plain_address(p.address) for p in (author.party, *author.aliases)]
    homes = {organisation_domain(a) for a in (*identity.addresses, *identity.former)} | FREEMAIL
    family = {word for word in tokens(author.party.name) if len(word) > 3}
    near = not identity.addresses or any(
        {organisation_domain(a), domain_of(a)} & homes or family & set(tokens(domain_of(a)))
        for a in addresses
    )
    return bool(identity.all & set(addresses)) or (near and name_key(author.party.name) in identity.keys)


def _codebase(
    repository: Repository, identity: Identity, find: Callable[[str], str], now: datetime
) -> Codebase | None:
    own = sum(a.commits for a in repository.authors if _mine(a, identity))
    alone = all(_mine(a, identity) for a in repository.authors)
    if not own or repository.when is None or (own < DRIVE_BY and not alone):
        return None
    mine_last = max(a.last for a in repository.authors if _mine(a, identity))
    says = first_sentence(repository.text)
    commands = tuple(list(_commands(repository))[:MOST])
    rules = (*conventions.shown(repository), *conventions.written(repository))
    silent = now - repository.when > (SILENT_ALONE if alone else SILENT)
    fade = float(0.5 ** (max(now - mine_last, timedelta()) / timedelta(days=180)))
    fact = f"{own} of {repository.commits} commits are yours, the newest of {mine_last.date()}"
    return Codebase(
        uri=repository.uri,
        name=repository.title,
        says=says,
        says_evidence=Evidence(repository.uri, quote=says.rstrip(" …"), when=repository.when)
        if says
        else None,
        own_commits=own,
        commits=repository.commits,
        alone=alone,
        last=repository.when.date(),
        commands=commands,
        conventions=rules,
        people=tuple(
            dict.fromkeys(
                find(plain_address(a.party.address)) for a in repository.authors if not _mine(a, identity)
            )
        )[:6],
        languages=tuple(ending for ending, _ in repository.languages[:4]),
        default_branch=repository.default_branch,
        remotes=repository.remotes,
        links=(repository.link,) if repository.link else (),
        weight=math.log1p(own) * (0.3 + fade) + 0.2 * len(commands) + 0.15 * len(rules),
        over=f"last commit {repository.when.date()}" if silent else "",
        evidence=(Evidence(repository.uri, fact=fact, when=mine_last),),
    )


def _commands(repository: Repository) -> Iterator[tuple[str, str, Evidence]]:
    """(command, what it does or '', evidence), those the README and agents' notes name first, each once."""
    seen: set[str] = set()
    for path, text in sorted(repository.files, key=lambda item: _rank(item[0])):
        for command, note, quote in _from_file(path, text):
            name = re.sub(r"\s+[A-Z_]+=\S+", "", command)
            if name not in seen and _PURPOSE.search(name):
                seen.add(name)
                yield (
                    command,
                    note,
                    Evidence(repository.uri, quote=quote, when=repository.when, place="files"),
                )


def _rank(path: str) -> tuple[int, str]:
    order = ("readme", "agents", "claude", "contributing", "makefile", "justfile", "package.json")
    name = path.rpartition("/")[2].casefold()
    return next((i for i, start in enumerate(order) if name.startswith(start)), len(order)), path


def _from_file(path: str, text: str) -> Iterator[tuple[str, str, str]]:
    name = path.rpartition("/")[2]
    lower = name.casefold()
    if lower in ("makefile", "gnumakefile", "justfile"):
        runner = "just" if lower == "justfile" else "make"
        for line in text.splitlines():
            if (match := _TARGET.match(line)) and not match[1].startswith("."):
                yield f"{runner} {match[1]}", "", line.strip()
    elif lower == "package.json":
        yield from _scripts(text)
    elif lower == "pyproject.toml":
        yield from _python(text)
    elif lower.endswith((".md", ".rst", ".txt", ".adoc")):
        yield from _code_lines(text)


def _scripts(text: str) -> Iterator[tuple[str, str, str]]:
    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError):
        return
    for name in scripts if isinstance(scripts, dict) else ():
        if re.fullmatch(r"[a-zA-Z][a-zA-Z0-9]{0,20}(?:[:._-][a-zA-Z0-9]{1,16}){0,3}", name):
            yield f"npm run {name}", "", f'"{name}"'


def _python(text: str) -> Iterator[tuple[str, str, str]]:
    try:
        tool = tomllib.loads(text).get("tool", {})
    except (ValueError, AttributeError):
        return
    for name, command in (("pytest", "pytest"), ("ruff", "ruff check"), ("mypy", "mypy")):
        if isinstance(tool, dict) and name in tool:
            yield command, "", f"tool.{name}"


def _code_lines(text: str) -> Iterator[tuple[str, str, str]]:
    fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        inline = re.findall(r"`([^`\n]{3,80})`", line) if not fenced else []
        for candidate in [line.strip()] if fenced or line.startswith(("    ", "\t")) else inline:
            match = _COMMAND.match(candidate)
            if match and "://" not in match[1] and not _FETCHES.search(match[1]):
                yield match[1], (match[2] or "").strip(), candidate.strip()
