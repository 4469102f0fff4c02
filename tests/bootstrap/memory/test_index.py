"""The index: day1's lines in order and within limits, everybody else's as they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bootstrap.memory import index

OWN = {
    "user_role.md": "- [Role](user_role.md) — staff engineer",
    "project_harbour.md": "- [Harbour](project_harbour.md) — the quay",
    "reference_wiki.md": "- [Wiki](reference_wiki.md) — where it is",
    "feedback_short.md": "- [Short](feedback_short.md) — short answers",
}
words = st.text(max_size=200)


def test_lines_stand_by_type_then_name() -> None:
    assert index.merged("", dict(reversed(OWN.items())), ()).splitlines() == list(OWN.values())


def test_lines_of_others_stay_to_the_byte() -> None:
    hand = "<!-- mine -->\r\n# Notes\r\n* [Own](project_own.md) - by hand\r\n\r\nSome prose.\r\n"
    after = index.merged(hand, OWN, ())
    assert [
        line for line in after.split("\n") if line not in {f"{own}\r" for own in OWN.values()}
    ] == hand.split("\n")
    assert index.merged(after, {}, set(OWN)) == hand


def test_a_line_a_person_rewrote_is_kept() -> None:
    hand = "- [My job](user_role.md) — what I say\n"
    new = {"user_role.md": "- [Role](user_role.md) — principal"}
    assert index.merged(hand, new, (), lambda entry: True) == hand
    assert index.merged(hand, new, ()) == new["user_role.md"] + "\n"


@given(title=words, description=words)
def test_every_line_is_short_and_read_back(title: str, description: str) -> None:
    line = index.render_line(title, "user_role.md", description)
    entry = index.entry_of(line)
    assert len(line) <= index.LINE_CHARACTERS
    assert entry is not None
    assert entry.file == "user_role.md"
    if len(title) < 50:
        assert entry.title == (" ".join(title.split()) or "role")


def test_links_elsewhere_are_no_memories() -> None:
    assert (
        index.entries("- [Site](https://x.example/a.md)\n- [Text](notes.txt)\n[Bare](user_role.md)\n") == []
    )


def test_the_hook_is_cut_at_a_word_and_says_so() -> None:
    line = index.render_line("Role", "user_role.md", "word " * 60)
    assert line.endswith("word…")


def test_the_hook_does_not_say_the_title_once_more() -> None:
    line = index.render_line("Priya Nair", "reference_priya.md", "Priya Nair: leads billing")
    assert line == "- [Priya Nair](reference_priya.md) — leads billing"
    assert index.hook_of("Kite", "Kite") == "Kite"
    assert index.hook_of("Kite", "Kites fly: high") == "Kites fly: high"
