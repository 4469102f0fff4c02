"""Chat channels the owner writes in, with what each is for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

from bootstrap.footprint.describe import plain, shorten
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.types import Room
from bootstrap.model import Evidence
from connectors.records import Message

QUIET = timedelta(days=120)


def rooms(material: Material, identity: Identity, find: Callable[[str], str]) -> tuple[Room, ...]:
    """Named channels with at least three messages of the owner's and life in the last four months."""
    inside: dict[str, list[Message]] = {}
    for message in material.messages:
        if message.channel:
            inside.setdefault(message.channel, []).append(message)
    found = []
    for channel in material.channels:
        messages = inside.get(channel.uri, [])
        own = sum(identity.wrote(m) for m in messages)
        last = messages[-1].when if messages else None
        if not channel.title or channel.archived or own < 3 or last is None or material.now - last > QUIET:
            continue
        writers = Counter(
            find(m.sender.address) for m in messages if not identity.wrote(m) and m.sender.address
        )
        fade = 0.5 ** ((material.now - last) / timedelta(days=60))
        fact = f"{own} of {len(messages)} messages in it are yours, the newest of {last.date()}"
        found.append(
            Room(
                channel.uri, channel.title, shorten(plain(channel.text.split("\n")[0])), own, len(messages),
                last.date(), tuple(k for k, _ in writers.most_common(4)), math.log1p(own) * fade,
                (Evidence(channel.uri, quote=channel.title, when=channel.when, place="title"),
                 Evidence(channel.uri, fact=fact, when=last)),
            )
        )  # fmt: skip
    return tuple(sorted(found, key=lambda r: (-r.weight, r.uri)))
