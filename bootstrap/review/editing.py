"""A candidate as the memory file a person sees and edits, and that file read back.

The file is the one that will lie in the memory directory, front matter and body, so that what is
approved is what is written (the writer adds only the day of seeding).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import yaml

from bootstrap.errors import ReviewError
from bootstrap.model import Candidate, MemoryType

TYPES: dict[object, MemoryType] = {
    "user": "user",
    "project": "project",
    "reference": "reference",
    "feedback": "feedback",
}
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?\n?", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"\A[a-z0-9]+(-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Draft:
    """What an edited file says."""

    name: str
    type: MemoryType
    description: str
    body: str


def render(candidate: Candidate, type_: MemoryType | None = None) -> str:
    """The memory file a candidate proposes; for a retirement, the file as it stands."""
    if candidate.change == "retire":
        return candidate.current
    meta: dict[str, object] = {"type": type_ or candidate.type}
    if candidate.as_of:
        meta["as_of"] = candidate.as_of
    return _file(candidate.name, candidate.description, {**meta, "origin": "day1"}, candidate.body)


def parse(text: str) -> Draft:
    """Read an edited file. Raises ReviewError with one clear line when it is no memory file."""
    front = _FRONT.match(text)
    if front is None:
        raise ReviewError("The front matter is gone.", "Keep the lines between the two --- at the top.")
    fields = _fields(front.group(1))
    meta = fields.get("metadata")
    kind = meta.get("type") if isinstance(meta, dict) else fields.get("type")
    name, description, body = fields.get("name"), fields.get("description"), text[front.end() :].strip()
    if not isinstance(name, str) or not _NAME.match(name):
        raise ReviewError(
            "The name must be small letters, digits and single hyphens.", "For example: works-at-northwind"
        )
    if not isinstance(kind, str) or kind not in TYPES:
        raise ReviewError("The type must be user, project, reference or feedback.")
    if not isinstance(description, str) or not description.strip():
        raise ReviewError("The description is empty.", "One line by which an agent decides to load it.")
    if not body:
        raise ReviewError("The body is empty.", "Press x to reject the memory instead.")
    return Draft(name, TYPES[kind], " ".join(description.split()), body)


def retyped(text: str, type_: MemoryType) -> str:
    """The same file under another type."""
    front = _FRONT.match(text)
    fields = _fields(front.group(1)) if front else {}
    meta = fields.get("metadata")
    draft = parse(text)
    kept = {str(key): value for key, value in meta.items()} if isinstance(meta, dict) else {}
    return _file(draft.name, draft.description, {**kept, "type": type_}, draft.body)


def merged(text: str, other: str) -> str:
    """The first file with the second one's description and body behind its own, repeated lines once."""
    first, second = parse(text), parse(other)
    seen = {line.strip() for line in first.body.splitlines() if line.strip()}
    added = "\n".join(line for line in second.body.splitlines() if line.strip() not in seen).strip()
    description = first.description
    if second.description not in description:
        description = f"{description.rstrip('.;')}; {second.description}"
    return replaced(text, replace(first, description=description, body=f"{first.body}\n\n{added}".strip()))


def split(text: str, line: int) -> tuple[str, str]:
    """Two files from one: the body's lines before ``line`` (from 1) and those from it on."""
    draft = parse(text)
    lines = draft.body.splitlines()
    head, tail = "\n".join(lines[: line - 1]).strip(), "\n".join(lines[line - 1 :]).strip()
    if not head or not tail:
        raise ReviewError("Both halves need text.", "Choose the line at which the second memory begins.")
    hook = tail.splitlines()[0].lstrip("#*->• ").rstrip("*: ") or draft.description
    second = replace(draft, name=f"{draft.name}-2", description=hook[:150], body=tail)
    return replaced(text, replace(draft, body=head)), replaced(text, second)


def body_line(text: str, line: int) -> int:
    """Which line of the body (from 1) a line of the file is; 0 or less for the front matter."""
    front = _FRONT.match(text)
    body = text[front.end() :] if front else text
    blank = len(body) - len(body.lstrip())
    return line - (text[: front.end()] if front else "").count("\n") - body[:blank].count("\n")


def replaced(text: str, draft: Draft) -> str:
    """``text`` with the draft's fields; other metadata stays."""
    front = _FRONT.match(text)
    meta = _fields(front.group(1)).get("metadata") if front else {}
    kept = {str(key): value for key, value in meta.items()} if isinstance(meta, dict) else {}
    return _file(draft.name, draft.description, {**kept, "type": draft.type}, draft.body)


def _fields(front: str) -> dict[str, object]:
    try:
        fields = yaml.safe_load(front)
    except yaml.YAMLError:
        raise ReviewError(
            "The front matter is no valid YAML.", "Put quotes round values with a colon."
        ) from None
    return fields if isinstance(fields, dict) else {}


def _file(name: str, description: str, meta: dict[str, object], body: str) -> str:
    front = yaml.safe_dump(
        {"name": name, "description": description, "metadata": meta},
        allow_unicode=True,
        sort_keys=False,
        width=10**6,
    )
    return f"---\n{front}---\n\n{body.strip()}\n"
