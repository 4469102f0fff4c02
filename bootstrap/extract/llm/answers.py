"""Answers that are at hand: each request is asked once, whatever becomes of the run that asked it.

Two files a request, named by its hash: ``<hash>.request.json`` is exactly what is sent, and
``<hash>.response.json`` holds ``text``, ``model`` and ``usage``. A folder of them is a cassette: it replays a
run without a model, and answers may be put there by hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bootstrap.errors import ModelError
from bootstrap.extract.llm.requests import Answer, Request, Usage
from bootstrap.files import explained, make_private_directory, write_atomic

V = TypeVar("V")


class Answers:
    """Looks in each folder in turn and keeps new answers in all of them.

    Args:
        folders: the workspace's own first, then a cassette, if one is kept.
        recorded: the one of them that gets the requests too.
    """

    def __init__(self, folders: Sequence[Path], recorded: Path | None = None) -> None:
        self._folders = tuple(folders)
        self._recorded = recorded

    def find(self, request: Request) -> Answer | None:
        """The answer at hand, a cassette's first. Raises ModelError when a file of that name can't be used."""
        for folder in reversed(self._folders):
            path = folder / f"{request.id}.response.json"
            if path.exists():
                answer = _read(path)
                for other in self._folders:
                    if other != folder:
                        self._write(other, request, answer)
                return answer
        return None

    def keep(self, request: Request, answer: Answer) -> None:
        for folder in self._folders:
            self._write(folder, request, answer)

    def ask_later(self, request: Request) -> Path:
        """Leave the request for somebody to answer; where it lies."""
        folder = self._recorded or self._folders[0]
        return write_request(folder, request, request.body)

    def note(self, id_: str, value: object) -> None:
        """Remember a small value under an id, beside the answers."""
        make_private_directory(self._folders[0])
        write_atomic(self._folders[0] / f"{id_}.note.json", msgspec.json.encode(value))

    def noted(self, id_: str, type_: type[V]) -> V | None:
        """The value of that id; None where there is none that can be read."""
        try:
            return msgspec.json.decode((self._folders[0] / f"{id_}.note.json").read_bytes(), type=type_)
        except (OSError, msgspec.MsgspecError):
            return None

    def _write(self, folder: Path, request: Request, answer: Answer) -> None:
        make_private_directory(folder)
        if folder == self._recorded:
            write_request(folder, request, answer.sent or request.body)
        usage = {
            "input_tokens": answer.usage.input,
            "output_tokens": answer.usage.output,
            "cached_tokens": answer.usage.cached,
        }
        value = {"text": answer.text, "model": answer.model, "usage": usage}
        path, data = folder / f"{request.id}.response.json", _bytes(value)
        if not path.exists() or path.read_bytes() != data:
            write_atomic(path, data)


def write_request(folder: Path, request: Request, body: dict[str, Any]) -> Path:
    make_private_directory(folder)
    path = folder / f"{request.id}.request.json"
    if not path.exists():
        write_atomic(path, _bytes(body))
    return path


def _bytes(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _read(path: Path) -> Answer:
    """Also one written by hand: ``text`` may be the JSON object itself, ``model`` and ``usage`` may be missing."""
    with explained(path):
        data = path.read_bytes()
    try:
        value = json.loads(data)
        text = value["text"]
        usage = value.get("usage") or {}
        counts = [int(usage.get(name) or 0) for name in ("input_tokens", "output_tokens", "cached_tokens")]
        return Answer(
            text if isinstance(text, str) else json.dumps(text, ensure_ascii=False),
            str(value.get("model") or ""),
            Usage(*counts),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{path.name} is no answer.",
            'It must be a JSON object with "text" (the answer), "model" and "usage".',
        ) from error
