"""Conversations the person takes part in: which of them tell most, and what was said there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from connectors.exports.chat.slack import message_of
from connectors.exports.chat.slack_workspace import Workspace, channel_of, time_of
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.limits import SlackLimits
from connectors.records import Channel, Failure, Item
from connectors.slack.api import SlackApi
from connectors.web import Astray, Refused

TYPES = ("public_channel", "private_channel", "mpim", "im")
SEARCH_PAGES = 5
MOST_MEMBERS = 200

Shape: TypeAlias = Literal["public", "private", "group", "direct"]


def list_conversations(api: SlackApi, limits: SlackLimits) -> Iterator[dict[str, Any] | Failure]:
    """What the person is a member of. Each kind is asked for by itself, so that one without a scope costs
    only itself. ``conversations.list`` would bring every public channel instead and push these past the end."""
    for kind in TYPES:
        asked: dict[str, str | int | bool] = {"types": kind, "exclude_archived": True}
        try:
            yield from api.listing("users.conversations", "channels", limits.conversations, **asked)
        except (Refused, Astray) as problem:
            yield Failure(f"slack:{kind}", f"these conversations can't be listed ({problem})")


def count_own(api: SlackApi) -> Counter[str]:
    """How often the person wrote lately, by conversation id; nothing without the search scope."""
    counts: Counter[str] = Counter()
    try:
        for page in range(1, SEARCH_PAGES + 1):
            answer = api.call("search.messages", query="from:me", sort="timestamp", count=100, page=page)
            found = object_at(answer, "messages")
            matches = objects_at(found, "matches")
            counts.update(text_at(object_at(match, "channel"), "id") for match in matches)
            pages = object_at(found, "paging").get("pages")
            if not matches or not isinstance(pages, int) or page >= pages:
                break
    except Refused:
        pass
    return counts


def rank(conversations: list[dict[str, Any]], own: Counter[str]) -> list[dict[str, Any]]:
    """The most telling first: where the person wrote, then direct ones, then what changed last."""

    def key(raw: dict[str, Any]) -> tuple[int, int, float, str]:
        updated = raw.get("updated")
        direct = shape_of(raw) in ("direct", "group")
        lately = updated if isinstance(updated, int | float) else 0
        return (-own[text_at(raw, "id")], -direct, -lately, text_at(raw, "id"))

    return sorted(conversations, key=key)


def shape_of(raw: dict[str, Any]) -> Shape:
    """The kind of a conversation by its flags; an mpim is flagged private as well."""
    if raw.get("is_im") is True:
        return "direct"
    if raw.get("is_mpim") is True:
        return "group"
    return "private" if raw.get("is_private") is True else "public"


def describe(api: SlackApi, raw: dict[str, Any], workspace: Workspace, me: str, ask: bool) -> Channel:
    """A conversation with its members; of a direct one they are known, of others only if they are asked for."""
    shape = shape_of(raw)
    if shape == "direct":
        members = [me, text_at(raw, "user")]
    else:
        members = _members(api, text_at(raw, "id")) if ask else []
    channel = channel_of({**raw, "members": members}, workspace, shape)
    workspace.channels[text_at(raw, "id")] = channel
    return channel


def _members(api: SlackApi, channel: str) -> list[str]:
    try:
        answer = api.call("conversations.members", channel=channel, limit=MOST_MEMBERS)
    except Refused:
        return []
    members = answer.get("members")
    return [one for one in members if isinstance(one, str)] if isinstance(members, list) else []


def read_messages(
    api: SlackApi, channel: Channel, workspace: Workspace, me: str, now: datetime, limits: SlackLimits
) -> Iterator[Item]:
    """The newest messages of a conversation, and the threads the person wrote in. Raises as the api does."""
    identity = channel.uri.removeprefix("slack:")
    oldest = f"{(now - timedelta(days=limits.days)).timestamp():.6f}"
    threads: list[str] = []
    for raw in api.listing(
        "conversations.history", "messages", limits.messages, channel=identity, oldest=oldest
    ):
        yield _item(raw, channel, workspace)
        answered_by = raw.get("reply_users")
        mine = raw.get("user") == me or (isinstance(answered_by, list) and me in answered_by)
        if raw.get("reply_count") and mine:
            threads.append(text_at(raw, "ts"))
    for root in threads[: limits.threads]:
        for raw in api.listing(
            "conversations.replies", "messages", limits.replies, channel=identity, ts=root
        ):
            if text_at(raw, "ts") != root and raw.get("subtype") != "thread_broadcast":
                yield _item(raw, channel, workspace)


def _item(raw: dict[str, Any], channel: Channel, workspace: Workspace) -> Item:
    if time_of(raw.get("ts")) is None:
        return Failure(channel.uri, "a message without a time")
    return message_of(raw, channel, workspace)
