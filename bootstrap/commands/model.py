"""The extractor with a model, put together from flags, environment and workspace."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import urlsplit

from bootstrap import pipeline
from bootstrap.commands import talk
from bootstrap.errors import Day1Error, ModelError
from bootstrap.extract.llm.answers import Answers
from bootstrap.extract.llm.consent import Consent, table
from bootstrap.extract.llm.consolidate import Existing
from bootstrap.extract.llm.extractor import MOST_OUT, LlmExtractor, Options
from bootstrap.extract.llm.keys import key_for
from bootstrap.extract.llm.plan import is_local
from bootstrap.extract.llm.requests import Answer, Request
from bootstrap.extract.llm.sending import Missing
from bootstrap.extract.llm.spend import DEFAULT_CAP, Purse
from bootstrap.memory.known import known_memories
from bootstrap.review.wizard import steps
from bootstrap.settings import Settings

OPENAI = "https://api.openai.com/v1"
# A server on this machine answers one question at a time, and often has but one model.
LOCAL_WORKERS, REMOTE_WORKERS = 1, 6
# Small models on this machine write without end when they are lost, and slowly.
LOCAL_MOST_OUT = 1_500
LOCAL_TIMEOUT = 900.0


def extractor(arguments: argparse.Namespace, settings: Settings) -> LlmExtractor:
    """Raises ModelError when a flag that is needed is missing."""
    options = _options(arguments)
    purse = Purse(options.cap)
    cassette = arguments.cassette.absolute() if arguments.cassette else None
    folders = [settings.workspace.model, *([cassette] if cassette else [])]

    def existing() -> Sequence[Existing]:
        return [
            Existing(known.name, known.memory.type, known.memory.description, known.key)
            for known in known_memories(settings.directory)
            if known.memory is not None and known.alive
        ]

    # The wizard has a place of its own for talk: lines on stderr would tear its screen.
    tell = getattr(arguments, "tell", None) or talk.say

    def send(requests: Sequence[Request]) -> Iterator[tuple[Request, Answer | Missing]]:
        yield from _send(requests, options, purse, settings, tell)

    return LlmExtractor(
        options=options,
        answers=Answers(folders, cassette),
        purse=purse,
        send=send,
        consent=Consent(tell, _ask if sys.stdin.isatty() else None, arguments.yes),
        existing=existing,
        tell=tell,
    )


def _options(arguments: argparse.Namespace) -> Options:
    base_url = (arguments.base_url or os.environ.get("OPENAI_BASE_URL") or OPENAI).rstrip("/")
    if urlsplit(base_url).scheme not in ("http", "https") or not urlsplit(base_url).hostname:
        raise ModelError("--base-url is no address of a server.", "It looks like https://api.openai.com/v1.")
    local = is_local(urlsplit(base_url).hostname or "")
    dry = getattr(arguments, "requests", None) is not None
    model = arguments.model or ("default" if local or arguments.offline or dry else "")
    if not model:
        raise ModelError(
            "No model is named.", "Name one with --model, or a server of your own with --base-url."
        )
    if arguments.offline and not arguments.cassette:
        raise ModelError("--offline needs a folder with answers.", "Name it with --cassette DIR.")
    return Options(
        model=model,
        consolidation_model=arguments.consolidation_model or model,
        base_url=base_url,
        cap=arguments.max_tokens or DEFAULT_CAP,
        most=LOCAL_MOST_OUT if local else MOST_OUT,
        offline=arguments.offline,
        batch=arguments.batch,
    )


def _send(
    requests: Sequence[Request],
    options: Options,
    purse: Purse,
    settings: Settings,
    tell: Callable[[str], None],
) -> Iterator[tuple[Request, Answer | Missing]]:
    from bootstrap.extract.llm.endpoint import TIMEOUT, Endpoint
    from bootstrap.extract.llm.sending import Sender

    host = urlsplit(options.base_url).hostname or ""
    key = key_for(host, os.environ)
    if not key and not is_local(host):
        raise ModelError(
            f"There is no key for {host}.", "Put it into OPENAI_API_KEY, or into the keyring as day1/openai."
        )
    endpoint = Endpoint(options.base_url, key, timeout=LOCAL_TIMEOUT if is_local(host) else TIMEOUT)
    if options.batch and len(requests) > 1:
        from bootstrap.extract.llm.batch import Batch

        kept = settings.workspace.model / "batch.json"
        yield from Batch(endpoint.client, kept, purse, tell).all(requests)
        return
    workers = LOCAL_WORKERS if is_local(host) else REMOTE_WORKERS
    yield from Sender(endpoint, purse, workers).all(requests)


def way(arguments: argparse.Namespace, settings: Settings) -> steps.Extractor:
    """The wizard's entry: what would be sent, or what is missing before anything can be."""
    title, about = (
        "A model, after you agree",
        "Also finds what only prose tells; every claim is checked by code.",
    )
    chosen = argparse.Namespace(**{**vars(arguments), "extractor": "llm"})
    try:
        made = extractor(chosen, settings)
        host = urlsplit(made.options.base_url).hostname or ""
        if not is_local(host) and not made.options.offline and not key_for(host, os.environ):
            raise ModelError(f"There is no key for {host}.", "Put it into OPENAI_API_KEY and start again.")
        with pipeline.snapshot(settings) as snapshot:
            planned = made.plan(pipeline.footprint(settings, snapshot), snapshot)
    except Day1Error as error:
        return steps.Extractor("llm", title, about, missing=f"{error} {error.hint}")
    consent = () if planned.local or not planned.requests else tuple(table(planned))
    price = f" About {planned.cost:.2f} US dollars." if planned.cost is not None else ""
    return steps.Extractor("llm", title, about + price, consent)


def _ask(question: str) -> str:
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline()
