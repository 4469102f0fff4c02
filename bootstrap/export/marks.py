"""The marks by which a later export knows what an earlier one wrote, and whether it is still as written.

A file of ours ends in a comment with a hash of all that is above it; a block of ours in somebody
else's file stands between two comments, the first with a hash of what is between them.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Literal, TypeAlias

from bootstrap.memory.changes import Change, Held

State: TypeAlias = Literal["absent", "ours", "edited", "foreign"]
_SEAL = re.compile(r"<!-- day1 ([0-9a-f]{16}) -->\n?\Z")
_BLOCK = re.compile(
    r"<!-- day1:begin ([0-9a-f]{16}) [^>]*-->\r?\n(.*?)<!-- day1:end -->(?:\r?\n)?", re.DOTALL
)
_EDITED = "It was changed since the last export; delete it there to have it written again."
_FOREIGN = "A file of that name is there that day1 did not write."


def sealed(text: str) -> bytes:
    """``text`` as a file of ours."""
    body = text.rstrip("\n") + "\n\n"
    return f"{body}<!-- day1 {_hash(body)} -->\n".encode()


def state(data: bytes | None) -> State:
    """Whose a file is, by its seal."""
    if data is None:
        return "absent"
    text = data.decode(errors="replace").replace("\r\n", "\n")
    seal = _SEAL.search(text)
    if seal is None:
        return "foreign"
    return "ours" if seal[1] == _hash(text[: seal.start()]) else "edited"


def own_file(root: Path, path: str, text: str | None, name: str) -> tuple[list[Change], list[Held]]:
    """The change that makes the file of ours at ``path`` say ``text`` (None: be gone).

    A file that is not ours, or that was edited, is held under ``name``.
    """
    before = _read(root / path)
    whose = state(before)
    after = sealed(text) if text is not None else None
    if before == after or (text is None and whose == "foreign"):
        return [], []
    if whose in ("edited", "foreign"):
        return [], [Held(name, _EDITED if whose == "edited" else _FOREIGN)]
    return [Change(path, before, after)], []


def own_block(root: Path, path: str, inside: str, mode: int) -> tuple[list[Change], list[Held]]:
    """The change that makes our block in the file at ``path`` say ``inside`` (empty: be gone).

    All other text of the file stays to the byte. An edited block is held.
    """
    before = _read(root / path)
    text = (before or b"").decode(errors="surrogateescape")
    found = _BLOCK.search(text)
    if found and found[1] != _hash(found[2].replace("\r\n", "\n")):
        return [], [
            Held(
                path, "Its day1 block was changed since the last export; delete it to have it written again."
            )
        ]
    inside = inside.strip("\n") + "\n" if inside else ""
    block = (
        f"<!-- day1:begin {_hash(inside)} (kept by day1 export) -->\n{inside}<!-- day1:end -->\n"
        if inside
        else ""
    )
    if found:
        new = text[: found.start()] + block + text[found.end() :]
    elif block and text:
        new = text + ("\n" if text.endswith("\n") else "\n\n") + block
    else:
        new = text + block
    after = new.encode(errors="surrogateescape") if new else None
    return ([Change(path, before, after, mode, shared=True)] if after != before else []), []


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()[:16]


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
