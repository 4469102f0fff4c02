"""One source a person can choose: found by looking inside a path, or named outright."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """What is to be read.

    Attributes:
        kind: its name in the registry.
        label: what the person sees; unique among the sources of one run.
        paths: where it lies; the parts of one export together. Empty for a live account.
        size: bytes on disk; 0 when unknown.
        detail: one line on what was found, such as ``3 parts`` or ``212 files``.
        root: the folder in which the paths were found, or one above it, for files named one by one: their names
            begin with its name.
    """

    kind: str
    label: str
    paths: tuple[Path, ...] = ()
    size: int = 0
    detail: str = ""
    root: Path | None = None
