"""One OpenAI-compatible endpoint: asks it in the best form it understands, and says plainly what went wrong.

The ladder: Responses with a JSON schema; Chat Completions with a JSON schema; Chat with JSON mode; plain Chat.
The form of the answer is described in the prompt as well, so every rung asks for the same. A server that
refuses one rung is asked on the next, and stays there.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bootstrap.extract.llm.problems import Problem, problem_of
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.extract.llm.schema import Malformed, parse

if TYPE_CHECKING:
    import httpx2
    from openai import OpenAI

Rung: TypeAlias = Literal["responses", "schema", "json", "plain"]
LADDER: tuple[Rung, ...] = ("responses", "schema", "json", "plain")
TIMEOUT = 300.0


class Endpoint:
    """Asks one server. Safe to use from several threads.

    Args:
        base_url: up to and with ``/v1``.
        key: the API key; a server on this machine may need none.
        http_client: for tests; else the package's own.
        timeout: seconds for one answer.
    """

    def __init__(
        self, base_url: str, key: str, http_client: httpx2.Client | None = None, timeout: float = TIMEOUT
    ) -> None:
        from openai import OpenAI

        self.client: OpenAI = OpenAI(
            base_url=base_url, api_key=key or "none", http_client=http_client, max_retries=0, timeout=timeout
        )
        self._rung = 0
        self._proven = False
        self._failed = False
        self._lock = threading.Lock()

    @property
    def rung(self) -> Rung:
        return LADDER[self._rung]

    def ask(self, request: Request) -> Answer:
        """One answer. Raises Problem; what a later try may mend is for the caller to repeat."""
        while True:
            at = self._rung
            try:
                answer = self._on(LADDER[at], request)
                parse(request.shape, answer.text)
            except Malformed as error:
                # Some servers take a schema and pass it over; what was written is paid for nevertheless.
                problem = Problem(
                    "malformed", f"the answer is not of the form asked for ({error})", usage=answer.usage
                )
                problem.elsewhere = self._step_down(at, problem)
                raise problem from None
            except Problem as problem:
                if problem.kind not in ("unsupported", "broken") or not self._step_down(at, problem):
                    raise
                continue
            self._proven = True
            return answer

    def _step_down(self, at: int, problem: Problem) -> bool:
        """One rung down, together with the other threads; False at the foot, or where this rung has worked.

        A 500 is also how some servers refuse a JSON schema, so a second one counts on the rungs that have one.
        """
        with self._lock:
            if self._proven or at + 1 >= len(LADDER):
                return False
            if problem.kind == "broken":
                again, self._failed = self._failed, problem.status == 500
                if not (again and self._failed and LADDER[at] in ("responses", "schema")):
                    return False
            self._rung, self._failed = max(self._rung, at + 1), False
            return True

    def _on(self, rung: Rung, request: Request) -> Answer:
        import openai

        body = body_of(request, rung)
        path = "/responses" if rung == "responses" else "/chat/completions"
        try:
            value = self.client.post(path, body=body, cast_to=object)
        except openai.OpenAIError as error:
            raise problem_of(error) from None
        except ValueError:
            raise Problem("malformed", "the server's reply is no JSON") from None
        if not isinstance(value, Mapping):
            raise Problem("unsupported" if not self._proven else "malformed", "the reply has no known form")
        sent = None if rung == "responses" else body
        return from_responses(value) if rung == "responses" else _from_chat(value, sent)


def body_of(request: Request, rung: Rung) -> dict[str, Any]:
    """The request as one rung of the ladder takes it."""
    if rung == "responses":
        return request.body
    body: dict[str, Any] = {"model": request.model, "max_tokens": request.most}
    if rung == "schema":
        schema = {"name": request.name, "strict": True, "schema": request.schema}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif rung == "json":
        body["response_format"] = {"type": "json_object"}
    body["messages"] = [
        {"role": "system", "content": request.prefix},
        {"role": "user", "content": request.matter},
    ]
    return body


def from_responses(value: Mapping[str, Any]) -> Answer:
    """Reads a Response object (OpenAI API reference, "The response object")."""
    if value.get("error"):
        raise Problem("broken", "the server reports an error in its answer")
    usage = _usage(value.get("usage"), "input_tokens", "output_tokens", "input_tokens_details")
    parts = [
        part
        for item in value.get("output") or []
        if isinstance(item, Mapping) and item.get("type") == "message"
        for part in item.get("content") or []
        if isinstance(part, Mapping)
    ]
    if any(part.get("type") == "refusal" for part in parts):
        raise Problem("refused", "the model refused", usage=usage)
    reason = (value.get("incomplete_details") or {}).get("reason")
    if reason == "content_filter":
        raise Problem("filtered", "the provider's content filter stopped the answer", usage=usage)
    if reason or value.get("status") == "incomplete":
        raise Problem("truncated", "the answer was cut off", usage=usage)
    if "output" not in value:
        raise Problem("unsupported", "the reply has no known form")
    text = "".join(str(part.get("text") or "") for part in parts)
    return _answer(text, value, usage, None)


def _from_chat(value: Mapping[str, Any], sent: dict[str, Any] | None) -> Answer:
    """Reads a chat completion (OpenAI API reference, "The chat completion object")."""
    usage = _usage(value.get("usage"), "prompt_tokens", "completion_tokens", "prompt_tokens_details")
    choices = value.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], Mapping):
        raise Problem("malformed", "the reply has no answer in it", usage=usage)
    message = choices[0].get("message") or {}
    if message.get("refusal"):
        raise Problem("refused", "the model refused", usage=usage)
    reason = choices[0].get("finish_reason")
    if reason == "content_filter":
        raise Problem("filtered", "the provider's content filter stopped the answer", usage=usage)
    if reason == "length":
        raise Problem("truncated", "the answer was cut off", usage=usage)
    return _answer(str(message.get("content") or ""), value, usage, sent)


def _answer(text: str, value: Mapping[str, Any], usage: Usage, sent: dict[str, Any] | None) -> Answer:
    if not text.strip():
        raise Problem("malformed", "the answer is empty", usage=usage)
    return Answer(text, str(value.get("model") or ""), usage, sent)


def _usage(counts: Any, sent: str, written: str, details: str) -> Usage:
    """Token counts as the server gives them; zeros where it gives none."""
    if not isinstance(counts, Mapping):
        return Usage()
    cached = (
        (counts.get(details) or {}).get("cached_tokens") if isinstance(counts.get(details), Mapping) else 0
    )
    return Usage(_count(counts.get(sent)), _count(counts.get(written)), _count(cached))


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and value >= 0 else 0
