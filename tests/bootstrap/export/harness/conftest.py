"""The harnesses' own programs, installed below ``build/harness`` by the tests that need them.

They are fetched only when these tests are asked for (``pytest -m harness``), through pip and npm as they
are set up here, and talk to a model on loopback only.
"""

from __future__ import annotations

import http.server
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

BUILD = Path(__file__).resolve().parents[4] / "build/harness"
HERMES, CODEX, CLAUDE = "hermes-agent==0.19.0", "@openai/codex@0.171.0", "@anthropic-ai/claude-code@2.1.332"
COPILOT, GEMINI = "@github/copilot@1.0.102", "@google/gemini-cli@0.61.0"
INSTALL_SECONDS = 300
HOLD_SECONDS = 40


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.harness)


@pytest.fixture(scope="session")
def asked_for(request: pytest.FixtureRequest) -> None:
    expression = request.config.getoption("markexpr") or ""
    if "harness" not in expression or "not harness" in expression:
        pytest.skip("the harnesses' own code is fetched with `pytest -m harness` only")


def run(*command: str, cwd: Path) -> None:
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=INSTALL_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"can't be installed here: {type(error).__name__}")
    if done.returncode:
        pytest.skip(f"can't be installed here: {command[0]} ended with {done.returncode}")


def install(package: str, folder: Path) -> None:
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    run(
        "npm",
        "install",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
        package,
        cwd=folder,
    )


def program(package: str, name: str) -> Path:
    """The native program inside an npm package."""
    folder = BUILD / name
    if not (folder / "node_modules").is_dir():
        install(package, folder)
    found = [path for path in folder.glob(f"node_modules/@*/*/**/{name}") if os.access(path, os.X_OK)]
    native = [path for path in found if path.is_file() and path.stat().st_size > 1_000_000]
    if not native:
        pytest.skip(f"{package} has no program for this machine")
    return native[0]


@pytest.fixture(scope="session")
def hermes_package(asked_for: None) -> Path:
    folder = BUILD / "hermes"
    if not (folder / "tools/memory_tool.py").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        run(*installer(), "--quiet", "--no-deps", "--target", str(folder), HERMES, cwd=folder)
    return folder


def installer() -> list[str]:
    """pip of this environment, else uv, else pip of the system."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "install"]
    if shutil.which("uv"):
        return ["uv", "pip", "install", "--python", sys.executable]
    return ["python3", "-m", "pip", "install"]


@pytest.fixture(scope="session")
def codex_program(asked_for: None) -> Path:
    return program(CODEX, "codex")


@pytest.fixture(scope="session")
def claude_program(asked_for: None) -> Path:
    return program(CLAUDE, "claude")


def script(package: str, name: str) -> Path:
    """The command of an npm package that runs under node."""
    found = BUILD / name / "node_modules/.bin" / name
    if not found.exists():
        install(package, BUILD / name)
    return found


@pytest.fixture(scope="session")
def copilot_program(asked_for: None) -> Path:
    return script(COPILOT, "copilot")


@pytest.fixture(scope="session")
def gemini_program(asked_for: None) -> Path:
    return script(GEMINI, "gemini")


class Model:
    """A model on loopback that answers "ok" to everything and keeps what it was asked."""

    def __init__(self, path: str, stream: Callable[[dict[str, Any]], str]) -> None:
        self.requests: list[dict[str, Any]] = []
        # Holds back the answer to the person's own question until background work is done.
        self.until: Callable[[], bool] = lambda: True
        model = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                pass

            def answer(self, data: bytes, kind: str = "application/json") -> None:
                self.send_response(200)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def do_HEAD(self) -> None:
                self.answer(b"")

            def do_GET(self) -> None:
                self.answer(b'{"data":[],"models":[]}')

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("content-length") or 0))
                if not self.path.split("?")[0].endswith(path):
                    return self.answer(b'{"input_tokens":1}')
                asked = json.loads(raw)
                model.requests.append(asked)
                if '"hi"' in json.dumps(asked):
                    model.hold()
                return self.answer(stream(asked).encode(), "text/event-stream")

        self._closing = threading.Event()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def hold(self) -> None:
        end = time.monotonic() + HOLD_SECONDS
        while not self.until() and time.monotonic() < end:
            self._closing.wait(0.2)

    def close(self) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def heard(self) -> str:
        """Everything that was asked, as one text."""
        return "\n".join(_texts(self.requests))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _named(events: list[dict[str, Any]]) -> str:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def messages(asked: dict[str, Any]) -> str:
    """The Messages API's stream of one short answer."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": asked.get("model"),
        "content": [],
    }
    message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
    return _named(
        [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "ok"}},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                "usage": usage,
            },
            {"type": "message_stop"},
        ]
    )


def responses(_: dict[str, Any]) -> str:
    """The Responses API's stream of one short answer."""
    name = uuid.uuid4().hex
    text = {
        "type": "message",
        "role": "assistant",
        "id": "m",
        "content": [{"type": "output_text", "text": "ok"}],
    }
    usage = {"input_tokens": 1, "input_tokens_details": None, "output_tokens": 1, "total_tokens": 2}
    return _named(
        [
            {"type": "response.created", "response": {"id": name}},
            {"type": "response.output_item.done", "output_index": 0, "item": text},
            {
                "type": "response.completed",
                "response": {"id": name, "usage": usage | {"output_tokens_details": None}},
            },
        ]
    )


def completions(_: dict[str, Any]) -> str:
    """The Chat Completions API's stream of one short answer."""
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    first = {"index": 0, "delta": {"role": "assistant", "content": "ok"}, "finish_reason": None}
    last = {"index": 0, "delta": {}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    chunks = [chunk | {"choices": [first]}, chunk | {"choices": [last], "usage": usage}]
    return "".join(f"data: {json.dumps(one)}\n\n" for one in chunks) + "data: [DONE]\n\n"


def generated(_: dict[str, Any]) -> str:
    """The Gemini API's stream of one short answer."""
    candidate = {"content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP", "index": 0}
    return f"data: {json.dumps({'candidates': [candidate]})}\n\n"


def _model(path: str, stream: Callable[[dict[str, Any]], str]) -> Iterator[Model]:
    model = Model(path, stream)
    yield model
    model.close()


@pytest.fixture
def claude_model() -> Iterator[Model]:
    yield from _model("/messages", messages)


@pytest.fixture
def codex_model() -> Iterator[Model]:
    yield from _model("/responses", responses)


@pytest.fixture
def copilot_model() -> Iterator[Model]:
    yield from _model("/chat/completions", completions)


@pytest.fixture
def gemini_model() -> Iterator[Model]:
    yield from _model(":streamGenerateContent", generated)
