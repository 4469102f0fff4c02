"""One memory, under a reminder of its age."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from bootstrap.memory.directory import Directory
from bootstrap.memory.markdown import BrokenMemory
from bootstrap.model import GLOBAL, Memory


def read(directory: Directory, name: str, project: Path | None, now: date) -> str:
    """The memory ``name`` with its age in front, counted in days to ``now`` from its ``as_of``.

    A file that is no memory any more (broken by hand) is shown as it stands, its age unknown.
    Raises MemoryDirectoryError when there is none of that name.
    """
    layer, file = directory.find(name, project)
    scope = "global" if layer == GLOBAL else f"project {layer}"
    try:
        memory = directory.memory(layer, file)
    except BrokenMemory as broken:
        text = (directory.read_bytes(layer, file) or b"").decode(errors="replace")
        return f"{_reminder(f'{layer}/{file}', scope, 'Its age is unknown')}\n{broken}\n\n{text}"
    about = f"{memory.name} ({memory.type}, {scope})"
    head = f"# {memory.title}\n\n{memory.description}\n" if memory.description else f"# {memory.title}\n"
    return f"{_reminder(about, '', _age(memory, now))}\n{head}\n{memory.body}\n"


def _reminder(about: str, scope: str, age: str) -> str:
    where = f"{about}, {scope}" if scope else about
    return (
        f"> Memory {where}. {age}: a point-in-time observation, not live state.\n"
        "> Check the files, functions and links it names before relying on them.\n"
    )


def _age(memory: Memory, now: date) -> str:
    day, word = (memory.as_of, "as of") if memory.as_of else (memory.seeded, "written on")
    if day is None:
        return "Its age is unknown"
    days = max((now - day).days, 0)
    count = "1 day" if days == 1 else f"{days} days"
    return f"It is {count} old ({word} {day.isoformat()})"
