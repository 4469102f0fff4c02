"""Documents: texts as they are, and ``.docx.txt`` / ``.pdf.txt`` turned into the format they stand for."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from bootstrap.fixtures.documents import docx, pdf


def documents(folder: Path) -> list[tuple[str, bytes]]:
    """All files below ``folder`` as (path, content), sorted by path."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [_document(path, path.relative_to(folder).as_posix()) for path in found]


def _document(path: Path, name: str) -> tuple[str, bytes]:
    if name.endswith(".docx.txt"):
        return name.removesuffix(".txt"), _word(path.read_text("utf-8"))
    if name.endswith(".pdf.txt"):
        return name.removesuffix(".txt"), pdf(path.read_text("utf-8").splitlines())
    return name, path.read_bytes()


def _word(text: str) -> bytes:
    head: dict[str, str] = {}
    lines = text.splitlines()
    while lines and ": " in lines[0] and not lines[0].startswith("#"):
        name, _, value = lines.pop(0).partition(": ")
        head[name] = value
    return docx(
        head["title"], head["author"], datetime.fromisoformat(head["when"]), lines, head.get("hidden", "")
    )
