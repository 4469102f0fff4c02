from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ADA = "Ada Lindqvist <ada@fjord.example>"


@dataclass(frozen=True)
class Workshop:
    """A working copy that a test fills, with git's own commands and fixed dates."""

    path: Path

    def git(self, *arguments: str, given: str = "", **environment: str) -> str:
        keep = {"PATH": os.environ["PATH"], "HOME": str(self.path.parent), "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.path,
            env=keep | environment,
            input=given,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(
        self,
        message: str,
        files: dict[str, str] | None = None,
        author: str = ADA,
        date: str = "2026-03-02T09:30:00+01:00",
    ) -> str:
        for name, text in (files or {}).items():
            place = self.path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        name, _, address = author.rstrip(">").partition(" <")
        self.git("add", "--all")
        self.git(
            *("commit", "--quiet", "--allow-empty", "-F", "-"),
            given=message,
            GIT_AUTHOR_NAME=name,
            GIT_AUTHOR_EMAIL=address,
            GIT_AUTHOR_DATE=date,
            GIT_COMMITTER_NAME=name,
            GIT_COMMITTER_EMAIL=address,
            GIT_COMMITTER_DATE=date,
        )
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def workshop(tmp_path: Path) -> Callable[[str], Workshop]:
    def make(name: str, *options: str) -> Workshop:
        path = tmp_path / name
        path.mkdir(parents=True)
        shop = Workshop(path)
        shop.git("init", "--quiet", "--initial-branch=main", *options)
        return shop

    return make
