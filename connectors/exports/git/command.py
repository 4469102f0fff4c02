"""Running the git program so that nothing a repository says can make it run another one.

The repository's own configuration is never loaded (see ``view``). What is left is closed here: no
system or user configuration, no hooks, no pager, no external diff or text conversion, no transport
at all, no prompt, no lock, no fetch of missing objects, and a deadline.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from connectors.base import SourceUnavailable

CHUNK = 1 << 16
KEPT_ENVIRONMENT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")

OPTIONS = (
    "--no-pager",
    "--no-replace-objects",
    "--literal-pathspecs",
    *(
        part
        for setting in (
            "core.fsmonitor=false",
            "core.hooksPath=/dev/null",
            "core.attributesFile=/dev/null",
            "core.pager=cat",
            "core.askPass=true",
            "core.bigFileThreshold=16m",
            "core.sshCommand=false",
            "credential.helper=",
            "diff.external=",
            "gc.auto=0",
            "log.showSignature=false",
            "maintenance.auto=false",
            "protocol.allow=never",
            "safe.directory=*",
        )
        for part in ("-c", setting)
    ),
)


class GitFailed(Exception):
    """Git ended with an error. Its message is never kept: it may quote content."""


class GitTooSlow(GitFailed):
    """Git was ended because it overran its time."""


@dataclass(frozen=True, slots=True)
class Git:
    """Runs git on one private directory (see ``view``).

    Attributes:
        directory: the git directory; it is the only place git may write to.
        seconds: the longest one command may take.
        memory: bytes one command may allocate, where the system can limit that (Linux); 0 for no limit.
    """

    directory: Path
    seconds: float = 120.0
    memory: int = 0

    def run(self, *arguments: str, given: bytes = b"", most: int = 32 << 20) -> bytes:
        """The whole output of one command, at most ``most`` bytes of it. Raises GitFailed."""
        kept = bytearray()
        for chunk in self.stream(*arguments, given=given):
            kept += chunk
            if len(kept) >= most:
                break
        return bytes(kept[:most])

    def stream(self, *arguments: str, given: bytes = b"") -> Iterator[bytes]:
        """Output as it comes; closing the iterator ends git. Raises GitFailed at the end of a failed run."""
        with subprocess.Popen(
            [program(), *OPTIONS, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.directory,
            env=environment(self.directory),
        ) as process:
            assert process.stdin is not None and process.stdout is not None
            _limit(process.pid, self.memory)
            late = threading.Event()
            watch = threading.Timer(self.seconds, _end, args=(process, late))
            feed = threading.Thread(target=_feed, args=(process, given), daemon=True)
            watch.start()
            feed.start()
            try:
                while chunk := process.stdout.read1(CHUNK):  # type: ignore[attr-defined]
                    yield chunk
                if process.wait() != 0:
                    raise (GitTooSlow if late.is_set() else GitFailed)("git ended with an error")
            finally:
                watch.cancel()
                process.kill()
                feed.join()


def _limit(process: int, memory: int) -> None:
    """A history may be built to exhaust memory; mapped pack files do not count against the limit."""
    if memory and sys.platform == "linux":
        import resource

        with suppress(OSError):
            resource.prlimit(process, resource.RLIMIT_DATA, (memory, memory))


def _end(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _feed(process: subprocess.Popen[bytes], given: bytes) -> None:
    """Write the input beside the reading, so that neither side waits for the other for ever."""
    assert process.stdin is not None
    with suppress(OSError):
        process.stdin.write(given)
    with suppress(OSError):
        process.stdin.close()


def program() -> str:
    """Where git is. Raises SourceUnavailable when it isn't installed."""
    found = shutil.which("git")
    if found is None:
        raise SourceUnavailable(
            "the git program isn't installed", "install git (https://git-scm.com/downloads), then try again"
        )
    return found


def environment(directory: Path) -> dict[str, str]:
    """What git gets to see: nothing inherited but where programs and temporary files are."""
    kept = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    return kept | {
        "GIT_DIR": str(directory),
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "HOME": str(directory),
        "LC_ALL": "C",
        "XDG_CONFIG_HOME": str(directory),
    }
