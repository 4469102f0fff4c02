"""Sources beside each other: parts of one export put together, equal names told apart."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from connectors.source import Source

_TAKEOUT_SET = re.compile(r"^(takeout-\d{8}T\d{6}Z)", re.IGNORECASE)


def of_one_run(sources: list[Source]) -> list[Source]:
    """The sources of one run: parts of one Takeout as one source, and loose files of different folders under
    different names, since their uris are those names."""
    return unique_labels(_apart(parts_together(sources)))


def parts_together(sources: list[Source]) -> list[Source]:
    """The same sources, the parts of one Takeout as one; by the time stamp in their names."""
    sets: dict[tuple[str, str], list[Source]] = {}
    for source in sources:
        match = _set_of(source.paths[0]) if source.kind == "takeout" and source.paths else None
        key = ("takeout", match[1].lower()) if match else (source.kind, f"{source.label}{source.paths}")
        sets.setdefault(key, []).append(source)
    return [_together(parts) for parts in sets.values()]


def unique_labels(sources: list[Source]) -> list[Source]:
    """The same sources, those with a label that was there before numbered."""
    unique: dict[str, Source] = {}
    for source in sources:
        label, number = source.label, 1
        while label in unique:
            number += 1
            label = f"{source.label}#{number}"
        unique[label] = replace(source, label=label)
    return list(unique.values())


def _apart(sources: list[Source]) -> list[Source]:
    roots = {source.root for source in sources if source.root}
    return [
        replace(source, root=_told_apart(source.root, roots)) if source.root else source for source in sources
    ]


def _told_apart(root: Path, roots: set[Path]) -> Path:
    """The root, or the folder so far above it that no other root has the same names from there down."""
    depth = 1
    while any(other.parts[-depth:] == root.parts[-depth:] for other in roots - {root}):
        depth += 1
    return (root, *root.parents)[depth - 1]


def _set_of(path: Path) -> re.Match[str] | None:
    """The time stamp that all parts of one Takeout share, in their own name or in that of the folder around them."""
    return _TAKEOUT_SET.match(path.name) or _TAKEOUT_SET.match(path.parent.name)


def _together(parts: list[Source]) -> Source:
    if len(parts) == 1:
        return parts[0]
    paths = tuple(sorted({path for part in parts for path in part.paths}, key=lambda path: (path.name, path)))
    label = f"takeout:{paths[0].name}"
    return Source("takeout", label, paths, sum(part.size for part in parts), f"{len(paths)} parts")
