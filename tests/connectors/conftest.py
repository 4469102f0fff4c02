from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    form: dict[str, str]
    pairs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """What the server answers; ``cut`` ends the connection in the middle, ``silent`` gives no answer at all."""

    body: Any = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    silent: bool = False


@dataclass
class Loopback:
    """A server on 127.0.0.1 that answers by a function, and remembers what it was asked."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [one.path for one in self.asked]


class Quiet(ThreadingHTTPServer):
    """A client that hangs up is part of some tests."""

    daemon_threads = True

    def handle_error(self, *arguments: object) -> None:
        pass


@pytest.fixture
def loopback() -> Iterator[Callable[[Callable[[Asked], Answer]], Loopback]]:
    servers: list[ThreadingHTTPServer] = []
    over = threading.Event()

    def start(answer: Callable[[Asked], Answer]) -> Loopback:
        seen = Loopback()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def _serve(self) -> None:
                parts = urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                form = dict(parse_qsl(body)) if "urlencoded" in self.headers.get("Content-Type", "") else {}
                pairs = tuple(parse_qsl(parts.query, keep_blank_values=True))
                headers = {key.lower(): value for key, value in self.headers.items()}
                asked = Asked(self.command, parts.path, dict(pairs), headers, form, pairs)
                seen.asked.append(asked)
                self._answer(answer(asked))

            def _answer(self, given: Answer) -> None:
                if given.silent:
                    over.wait(10)
                    self.close_connection = True
                    return
                raw = given.body if isinstance(given.body, bytes) else json.dumps(given.body).encode()
                self.send_response(given.status)
                if not isinstance(given.body, bytes):
                    self.send_header("Content-Type", "application/json; charset=utf-8")
                for name, value in given.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw[: len(raw) // 2] if given.cut else raw)
                self.close_connection = given.cut

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = _serve

            def log_message(self, *arguments: object) -> None:
                pass

        server = Quiet(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        servers.append(server)
        seen.url = f"http://127.0.0.1:{server.server_address[1]}"
        return seen

    yield start
    over.set()
    for server in servers:
        server.shutdown()
        server.server_close()


class FakeTime:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def fake_time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def answer() -> type[Answer]:
    return Answer


class MemoryStore:
    """A token store for tests."""

    place = "memory"

    def __init__(self, **kept: str) -> None:
        self.kept = dict(kept)

    def get(self, name: str) -> str | None:
        return self.kept.get(name)

    def set(self, name: str, secret: str) -> None:
        self.kept[name] = secret

    def delete(self, name: str) -> bool:
        return self.kept.pop(name, None) is not None


@pytest.fixture
def memory_store() -> type[MemoryStore]:
    return MemoryStore


class Visitor:
    """The person at a sign-in, who answers as the test says."""

    def __init__(
        self, leave_out: tuple[str, ...] = (), pastes: str = "", on_visit: Callable[[str], None] | None = None
    ):
        self.leave_out = leave_out
        self.pastes = pastes
        self.on_visit = on_visit
        self.shown: list[Any] = []
        self.told: list[str] = []
        self.visited: list[str] = []

    def choose(self, vendor: str, scopes: Any) -> list[Any]:
        self.shown = list(scopes)
        return [scope for scope in scopes if scope.preset and scope.name not in self.leave_out]

    def tell(self, line: str) -> None:
        self.told.append(line)

    def visit(self, url: str) -> None:
        self.visited.append(url)
        if self.on_visit:
            self.on_visit(url)

    def secret(self, question: str) -> str:
        return self.pastes


@pytest.fixture
def visitor() -> type[Visitor]:
    return Visitor
