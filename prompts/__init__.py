"""The words said to a model: Markdown files, one a matter. Their wording is all there is to change."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Prompt:
    """One Markdown file. ``version`` is the hash of its text, kept in each candidate made with it."""

    name: str
    version: str
    text: str


@cache
def load(name: str) -> Prompt:
    """The prompt of that file name without ``.md``. Raises FileNotFoundError for an unknown one."""
    return compose(name)


@cache
def compose(*names: str) -> Prompt:
    """Several prompts as one, in this order, a blank line between."""
    text = "\n\n".join(
        (files(__package__) / f"{name}.md").read_text(encoding="utf-8").strip() for name in names
    )
    return Prompt("+".join(names), hashlib.sha256(text.encode()).hexdigest()[:12], text + "\n")
