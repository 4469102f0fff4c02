"""Teams: chats the person takes part in with what is said there, and the teams and channels they are in.

What is said in channels needs an administrator, so it is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from connectors.exports.chat.teams import Lists, gather, read_chat
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, text_at
from connectors.limits import MicrosoftLimits
from connectors.microsoft.graph import Graph, Parameters
from connectors.microsoft.people import Account
from connectors.records import Channel, Failure, Item, Mark, Skip
from connectors.streams import each
from connectors.web import Refused

MOST_TEAMS = 100
MOST_CHANNELS = 200


def read_chats(
    graph: Graph,
    account: Account,
    context: Context,
    limits: MicrosoftLimits,
    now: datetime,
    with_messages: bool,
    place: str,
) -> Iterator[Item]:
    """Chats with their messages, the liveliest first; the place lists those that are done."""
    asked: Parameters = {
        "$expand": "members,lastMessagePreview",
        "$top": 50,
        "$orderby": "lastMessagePreview/createdDateTime desc",
    }
    found = {
        text_at(one, "id"): one for one in graph.items("chat", f"{graph.person}/chats", asked, limits.chats)
    }
    ranked = sorted(found, key=lambda name: _last(found[name]), reverse=True)
    deep = set(ranked[: limits.histories]) if with_messages else set()
    oldest = f"{now - timedelta(days=limits.days):%Y-%m-%dT%H:%M:%S}"
    lists: Lists = ({account.id: account.address} if account.id and account.address else {}, {})
    for raw in found.values():
        gather(lists, raw)
    done = place.split(",") if place else []

    def read(name: str) -> Iterator[Item]:
        messages = _messages(graph, name, limits, oldest) if name in deep else []
        yield from read_chat(found[name], messages, lists, context)
        done.append(name)
        yield Mark(",".join(done), len(done), len(ranked))

    yield from each([name for name in ranked if name not in done], read, "teams:")
    if with_messages and len(ranked) > limits.histories:
        yield Skip("microsoft:chats", f"messages beyond the {limits.histories} liveliest chats")


def _messages(graph: Graph, chat: str, limits: MicrosoftLimits, oldest: str) -> list[dict[str, Any]]:
    """The newest messages of a chat; it is read whole before the first is shown, so that none shows twice."""
    asked: Parameters = {"$top": limits.chat_page, "$orderby": "createdDateTime desc"}
    found = []
    for raw in graph.items("chat", f"{_place(graph)}chats/{chat}/messages", asked, limits.messages):
        if text_at(raw, "createdDateTime") < oldest:
            break
        found.append(raw)
    return found


def _place(graph: Graph) -> str:
    """Chats stand at the root for the person signed in, and below a user for an administrator."""
    return "" if graph.person == "me" else f"{graph.person}/"


def _last(raw: dict[str, Any]) -> str:
    return text_at(object_at(raw, "lastMessagePreview"), "createdDateTime") or text_at(
        raw, "lastUpdatedDateTime"
    )


def read_teams(graph: Graph, context: Context, with_channels: bool, place: str) -> Iterator[Item]:
    """Teams with their channels, without what is said there. The list of teams takes no parameters."""
    for team in graph.items("chat", f"{graph.person}/joinedTeams", {}, MOST_TEAMS):
        name = text_at(team, "displayName")
        yield Channel(
            uri=f"teams:{text_at(team, 'id')}",
            source=context.source,
            when=None,
            title=name,
            text=text_at(team, "description"),
            shape="private",
            archived=team.get("isArchived") is True,
            link=text_at(team, "webUrl"),
        )
        if with_channels:
            yield from _channels(graph, text_at(team, "id"), name, context)


def _channels(graph: Graph, team: str, name: str, context: Context) -> Iterator[Item]:
    asked: Parameters = {"$select": "id,displayName,description,membershipType,createdDateTime,webUrl"}
    try:
        for raw in graph.items("chat", f"teams/{team}/channels", asked, MOST_CHANNELS):
            for item in read_chat(raw, (), ({}, {}), context):
                yield replace(item, title=f"{name} / {item.title}") if isinstance(item, Channel) else item
    except Refused as refused:
        yield Failure(f"teams:{team}/channels", f"refused ({refused})")
