"""Answers of any shape: recorded ones, and ones nobody would send."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.github.involvement import issue_document, moment, repository_of
from connectors.github.people import account_party, own_contact
from connectors.github.repositories import rank
from connectors.records import Party

RECORDED = Path(__file__).parents[3].parent / "shared" / "corpus" / "github_api" / "fixtures"

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def shaped(*names: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, anything))


@given(
    shaped("login", "id", "type", "name", "company", "email", "bio"),
    st.lists(shaped("email", "verified"), max_size=3),
)
@settings(max_examples=50)
def test_any_profile(user: dict[str, Any], emails: list[dict[str, Any]]) -> None:
    contact = own_contact(user, emails)
    assert contact.own and all(isinstance(address, str) for address in contact.addresses)


@given(
    shaped(
        "number",
        "title",
        "body",
        "user",
        "labels",
        "assignees",
        "repository_url",
        "updated_at",
        "pull_request",
    )
)
@settings(max_examples=50)
def test_any_issue(item: dict[str, Any]) -> None:
    document = issue_document(item)
    assert document.kind == "issue" and isinstance(document.title, str)


@given(st.lists(shaped("full_name", "owner", "fork", "archived"), max_size=4), st.text(max_size=5))
@settings(max_examples=50)
def test_any_listing(listed: list[dict[str, Any]], login: str) -> None:
    names = rank(listed, Counter({"a/b": 2, "broken": 1}), login)
    assert "a/b" in names and "broken" not in names and "" not in names


def test_bots_and_ghosts_are_nobody() -> None:
    assert account_party({"login": "renovate[bot]", "id": 2, "type": "Bot"}) is None
    assert account_party({"login": "copilot", "id": 198982749, "type": "User"}) is None
    assert account_party(None) is None
    assert account_party({"login": "Ada", "id": 7, "type": "User"}) == Party(
        "Ada", "7+ada@users.noreply.github.com"
    )


def test_times() -> None:
    assert moment("2026-11-01T10:00:00Z") == datetime(2026, 11, 1, 10, tzinfo=UTC)
    assert moment("2026-11-01") is None and moment("soon") is None


@pytest.mark.corpus
@pytest.mark.skipif(not RECORDED.exists(), reason="no folder `shared` beside the checkout")
def test_recorded_searches_and_accounts_are_read() -> None:
    issues = accounts = 0
    for path in sorted(RECORDED.glob("*/*.json")):
        for exchange in json.loads(path.read_text(encoding="utf-8")):
            response = exchange["response"]
            items = response.get("items", []) if isinstance(response, dict) else response
            for item in items if isinstance(items, list) else []:
                if isinstance(item, dict) and "repository_url" in item and "title" in item:
                    document = issue_document(item)
                    assert (
                        document.title and document.when and document.link.startswith("https://github.com/")
                    )
                    assert repository_of(item).count("/") == 1
                    issues += 1
            owner = response.get("owner") if isinstance(response, dict) else None
            if isinstance(owner, dict) and owner.get("type") == "User":
                accounts += account_party(owner) is not None
    assert issues >= 10
