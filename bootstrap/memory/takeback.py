"""The changes that take a writing back, worked out against what lies there now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bootstrap.errors import MemoryDirectoryError
from bootstrap.memory.changes import Change
from bootstrap.memory.receipts import Receipt


def reverse(receipt: Receipt, standing: Sequence[Receipt]) -> tuple[Change, ...]:
    """What undoing ``receipt`` changes now.

    Args:
        standing: all writings that stand, oldest first, to name the later one that is in the way.

    Raises MemoryDirectoryError when a file that is ours alone was changed since.
    """
    root = Path(receipt.root)
    changes, blocked = [], []
    for change in reversed(receipt.changes):
        path = root / change.path
        now = path.read_bytes() if path.is_file() else None
        if now == change.before or (change.shared and now is None and change.before is None):
            continue
        if now == change.after:
            changes.append(Change(change.path, now, change.before, change.mode, change.shared))
        elif change.shared and now is not None:
            changes.append(Change(change.path, now, _without(now, change), change.mode, True))
        else:
            blocked.append(change.path)
    if blocked:
        raise MemoryDirectoryError(
            f"{', '.join(blocked[:3])} changed since it was written; nothing was taken back.",
            _way_out(receipt, standing, blocked),
        )
    return tuple(sorted(changes, key=_order))


def _order(change: Change) -> tuple[int, str]:
    """Files that come back, then indexes and ledgers, then those that go."""
    return (2 if change.after is None else int(change.shared)), change.path


def _without(now: bytes, change: Change) -> bytes | None:
    """``now`` without the lines the change added, and with those it took out, at their old places."""
    before, after = _lines(change.before), _lines(change.after)
    added = Counter(after) - Counter(before)
    kept = []
    for line in _lines(now):
        if added[line] > 0:
            added[line] -= 1
        else:
            kept.append(line)
    missing = Counter(before) - Counter(after)
    for number, line in enumerate(before):
        if missing[line] > 0:
            missing[line] -= 1
            kept.insert(_place(kept, before[:number]), line)
    return b"".join(kept) or None


def _place(lines: list[bytes], ahead: list[bytes]) -> int:
    """Behind the nearest line that stood ahead and still does; else at the top."""
    for line in reversed(ahead):
        if line in lines:
            return lines.index(line) + 1
    return 0


def _lines(data: bytes | None) -> list[bytes]:
    return (data or b"").splitlines(keepends=True)


def _way_out(receipt: Receipt, standing: Sequence[Receipt], blocked: Sequence[str]) -> str:
    later = standing[standing.index(receipt) + 1 :]
    touching = [
        other.id
        for other in later
        if other.root == receipt.root and set(blocked) & {change.path for change in other.changes}
    ]
    if touching:
        return f"A later writing changed it: take back {touching[-1]} first."
    return "Keep your change, or put the file back as it was, then undo again."
