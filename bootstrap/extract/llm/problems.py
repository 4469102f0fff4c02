"""What can go wrong with one question to a model, by what can be done about it.

busy         429, or 503 with a time to wait: ask again later
broken       5xx, a cut connection, a timeout: ask again
malformed    the answer is not of the form asked for: ask again
truncated    the answer was cut off: ask again with more room
refused      the model or the provider's filter won't answer: this dossier fails
filtered
too-long     the question does not fit the model: ask with less
unsupported  the server does not know this way of asking: another rung
denied       the key, the model or the account is not accepted: nothing will work
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bootstrap.extract.llm.requests import Usage

if TYPE_CHECKING:
    from openai import OpenAIError

Kind: TypeAlias = Literal[
    "busy",
    "broken",
    "slow",
    "malformed",
    "truncated",
    "refused",
    "filtered",
    "too-long",
    "unsupported",
    "denied",
]
AGAIN: frozenset[Kind] = frozenset({"busy", "broken", "slow", "malformed", "truncated"})

ANSWERED: frozenset[Kind] = frozenset({"malformed", "truncated", "refused"})

_TOO_LONG = (
    "context_length",
    "context size",
    "context length",
    "maximum context",
    "too many tokens",
    "exceed_context",
    "prompt is too long",
)
_FILTERED = ("content_filter", "content management policy", "responsibleai", "safety system")


class Problem(Exception):
    """One question that got no usable answer. The message carries nothing of the question or the answer.

    Attributes:
        wait: seconds the server asked to wait; None when it did not say.
        usage: tokens that were paid for nevertheless.
        elsewhere: the endpoint will be asked in another way next time, so that asking again is worth it.
    """

    def __init__(
        self, kind: Kind, message: str, wait: float | None = None, status: int = 0, usage: Usage | None = None
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.wait = wait
        self.status = status
        self.usage = usage or Usage()
        self.elsewhere = False


def problem_of(error: OpenAIError) -> Problem:
    """What an error of the ``openai`` package means."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return Problem("slow", "no answer in time")
    if isinstance(error, openai.APIStatusError):
        return _of_status(error.status_code, error.response.headers, _said(error), str(error.code or ""))
    if isinstance(error, openai.APIConnectionError):
        return Problem("broken", "the server can't be reached, or the connection was cut")
    if isinstance(error, openai.APIResponseValidationError):
        return Problem("malformed", "the server's reply is no JSON")
    return Problem("broken", f"the connection failed ({type(error).__name__})")


def _said(error: Any) -> str:
    """The server's own words, for telling kinds apart; never shown."""
    return f"{error.message} {error.body}".casefold()[:4000]


def _of_status(status: int, headers: Mapping[str, str], said: str, code: str) -> Problem:
    wait = retry_after(headers.get("retry-after", ""), headers.get("retry-after-ms", ""))
    if code == "insufficient_quota":
        return Problem("denied", "the account has no credit left", status=status)
    if status == 429 or (status in (503, 529) and wait is not None):
        return Problem("busy", "the server asks to slow down", wait, status)
    if any(sign in said for sign in _TOO_LONG) or status == 413:
        return Problem("too-long", "the question is too long for this model", status=status)
    if any(sign in said for sign in _FILTERED):
        return Problem("filtered", "the provider's content filter refused the question", status=status)
    if (
        status in (401, 403)
        or code == "model_not_found"
        or (status == 404 and "model" in said and "not" in said)
    ):
        return Problem("denied", _DENIED.get(status, "the server refuses"), status=status)
    if status == 408 or status >= 500:
        kind: Kind = "unsupported" if status == 501 else "broken"
        return Problem(kind, f"the server failed (HTTP {status})", wait, status)
    return Problem("unsupported", f"the server refuses this form of question (HTTP {status})", status=status)


_DENIED = {
    401: "the server does not accept the key",
    403: "the server forbids it",
    404: "the server does not know this model",
}


def retry_after(value: str, milliseconds: str = "") -> float | None:
    """Seconds to wait by a Retry-After header: seconds, also fractional, or a date (RFC 9110, 10.2.3)."""
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        if value:
            return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
