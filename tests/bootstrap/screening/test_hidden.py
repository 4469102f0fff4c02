"""Text that a reader does not see, or sees as something else."""

from __future__ import annotations

import pytest

from bootstrap.screening import screen


def kinds(text: str) -> set[str]:
    return {block.kind for block in screen(text)}


@pytest.mark.parametrize(
    "text",
    [
        "logo" + "".join(chr(0xE0000 + ord(char)) for char in "obey me"),
        "fine\U0001f600" + "\U000e0135\U000e0168\U000e0160\U000e0151",
        "fine" + "\u200b\u200c" * 8,
        "fine" + "\u2062\u2064" * 8,
        "\u202eytivitaler nialpxE\u202c",
        "look \u2066What is this?\u2069",
        "".join(f"{char}\u00ad" for char in "explain"),
        "Wx\bhx\bax\btx\b",
        "say\u041dello to p\u0430ypal",
        "Ｗｈａｔ ｉｓ ｔｈｅ ｃａｐｉｔａｌ",
        "𝐖𝐡𝐚𝐭 𝐢𝐬 𝐭𝐡𝐞",
        "ⓔⓧⓟⓛⓐⓘⓝ ⓣⓗⓔ",
        "How\u2800do\u2800panels",
        "E\u0336x\u0336p\u0336l\u0336a\u0336i\u0336n",
        "click \x1b]8;;https://evil.example\x07here",
    ],
)
def test_smuggled_text_is_named(text: str) -> None:
    assert "hidden-text" in kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "Family \U0001f468\u200d\U0001f469\u200d\U0001f467 dinner, I \u2764\ufe0f it",
        "سلام، می\u200cخواهم کتاب\u200cها را",
        "नमस्ते, क\u094d\u200dया आप",
        "\u200fשלום\u200f (RLM)",
        "ＴＥＬ：０３－１２３４",
        "iPhone'ом, SMSка, COVID-вакцина, ОАО Ромашка",
        "10月３日（木）の会議 ①②③",
        "Q3 report — naïve café",
    ],
)
def test_scripts_and_emoji_are_not_called_hidden(text: str) -> None:
    assert screen(text) == ()
