"""A git repository as one record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from connectors.base import ConnectorError, Health, SourceUnreadable, State
from connectors.exports.git.command import Git, GitFailed, GitTooSlow, program
from connectors.exports.git.files import Listed, list_tree, read_telling
from connectors.exports.git.history import History, count_endings, read_history
from connectors.exports.git.people import party
from connectors.exports.git.places import git_directory, is_bundle
from connectors.exports.git.remotes import repository_name, web_link, without_credentials
from connectors.exports.git.view import View, view
from connectors.records import Item, Mark, Party, Repository, Skip

MOST_README = 6_000
MOST_NAMES = 100
USUAL_BRANCHES = ("main", "master", "trunk", "develop", "default")
DAMAGED = "the repository is damaged (git can't walk its history)"
SMALLER = "a clone of its newest part will do: git clone --shallow-since=2.years URL"
MORE = "try `git fsck` in it, or clone it again"


@dataclass(frozen=True, slots=True)
class GitConnector:
    """Reads one repository: a working copy, a bare one, a worktree or a bundle; nothing in it changes."""

    path: Path
    label: str
    kind: str = "git"

    def check(self) -> Health:
        """READY where a repository or bundle lies and git is there to read it. Never raises."""
        try:
            program()
            if is_bundle(self.path):
                return Health(State.READY, "git bundle", size=self.path.stat().st_size)
            if git_directory(self.path) is not None:
                return Health(State.READY, "git repository")
        except ConnectorError as error:
            return Health(State.REFUSED, str(error), error.hint)
        except OSError as error:
            return Health(State.UNKNOWN, f"can't be looked at ({error.strerror})")
        return Health(State.REFUSED, "no git repository and no bundle")

    def pull(self, cursor: str = "") -> Iterator[Item]:
        """One ``Repository``, or a skip for one without commits. Raises ConnectorError."""
        if cursor:
            return
        try:
            with view(self.path) as seen:
                yield _read(self.path, seen)
        except GitTooSlow:
            raise SourceUnreadable("git needs longer than two minutes for this repository", SMALLER) from None
        except GitFailed:
            raise SourceUnreadable(DAMAGED, MORE) from None
        yield Mark("done", 1, 1)


def _read(path: Path, seen: View) -> Repository | Skip:
    name = _default_branch(seen)
    tip = _tip(seen, name)
    if not tip:
        return Skip(f"file:{path.name}", "a repository without commits")
    listed = _list(seen.git, tip)
    mailmap = next((one.object_id for one in listed if one.path == ".mailmap" and one.size < 1 << 20), "")
    history = read_history(seen.git, mailmap)
    return _record(path, seen, name, tip, listed, history)


def _list(git: Git, tip: str) -> list[Listed]:
    """The tree of the default branch; empty where a partial clone left it out."""
    try:
        return list(list_tree(git, tip))
    except GitFailed:
        return []


def _record(
    path: Path, seen: View, branch: str, tip: str, listed: list[Listed], history: History
) -> Repository:
    files = read_telling(seen.git, listed)
    remotes = _remotes(seen)
    readme = next((text for name, text in files if name.lower().startswith("readme")), "")
    return Repository(
        uri=f"git:{_first_root(seen.git, tip)}",
        source="git",
        when=_newest(seen.git, history, tip),
        title=repository_name(remotes, path),
        text=readme[:MOST_README],
        files=files,
        commits=history.commits,
        authors=history.authors,
        recent=history.recent,
        branches=_names(seen, "refs/heads/", "refs/remotes/origin/"),
        default_branch=branch,
        tags=_names(seen, "refs/tags/"),
        remotes=remotes,
        languages=count_endings(one.path for one in listed),
        user=_user(seen),
        shallow=seen.shallow,
        link=web_link(remotes),
    )


def _default_branch(seen: View) -> str:
    """The remote's own default where it is known, else what is checked out, else a usual name."""
    for symbol, prefix in (("refs/remotes/origin/HEAD", "refs/remotes/origin/"), ("HEAD", "refs/heads/")):
        target = seen.symbolic.get(symbol, "")
        if target in seen.heads and target.startswith(prefix):
            return target.removeprefix(prefix)
    known = [name.removeprefix("refs/heads/") for name in seen.heads if name.startswith("refs/heads/")]
    known += [name.removeprefix("refs/remotes/origin/") for name in seen.heads if "/origin/" in name]
    return next((name for name in (*USUAL_BRANCHES, *sorted(known)) if name in known), "")


def _tip(seen: View, branch: str) -> str:
    """The newer of the local and the remote branch is the remote one, unless there is none."""
    for prefix in ("refs/remotes/origin/", "refs/heads/"):
        if found := seen.heads.get(f"{prefix}{branch}"):
            return found
    return next(iter(seen.heads.values()), "")


def _names(seen: View, *prefixes: str) -> tuple[str, ...]:
    names = {
        name.removeprefix(prefix): None
        for prefix in prefixes
        for name in seen.heads
        if name.startswith(prefix)
    }
    return tuple(sorted(names)[:MOST_NAMES])


def _first_root(git: Git, tip: str) -> str:
    """The oldest commit without parents; where a history is cut off, the oldest that is there."""
    listing = git.run("log", "--max-parents=0", "--format=%ct %H", tip).decode().split("\n")
    roots = [line.split(" ") for line in listing if line]
    return min(roots, key=lambda root: (int(root[0]), root[1]))[1]


def _newest(git: Git, history: History, tip: str) -> datetime:
    if history.authors:
        return max(author.last for author in history.authors)
    return datetime.fromisoformat(git.run("log", "-1", "--format=%cI", tip).decode().strip())


def _remotes(seen: View) -> tuple[str, ...]:
    """URLs without credentials, ``origin`` first, then ``upstream``; places on this disk are left out."""
    urls: dict[str, None] = {}
    keys = [key for key in seen.settings if key.startswith("remote.") and key.endswith(".url")]
    usual = ("remote.origin.url", "remote.upstream.url")
    for key in sorted(keys, key=lambda key: (usual.index(key) if key in usual else len(usual), key)):
        for value in seen.settings[key]:
            if url := without_credentials(value):
                urls[url] = None
    return tuple(urls)


def _user(seen: View) -> Party:
    names, addresses = seen.settings.get("user.name", ("",)), seen.settings.get("user.email", ("",))
    return party(names[-1], addresses[-1])
