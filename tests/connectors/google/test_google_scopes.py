"""The scopes of a Google sign-in, held against Google's own list of what each allows."""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from connectors.google import SCOPES

SERVICES = ("gmail.v1", "calendar.v3", "drive.v3", "people.v1", "chat.v1", "oauth2.v2")
SUBSCRIPTIONS = (".watch", ".stop")
"""Methods that send news of changes somewhere; Google allows them to whoever may read. day1 sends GET only."""
READING = {"drive.v3.files.download", "chat.v1.spaces.messages.search"}
"""Methods that read although they are POSTs."""
WITH_ANOTHER = {"people.v1.otherContacts.copyOtherContactToMyContactsGroup"}
"""Methods that need a scope for writing besides."""
ELSEWHERE = {
    "https://www.googleapis.com/auth/drive.meet.readonly",
    "https://www.googleapis.com/auth/chat.admin.memberships.readonly",
    "https://www.googleapis.com/auth/chat.app.messages.readonly",
}
"""Scopes for the same methods on other things: recordings of Meet, all spaces of an organisation, those of a bot."""


@cache
def methods() -> list[tuple[str, str, list[str]]]:
    """(name, verb, scopes) of every method."""
    folder = importlib.resources.files("googleapiclient.discovery_cache.documents")

    def walk(node: dict[str, Any], before: str) -> Iterator[tuple[str, str, list[str]]]:
        for name, method in node.get("methods", {}).items():
            yield f"{before}.{name}", method["httpMethod"], method.get("scopes", [])
        for name, inner in node.get("resources", {}).items():
            yield from walk(inner, f"{before}.{name}")

    told = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in SERVICES}
    return [method for name, service in told.items() for method in walk(service, name)]


@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: scope.name.rpartition("/")[2])
def test_a_scope_allows_nothing_but_reading(scope: Any) -> None:
    allowed = [(name, verb) for name, verb, scopes in methods() if scope.name in scopes]
    assert allowed, "Google knows it"
    others = [name for name, verb in allowed if verb != "GET" and not name.endswith(SUBSCRIPTIONS)]
    assert {*others} <= READING | WITH_ANOTHER


def test_every_preset_scope_is_used_and_no_narrower_one_would_do(
    fake_google: Callable[..., Any], google: Any, google_contract: Any
) -> None:
    """Of the scopes that allow a method, none that reads less than ours is left."""
    contract = google_contract()
    list(google(fake_google(contract))[0].pull())
    by_name = {
        name.replace(".v1", "").replace(".v2", "").replace(".v3", ""): scopes for name, _, scopes in methods()
    }
    reach: dict[str, set[str]] = {}
    for name, _, scopes in methods():
        for scope in scopes:
            reach.setdefault(scope, set()).add(name)
    used = set(contract.methods)
    assert used <= by_name.keys()
    for asked in (one for one in SCOPES if one.preset):
        ours = {method for method in used if asked.name in by_name[method]}
        assert ours, f"{asked.name} is not used"
        narrower = [
            other
            for other in reach
            if other not in ELSEWHERE
            and reach[other] < reach[asked.name]
            and all(other in by_name[method] for method in ours)
        ]
        assert narrower == [], asked.name
