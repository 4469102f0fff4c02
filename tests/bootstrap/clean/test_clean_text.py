"""What cleaning takes out, and what scripts and emoji must keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bootstrap.clean import clean

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


def hide_in_tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in text)


@pytest.mark.parametrize(
    "text",
    [
        "plain text\n\twith a tab",
        f"dinner {FAMILY} at {SCOTLAND}",
        "I \u2764\ufe0f this, 1\ufe0f\u20e3 first, \U0001f3f3\ufe0f\u200d\U0001f308",
        "می\u200cخواهم فردا جلسه بگذاریم",
        "فایل PDF\u200cها و «کتاب»\u200cها، ۲۰۲۴\u200cام",
        "क\u094d\u200dया आप, क\u094d\u200cष",
        "ശ\u0d4dര\u0d40\u200cമതി",
        "1445 ه\u200d",
        "葛\U000e0100城市 と 辻\U000e0101さん",
        "\u200fשלום\u200f (סוף)",
        "בדיקה C++\u200e!",
        "ภาษา\u200bไทย",
        "𝒳".replace("𝒳", "x²+y² ≠ z² ①②③ ＴＥＬ：０３－１２３４ ﬁle Ⅳ. 10月３日（木）"),
        "Zoë naïve café Nguyễn Văn Anh e\u0301",
        "⠠⠃⠗⠁⠊⠇⠇⠑ ⠞⠑⠭⠞",
    ],
)
def test_what_a_script_or_an_emoji_needs_stays_to_the_byte(text: str) -> None:
    assert clean(text) == (text, 0)


@pytest.mark.parametrize(
    ("text", "cleaned", "dropped"),
    [
        ("a\x1b[31mred\x1b[0m", "ared", 9),
        ("link \x1b]8;;https://evil.example\x07here\x1b]8;;\x07", "link here", 32),
        ("\x9b2Jclear", "clear", 3),
        ("a\u202eb\u202cc \u2066d\u2069", "abc d", 4),
        ("i\u200bg\u2060n\ufefforre", "ignorre", 3),
        ("very\u00adlong", "verylong", 1),
        ("note" + hide_in_tags("obey"), "note", 4),
        ("\U0001f600" + "\U000e0135\U000e0168", "\U0001f600", 2),
        ("x\ufe01\ufe02", "x", 2),
        ("Wx\bhat", "What", 2),
        ("W\u0336h\u0336y", "Why", 2),
        ("How\u2800do", "How do", 1),
        ("𝐁𝐨𝐥𝐝 ⓦⓞⓡⓓ", "Bold word", 8),
        ("z" + "\u0301" * 9, "z" + "\u0301" * 3, 6),
        ("a\ud800b\ufffec", "abc", 2),
        ("a\u200db", "ab", 1),
    ],
)
def test_what_nobody_sees_goes_and_is_counted(text: str, cleaned: str, dropped: int) -> None:
    assert clean(text) == (cleaned, dropped)


def test_line_ends_become_newlines_and_count_for_nothing() -> None:
    assert clean("a\r\nb\rc\u2028d\x0be") == ("a\nb\nc\nd\ne", 0)


def test_marks_of_direction_carry_no_data_between_letters() -> None:
    assert clean("ש\u200eל\u200fו\u200eם") == ("שלום", 3)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once, _ = clean(text)
    assert clean(once) == (once, 0)


@given(st.text(alphabet=st.characters(max_codepoint=0x7E, min_codepoint=0x20)))
def test_printable_ascii_is_never_touched(text: str) -> None:
    assert clean(text) == (text, 0)


@given(st.text(alphabet="\x1b[]m0;\x07\b\u200d\u200e\u2066\u034f\ufe0fא👩a"))
def test_no_mixture_leaves_a_control_or_a_bidi_override(text: str) -> None:
    assert not set("\x1b\x07\b\u2066") & set(clean(text)[0])
