"""Teams: chats the person takes part in with what is said there, and the teams and channels they are in.

What is said in channels is read only where an administrator allowed it.
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


def read_teams(
    graph: Graph,
    account: Account,
    context: Context,
    limits: MicrosoftLimits,
    with_channels: bool,
    with_messages: bool,
    place: str,
) -> Iterator[Item]:
    """Teams with their channels, and what is said there where an administrator allows it.

    The place lists the teams that are done. (The list of teams takes no parameters.)
    """
    found = {
        text_at(one, "id"): one
        for one in graph.items("chat", f"{graph.person}/joinedTeams", {}, limits.teams)
    }
    done = place.split(",") if place else []
    lists: Lists = ({account.id: account.address} if account.id and account.address else {}, {})

    def read(name: str) -> Iterator[Item]:
        yield _team(found[name], context)
        if with_channels:
            yield from _channels(graph, found[name], context, limits, lists if with_messages else None)
        done.append(name)
        yield Mark(",".join(done), len(done), len(found))

    yield from each([name for name in found if name not in done], read, "teams:")


def _team(raw: dict[str, Any], context: Context) -> Channel:
    return Channel(
        uri=f"teams:{text_at(raw, 'id')}",
        source=context.source,
        when=None,
        title=text_at(raw, "displayName"),
        text=text_at(raw, "description"),
        shape="private",
        archived=raw.get("isArchived") is True,
        link=text_at(raw, "webUrl"),
    )


def _channels(
    graph: Graph, team: dict[str, Any], context: Context, limits: MicrosoftLimits, lists: Lists | None
) -> Iterator[Item]:
    """The channels of a team; with ``lists`` (who is who) also their newest messages, with the replies."""
    uri, path = f"teams:{text_at(team, 'id')}", f"teams/{text_at(team, 'id')}/channels"
    asked: Parameters = {"$select": "id,displayName,description,membershipType,createdDateTime,webUrl"}
    try:
        found = list(graph.items("chat", path, asked, limits.channels))
    except Refused as refused:
        yield Failure(f"{uri}/channels", f"refused ({refused})")
        return
    for raw in found:
        posts: list[dict[str, Any]] = []
        try:
            posts = _posts(graph, f"{path}/{text_at(raw, 'id')}/messages", limits) if lists else []
        except Refused as refused:
            yield Failure(f"{uri}/messages", f"refused ({refused})")
            lists = None  # what one channel of a team refuses, the others do too
        for item in read_chat(raw, posts, lists or ({}, {}), context):
            if isinstance(item, Channel):
                item = replace(item, title=f"{text_at(team, 'displayName')} / {item.title}")
            yield item


def _posts(graph: Graph, path: str, limits: MicrosoftLimits) -> list[dict[str, Any]]:
    asked: Parameters = {"$top": limits.chat_page, "$expand": "replies"}
    return list(graph.items("chat", path, asked, limits.posts))
