"""Nothing leaves the machine before the table was shown and agreed to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bootstrap.errors import ModelError
from bootstrap.extract.llm.consent import Consent, lines, table
from bootstrap.extract.llm.keys import key_for
from bootstrap.extract.llm.plan import Plan, is_local

PLAN = Plan((("mails", "excerpts of 212"),), "api.vendor.example", False, 41, 180_500, 0.12, "2026-11-01")


def test_the_table_names_what_where_how_much_and_the_price() -> None:
    assert table(PLAN)[0] == ("mails", "api.vendor.example", "excerpts of 212")
    text = "\n".join(lines(PLAN))
    assert "180,500 tokens in 41 requests" in text and "0.12 US dollars" in text and "2026-11-01" in text
    assert "not known here" in "\n".join(lines(replace(PLAN, cost=None)))


@pytest.mark.parametrize("answer", ["n", "", "maybe", "nope\n"])
def test_anything_but_a_yes_is_a_no(answer: str) -> None:
    with pytest.raises(ModelError):
        Consent(lambda line: None, lambda question: answer, False)(PLAN)


def test_a_yes_counts_for_the_whole_run() -> None:
    asked: list[str] = []

    def ask(question: str) -> str:
        asked.append(question)
        return "y\n"

    consent = Consent(lambda line: None, ask, False)
    consent(PLAN)
    consent(PLAN)
    assert len(asked) == 1


def test_where_nobody_can_be_asked_nothing_is_sent() -> None:
    with pytest.raises(ModelError) as raised:
        Consent(lambda line: None, None, False)(PLAN)
    assert "--yes" in raised.value.hint
    Consent(lambda line: None, None, True)(PLAN)
    Consent(lambda line: None, None, False)(replace(PLAN, local=True))


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("127.0.0.1.evil.example", False), ("10.0.0.5", False), ("localhost.evil.example", False)],
)  # fmt: skip
def test_only_this_machine_is_this_machine(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_keys_come_from_the_environment_and_azure_has_its_own() -> None:
    keys = {"OPENAI_API_KEY": "one", "AZURE_OPENAI_API_KEY": "two"}
    assert key_for("api.openai.com", keys) == "one"
    assert key_for("house.openai.azure.com", keys) == "two"
    assert key_for("api.openai.com", {**keys, "DAY1_API_KEY": "three"}) == "three"
    assert key_for("api.openai.com", {}) == "", "no keyring is no error"
