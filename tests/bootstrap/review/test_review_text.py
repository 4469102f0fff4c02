"""The second line of defence: whatever slipped through is shown, not obeyed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bootstrap.review.text import ENTIRE, LINE, MARK, harmless, one_line, visible

TAGS = "".join(chr(0xE0000 + ord(char)) for char in "hidden")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[2Jb", f"a{MARK}[2Jb"),
        ("a\x1b]52;c;aGk=\x07b", f"a{MARK}]52;c;aGk={MARK}b"),
        ("a\x9b31mb", f"a{MARK}31mb"),
        ("a\u202eb\u202c", f"a{MARK}b{MARK}"),
        (f"a{TAGS}b", f"a{MARK}b"),
        ("a\u200bb", f"a{MARK}b"),
        ("a\rb\x00", f"a{MARK}b{MARK}"),
        ("pass\u200dword", f"pass{MARK}word"),
        ("a\ud800b", f"a{MARK}b"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_is_one_mark(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text", ["می‌خواهم", "क्‍ष", "👨‍👩‍👧", "🇩🇪", "e\u0301", "صباح الخير", "佐藤 由紀", "שלום"]
)
def test_scripts_and_emoji_keep_what_they_need(text: str) -> None:
    assert visible(text) == text


def test_in_columns_joined_emoji_stand_apart_so_that_widths_agree() -> None:
    assert one_line("👨‍👩‍👧 👍🏽 ❤️") == "👨👩👧 👍 ❤"


def test_a_memory_is_shown_whole_and_what_is_left_out_is_said() -> None:
    assert visible("x" * 150_000) == "x" * 150_000
    assert visible("x" * 10_000, 2_000) == "x" * 2_000 + "… (8,000 more characters)"
    assert visible("x" * (ENTIRE + 1)).endswith("… (1 more characters)")
    assert cell_len(one_line("x" * 10_000_000)) < LINE + 50


@given(st.text())
def test_no_control_is_left_in_anything(text: str) -> None:
    for char in harmless(text):
        assert char in "\n\t" or (ord(char) >= 0x20 and not 0x7F <= ord(char) <= 0x9F)
    assert "\n" not in one_line(text)
