"""What is about to be asked: how much leaves the machine, where to, and for about how much money."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bootstrap.extract.llm.dossiers import Dossier
from bootstrap.extract.llm.requests import Request, Usage
from bootstrap.extract.llm.spend import price

# An answer of the first phase; measured with answers of strong models.
ANSWER = 450
CONSOLIDATED = 1_500


@dataclass(frozen=True, slots=True)
class Plan:
    """A run before its first question.

    Attributes:
        rows: (what, how much) for each kind of data.
        host: where it goes; ``local`` when that is this machine.
        tokens: about how many are sent in all; questions answered earlier are not counted.
        cost: in US dollars, None where the price is not known.
        left_out: dossiers that the cap has no room for.
    """

    rows: tuple[tuple[str, str], ...]
    host: str
    local: bool
    requests: int
    tokens: int
    cost: float | None
    priced: str
    left_out: int = 0


def plan(
    chosen: Sequence[tuple[Dossier, Request]], phase_two: int, base_url: str, consolidation_model: str, left_out: int, batch: bool
) -> Plan:  # fmt: skip
    """The plan for the questions that have no answer yet."""
    host = urlsplit(base_url).hostname or base_url
    kinds: dict[str, set[str]] = {}
    for dossier, _ in chosen:
        for item in dossier.items:
            kinds.setdefault(_kind(item.head), set()).add(item.uri)
    rows = [(kind, f"excerpts of {len(uris)}") for kind, uris in sorted(kinds.items())]
    if phase_two:
        rows.append(("candidates", "what was found, and the descriptions of your memories"))
    sent = sum(request.tokens for _, request in chosen)
    total, cost, read = sent + phase_two, None, ""
    if chosen:
        first = price(chosen[0][1].model, host)
        second = price(consolidation_model, host)
        if first and second:
            stable = sent - sum(_matter(request) for _, request in chosen)
            cached = max(0, stable - stable // len(chosen))
            cost = first.of(Usage(sent, ANSWER * len(chosen), cached), batch)
            cost += second.of(Usage(phase_two, CONSOLIDATED), batch)
            read = first.read
    return Plan(tuple(rows), host, is_local(host), len(chosen) + bool(phase_two), total, cost, read, left_out)


def _kind(head: str) -> str:
    first = head.split(" ", 1)[0].rstrip(",")
    return {"mail": "mails", "chat": "chat messages", "calendar": "calendar entries", "document": "documents",
            "file": "repositories", "newest": "repositories"}.get(first, "other records")  # fmt: skip


def _matter(request: Request) -> int:
    from bootstrap.extract.llm.tokens import tokens

    return tokens(request.matter)


def is_local(host: str) -> bool:
    """Whether a host is this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
