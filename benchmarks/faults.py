"""Runs `day1` many times out of one warm process, each time in a child with a fault armed.

Python's audit hooks (PEP 578) see every open, rename, removal and folder made, whatever library does it;
statements of SQLite, ``os.write`` and ``os.fsync`` are counted as well. Each is a step. The child is killed
at a step (SIGKILL: no clean-up of any kind), or after a time, or the step fails with an error number.
No sleeping: the same step is the same moment every time. POSIX only.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).parent.parent
KILLED = -signal.SIGKILL
_CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(frozen=True)
class Fault:
    """What goes wrong.

    Attributes:
        at: the step at which it does, from 1; 0 for never.
        kind: ``kill``, or an error number's name such as ``ENOSPC``.
        lasting: the error comes at every later step too, as on a full or read-only disk.
        after: seconds until the process is killed, whatever the step; 0 for never.
        file_size: no file can grow over so many bytes; 0 for no limit.
    """

    at: int = 0
    kind: str = "kill"
    lasting: bool = False
    after: float = 0.0
    file_size: int = 0


@dataclass(frozen=True)
class Ran:
    """How a run ended: its exit code (negative: the signal that ended it), what it said, and what it did.

    ``network`` are the addresses it looked up or connected to, ``programs`` those it started.
    """

    code: int
    out: str
    err: str
    steps: int = 0
    network: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()

    @property
    def json(self) -> Any:
        return json.loads(self.out.splitlines()[-1])


class Forks:
    """The warm process. A context manager.

    Args:
        watched: only steps on files below these folders count.
        environ: added to the environment of the runs.
    """

    def __init__(self, watched: Sequence[Path], environ: Mapping[str, str] | None = None) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.faults", *map(os.path.realpath, watched)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, **(environ or {})},
        )

    def __enter__(self) -> Forks:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.communicate()

    def run(self, *words: object, fault: Fault | None = None, umask: int = 0o022) -> Ran:
        """One run of `day1` with these words."""
        asked = {"words": [*map(str, words)], "fault": asdict(fault or Fault()), "umask": umask}
        assert self._server.stdin and self._server.stdout
        print(json.dumps(asked), file=self._server.stdin, flush=True)
        answer = json.loads(self._server.stdout.readline())
        return Ran(
            **{key: tuple(value) if isinstance(value, list) else value for key, value in answer.items()}
        )


class Injector:
    """Counts the steps of this process and lets the fault happen at its own."""

    def __init__(self, fault: Fault, watched: Sequence[str]) -> None:
        self._fault = fault
        self._watched = tuple(watched)
        self.steps = 0
        self.network: list[str] = []
        self.programs: list[str] = []

    def arm(self) -> None:
        """From here on; there is no way back, so only in a child."""
        write, sync, connect = os.write, os.fsync, sqlite3.connect
        os.write = lambda handle, data: self._written(write, handle, data)
        os.fsync = lambda handle: self._synced(sync, handle)  # type: ignore[assignment]
        sqlite3.connect = lambda *words, **more: self._connected(connect(*words, **more))  # type: ignore[assignment]
        sys.addaudithook(self._heard)
        if self._fault.file_size:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (self._fault.file_size, resource.RLIM_INFINITY))
        if self._fault.after:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the process at once, as SIGKILL does
            signal.setitimer(signal.ITIMER_REAL, self._fault.after)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _WRITES and self._ours(path):
                self._step()
        elif event in _CHANGES:
            if any(self._ours(one) for one in arguments[:2]):
                self._step(fails=event != "os.rmdir")
        elif event == "subprocess.Popen":
            self.programs.append(Path(os.fsdecode(arguments[0])).name)
        elif event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
            self.network.append(repr(arguments[1] if event == "socket.connect" else arguments[0]))

    def _ours(self, path: object) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        name = os.fsdecode(path)
        # A bare name is one beside a folder that is being emptied (``shutil.rmtree``).
        return name.startswith(self._watched) or (os.sep not in name and name not in ("", os.devnull))

    def _written(self, write: Callable[[int, bytes], int], handle: int, data: bytes) -> int:
        if self._is_due():
            write(handle, data[: len(data) // 2])
        self._step()
        return write(handle, data)

    def _synced(self, sync: Callable[[int], None], handle: int) -> None:
        self._step()
        sync(handle)

    def _connected(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        connection.set_trace_callback(lambda _: self._step(fails=False))
        return connection

    def _is_due(self) -> bool:
        return self.steps + 1 == self._fault.at

    def _step(self, fails: bool = True) -> None:
        self.steps += 1
        at = self._fault.at
        if not at or self.steps < at or (self.steps > at and not self._fault.lasting):
            return
        if self._fault.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif fails:
            number = getattr(errno, self._fault.kind)
            raise OSError(number, os.strerror(number))


def _child(words: Sequence[str], injector: Injector, out: int, err: int) -> int:
    from bootstrap.cli import main

    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the process
    injector.arm()
    try:
        code = main(words)
    except SystemExit as end:
        code = int(end.code or 0)
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    return code


def _run(asked: dict[str, Any], watched: Sequence[str]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryFile() as told:
        child = os.fork()
        if child == 0:
            os.umask(asked["umask"])
            injector = Injector(Fault(**asked["fault"]), watched)
            code = 99
            try:
                code = _child(asked["words"], injector, out.fileno(), err.fileno())
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
                told.write(
                    json.dumps(
                        {"steps": injector.steps, "network": injector.network, "programs": injector.programs}
                    ).encode()
                )
                told.flush()
            except BaseException:
                sys.excepthook(*sys.exc_info())
                sys.stderr.flush()
            finally:
                os._exit(code)
        status = os.waitpid(child, 0)[1]
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        for stream in (out, err, told):
            stream.seek(0)
        more = json.loads(told.read() or b"{}")
        return {"code": KILLED if code == -signal.SIGALRM else code, "out": out.read().decode(), "err": err.read().decode(), **more}  # fmt: skip


def _warm() -> None:
    """Import what the verbs import when they are called, by one run on the sample person."""
    import sample_data
    from bootstrap.cli import main

    with (
        tempfile.TemporaryDirectory() as place,
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        places = ["--workspace", f"{place}/w", "--memories", f"{place}/m", "--now", "2026-11-15"]
        source = str(sample_data.path() / "documents")
        verbs: list[list[str]] = [["run", source, "--approve", "all"], ["status"], ["export", "agents-md", "--to", f"{place}/x"], ["undo"], ["forget"]]  # fmt: skip
        for words in verbs:
            main([*words, *places])


def main(watched: Sequence[str]) -> None:
    _warm()
    for line in sys.stdin:
        print(json.dumps(_run(json.loads(line), watched)), flush=True)


if __name__ == "__main__" and sys.argv[1:]:
    main(sys.argv[1:])
