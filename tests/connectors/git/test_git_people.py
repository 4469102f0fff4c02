"""People and programs among the identities of commits."""

from __future__ import annotations

import pytest

from connectors.exports.git.people import is_program, parse_party
from connectors.records import Party


@pytest.mark.parametrize(
    "identity",
    [
        "dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>",
        "pre-commit-ci[bot] <66853113+pre-commit-ci[bot]@users.noreply.github.com>",
        "renovate-bot <renovate@whitesourcesoftware.com>",
        "GitHub <noreply@github.com>",
        "github-actions <actions@github.com>",
        "Claude Opus 4.5 <noreply@anthropic.com>",
        "Cursor <cursoragent@cursor.com>",
        "Copilot <198982749+Copilot@users.noreply.github.com>",
        "aider (gpt-5) <aider@aider.chat>",
        "Release Bot <release-bot@fjord.example>",
        "Fjord CI <ci@fjord.example>",
        "Weblate (bot) <hosted+bot@weblate.example>",
        "Hosted Weblate <hosted@weblate.org>",
        "jenkins <build@fjord.example>",
    ],
)
def test_programs(identity: str) -> None:
    who = parse_party(identity)
    assert who is not None and is_program(Party(who.name, who.address.lower()))


@pytest.mark.parametrize(
    "identity",
    [
        "Claude Dupont <claude.dupont@fjord.example>",
        "Claude <claude@dupont.example>",
        "Jan Bot <jan.bot@fjord.example>",
        "Ci Wang <ci@wang.example>",
        "Dario <dario@anthropic.com>",
        "Cem Arslan <7041+cemars@users.noreply.github.com>",
        "noa <2077-noa@users.noreply.gitlab.com>",
        "Talbot <talbot@fjord.example>",
        "王伟 <wang.wei@fjord.example>",
        "Ольга Соколова <olga@fjord.example>",
        "Devin Price <devin@price.example>",
        "ada <>",
    ],
)
def test_people(identity: str) -> None:
    who = parse_party(identity)
    assert who is not None and not is_program(who)
