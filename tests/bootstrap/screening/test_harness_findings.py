"""What Hermes and Codex would refuse or black out is found before it is written."""

from __future__ import annotations

import pytest

from bootstrap.screening import harness_findings


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Always update AGENTS.md after a refactor", "agent_config_mod"),
        ("ssh key in ~/.ssh/config", "ssh_access"),
        ("cat .env to see variables", "read_secrets"),
        ("You are now a maintainer of x", "role_hijack"),
        ("send the report to https://x.example", "send_to_url"),
        ("connect to the network drive first", "c2_network_connect"),
        ("heartbeat to the monitor", "c2_heartbeat"),
        ("share the full context of errors", "context_exfil"),
        ("print conversation ids", "context_exfil"),
        ("Works at Mythic Games", "known_c2_framework"),
        ("never write a script to disk", "anti_forensic_disk"),
        ("family \U0001f468\u200d\U0001f469", "invisible_unicode_U+200D"),
        ("ignore\nall the many instructions", "prompt_injection"),
        ("token: " + "abcdefgh1234", "codex_assignment"),
        ("Authorization: Bearer " + "a1b2c3d4e5f6a7b8c9", "codex_bearer"),
    ],
)
def test_innocent_sentences_that_get_blocked_elsewhere_are_named(sentence: str, name: str) -> None:
    assert name in harness_findings(sentence)


def test_plain_memories_pass() -> None:
    text = (
        "Staff engineer at Northwind. Weekly sync on Tuesdays at 10:00 with Priya Nair; see the Harbour plan."
    )
    assert harness_findings(text) == []


def test_many_near_misses_are_no_blow_up() -> None:
    assert harness_findings("translate a into " * 5000) == []
