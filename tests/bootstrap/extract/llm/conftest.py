"""A model endpoint on loopback that behaves as it is told, and a desk with an extractor that asks it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bootstrap.errors import ModelError
from bootstrap.extract.llm.answers import Answers
from bootstrap.extract.llm.endpoint import Endpoint
from bootstrap.extract.llm.extractor import LlmExtractor, Options
from bootstrap.extract.llm.plan import Plan
from bootstrap.extract.llm.requests import Request
from bootstrap.extract.llm.schema import Proposals
from bootstrap.extract.llm.sending import Sender
from bootstrap.extract.llm.spend import Purse

EMPTY = '{"drafts": [], "memories": []}'


@dataclass
class Reply:
    """What the server sends back. ``cut`` closes the connection in the middle of the body."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    raw: bytes = b""
    hang: threading.Event | None = None


def responses(text: str, **more: Any) -> Reply:
    """An answer of the Responses API."""
    usage = {"input_tokens": 100, "output_tokens": 10, "input_tokens_details": {"cached_tokens": 60}}
    content = [{"type": "output_text", "text": text}]
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "content": content}]
    return Reply(body={"status": "completed", "model": "double-1", "output": output, "usage": usage, **more})


def chat(text: str | None, reason: str = "stop", **message: Any) -> Reply:
    """A chat completion."""
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 60}}
    choice = {"finish_reason": reason, "message": {"role": "assistant", "content": text, **message}}
    return Reply(body={"model": "double-1", "choices": [choice], "usage": usage})


def refusal(status: int, message: str = "no", code: str = "", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, {"error": {"message": message, "code": code, "type": "x"}}, named)


Behaviour = Callable[[str, dict[str, Any]], Reply]


class ModelServer:
    """Answers every POST by ``behave(path, body)``; keeps what it was asked."""

    def __init__(self) -> None:
        self.behave: Behaviour = lambda path, body: responses(EMPTY)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers.get("content-length", 0)))
                try:
                    body = json.loads(data)
                except ValueError:
                    body = {"raw": data}
                self._answer(body)

            def do_GET(self) -> None:
                self._answer({})

            def _answer(self, body: dict[str, Any]) -> None:
                path = self.path.removeprefix("/v1")
                outer.asked.append((path, body))
                outer.headers.append({k.lower(): v for k, v in self.headers.items()})
                reply = outer.behave(path, body)
                if reply.hang is not None:
                    reply.hang.wait(5)
                data = reply.raw or json.dumps(reply.body).encode()
                self.send_response(reply.status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if reply.cut else data)
                if reply.cut:
                    self.wfile.flush()
                    self.connection.shutdown(2)
                    self.close_connection = True

            def log_message(self, *words: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def script(self, *replies: Reply) -> None:
        """These replies in turn; the last one again and again."""
        left = list(replies)
        lock = threading.Lock()

        def next_one(path: str, body: dict[str, Any]) -> Reply:
            with lock:
                return left.pop(0) if len(left) > 1 else left[0]

        self.behave = next_one

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    made = ModelServer()
    yield made
    made.close()


@pytest.fixture
def endpoint(server: ModelServer) -> Iterator[Endpoint]:
    made = Endpoint(server.url, "key-of-test", timeout=2.0)
    yield made
    made.client.close()


@pytest.fixture
def question() -> Request:
    return Request("person/otto", "small-1", "The prefix.", "The matter.", Proposals, 500)


class Clock:
    """A monotonic clock that moves only by sleeping."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def purse() -> Purse:
    return Purse(400_000)


@pytest.fixture
def sender(endpoint: Endpoint, purse: Purse, clock: Clock) -> Sender:
    return Sender(endpoint, purse, 1, clock.sleep, lambda: clock.now, Random(1))


@dataclass
class Bench:
    """An extractor whose questions go to the loopback server, with all that it says and asks."""

    extractor: LlmExtractor
    said: list[str]
    plans: list[Plan]


Make = Callable[..., Bench]


@pytest.fixture
def bench(server: ModelServer, endpoint: Endpoint, clock: Clock, tmp_path: Path) -> Make:
    """Makes extractors on one workspace; ``offline``, ``cap`` and ``cassette`` as the flags."""

    def make(
        offline: bool = False,
        cap: int = 400_000,
        cassette: Path | None = None,
        agreed: bool = True,
        **more: Any,
    ) -> Bench:
        purse = Purse(cap)
        said: list[str] = []
        plans: list[Plan] = []

        def consent(plan: Plan) -> None:
            plans.append(plan)
            if not agreed:
                raise ModelError("Nothing was sent.")

        folders = [tmp_path / "model", *([cassette] if cassette else [])]
        made = LlmExtractor(
            options=Options("small-1", "large-1", server.url, cap, offline=offline),
            answers=Answers(folders, cassette),
            purse=purse,
            send=Sender(endpoint, purse, 2, clock.sleep, lambda: clock.now, Random(1)).all,
            consent=consent,
            existing=more.get("existing", lambda: ()),
            tell=said.append,
        )
        return Bench(made, said, plans)

    return make
