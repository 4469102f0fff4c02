"""Google Chat: conversations the person takes part in (developers.google.com/workspace/chat), Workspace accounts only.

An answer is put into the form of Takeout's files, and Takeout's reader makes the records of it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from connectors.exports.chat.google_chat import read_group, read_messages
from connectors.exports.chat.times import iso_time
from connectors.exports.entry import Context, Entry
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.google.account import Account
from connectors.google.api import GoogleApi, Parameters
from connectors.google.people import names_of
from connectors.limits import GoogleLimits
from connectors.records import Channel, Item, Mark, Skip
from connectors.streams import each
from connectors.web import Refused

PAGE = 1_000
People = dict[str, tuple[str, str]]


class Chat:
    """Reads the conversations of one account.

    Args:
        with_members, with_messages: what the sign-in allows.
    """

    def __init__(
        self,
        api: GoogleApi,
        account: Account,
        context: Context,
        limits: GoogleLimits,
        now: datetime,
        with_members: bool,
        with_messages: bool,
    ) -> None:
        self._api = api
        self._context = context
        self._limits = limits
        self._oldest = f"{now - timedelta(days=limits.days):%Y-%m-%dT%H:%M:%SZ}"
        self._with_members = with_members
        self._with_messages = with_messages
        name = next((text_at(one, "displayName") for one in objects_at(account.person, "names")), "")
        self._people: People = {account.user: (name, account.address)} if account.user else {}

    def read(self, place: str) -> Iterator[Item]:
        """Conversations with their messages, the liveliest first; the place lists those that are done."""
        done = place.split(",") if place else []
        listed = list(self._api.items("chat", "spaces", {"pageSize": PAGE}, "spaces", self._limits.spaces))
        spaces = {text_at(one, "name").removeprefix("spaces/"): one for one in listed}
        ranked = sorted(spaces, key=lambda name: text_at(spaces[name], "lastActiveTime"), reverse=True)
        deep = set(ranked[: self._limits.histories])

        def read(name: str) -> Iterator[Item]:
            yield from self._space(spaces[name], name in deep)
            done.append(name)
            yield Mark(",".join(done), len(done), len(ranked))

        yield from each([name for name in ranked if name not in done], read, "gchat:")
        if len(ranked) > self._limits.histories:
            yield Skip("google:chat", f"messages beyond the {self._limits.histories} liveliest conversations")

    def _space(self, raw: dict[str, Any], deep: bool) -> Iterator[Item]:
        name = text_at(raw, "name")
        users = self._members(name) if deep and self._with_members else []
        listed = self._messages(name) if deep and self._with_messages else []
        seen = {text_at(object_at(one, "sender"), "name") for one in listed} | set(users)
        self._meet(one.removeprefix("users/") for one in seen)
        info = {"name": text_at(raw, "displayName"), "members": [self._user({"name": one}) for one in users]}
        direct = text_at(raw, "spaceType") in ("DIRECT_MESSAGE", "GROUP_CHAT")
        folder = f"Groups/{'DM' if direct else 'Space'} {name.removeprefix('spaces/')}"
        group = _entry(f"{folder}/group_info.json", info)
        for item in read_group(group, self._context):
            yield _described(item, raw) if isinstance(item, Channel) else item
        messages = {"messages": [self._message(one) for one in listed]}
        context = replace(self._context, beside=lambda asked: group)
        yield from (
            item
            for item in read_messages(_entry(f"{folder}/messages.json", messages), context)
            if not isinstance(item, Mark)
        )

    def _members(self, space: str) -> list[str]:
        try:
            asked: Parameters = {"pageSize": min(PAGE, self._limits.members)}
            found = self._api.items("chat", f"{space}/members", asked, "memberships", self._limits.members)
            return [name for one in found if (name := text_at(object_at(one, "member"), "name"))]
        except Refused:
            return []

    def _messages(self, space: str) -> list[dict[str, Any]]:
        asked: Parameters = {
            "pageSize": min(PAGE, self._limits.messages),
            "orderBy": "create_time DESC",
            "filter": f'create_time > "{self._oldest}"',
        }
        return list(self._api.items("chat", f"{space}/messages", asked, "messages", self._limits.messages))

    def _meet(self, numbers: Iterator[str]) -> None:
        """Chat names people by number; who they are is asked of the directory, once for each."""
        new = [one for one in numbers if one and one not in self._people and one != "app"]
        if new:
            found = names_of(self._api, new)
            self._people.update({one: found.get(one, ("", "")) for one in new})

    def _user(self, raw: dict[str, Any]) -> dict[str, str]:
        number = text_at(raw, "name").removeprefix("users/")
        name, address = self._people.get(number, ("", ""))
        kind = "Bot" if text_at(raw, "type") == "BOT" else "Human"
        handle = address or text_at(raw, "email") or (f"gchat:{number}" if number else "")
        return {"name": name or text_at(raw, "displayName"), "email": handle, "user_type": kind}

    def _message(self, raw: dict[str, Any]) -> dict[str, Any]:
        """As Takeout writes it; a name is ``spaces/S/messages/T.M``, where Takeout says ``S/T/M``."""
        _, space, _, identity = (text_at(raw, "name").split("/") + [""] * 4)[:4]
        topic = text_at(object_at(raw, "thread"), "name").rpartition("/")[2] or identity.partition(".")[0]
        quoted = object_at(object_at(raw, "quotedMessageMetadata"), "quotedMessageSnapshot")
        return {
            "creator": self._user(object_at(raw, "sender")),
            "created_date": text_at(raw, "createTime"),
            "text": text_at(raw, "text"),
            "topic_id": topic,
            "message_id": f"{space}/{topic}/{identity.rpartition('.')[2]}",
            "quoted_message_metadata": {"text": text_at(quoted, "text")},
            "attached_files": [
                {"original_name": text_at(one, "contentName")} for one in objects_at(raw, "attachment")
            ],
            "annotations": [
                {"url_metadata": {"url": text_at(object_at(one, "richLinkMetadata"), "uri")}}
                for one in objects_at(raw, "annotations")
            ],
        }


def _described(channel: Channel, raw: dict[str, Any]) -> Channel:
    details = object_at(raw, "spaceDetails")
    text = "\n".join(part for key in ("description", "guidelines") if (part := text_at(details, key)))
    return replace(
        channel,
        text=text,
        when=iso_time(raw.get("lastActiveTime")),
        created=iso_time(raw.get("createTime")),
        link=text_at(raw, "spaceUri"),
    )


def _entry(name: str, content: dict[str, Any]) -> Entry:
    data = json.dumps(content).encode()
    return Entry(name, len(data), lambda: io.BytesIO(data))
