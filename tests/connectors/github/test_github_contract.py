"""Every request of a full pull, and every answer of the fake, held against GitHub's own OpenAPI description."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from connectors.github import GitHubConnector
from connectors.limits import GITHUB
from connectors.records import Failure, Repository

CONTRACT = Path(__file__).parents[3].parent / "shared" / "contracts" / "github-slice.json"

pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(not CONTRACT.exists(), reason="no folder `shared` beside the checkout"),
]

DOCUMENTED = {
    "/repos/{owner}/{repo}/git/trees/{tree_sha}": {"recursive": "1"},
    "/repos/{owner}/{repo}/contents/{path}": {},
}
"""Paths the slice leaves out, from the same description (docs.github.com, "Get a tree", "Get repository content")."""


def with_nulls(node: Any) -> Any:
    """OpenAPI 3.0's ``nullable`` as JSON Schema says it."""
    if isinstance(node, list):
        return [with_nulls(one) for one in node]
    if not isinstance(node, dict):
        return node
    whole = {key: with_nulls(value) for key, value in node.items()}
    if whole.get("nullable") is True and isinstance(whole.get("type"), str):
        whole["type"] = [whole["type"], "null"]
        if "enum" in whole:
            whole["enum"] = [*whole["enum"], None]
    return whole


class Contract:
    """Checks requests, and fills answers up to what the schema requires."""

    def __init__(self) -> None:
        self.whole = with_nulls(json.loads(CONTRACT.read_text(encoding="utf-8")))
        self.violations: list[str] = []

    def operation(self, path: str) -> dict[str, Any] | None:
        def fits(template: str) -> bool:
            pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
            return re.fullmatch(pattern, path) is not None

        found = sorted((t for t in self.whole["paths"] if fits(t)), key=lambda t: t.count("{"))
        return self.whole["paths"][found[0]]["get"] if found else None

    def check_request(self, asked: Any) -> None:
        operation = self.operation(asked.path)
        if operation is None:
            if not re.fullmatch(r"/repos/[^/]+/[^/]+/(git/trees/[^/]+|contents/.+)", asked.path):
                self.violations.append(f"unknown path {asked.path}")
            return
        known = {self.resolve(one)["name"]: self.resolve(one) for one in operation.get("parameters", [])}
        for name, value in asked.query.items():
            if name not in known:
                self.violations.append(f"{asked.path}: unknown parameter {name}")
                continue
            schema = known[name]["schema"]
            typed = int(value) if schema.get("type") == "integer" else value
            for error in jsonschema.Draft202012Validator(schema).iter_errors(typed):
                self.violations.append(f"{asked.path}: {name}: {error.message}")
        if int(asked.query.get("per_page", 30)) > 100:
            self.violations.append(f"{asked.path}: per_page above 100")

    def check_answer(self, path: str, body: Any) -> Any:
        operation = self.operation(path)
        if operation is None:
            return body
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        whole = self.fill(schema, body)
        validator = jsonschema.Draft202012Validator({**schema, "components": self.whole["components"]})
        for error in validator.iter_errors(whole):
            self.violations.append(f"{path}: answer: {'/'.join(map(str, error.path))}: {error.message[:200]}")
        return whole

    def resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in node:
            found: Any = self.whole
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            node = found
        return node

    def fill(self, schema: dict[str, Any], given: Any) -> Any:
        """What is given, and the smallest value for each member that is required besides."""
        schema = self.resolve(schema)
        for choice in ("oneOf", "anyOf", "allOf"):
            if choice in schema and "properties" not in schema:
                return self.fill(schema[choice][0], given)
        if isinstance(given, dict):
            members = schema.get("properties", {})
            whole = {name: self.fill(members.get(name, {}), value) for name, value in given.items()}
            for name in schema.get("required", []):
                if name not in whole:
                    whole[name] = self.smallest(members.get(name, {}))
            return whole
        if isinstance(given, list):
            return [self.fill(schema.get("items", {}), item) for item in given]
        return given

    def smallest(self, schema: dict[str, Any]) -> Any:
        schema = self.resolve(schema)
        for choice in ("oneOf", "anyOf", "allOf"):
            if choice in schema:
                return self.smallest(schema[choice][0])
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type", "object")
        if isinstance(kind, list):
            return None
        match kind:
            case "object":
                return self.fill(schema, {})
            case "array":
                return []
            case "integer" | "number":
                return 0
            case "boolean":
                return False
            case _:
                formats = {"date-time": "2026-01-01T00:00:00Z", "uri": "https://api.github.com/x"}
                return formats.get(schema.get("format", ""), "x")


@pytest.fixture
def contract() -> Contract:
    return Contract()


@pytest.mark.parametrize("pulled", [6, pytest.param(GITHUB.pulled, marks=pytest.mark.slow)])
def test_a_full_pull_keeps_to_the_contract(
    contract: Contract, fake_github: Callable[..., Any], loopback: Any, fake_time: Any, pulled: int
) -> None:
    names = [f"pilots/tidemark-{number}" for number in range(104)] + ["pilots/tidemark"]
    fake = fake_github(repositories=names, commits=104)

    def serve(asked: Any) -> Any:
        contract.check_request(asked)
        given = fake(asked)
        return (
            replace(given, body=contract.check_answer(asked.path, given.body))
            if given.status == 200
            else given
        )

    server = loopback(serve)
    limits = replace(GITHUB, pulled=pulled, in_depth=min(pulled, GITHUB.in_depth))
    connector = GitHubConnector(lambda: "t", server.url, limits, fake_time.clock, fake_time.sleep)
    items = list(connector.pull())
    assert contract.violations == []
    assert len([item for item in items if isinstance(item, Repository)]) == pulled
    assert [item for item in items if isinstance(item, Failure)] == []
    assert len(server.asked) < 700


def test_the_check_would_notice(
    contract: Contract, fake_github: Callable[..., Any], loopback: Any, answer: Any
) -> None:
    asked = type(
        "Asked", (), {"path": "/user/repos", "query": {"sort": "bogus", "per_page": "200", "colour": "red"}}
    )
    contract.check_request(asked)
    contract.check_request(type("Asked", (), {"path": "/repos/a/b/keys", "query": {}}))
    contract.check_answer("/user/emails", [{"email": 7}])
    assert len(contract.violations) >= 5
