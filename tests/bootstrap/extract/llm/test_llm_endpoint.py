"""Servers of every kind: the best form each understands is found, and every failure has its name."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from bootstrap.extract.llm.endpoint import Endpoint
from bootstrap.extract.llm.problems import Problem, retry_after
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.extract.llm.sending import Sender
from tests.bootstrap.extract.llm.conftest import EMPTY, ModelServer, Reply, chat, refusal, responses


def test_responses_are_asked_first_with_the_schema_and_nothing_is_stored(
    server: ModelServer, endpoint: Endpoint, question: Request
) -> None:
    answer = endpoint.ask(question)
    ((path, body),) = server.asked
    assert path == "/responses" and body == question.body
    assert body["store"] is False and body["text"]["format"]["strict"] is True
    assert (answer.text, answer.model, answer.usage) == (EMPTY, "double-1", Usage(100, 10, 60))
    assert server.headers[0]["authorization"] == "Bearer key-of-test"


@pytest.mark.parametrize(
    ("knows", "rung"),
    [(("schema", "json", "plain"), "schema"), (("json", "plain"), "json"), (("plain",), "plain")],
)
@pytest.mark.parametrize("status", [404, 400, 405, 501])
def test_a_server_without_a_way_is_asked_in_the_next_one_and_stays_there(
    server: ModelServer, endpoint: Endpoint, question: Request, knows: tuple[str, ...], rung: str, status: int
) -> None:
    def behave(path: str, body: dict[str, Any]) -> Reply:
        form = body.get("response_format", {}).get("type", "")
        way = {"json_schema": "schema", "json_object": "json", "": "plain"}[form]
        if path == "/responses" or way not in knows:
            return refusal(status, "unknown parameter")
        return chat(EMPTY)

    server.behave = behave
    answer = endpoint.ask(question)
    assert answer.text == EMPTY and endpoint.rung == rung
    assert answer.sent == server.asked[-1][1], "what is recorded is what was sent"
    before = len(server.asked)
    endpoint.ask(question)
    assert len(server.asked) == before + 1


def test_a_500_for_every_schema_is_a_server_without_schemas(
    server: ModelServer, endpoint: Endpoint, sender: Sender, question: Request
) -> None:
    def behave(path: str, body: dict[str, Any]) -> Reply:
        if path == "/responses":
            return refusal(404)
        form = body.get("response_format", {}).get("type")
        return refusal(500, "internal") if form == "json_schema" else chat(EMPTY)

    server.behave = behave
    assert isinstance(sender.one(question), Answer)
    assert endpoint.rung == "json"


def test_one_500_is_an_accident(
    server: ModelServer, endpoint: Endpoint, sender: Sender, question: Request
) -> None:
    server.script(refusal(500), responses(EMPTY))
    assert isinstance(sender.one(question), Answer)
    assert endpoint.rung == "responses"


def test_a_server_that_takes_the_schema_and_passes_it_over_is_asked_otherwise(
    server: ModelServer, endpoint: Endpoint, question: Request
) -> None:
    server.behave = lambda path, body: responses("Here you are!") if path == "/responses" else chat(EMPTY)
    with pytest.raises(Problem) as raised:
        endpoint.ask(question)
    assert (raised.value.kind, raised.value.elsewhere) == ("malformed", True)
    assert raised.value.usage.input == 100, "it is paid for"
    assert endpoint.ask(question).text == EMPTY


def test_a_server_that_has_answered_well_is_not_given_up_for_one_bad_answer(
    server: ModelServer, endpoint: Endpoint, question: Request
) -> None:
    server.script(responses(EMPTY), responses("{not json"), responses(EMPTY))
    endpoint.ask(question)
    with pytest.raises(Problem):
        endpoint.ask(question)
    assert endpoint.ask(question).text == EMPTY and endpoint.rung == "responses"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (refusal(429), "busy"),
        (refusal(503, retry_after="3"), "busy"),
        (refusal(429, code="insufficient_quota"), "denied"),
        (refusal(401), "denied"),
        (refusal(403), "denied"),
        (refusal(404, "The model `x` does not exist", "model_not_found"), "denied"),
        (refusal(400, "This model's maximum context length is 8192 tokens"), "too-long"),
        (
            refusal(400, "the request exceeds the available context size", "exceed_context_size_error"),
            "too-long",
        ),
        (refusal(400, "triggering Azure OpenAI's content management policy", "content_filter"), "filtered"),
        (refusal(502), "broken"),
        (Reply(raw=b"<html>busy</html>"), "malformed"),
        (Reply(body={}, cut=True, raw=b'{"output": ["cut off in the middle"]}'), "broken"),
        (responses("", incomplete_details={"reason": "max_output_tokens"}, status="incomplete"), "truncated"),
        (responses("", incomplete_details={"reason": "content_filter"}, status="incomplete"), "filtered"),
        (responses("", error={"code": "server_error"}), "broken"),
        (
            Reply(body={"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]}),
            "refused",
        ),
    ],
)
def test_what_went_wrong_has_a_name(
    server: ModelServer, endpoint: Endpoint, question: Request, reply: Reply, kind: str
) -> None:
    server.script(responses(EMPTY), reply)
    endpoint.ask(question)
    with pytest.raises(Problem) as raised:
        endpoint.ask(question)
    assert raised.value.kind == kind
    assert "matter" not in str(raised.value)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (chat(None, refusal="I can't"), "refused"),
        (chat('{"memories": [', "length"), "truncated"),
        (chat("", "content_filter"), "filtered"),
        (Reply(body={"choices": []}), "malformed"),
    ],
)
def test_chat_failures_have_the_same_names(
    server: ModelServer, endpoint: Endpoint, question: Request, reply: Reply, kind: str
) -> None:
    server.behave = lambda path, body: refusal(404) if path == "/responses" else chat(EMPTY)
    endpoint.ask(question)
    server.script(reply)
    with pytest.raises(Problem) as raised:
        endpoint.ask(question)
    assert raised.value.kind == kind


def test_a_hang_ends(server: ModelServer, question: Request) -> None:
    let_go = threading.Event()
    server.behave = lambda path, body: Reply(body={}, hang=let_go)
    slow = Endpoint(server.url, "", timeout=0.2)
    with pytest.raises(Problem) as raised:
        slow.ask(question)
    let_go.set()
    slow.client.close()
    assert raised.value.kind == "slow"


def test_retry_after_is_read_in_all_its_forms() -> None:
    assert retry_after("2") == 2.0
    assert retry_after("1.5") == 1.5
    assert retry_after("9", "250") == 0.25
    assert retry_after("") is None and retry_after("soon") is None
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    wait = retry_after(later)
    assert wait is not None and 60 < wait <= 90
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0
