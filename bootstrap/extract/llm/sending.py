"""Many questions to one endpoint: several at a time, each repeated where that may help, none beyond the cap."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

from bootstrap.errors import ModelError
from bootstrap.extract.llm.problems import AGAIN, ANSWERED, Kind, Problem
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.extract.llm.spend import Purse

TRIES = 6
WORKERS = 4
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
LONGEST_ASKED_WAIT = 600.0
_IN_A_ROW: dict[Kind, int] = {"broken": 3, "slow": 3, "malformed": 5, "truncated": 5}
# An answer with less room than this comes from a small model, which more room would not help.
ROOMY = 4_000


class Asker(Protocol):
    """What answers one request, or raises Problem: ``Endpoint``, or a double of it."""

    def ask(self, request: Request) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Missing:
    """A request without an answer, and why, in words without content. ``too_long``: less of it may be asked."""

    request: Request
    reason: str
    too_long: bool = False


class Sender:
    """Asks with patience.

    Args:
        sleep, now, random: replaced in tests; ``now`` is a monotonic clock in seconds.
        workers: questions that are on their way at the same time.
    """

    def __init__(
        self, endpoint: Asker, purse: Purse, workers: int = WORKERS, sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic, random: Random | None = None,
    ) -> None:  # fmt: skip
        self._endpoint = endpoint
        self._purse = purse
        self._workers = max(1, workers)
        self._sleep = sleep
        self._now = now
        self._random = random or Random()
        self._lock = threading.Lock()
        self._quiet_until = 0.0
        self._lost_in_a_row = 0
        self._stopped = ""

    def all(self, requests: Sequence[Request]) -> Iterator[tuple[Request, Answer | Missing]]:
        """Each request with its answer, as they come. Raises ModelError when nothing can work (a wrong key)."""
        self._stopped, self._lost_in_a_row = "", 0
        refused: ModelError | None = None
        with ThreadPoolExecutor(self._workers) as pool:
            waiting = {pool.submit(self.one, request): request for request in requests}
            try:
                for done in as_completed(waiting):
                    # What was answered beside a refusal is paid for, so it is handed on first.
                    if isinstance(error := done.exception(), ModelError):
                        refused = error
                    else:
                        yield waiting[done], done.result()
            finally:
                self._stopped = self._stopped or "not sent: the run ended before"
                pool.shutdown(wait=False, cancel_futures=True)
        if refused is not None:
            raise refused

    def one(self, request: Request) -> Answer | Missing:
        """The answer, checked for its form, or why there is none."""
        asked = request
        for attempt in range(TRIES):
            if self._stopped:
                return Missing(request, self._stopped)
            if not self._purse.reserve(request.tokens):
                return Missing(request, "not sent: the token cap is reached")
            try:
                self._wait_for_quiet()
                answer = self._endpoint.ask(request)
                self._purse.paid(request.model, counted(answer.usage, request))
            except Problem as error:
                problem = error
                if problem.kind in ANSWERED:
                    self._purse.paid(request.model, counted(problem.usage, request))
            else:
                self._lost_in_a_row = 0
                return answer if answer.sent or request is asked else replace(answer, sent=request.body)
            finally:
                self._purse.release(request.tokens)
            if problem.kind == "denied":
                self._stopped = f"not sent: {problem}"
                raise ModelError(f"The model endpoint refuses: {problem}.", _hint(problem))
            if (
                problem.kind not in AGAIN
                or attempt == TRIES - 1
                or not self._worth(request, problem, attempt)
            ):
                break
            self._purse.retried(problem.kind)
            request = replace(request, most=request.most * 2) if problem.kind == "truncated" else request
            self._pause(problem, attempt)
        return self._given_up(asked, problem)

    def _worth(self, request: Request, problem: Problem, attempt: int) -> bool:
        """A model that is slow, can't write the form, or writes without end, is asked twice and not six times."""
        if problem.wait is not None and problem.wait > LONGEST_ASKED_WAIT:
            return False
        if problem.kind == "truncated" and request.most < ROOMY:
            return False
        few = problem.kind in ("malformed", "truncated", "slow") and not problem.elsewhere
        return attempt < (1 if few else TRIES)

    def _given_up(self, request: Request, problem: Problem) -> Missing:
        """A failure; too many in a row, and the others are not asked: the server is gone, or the model is lost."""
        most = _IN_A_ROW.get(problem.kind)
        if most is not None:
            with self._lock:
                self._lost_in_a_row += 1
                if self._lost_in_a_row >= most:
                    self._stopped = f"not sent: {problem}, {self._lost_in_a_row} times in a row"
        return Missing(request, str(problem), problem.kind == "too-long")

    def _pause(self, problem: Problem, attempt: int) -> None:
        """Wait as the server asks, else twice as long each time, with jitter; a busy server holds all questions."""
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2**attempt)
        wait = problem.wait if problem.wait is not None else longest * (0.5 + self._random.random() / 2)
        if problem.wait is not None:
            wait += self._random.random() * 0.5
        if problem.kind == "busy":
            with self._lock:
                self._quiet_until = max(self._quiet_until, self._now() + wait)
        else:
            self._sleep(wait)

    def _wait_for_quiet(self) -> None:
        with self._lock:
            wait = self._quiet_until - self._now()
        if wait > 0:
            self._sleep(wait)


def counted(usage: Usage, request: Request) -> Usage:
    """Tokens as the server counted them; our own count where it gives none."""
    return usage if usage.input else replace(usage, input=request.tokens)


def _hint(problem: Problem) -> str:
    return {
        401: "Put the key into OPENAI_API_KEY, or into the keyring; check --base-url.",
        404: "Name a model the server has with --model.",
    }.get(problem.status, "Check the key, the model's name and --base-url.")
