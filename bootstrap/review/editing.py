"""A candidate as the memory file a person sees and edits, and that file read back.

The file is the one that will lie in the memory directory, so that what is approved is what is written
(the writer adds only the day of seeding).
"""

from __future__ import annotations

from dataclasses import replace

from bootstrap.errors import ReviewError
from bootstrap.memory import markdown
from bootstrap.model import Candidate, Memory, MemoryType

HOOK = 150
"""Characters of a description, about one line of the index."""


def render(candidate: Candidate, type_: MemoryType | None = None) -> str:
    """The memory file a candidate proposes; for a retirement, the file as it stands."""
    if candidate.change == "retire":
        return candidate.current
    return markdown.render(
        Memory(
            name=markdown.safe_name(candidate.name),
            type=type_ or candidate.type,
            description=candidate.description,
            body=candidate.body,
            as_of=candidate.as_of,
        )
    )


def parse(text: str) -> Memory:
    """Read an edited file. Raises ReviewError with one clear line when it can't become a memory."""
    try:
        memory = markdown.parse(text, "", "")
    except markdown.BrokenMemory as broken:
        raise ReviewError(str(broken), "Keep the lines between the two --- at the top.") from None
    if not memory.name:
        raise ReviewError(
            "Its name can't be a file name.", "Small letters, digits and single hyphens: works-at-northwind"
        )
    if not memory.description:
        raise ReviewError("Its description is empty.", "One line by which an agent decides to load it.")
    if not memory.body.strip():
        raise ReviewError("Its body is empty.", "Reject the memory instead.")
    return memory


def retyped(text: str, type_: MemoryType) -> str:
    """The same file under another type."""
    return markdown.render(replace(parse(text), type=type_))


def merged(text: str, other: str) -> str:
    """The first file with the second one's description and body behind its own, repeated lines once."""
    first, second = parse(text), parse(other)
    seen = {line.strip() for line in first.body.splitlines() if line.strip()}
    added = "\n".join(line for line in second.body.splitlines() if line.strip() not in seen).strip()
    description = first.description
    if second.description not in description:
        description = f"{description.rstrip('.;')}; {second.description}"
    return markdown.render(replace(first, description=description, body=f"{first.body}\n\n{added}".strip()))


def split(text: str, line: int) -> tuple[str, str]:
    """Two files from one: the body's lines before ``line`` (from 1) and those from it on."""
    whole = parse(text)
    lines = whole.body.splitlines()
    head, tail = "\n".join(lines[: max(0, line - 1)]).strip(), "\n".join(lines[max(0, line - 1) :]).strip()
    if not head or not tail:
        raise ReviewError("Both halves need text.", "Choose the line at which the second memory begins.")
    hook = tail.splitlines()[0].lstrip("#*->• ").rstrip("*: ") or whole.description
    second = replace(whole, name=f"{whole.name}-2", description=hook[:HOOK], body=tail)
    return markdown.render(replace(whole, body=head)), markdown.render(second)


def body_line(text: str, line: int) -> int:
    """Which line of the body (from 1) a line of the file is; 0 or less for the front matter."""
    lines = text.splitlines()
    fence = next((at for at, one in enumerate(lines[1:], 1) if one.strip() == "---"), -1)
    blank = next((at for at, one in enumerate(lines[fence + 1 :]) if one.strip()), 0)
    return line - (fence + 1) - blank
