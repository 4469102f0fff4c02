"""What is wrong with a memory directory, in words; nothing is changed."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bootstrap.files import STAGED_PREFIX, STAGED_SUFFIX
from bootstrap.memory import index, ledger
from bootstrap.memory.directory import Directory
from bootstrap.memory.markdown import BrokenMemory, name_of
from bootstrap.model import Block

Screen = Callable[[str], tuple[Block, ...]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong.

    Attributes:
        path: relative to the directory.
        kind: ``broken``, ``orphan``, ``unlisted``, ``over-limit``, ``screened``, ``open``, ``leftover``,
            ``ledger`` or ``link``.
        problem, hint: without content.
    """

    path: str
    kind: str
    problem: str
    hint: str = ""


def check(directory: Directory, screen: Screen | None = None) -> list[Finding]:
    """Look at every layer.

    Args:
        screen: says what speaks against a text; the program's own screening by default.
    """
    if screen is None:
        from bootstrap.screening import screen as own

        screen = own
    found: list[Finding] = []
    for layer in directory.layers():
        for part in (
            _files(directory, layer, screen),
            _index(directory, layer, screen),
            _around(directory, layer),
        ):
            found += part
    return found


def _files(directory: Directory, layer: str, screen: Screen) -> Iterator[Finding]:
    root = directory.root.resolve()
    for file in directory.files(layer):
        path = f"{layer}/{file}"
        if not (root / path).resolve().is_relative_to(root):
            yield Finding(path, "link", "It is a link that leads out of the memory directory.")
        data = directory.read_bytes(layer, file) or b""
        try:
            memory = directory.memory(layer, file, {})
        except BrokenMemory as broken:
            yield Finding(path, "broken", str(broken), "Agents may not load it; mend its front matter.")
        else:
            if f"{memory.type}_" != file[: len(memory.type) + 1] and name_of(file) != file.removesuffix(
                ".md"
            ):
                yield Finding(
                    path, "broken", f"Its file name says another type than {memory.type}.", "Rename it."
                )
        for block in screen(data.decode(errors="replace")):
            yield Finding(
                path, "screened", f"{block.kind}: {block.reason}", "Read it; delete it if it is not yours."
            )


def _index(directory: Directory, layer: str, screen: Screen) -> Iterator[Finding]:
    path = f"{layer}/{index.FILE}"
    text = directory.index_text(layer)
    listed = [entry.file for entry in index.entries(text)]
    there = set(directory.files(layer))
    for file in listed:
        if file not in there and not (directory.root / layer / file).is_file():
            yield Finding(path, "orphan", f"It names {file}, which is not there.", "Delete the line.")
    for file in sorted(there - set(listed)):
        yield Finding(
            f"{layer}/{file}", "unlisted", "The index does not name it.", f"Add a line to {index.FILE}."
        )
    for file in sorted({file for file in listed if listed.count(file) > 1}):
        yield Finding(path, "orphan", f"It names {file} more than once.", "Keep one line.")
    if index.overflow(text):
        limit = f"{index.LINES} lines or {index.CHARACTERS:,} characters"
        yield Finding(path, "over-limit", f"It is over {limit}.", "Agents may cut it; retire some memories.")
    for block in screen(text):
        yield Finding(path, "screened", f"{block.kind}: {block.reason}", "Read it; delete what is not yours.")
    for number, line in enumerate(text.splitlines(), 1):
        if index.entry_of(line) and len(line) > index.LINE_CHARACTERS:
            yield Finding(path, "over-limit", f"Line {number} is over {index.LINE_CHARACTERS} characters.")


def _around(directory: Directory, layer: str) -> Iterator[Finding]:
    folder = directory.root / layer
    if sys.platform != "win32" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield Finding(layer, "open", "Others on this machine can look into it.", f"chmod 700 {layer}")
    for left in sorted(folder.glob(f"{STAGED_PREFIX}*{STAGED_SUFFIX}")):
        yield Finding(f"{layer}/{left.name}", "leftover", "A writing was cut here.", "Delete it.")
    raw = directory.read_bytes(layer, ledger.PATH) or b""
    torn = len([line for line in raw.split(b"\n") if line.strip()]) - len(ledger.decode(raw))
    if torn:
        yield Finding(f"{layer}/{ledger.PATH}", "ledger", f"{torn} lines of the ledger are damaged.")
    for file, entry in ledger.newest(ledger.decode(raw)).items():
        if entry.act == "retire" and entry.kept_at and directory.read_bytes(layer, entry.kept_at) is None:
            yield Finding(f"{layer}/{entry.kept_at}", "ledger", f"The retired {file} is not kept any more.")
