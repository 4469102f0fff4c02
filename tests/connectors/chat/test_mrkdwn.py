"""Slack's markup as plain text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.exports.chat.mrkdwn import Names, Plain, from_blocks, from_mrkdwn

NAMES = Names({"U1": "Priya Nair"}.get, {"C1": "general"}.get)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("<@U1> can you look?", "@Priya Nair can you look?"),
        ("<@U9|paul> and <@U8>", "@paul and @U8"),
        ("see <#C1> and <#C9|ops>", "see #general and #ops"),
        ("<!here> <!subteam^S1|@oncall> <!subteam^S2>", "@here @oncall @S2"),
        ("<!date^1392734382^{date}|Feb 18, 2014>", "Feb 18, 2014"),
        ("a &lt;b&gt; &amp;amp; c", "a <b> &amp; c"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("if x < 3 and y > 4", "if x < 3 and y > 4"),
        ("<https://x.example/a?b=1&amp;c=2>", "https://x.example/a?b=1&c=2"),
        ("<https://x.example/doc|the doc>", "the doc (https://x.example/doc)"),
        ("<http://x.example|x.example>", "http://x.example"),
    ],
)
def test_entities_are_spelt_out(written: str, plain: str) -> None:
    assert from_mrkdwn(written, NAMES).text == plain


def test_links_are_kept_and_tokens_in_them_are_not() -> None:
    token = "xoxe-" + "1234567890-abcdef"
    plain = from_mrkdwn(f"<https://files.slack.example/f/a.png?t={token}|a.png>", NAMES)
    assert token not in plain.text
    assert plain.text == "a.png (https://files.slack.example/f/a.png)"


def test_quoted_lines_belong_to_whom_they_quote() -> None:
    assert from_mrkdwn("&gt; he said\n&gt;more\nI agree", NAMES) == Plain("I agree", "he said\nmore")
    assert from_mrkdwn("yes\n&gt;&gt;&gt; all\nof this", NAMES) == Plain("yes", "all\nof this")


def rich(*elements: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": "rich_text", "elements": list(elements)}]


def section(*elements: dict[str, Any]) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": list(elements)}


def test_rich_text_is_read_where_there_is_no_other_text() -> None:
    blocks = rich(
        section(
            {"type": "user", "user_id": "U1"},
            {"type": "text", "text": " moved "},
            {"type": "link", "url": "https://x.example/plan", "text": "the plan"},
            {"type": "emoji", "name": "tada"},
        ),
        {"type": "rich_text_list", "style": "bullet", "elements": [section({"type": "text", "text": "one"})]},
        {"type": "rich_text_quote", "elements": [{"type": "text", "text": "old words"}]},
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "make test"}]},
    )
    plain = from_blocks(blocks, NAMES)
    assert plain.text == "@Priya Nair moved the plan (https://x.example/plan):tada:\n- one\nmake test"
    assert plain.quoted == "old words"
    assert plain.links == ("https://x.example/plan",)


def test_other_blocks_give_their_text() -> None:
    blocks = [
        {"type": "header", "text": {"type": "plain_text", "text": "Deploy"}},
        {
            "type": "section",
            "text": {"type": "mrkdwn", "text": "by <@U1>"},
            "fields": [{"type": "mrkdwn", "text": "ok"}],
        },
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "took 3 min"}, {"type": "image"}]},
        {"type": "divider"},
    ]
    assert from_blocks(blocks, NAMES).text == "Deploy\nby @Priya Nair\nok\ntook 3 min"


@given(st.recursive(st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(
    st.sampled_from(["type", "elements", "text", "fields", "user_id", "url", "indent"]), inner)))  # fmt: skip
def test_blocks_of_any_shape_are_borne(value: Any) -> None:
    from_blocks(
        [value, {"type": "rich_text", "elements": [value]}, {"type": "section", "text": value}], NAMES
    )


@given(st.text(alphabet="<>@#!|&;lgtamp:/ \nU1http", max_size=60))
def test_any_text_is_borne(text: str) -> None:
    from_mrkdwn(text, NAMES)
