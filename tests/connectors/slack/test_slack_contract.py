"""Every request of a full pull, and every answer of the fake, held against Slack's published description.

The description was last renewed in 2021; it is used for the names and types of parameters, the scopes of
methods, and the required members of answers. Its closed lists of members are older than today's answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from connectors.limits import SLACK
from connectors.records import Failure, Message
from connectors.slack import SCOPES, SlackConnector
from connectors.slack.api import READS

CONTRACT = Path(__file__).parents[3].parent / "shared" / "contracts" / "slack_web_openapi_v2.json"

pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(not CONTRACT.exists(), reason="no folder `shared` beside the checkout"),
]


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(CONTRACT.read_text(encoding="utf-8"))
    return whole


def check_request(description: dict[str, Any], asked: Any) -> list[str]:
    operation = description["paths"].get(asked.path.removeprefix("/api"), {}).get("get")
    if operation is None:
        return [f"unknown method {asked.path}"]
    known = {one["name"]: one for one in operation["parameters"]}
    found = [f"{asked.path}: unknown parameter {name}" for name in asked.form if name not in known]
    for name, one in known.items():
        value = asked.form.get(name)
        if value is None:
            if one.get("required") and name != "token":
                found.append(f"{asked.path}: {name} is missing")
        elif one["type"] == "integer" and not value.isdigit():
            found.append(f"{asked.path}: {name} is no integer")
        elif one["type"] == "boolean" and value not in ("1", "0", "true", "false"):
            found.append(f"{asked.path}: {name} is no boolean")
        elif one["type"] == "number" and not value.replace(".", "", 1).isdigit():
            found.append(f"{asked.path}: {name} is no number")
    if asked.query:
        found.append(f"{asked.path}: parameters in the address")
    return found


def check_answer(description: dict[str, Any], path: str, body: Any) -> list[str]:
    schema = description["paths"][path.removeprefix("/api")]["get"]["responses"]["200"].get("schema", {})
    needed = [name for name in schema.get("required", []) if name not in body]
    found = [f"{path}: answer without {name}" for name in needed]
    for name, member in schema.get("properties", {}).items():
        plain = {key: member[key] for key in ("type", "items") if key in member and "$ref" not in member}
        if name in body and plain.get("type") in ("array", "string", "integer", "boolean"):
            plain.pop("items", None)
            errors = jsonschema.Draft4Validator(plain).iter_errors(body[name])
            found += [f"{path}: {name}: {error.message[:100]}" for error in errors]
    return found


def test_a_full_pull_keeps_to_the_contract(
    description: dict[str, Any], fake_slack: Callable[..., Any], loopback: Any, fake_time: Any
) -> None:
    fake = fake_slack(messages=1_900)
    violations: list[str] = []

    def serve(asked: Any) -> Any:
        violations.extend(check_request(description, asked))
        given = fake(asked)
        violations.extend(check_answer(description, asked.path, given.body))
        return given

    server = loopback(serve)
    now = datetime(2026, 2, 10, tzinfo=UTC)
    connector = SlackConnector(
        lambda: "t", (), f"{server.url}/api/", replace(SLACK), fake_time.clock, fake_time.sleep, lambda: now
    )
    items = list(connector.pull())
    assert violations == []
    assert len([item for item in items if isinstance(item, Message)]) > 1_900
    assert [item for item in items if isinstance(item, Failure)] == []


def test_the_asked_scopes_are_those_the_methods_need(description: dict[str, Any]) -> None:
    needed = set()
    for method in READS:
        for security in description["paths"][f"/{method}"]["get"]["security"]:
            needed.update(security["slackAuth"])
    offered = {scope.name for scope in SCOPES}
    assert needed - {"none"} <= offered
    assert offered - needed == {"users:read.email"}, "beside the methods' own, only addresses of members"


def test_the_check_would_notice(description: dict[str, Any]) -> None:
    asked = type(
        "Asked",
        (),
        {"path": "/api/users.list", "form": {"limit": "many", "colour": "red"}, "query": {"a": "b"}},
    )
    assert len(check_request(description, asked)) == 3
    assert check_answer(description, "/api/users.list", {"ok": True, "members": "x"})
