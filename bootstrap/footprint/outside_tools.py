"""Tools no list knows: they notify steadily from a host of their own name, and people speak of them by it."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import timedelta

from bootstrap.footprint.material import Material
from bootstrap.footprint.names import fold, organisation_domain
from connectors.records import Message

NOTIFICATIONS = 8
SPAN = timedelta(days=30)
MENTIONS = 2


def outside_tools(material: Material) -> dict[str, list[Message]]:
    """Notifications by the tool's name as it signs them.

    A shop or a bank notifies as steadily; what tells a tool of one's work is that colleagues name it in mail
    and chat. Senders whom one could unsubscribe from are left out.
    """
    sent: dict[str, list[Message]] = defaultdict(list)
    for message in material.automated:
        if "list-unsubscribe" not in message.automated and (name := _tool(message)):
            sent[name].append(message)
    steady = {name: found for name, found in sent.items() if _steady(found)}
    return {name: found for name, found in steady.items() if _mentioned(name, material) >= MENTIONS}


def _tool(message: Message) -> str:
    """The sender's name, where it is the name of its own host: ``Grelha <avisos@grelha.example>``."""
    name, label = message.sender.name.strip(), organisation_domain(message.sender.address).partition(".")[0]
    return name if re.fullmatch(r"[^\W\d_]{4,20}", name) and fold(name) == label else ""


def _steady(found: list[Message]) -> bool:
    days = [m.when for m in found if m.when]
    return len(days) >= NOTIFICATIONS and max(days) - min(days) >= SPAN


def _mentioned(name: str, material: Material) -> int:
    """How many messages between people name the tool with a capital, as a name."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return sum(bool(word.search(f"{m.title}\n{m.text}")) for m in material.messages)
