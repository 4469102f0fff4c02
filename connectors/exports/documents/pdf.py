"""PDF files, read by a second process with bounds on time and memory.

pdfium is native code: a file made for it can crash it, keep it busy or make it ask for gigabytes, and
none of that may end a pull. The process is started at the first PDF, serves all that follow, and is
replaced when it is lost. Its answers are JSON, so that a captured process has nothing to say but text.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import pickle
import subprocess
import sys
import threading
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any, BinaryIO, cast

from connectors.exports.documents.content import Content, Unreadable

SECONDS = 5.0
MEMORY = 190_000_000
_LONGEST_ANSWER = 1_000_000
_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer);"
    "from connectors.exports.documents.pdf import serve; serve()"
)
_TIMES = ("created", "modified")


class PdfProcess:
    """The process, and the one file it is at.

    Args:
        seconds: how long one file may take.
        start: the program it runs, for a child that behaves otherwise.
    """

    def __init__(self, seconds: float = SECONDS, start: str = _START) -> None:
        self._seconds = seconds
        self._start = start
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._late = False

    def read(self, data: bytes) -> Content:
        """Raises Unreadable for what is encrypted, damaged, scanned, or too much for the bounds."""
        with self._lock:
            alarm = threading.Timer(self._seconds, self._end)
            alarm.daemon = True
            self._late = False
            try:
                process = self._running()
                alarm.start()
                try:
                    answer = self._ask(process, data)
                finally:
                    alarm.cancel()
            except (OSError, ValueError) as error:
                self.close()
                raise Unreadable(
                    "takes too long to read" if self._late else "crashes its reader, or needs too much memory"
                ) from error
        if "reason" in answer:
            raise Unreadable(str(answer["reason"]))
        return _content(answer)

    def close(self) -> None:
        """End the process; a later read starts another."""
        process, self._process = self._process, None
        if process:
            process.kill()
            for stream in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    cast(BinaryIO, stream).close()
            process.wait()

    def _end(self) -> None:
        self._late = True
        if process := self._process:
            process.kill()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", self._start],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent
            )
            pickle.dump(sys.path, cast(BinaryIO, self._process.stdin))
        return self._process

    @staticmethod
    def _ask(process: subprocess.Popen[bytes], data: bytes) -> dict[str, Any]:
        given, taken = cast(BinaryIO, process.stdin), cast(BinaryIO, process.stdout)
        given.write(len(data).to_bytes(8, "big"))
        given.write(data)
        given.flush()
        answer = json.loads(taken.readline(_LONGEST_ANSWER))
        if not isinstance(answer, dict):
            raise ValueError("no answer")
        return answer


_SHARED = PdfProcess()
atexit.register(_SHARED.close)


def read_pdf(data: bytes) -> Content:
    """The first pages of a PDF. Raises Unreadable with the reason why there is nothing to read."""
    if b"%PDF" not in data[:1024]:
        raise Unreadable("damaged, or not the format its name says")
    return _SHARED.read(data)


def _content(answer: dict[str, Any]) -> Content:
    kept = {field.name: answer[field.name] for field in fields(Content) if field.name in answer}
    for name in _TIMES:
        kept[name] = datetime.fromisoformat(kept[name]) if kept.get(name) else None
    for name in ("links", "editors"):
        kept[name] = tuple(kept.get(name, ()))
    return Content(**kept)


def serve() -> None:
    """What the process does: a length and a file in, a line of JSON out, until its input ends."""
    from connectors.exports.documents.pdf_pages import read_pages

    with contextlib.suppress(ImportError, OSError, ValueError):  # no such bound on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    while head := sys.stdin.buffer.read(8):
        data = sys.stdin.buffer.read(int.from_bytes(head, "big"))
        try:
            content = asdict(read_pages(data))
            told = {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in content.items()
            }
        except Unreadable as error:
            told = {"reason": str(error)}
        except Exception as error:
            told = {"reason": f"can't be read ({type(error).__name__})"}
        sys.stdout.buffer.write(json.dumps(told).encode() + b"\n")
        sys.stdout.buffer.flush()
