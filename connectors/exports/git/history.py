"""One pass over a history: who wrote how much and when, and the newest commits in full."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from connectors.exports.git.command import Git, GitFailed
from connectors.exports.git.people import is_program, parse_party, party
from connectors.exports.git.tally import Tallies
from connectors.records import Author, Commit, Party

RECENT = 500
MOST_AUTHORS = 2_000
MOST_FIELD = 16_000
MOST_BODY = 2_000
MOST_FILES = 100
MOST_FILE_NAMES = 200_000
FILES_SECONDS = 3.0
FILES_MEMORY = 128 << 20

FIELDS = (
    "%H",
    "%aN",
    "%aE",
    "%an",
    "%ae",
    "%aI",
    "%cI",
    "%s",
    "%(trailers:key=Co-authored-by,valueonly)",
    "%b",
)
FORMAT = "--format=tformat:" + "".join(f"{field}%x00" for field in FIELDS)
"""NUL ends each field: git cuts messages at a NUL, so none can hold one."""


@dataclass(frozen=True, slots=True)
class History:
    """``commits`` counts people's commits, merges left out; ``recent`` holds the newest, newest first."""

    commits: int = 0
    authors: tuple[Author, ...] = ()
    recent: tuple[Commit, ...] = ()


def read_history(git: Git, mailmap: str) -> History:
    """Read all branches and tags. ``mailmap`` is the object to map identities with, or empty.

    A commit counts for its author and for each co-author. Raises GitFailed on a damaged history.
    """
    options = ("-c", f"mailmap.blob={mailmap}") if mailmap else ()
    mapped = _Mailmap(git, options)
    tallies = Tallies()
    recent: list[Commit] = []
    count = 0
    chunks = git.stream(
        *options, "log", "--branches", "--remotes", "--tags", "--no-merges", "--no-color", FORMAT
    )
    for values in _grouped(split_fields(chunks, MOST_FIELD), len(FIELDS)):
        commit, raw = _commit(values)
        helpers = tuple(who for who in map(mapped, commit.co_authors) if not is_program(who))
        commit = replace(commit, co_authors=helpers)
        if is_program(commit.author):
            continue
        count += 1
        for who, spelling in ((commit.author, raw), *zip(helpers, helpers, strict=True)):
            tallies.add(commit.when, who, spelling)
        if len(recent) < RECENT:
            recent.append(commit)
    return History(count, tallies.authors()[:MOST_AUTHORS], tuple(_with_files(git, recent)))


def split_fields(chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
    """What lies between NULs, each field cut at ``most`` bytes however long it is."""
    rest = b""
    for chunk in chunks:
        *whole, tail = chunk.split(b"\0")
        for piece in whole:
            yield (rest + piece)[:most]
            rest = b""
        rest = (rest + tail)[:most]


def _grouped(fields: Iterable[bytes], size: int) -> Iterator[list[str]]:
    group: list[str] = []
    for value in fields:
        group.append(value.decode("utf-8", errors="replace"))
        if len(group) == size:
            yield group
            group = []


def _commit(values: list[str]) -> tuple[Commit, Party]:
    """A commit, and its author as written before the mailmap."""
    identity, name, address, raw_name, raw_address, authored, committed, subject, trailers, body = values
    helpers = (parse_party(line) for line in trailers.splitlines())
    commit = Commit(
        id=identity.lstrip("\n"),
        author=party(name, address),
        when=_moment(authored) or _moment(committed) or datetime.fromtimestamp(0, UTC),
        subject=subject[:MOST_BODY],
        body=body.strip()[:MOST_BODY],
        co_authors=tuple(dict.fromkeys(who for who in helpers if who is not None)),
    )
    return commit, party(raw_name, raw_address)


def _moment(text: str) -> datetime | None:
    """Git's strict ISO date; an impossible offset falls back to UTC, an impossible date to none."""
    for candidate in (text, re.sub(r"(Z|[+-][\d:]+)$", "+00:00", text[:19]) + "+00:00"):
        try:
            return datetime.fromisoformat(candidate)
        except ValueError:
            continue
    return None


class _Mailmap:
    """Maps co-authors as git maps authors; each identity is asked for once."""

    def __init__(self, git: Git, options: tuple[str, ...]) -> None:
        self._git, self._options = git, options
        self._known: dict[Party, Party] = {}

    def __call__(self, who: Party) -> Party:
        if not self._options:
            return who
        if who not in self._known:
            self._known[who] = self._ask(who)
        return self._known[who]

    def _ask(self, who: Party) -> Party:
        asked = f"{who.name} <{who.address}>\n".encode()
        try:
            answer = self._git.run(*self._options, "check-mailmap", "--stdin", given=asked)
        except GitFailed:
            return who
        return parse_party(answer.decode("utf-8", errors="replace").strip()) or who


def _with_files(git: Git, commits: list[Commit]) -> Iterator[Commit]:
    """The paths each commit touched, those of the first one left out (it brings everything there is).

    A commit may touch more than can be told in a few seconds (trees that name each other multiply), and a
    partial clone has no trees: what is known until then is kept.
    """
    touched: dict[str, list[str]] = {commit.id: [] for commit in commits}
    current: list[str] = []
    asked = "".join(f"{commit.id}\n" for commit in commits).encode()
    options = (
        "-r",
        "--name-only",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "-z",
        "--stdin",
    )
    chunks = replace(git, seconds=FILES_SECONDS, memory=FILES_MEMORY).stream(
        "diff-tree", *options, given=asked
    )
    try:
        for count, value in enumerate(split_fields(chunks, 4_096)):
            text = value.decode("utf-8", errors="replace").lstrip("\n")
            if text in touched:
                current = touched[text]
            elif len(current) < MOST_FILES:
                current.append(text)
            if count > MOST_FILE_NAMES:
                break
    except GitFailed:
        pass
    for commit in commits:
        yield replace(commit, files=tuple(touched.get(commit.id, ())))


def count_endings(names: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """File endings with the number of files, most first."""
    endings = Counter(
        name.rpartition(".")[2].lower()
        for name in (path.rpartition("/")[2] for path in names)
        if "." in name[1:]
    )
    return tuple(sorted(endings.items(), key=lambda pair: (-pair[1], pair[0]))[:20])
