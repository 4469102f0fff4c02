from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

ADA = {"login": "adalind", "id": 7041, "type": "User"}
BRAM = {"login": "bramdw", "id": 7042, "type": "User"}
BOT = {"login": "dependabot[bot]", "id": 49699333, "type": "Bot"}
TREE = {"README.md": "# Tidemark\nTide tables.\n", "Makefile": "test:\n\tpytest\n", "src/a.py": "pass\n"}


@dataclass
class FakeGitHub:
    """A small account as GitHub's REST API tells it.

    ``trouble`` may answer instead: it gets the request and its number, and returns an answer or None.
    """

    Answer: type[Any]
    commits: int = 3
    repositories: list[str] = field(default_factory=lambda: ["pilots/tidemark", "adalind/dotfiles"])
    scopes: str = "read:user, user:email"
    trouble: Callable[[Any, int], Any] = lambda asked, number: None
    number: int = 0
    root: str = ""

    def __call__(self, asked: Any) -> Any:
        self.number += 1
        self.root = f"http://{asked.headers['host']}"
        special = self.trouble(asked, self.number)
        if special is not None:
            return special
        match asked.path.strip("/").split("/"):
            case ["user"]:
                return self.Answer(self.user(), headers={"X-OAuth-Scopes": self.scopes})
            case ["user", "emails"]:
                return self._page(
                    asked,
                    [
                        {"email": "Ada@Fjord.example", "verified": True, "primary": True, "visibility": None},
                        {
                            "email": "typo@fjord.example",
                            "verified": False,
                            "primary": False,
                            "visibility": None,
                        },
                    ],
                )
            case ["user", "repos"]:
                return self._page(asked, [self.repository(name) for name in self.repositories])
            case ["search", "issues"]:
                return self._page(asked, [self.issue(pull="is:pr" in asked.query["q"])], within="items")
            case ["repos", owner, name]:
                return self.Answer(self.repository(f"{owner}/{name}"))
            case ["repos", _, _, *rest]:
                return self._repository(asked, rest)
        return self.Answer({"message": "Not Found"}, status=404)

    def _repository(self, asked: Any, rest: list[str]) -> Any:
        match rest:
            case ["commits"]:
                return self._page(asked, [self.commit(number) for number in range(self.commits, 0, -1)])
            case ["contributors"]:
                return self._page(asked, [{**ADA, "contributions": 420}, {**BOT, "contributions": 99}])
            case ["readme"]:
                return self.Answer(self.content("README.md"))
            case ["git", "trees", "main"]:
                tree = [
                    {"path": path, "type": "blob", "mode": "100644", "size": len(text), "sha": "a" * 40}
                    for path, text in TREE.items()
                ]
                return self.Answer({"sha": "b" * 40, "tree": tree, "truncated": False})
            case ["contents", *path]:
                return self.Answer(self.content("/".join(path)))
            case ["pulls"]:
                return self._page(asked, [{"number": 12, "user": ADA, "state": "closed"}])
            case ["pulls", "12", "reviews"]:
                return self._page(
                    asked,
                    [
                        {"id": 1, "user": BRAM, "state": "APPROVED"},
                        {"id": 2, "user": ADA, "state": "COMMENTED"},
                        {"id": 3, "user": BOT, "state": "COMMENTED"},
                    ],
                )
        return self.Answer({"message": "Not Found"}, status=404)

    def _page(self, asked: Any, items: list[Any], within: str = "") -> Any:
        size, page = int(asked.query.get("per_page", 30)), int(asked.query.get("page", 1))
        chunk = items[(page - 1) * size : page * size]
        headers = {}
        if page * size < len(items):
            query = "&".join(f"{key}={value}" for key, value in asked.query.items() if key != "page")
            start, end = f"<{self.root}{asked.path}?{query}&page=", -(-len(items) // size)
            headers["Link"] = f'{start}{page + 1}>; rel="next", {start}{end}>; rel="last"'
        total = {"total_count": len(items), "incomplete_results": False, "search_type": "lexical"}
        return self.Answer({**total, within: chunk} if within else chunk, headers=headers)

    def user(self) -> dict[str, Any]:
        told = {
            "name": "Ada Lindqvist",
            "company": "@fjord",
            "location": "Bergen",
            "bio": "Tides.",
            "email": None,
        }
        return {**ADA, **told, "html_url": "https://github.com/adalind", "user_view_type": "private"}

    def repository(self, full: str) -> dict[str, Any]:
        owner, _, name = full.partition("/")
        return {
            "full_name": full,
            "name": name,
            "owner": {"login": owner, "id": 1, "type": "User"},
            "description": "Tide tables for harbours",
            "default_branch": "main",
            "clone_url": f"https://github.com/{full}.git",
            "ssh_url": f"git@github.com:{full}.git",
            "html_url": f"https://github.com/{full}",
            "pushed_at": "2026-11-01T10:00:00Z",
            "fork": False,
            "archived": False,
        }

    def commit(self, number: int) -> dict[str, Any]:
        who = {
            "name": "Ada Lindqvist",
            "email": "Ada@fjord.example",
            "date": f"2026-03-{number % 28 + 1:02}T09:00:00Z",
        }
        message = f"Step {number}\n\nCo-authored-by: Bram de Wit <bram@fjord.example>"
        parents = [{"sha": f"{number - 1:040x}"}] if number > 1 else []
        told = {"author": who, "committer": who, "message": message}
        return {"sha": f"{number:040x}", "commit": told, "author": ADA, "parents": parents}

    def issue(self, pull: bool) -> dict[str, Any]:
        number = 12 if pull else 11
        return {
            "number": number,
            "title": "Moon phase is off by one",
            "body": "See https://tides.example/phase for the table.",
            "user": BRAM,
            "state": "open",
            "repository_url": f"{self.root}/repos/pilots/tidemark",
            "html_url": f"https://github.com/pilots/tidemark/issues/{number}",
            "created_at": "2026-10-01T08:00:00Z",
            "updated_at": "2026-10-02T08:00:00Z",
            "assignees": [ADA],
            "labels": [{"name": "bug"}],
            **({"pull_request": {"url": f"{self.root}/x"}} if pull else {}),
        }

    def content(self, path: str) -> dict[str, Any]:
        text = base64.encodebytes(TREE[path].encode()).decode()
        return {"path": path, "encoding": "base64", "content": text, "type": "file"}


@pytest.fixture
def fake_github(answer: type[Any]) -> Callable[..., FakeGitHub]:
    return lambda **options: FakeGitHub(answer, **options)
