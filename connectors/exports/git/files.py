"""The files that tell what a repository is for, how it is built, and by which house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from connectors.exports.git.command import Git, GitFailed
from connectors.exports.git.history import split_fields

MOST_PATHS = 200_000
MOST_BLOB = 1 << 20
MOST_TEXT = 12_000
MOST_TOTAL = 240_000
MOST_FILES = 60
MOST_DEPTH = 4

TELLING: tuple[tuple[str, int], ...] = (
    (r"readme(\.\w+)?", 1),
    (r"(.github/|docs/)?contributing(\.\w+)?", 1),
    (r"(.+/)?(agents|claude|gemini)\.md", 4),
    (r"\.github/copilot-instructions\.md|\.cursorrules|\.cursor/rules/[^/]+", 4),
    (r"(gnu)?makefile|\.?justfile|taskfile\.ya?ml|rakefile|noxfile\.py|tox\.ini|magefile\.go|build\.sh", 8),
    (r"pyproject\.toml|setup\.(cfg|py)|package\.json|cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?", 6),
    (
        r"composer\.json|gemfile|mix\.exs|[^/]+\.cabal|stack\.ya?ml|deno\.jsonc?|cmakelists\.txt|meson\.build",
        4,
    ),
    (
        r"[^/]+\.(sln|csproj|gemspec|tf)|description|dune-project|pubspec\.ya?ml|flake\.nix|environment\.ya?ml",
        3,
    ),
    (r"(\.github/|docs/|\.gitlab/)?codeowners", 1),
    (r"\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci/config\.yml|jenkinsfile", 6),
    (
        r"azure-pipelines\.ya?ml|\.travis\.yml|\.woodpecker\.ya?ml|\.builds/[^/]+\.yml|bitbucket-pipelines\.yml",
        3,
    ),
    (r"atlantis\.ya?ml|(docker-)?compose\.ya?ml|dockerfile|skaffold\.ya?ml|chart\.ya?ml|ansible\.cfg", 4),
    (
        r"\.gitmessage|\.?commitlint(rc)?(\.config)?(\.\w+)?|\.czrc|\.cz\.\w+|\.releaserc(\.\w+)?|cliff\.toml",
        4,
    ),
    (
        r"\.pre-commit-config\.ya?ml|\.editorconfig|\.tool-versions|\.python-version|\.nvmrc|lefthook\.ya?ml",
        6,
    ),
    (r"(\.github/|docs/)?pull_request_template\.md|\.github/dependabot\.yml|renovate\.json5?", 3),
    (r"(.+/)?[._]?(dot_)?(gitconfig|vimrc|zshrc|bashrc|tmux\.conf|inputrc|ideavimrc|emacs|zprofile)", 10),
    (r"(.+/)?(init\.(lua|vim|el)|config\.fish|starship\.toml|alacritty\.(toml|yml)|kitty\.conf)", 6),
    (
        r"(.+/)?(brewfile|\.?config/(git/config|ghostty/config|helix/config\.toml)|(vscode|user)/settings\.json)",
        6,
    ),
    (r"(.+/)?templates?/[^/]+\.(md|txt|ya?ml|tex|html)", 6),
    (r"docs?/[^/]+\.(md|rst|txt|adoc)", 8),
    (r"(releas(e|ing)|changelog|changes|history|news|hacking|style|styleguide|security|support)(\.\w+)?", 4),
    (r"[^/]+\.(md|rst|txt|adoc|org)", 8),
    (r"([^/]+/)+readme(\.\w+)?", 8),
    (r"[^/]+/[^/]+\.(md|rst|adoc)", 8),
)
"""(path pattern, how many of its kind), the most telling first. First match wins; case is ignored."""

NAME_ONLY = re.compile(r"(licen[cs]e|copying|unlicense)([-.][^/]*)?", re.IGNORECASE)
"""Files whose name says enough."""

_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), most) for pattern, most in TELLING)


@dataclass(frozen=True, slots=True)
class Listed:
    """A file in the tree of the default branch; ``size`` in bytes."""

    path: str
    object_id: str
    size: int


def list_tree(git: Git, tip: str) -> Iterator[Listed]:
    """The files of a commit, at most 200,000 of them, those at the top before all others. Raises GitFailed."""
    yield from _listed(git, "ls-tree", "-l", "-z", "--full-tree", tip)
    yield from (
        one for one in _listed(git, "ls-tree", "-r", "-l", "-z", "--full-tree", tip) if "/" in one.path
    )


def _listed(git: Git, *command: str) -> Iterator[Listed]:
    for entry in islice(split_fields(git.stream(*command), 8_192), MOST_PATHS):
        meta, _, path = entry.decode("utf-8", errors="replace").partition("\t")
        mode, kind, object_id, size = meta.split()
        if kind == "blob" and mode != "120000" and size.isdigit():
            yield Listed(path, object_id, int(size))


def choose(paths: Iterable[str]) -> list[str]:
    """The telling ones among paths, the most telling first, shallow before deep."""
    kinds: list[list[str]] = [[] for _ in TELLING]
    for path in (path for path in paths if path.count("/") <= MOST_DEPTH):
        for place, (pattern, _) in enumerate(_PATTERNS):
            if pattern.fullmatch(path):
                kinds[place].append(path)
                break
    for kind, (_, most) in zip(kinds, TELLING, strict=True):
        kind.sort(key=lambda path: (path.count("/"), path))
        del kind[most:]
    return [path for kind in kinds for path in kind][:MOST_FILES]


def read_telling(git: Git, listed: list[Listed]) -> tuple[tuple[str, str], ...]:
    """Path and head of each telling file; bounded one by one and together. Raises GitFailed."""
    by_path = {one.path: one for one in listed if 0 < one.size <= MOST_BLOB}
    chosen = [by_path[path] for path in choose(by_path)]
    texts: list[tuple[str, str]] = []
    room = MOST_TOTAL
    for one, content in zip(chosen, read_blobs(git, chosen), strict=False):
        if b"\0" in content[:8_000]:
            continue
        text = content.decode("utf-8", errors="replace").removeprefix("\ufeff")[: min(MOST_TEXT, room)]
        room -= len(text)
        if text.strip():
            texts.append((one.path, text))
        if room <= 0:
            break
    names = [one.path for one in listed if NAME_ONLY.fullmatch(one.path)]
    return (*texts, *((name, "") for name in names[:3]))


def read_blobs(git: Git, wanted: list[Listed]) -> Iterator[bytes]:
    """Content of each, in order; nothing for one that is missing (a partial clone)."""
    asked = "".join(f"{one.object_id}\n" for one in wanted).encode()
    try:
        output = git.run("cat-file", "--batch", given=asked, most=(MOST_BLOB + 200) * (len(wanted) + 1))
    except GitFailed:
        output = b""
    start = 0
    for _ in wanted:
        end = output.find(b"\n", start)
        header = output[start:end].split()
        if len(header) != 3:
            start = end + 1
            yield b""
            continue
        size = int(header[2])
        yield output[end + 1 : end + 1 + size]
        start = end + 1 + size + 1
