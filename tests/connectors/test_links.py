"""Links as records keep them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.links import clean_link, links_in, unique_links


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://x.example/a?b=1&utm_source=mail&c=2#d", "https://x.example/a?b=1&c=2#d"),
        ("HTTPS://user:secret@x.example/a", "https://x.example/a"),
        ("https://files.slack.example/f?t=" + "xoxe-" + "123", "https://files.slack.example/f"),
        ("https://x.example/w?v=abc&t=42", "https://x.example/w?v=abc&t=42"),
        ("https://x.example/f?sig=" + "0123456789abcdef" * 2, "https://x.example/f"),
        ("mailto:a@x.example", ""),
        ("javascript:alert(1)", ""),
        ("/relative", ""),
        ("https://", ""),
        ("http://[broken", ""),
    ],
)
def test_tracking_tokens_and_credentials_are_dropped(written: str, kept: str) -> None:
    assert clean_link(written) == kept


def test_links_in_text_end_where_the_sentence_goes_on() -> None:
    text = "see https://x.example/a, (https://x.example/b_(c)) and https://x.example/a. <https://x.example/d>"
    assert links_in(text) == ("https://x.example/a", "https://x.example/b_(c)", "https://x.example/d")


def test_links_come_once_and_in_order() -> None:
    assert unique_links(["http://b.example/", "", "http://a.example/", "http://b.example/"]) == (
        "http://b.example/",
        "http://a.example/",
    )


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    for link in links_in(f"http://{text} {text}"):
        assert clean_link(link) == link
