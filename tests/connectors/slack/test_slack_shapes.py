"""Answers of any shape: the vendor's published samples, and ones nobody would send."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.chat.slack_workspace import Workspace, channel_of, contact_of
from connectors.exports.fields import objects_at
from connectors.slack.conversations import rank, shape_of

SAMPLES = Path(__file__).parents[3].parent / "shared" / "corpus" / "slack_api" / "java-slack-sdk"

anything = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)


@given(
    st.lists(
        st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("id", "updated", "is_im", "is_mpim", "is_private"), anything)
        ),
        max_size=5,
    )
)
@settings(max_examples=50)
def test_any_conversations_can_be_ranked(conversations: list[dict[str, Any]]) -> None:
    ranked = rank(conversations, Counter({"C1": 2}))
    assert len(ranked) == len(conversations)
    assert {shape_of(raw) for raw in ranked} <= {"public", "private", "group", "direct"}


@pytest.mark.corpus
@pytest.mark.skipif(not SAMPLES.exists(), reason="no folder `shared` beside the checkout")
def test_the_vendors_samples_are_read() -> None:
    workspace = Workspace("slack", frozenset())
    users = json.loads((SAMPLES / "users.list.json").read_text(encoding="utf-8"))
    channels = json.loads((SAMPLES / "users.conversations.json").read_text(encoding="utf-8"))
    contacts = [contact_of(user, "slack", frozenset()) for user in objects_at(users, "members")]
    assert contacts and all(contact is not None for contact in contacts)
    for raw in objects_at(channels, "channels"):
        assert channel_of(raw, workspace, shape_of(raw)).uri.startswith("slack:")
