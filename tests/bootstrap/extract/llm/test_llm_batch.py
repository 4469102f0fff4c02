"""The night run: one file of questions, a batch that is waited for, answers by their ids."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bootstrap.errors import ModelError
from bootstrap.extract.llm.batch import Batch
from bootstrap.extract.llm.endpoint import Endpoint
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.extract.llm.sending import Missing
from bootstrap.extract.llm.spend import Purse
from tests.bootstrap.extract.llm.conftest import EMPTY, Clock, ModelServer, Reply, refusal, responses


class Night:
    """The vendor's batch endpoints (OpenAI API reference, Files and Batch), in memory."""

    def __init__(self, looks: int = 2, ends: str = "completed") -> None:
        self.looks = looks
        self.ends = ends
        self.rows: list[dict[str, Any]] = []
        self.made = 0

    def __call__(self, path: str, body: dict[str, Any]) -> Reply:
        if path == "/files":
            part = next(p for p in body["raw"].split(b"\r\n\r\n") if p.startswith(b'{"custom_id"'))
            self.rows = [json.loads(line) for line in part.split(b"\r\n--")[0].splitlines()]
            return Reply(body={"id": "file-in", "object": "file", "bytes": 1, "created_at": 1, "filename": "f", "purpose": "batch", "status": "processed"})  # fmt: skip
        if path == "/batches":
            assert body == {
                "input_file_id": "file-in",
                "endpoint": "/v1/responses",
                "completion_window": "24h",
            }
            self.made += 1
            return Reply(body=self._state("validating"))
        if path.startswith("/batches/"):
            self.looks -= 1
            return Reply(body=self._state(self.ends if self.looks < 0 else "in_progress"))
        assert path == "/files/file-out/content"
        lines = []
        for number, row in enumerate(self.rows):
            answer = responses(EMPTY if number != 1 else "no json").body
            code = 200 if number != 2 else 500
            lines.append(
                json.dumps({"custom_id": row["custom_id"], "response": {"status_code": code, "body": answer}})
            )
        return Reply(raw="\n".join(reversed(lines)).encode())

    def _state(self, status: str) -> dict[str, Any]:
        out = "file-out" if status == "completed" else None
        return {"id": "batch-1", "object": "batch", "endpoint": "/v1/responses", "input_file_id": "file-in", "completion_window": "24h",
                "created_at": 1, "status": status, "output_file_id": out}  # fmt: skip


@pytest.fixture
def questions(question: Request) -> list[Request]:
    return [replace(question, matter=f"Matter {n}.") for n in range(3)]


def test_a_batch_is_waited_for_and_its_answers_find_their_questions(
    server: ModelServer,
    endpoint: Endpoint,
    purse: Purse,
    clock: Clock,
    questions: list[Request],
    tmp_path: Path,
) -> None:
    server.behave = night = Night()
    batch = Batch(endpoint.client, tmp_path / "batch.json", purse, lambda line: None, clock.sleep)
    found = {request.id: answer for request, answer in batch.all(questions)}
    assert [row["body"] for row in night.rows] == [request.body for request in questions]
    good, malformed, failed = (found[request.id] for request in questions)
    assert isinstance(good, Answer) and good.text == EMPTY
    assert isinstance(malformed, Missing) and isinstance(failed, Missing)
    assert purse.total == Usage(200, 20, 120), "what was answered is paid, well formed or not"
    assert clock.slept == [60.0, 60.0] and not (tmp_path / "batch.json").exists()


def test_one_left_waiting_is_gone_on_with(
    server: ModelServer, endpoint: Endpoint, purse: Purse, questions: list[Request], tmp_path: Path
) -> None:
    server.behave = night = Night(looks=1)

    def leave(seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Batch(endpoint.client, tmp_path / "batch.json", purse, lambda line: None, leave).all(questions))
    night.looks = 0
    again = Batch(endpoint.client, tmp_path / "batch.json", purse, lambda line: None, leave)
    assert len(list(again.all(questions))) == 3
    assert night.made == 1


@pytest.mark.parametrize("ends", ["failed", "expired", "cancelled"])
def test_a_batch_that_fails_says_so(
    server: ModelServer, endpoint: Endpoint, purse: Purse, questions: list[Request], tmp_path: Path, ends: str
) -> None:
    server.behave = Night(looks=0, ends=ends)
    with pytest.raises(ModelError, match=ends):
        list(Batch(endpoint.client, tmp_path / "batch.json", purse, lambda line: None).all(questions))
    assert not (tmp_path / "batch.json").exists()


def test_a_server_without_batches_says_so(
    server: ModelServer, endpoint: Endpoint, purse: Purse, questions: list[Request], tmp_path: Path
) -> None:
    server.behave = lambda path, body: refusal(404)
    with pytest.raises(ModelError) as raised:
        list(Batch(endpoint.client, tmp_path / "batch.json", purse, lambda line: None).all(questions))
    assert "--batch" in raised.value.hint
