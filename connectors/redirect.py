"""Receiving the answer of a browser sign-in on this machine (RFC 8252, loopback redirect)."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from connectors.base import CredentialRefused, SourceUnavailable

LARGEST = 64 << 10
DONE = b"<!doctype html><title>day1</title><p>You can close this page and go back to day1."


@dataclass(frozen=True, slots=True)
class Receiver:
    """Waits for one redirect; ``url`` is the redirect address to register and to send along."""

    url: str
    _answers: queue.Queue[dict[str, str]]

    def wait(self, seconds: float) -> dict[str, str]:
        """The parameters of the redirect. Raises CredentialRefused when none comes in time."""
        try:
            return self._answers.get(timeout=seconds)
        except queue.Empty:
            raise CredentialRefused("the sign-in was not finished in time", "try it again") from None


class _Quiet(ThreadingHTTPServer):
    """A browser that hangs up early is nothing to tell a person about."""

    daemon_threads = True

    def handle_error(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def receive(state: str, port: int = 0) -> Iterator[Receiver]:
    """Listen on loopback for one redirect that carries ``state``; anything else is answered 404 and ignored.

    Raises SourceUnavailable when the port is taken.
    """
    answers: queue.Queue[dict[str, str]] = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._take(urlsplit(self.path).query)

        def do_POST(self) -> None:
            """The same as a form, which keeps the code out of the browser's history (response_mode=form_post)."""
            length = self.headers.get("Content-Length", "")
            self._take(
                self.rfile.read(min(int(length), LARGEST) if length.isdigit() else 0).decode(
                    "ascii", "replace"
                )
            )

        def _take(self, query: str) -> None:
            given = dict(parse_qsl(query))
            fits = given.get("state") == state
            self.send_response(200 if fits else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(DONE if fits else b"")
            if fits:
                answers.put(given)

        def log_message(self, *arguments: object) -> None:
            """Say nothing: the request line carries the code."""

    try:
        server = _Quiet(("127.0.0.1", port), Handler)
    except OSError:
        raise SourceUnavailable(f"port {port} is taken", "close what listens there, then try again") from None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield Receiver(f"http://localhost:{server.server_address[1]}/", answers)
    finally:
        server.shutdown()
        server.server_close()
