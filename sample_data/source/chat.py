"""The hand-written chat of ``chat.txt`` as a Slack workspace."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from bootstrap.fixtures.slack import Member, Post, Room, Workspace, identifier
from sample_data.source.people import HERE, Person
from sample_data.source.planted import planted

ZONE = ZoneInfo("America/Santiago")
PURPOSES = {
    "general": "Avisos para toda la empresa",
    "random": "Todo lo que no es trabajo",
    "proj-chucao": "Chucao: pronóstico de crecidas del Llancal para la Junta de Vigilancia",
    "proj-huala": "Huala: perspectiva estacional de nieve con Deltameer",
    "datos-terreno": "Aforos y novedades de terreno",
    "alertas": "Corridas y alertas automáticas de Chucao",
}


def workspace(people: dict[str, Person]) -> Workspace:
    """Members, rooms and posts of the whole export."""
    members = {person.key: _member(person) for person in people.values() if person.handle}
    members |= {
        "bot_chucao": Member("U0CHUCAOBOT", "chucao", "Chucao", bot=True),
        "bot_agua": Member("U0AGUABOT00", "recordatorio", "Recordatorio de agua", bot=True),
        "invitado": Member("U0INVITADO1", "invitado", "Invitado", zone="America/Santiago"),
        "invitado2": Member("U0INVITADO2", "invitado2", "Invitado 2", zone="America/Santiago", deleted=True),
    }
    rooms: list[Room] = []
    posts: list[Post] = []
    for block in re.split(r"(?m)^(?=[#@]\S)", (HERE / "chat.txt").read_text("utf-8"))[1:]:
        name, *lines = block.splitlines()
        room = _room(name, members)
        rooms.append(room)
        posts += _posts(room, [line for line in lines if line.strip()], members)
    return Workspace("T0CUENCA001", list(members.values()), rooms, posts)


def _member(person: Person) -> Member:
    return Member(
        identifier("U", person.key),
        person.handle,
        person.name,
        person.address,
        person.title,
        person.zone,
        person.status,
    )


def _room(name: str, members: dict[str, Member]) -> Room:
    created = datetime(2025, 6, 1, 12, tzinfo=ZONE)
    if name.startswith("@"):
        pair = (members["ximena"], members[name[1:]])
        return Room(identifier("D", name), "", pair, created)
    everyone = tuple(member for member in members.values() if not member.bot and not member.deleted)
    small = tuple(members[key] for key in ("ximena", "inaki", "matias", "renata", "rodrigo", "yasna"))
    inside = everyone if name in ("#general", "#random") else small
    return Room(identifier("C", name), name[1:], inside, created, PURPOSES[name[1:]])


def _posts(room: Room, lines: list[str], members: dict[str, Member]) -> list[Post]:
    posts: list[Post] = []
    parent: Post | None = None
    for line in lines:
        day, clock, rest = line.split(None, 2)
        who, _, text = rest.partition(": ")
        text = re.sub(r"<@(\w+)>", lambda found: f"<@{members[found[1]].id}>", planted(text))
        text = re.sub(r"(https://[^\s>]+)", r"<\1>", text)
        when = datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZONE)
        reply = line.startswith(" ")
        post = Post(room.name or room.id, members[who], when, text, parent if reply else None)
        parent = parent if reply else post
        posts.append(post)
    return posts
