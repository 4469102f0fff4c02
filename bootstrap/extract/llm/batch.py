"""A night run: all questions in one file, answered within a day at half the price.

Source: OpenAI API reference, Batch. The batch's id is kept in the workspace, so that a run that was
interrupted while waiting goes on with the same batch.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bootstrap.errors import ModelError
from bootstrap.extract.llm.endpoint import from_responses
from bootstrap.extract.llm.problems import ANSWERED, Problem, problem_of
from bootstrap.extract.llm.requests import Answer, Request
from bootstrap.extract.llm.schema import Malformed, parse
from bootstrap.extract.llm.sending import Missing, counted
from bootstrap.extract.llm.spend import Purse
from bootstrap.files import make_private_directory, write_atomic

if TYPE_CHECKING:
    from openai import OpenAI

POLL = 60.0
ENDED = ("completed", "failed", "expired", "cancelled")


class Batch:
    """Asks through the Batch API of a provider.

    Args:
        kept: file in which the id of a batch under way is kept.
        sleep: between two looks; replaced in tests.
        tell: one line of talk while waiting.
    """

    def __init__(
        self, client: OpenAI, kept: Path, purse: Purse, tell: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
    ) -> None:  # fmt: skip
        self._client = client
        self._kept = kept
        self._purse = purse
        self._tell = tell
        self._sleep = sleep

    def all(self, requests: Sequence[Request]) -> Iterator[tuple[Request, Answer | Missing]]:
        """Each request with its answer, once the batch has ended. Raises ModelError when it can't be sent."""
        asked = [request for request in requests if self._purse.reserve(request.tokens)]
        for request in requests:
            if request not in asked:
                yield request, Missing(request, "not sent: the token cap is reached")
        try:
            found = self._answers(asked) if asked else {}
        finally:
            for request in asked:
                self._purse.release(request.tokens)
        for request in asked:
            yield request, self._judged(request, found.get(request.id))
        self._kept.unlink(missing_ok=True)

    def _answers(self, requests: Sequence[Request]) -> dict[str, Mapping[str, Any]]:
        """The line of the output file for each request id."""
        import openai

        try:
            batch = self._client.batches.retrieve(self._under_way(requests) or self._submit(requests))
            self._tell(
                f"Batch {batch.id} is under way; it may take up to a day. It can be left and gone on with."
            )
            while batch.status not in ENDED:
                self._sleep(POLL)
                batch = self._client.batches.retrieve(batch.id)
            if batch.status != "completed" and not batch.output_file_id:
                self._kept.unlink(missing_ok=True)
                raise ModelError(
                    f"The batch ended as {batch.status}.", "Run the same command without --batch."
                )
            lines: list[str] = []
            for file in (batch.output_file_id, batch.error_file_id):
                if file:
                    lines += self._client.files.content(file).text.splitlines()
        except openai.OpenAIError as error:
            raise ModelError(
                f"The batch failed: {problem_of(error)}.", "Run the same command again, or without --batch."
            ) from None
        read = [json.loads(line) for line in lines if line.strip()]
        return {
            str(line["custom_id"]): line for line in read if isinstance(line, dict) and "custom_id" in line
        }

    def _submit(self, requests: Sequence[Request]) -> str:
        rows = [
            {"custom_id": r.id, "method": "POST", "url": "/v1/responses", "body": r.body} for r in requests
        ]
        data = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
        file = self._client.files.create(file=("day1.jsonl", data), purpose="batch")
        batch = self._client.batches.create(
            input_file_id=file.id, endpoint="/v1/responses", completion_window="24h"
        )
        make_private_directory(self._kept.parent)
        write_atomic(
            self._kept, msgspec.json.encode({"id": batch.id, "requests": sorted(r.id for r in requests)})
        )
        return batch.id

    def _under_way(self, requests: Sequence[Request]) -> str:
        """Id of the batch that was left with these very questions; empty where there is none."""
        try:
            kept = json.loads(self._kept.read_bytes())
        except (OSError, ValueError):
            return ""
        return str(kept["id"]) if kept.get("requests") == sorted(r.id for r in requests) else ""

    def _judged(self, request: Request, line: Mapping[str, Any] | None) -> Answer | Missing:
        response = (line or {}).get("response") or {}
        if response.get("status_code") != 200 or not isinstance(response.get("body"), Mapping):
            return Missing(request, "the batch has no answer to it")
        try:
            answer = from_responses(response["body"])
            self._purse.paid(request.model, counted(answer.usage, request))
            parse(request.shape, answer.text)
        except Problem as problem:
            if problem.kind in ANSWERED:
                self._purse.paid(request.model, counted(problem.usage, request))
            return Missing(request, str(problem))
        except Malformed as error:
            return Missing(request, f"the answer is not of the form asked for ({error})")
        return answer
