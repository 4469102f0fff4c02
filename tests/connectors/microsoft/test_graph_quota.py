"""Graph's limits, on a simulated clock: what is allowed is used, and nothing above it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from connectors.limits import MICROSOFT, Rate


def outlook(asked: Any) -> bool:
    return not any(part in asked.path for part in ("/drive/", "/chats", "Teams", "/teams/", "/store/"))


def test_a_mailbox_is_read_as_fast_as_outlook_allows_and_no_faster(
    fake_graph: Callable[..., Any], microsoft: Any, fake_time: Any, answer: Any
) -> None:
    allowed = 60
    sent: list[float] = []
    refused: list[float] = []

    def trouble(asked: Any, number: int) -> Any:
        if not outlook(asked):
            return None
        used = sum(fake_time.now - 60.0 < when for when in sent)
        if used >= allowed:
            refused.append(fake_time.now)
            return answer({"error": {"code": "ApplicationThrottled"}}, status=429)
        sent.append(fake_time.now)
        return None

    fake = fake_graph(sent=400, files=0, chats=0, trouble=trouble)
    connector, _ = microsoft(fake, bodies=300, mail_rate=Rate(allowed))
    began = fake_time.now
    list(connector.pull())
    assert refused == [] and len(sent) > 300
    assert fake_time.now - began <= 1.3 * (ceil(len(sent) / allowed) - 1) * 60


def test_at_the_documented_limits_nothing_waits(
    fake_graph: Callable[..., Any], microsoft: Any, fake_time: Any
) -> None:
    connector, server = microsoft(fake_graph(sent=600, received=300, chats=5, messages=400))
    list(connector.pull())
    assert fake_time.slept == []
    assert len(server.asked) < MICROSOFT.mail_rate.usable
