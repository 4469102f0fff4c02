"""Undoing in a file that many hands write into: our lines go, everybody else's stay, in their order."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bootstrap.memory.changes import Change
from bootstrap.memory.receipts import Receipt
from bootstrap.memory.takeback import reverse

lines = st.lists(st.sampled_from([f"line {n}\n" for n in range(6)]), max_size=6)
ours = st.lists(st.sampled_from([f"ours {n}\n" for n in range(4)]), max_size=3, unique=True)
places = st.lists(st.integers(0, 20), min_size=8, max_size=8)


def woven(base: list[str], added: list[str], where: list[int]) -> list[str]:
    result = list(base)
    for line, place in zip(added, where, strict=False):
        result.insert(place % (len(result) + 1), line)
    return result


@given(
    before=lines,
    added=ours,
    first=places,
    others=st.lists(st.text("xyz", min_size=1), max_size=4),
    later=places,
)
@settings(max_examples=200, deadline=None)
def test_our_lines_go_and_the_others_stay(
    tmp_path_factory: pytest.TempPathFactory,
    before: list[str],
    added: list[str],
    first: list[int],
    others: list[str],
    later: list[int],
) -> None:
    root = tmp_path_factory.mktemp("root")
    after = woven(before, added, first)
    mine = [f"mine {text}\n" for text in others]
    now = woven(after, mine, later)
    (root / "MEMORY.md").write_text("".join(now))
    change = Change("MEMORY.md", "".join(before).encode() or None, "".join(after).encode(), shared=True)
    receipt = Receipt("done", "0001", "seed", str(root), datetime(2026, 1, 1, tzinfo=UTC), (change,))
    result = next((one.after for one in reverse(receipt, [receipt])), "".join(now).encode())
    assert (result or b"").decode() == "".join(line for line in now if line not in added)


@given(before=lines, gone=st.sets(st.integers(0, 5)))
@settings(max_examples=100, deadline=None)
def test_lines_we_took_out_come_back_to_their_place(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], gone: set[int]
) -> None:
    root: Path = tmp_path_factory.mktemp("root")
    unique = [f"{number} {line}" for number, line in enumerate(before)]
    after = [line for number, line in enumerate(unique) if number not in gone]
    (root / "MEMORY.md").write_text("".join([*after, "mine\n"]))
    change = Change("MEMORY.md", "".join(unique).encode() or None, "".join(after).encode(), shared=True)
    receipt = Receipt("done", "0001", "seed", str(root), datetime(2026, 1, 1, tzinfo=UTC), (change,))
    (undone,) = reverse(receipt, [receipt]) or (
        Change("MEMORY.md", None, "".join([*after, "mine\n"]).encode()),
    )
    assert (undone.after or b"").decode() == "".join([*unique, "mine\n"])
