from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

ADA, BRAM, BOT = "U0ADA0001", "U0BRAM002", "U0BOT0003"


def user(identity: str, name: str, **more: Any) -> dict[str, Any]:
    profile = {"real_name": name, "email": f"{name.split()[0].lower()}@fjord.example", "title": "Pilot"}
    return {
        "id": identity,
        "name": name.lower(),
        "tz": "Europe/Oslo",
        "profile": profile,
        "updated": 1_760_000_000,
        **more,
    }


def channel(identity: str, name: str = "", **more: Any) -> dict[str, Any]:
    told = {"purpose": {"value": "Tide tables"}, "topic": {"value": ""}, "created": 1_700_000_000}
    return {"id": identity, "name": name, "is_archived": False, **told, **more}


@dataclass
class FakeSlack:
    """A small workspace as the Web API tells it.

    ``trouble`` may answer instead: it gets the request and its number, and returns an answer or None.
    """

    Answer: type[Any]
    messages: int = 3
    trouble: Callable[[Any, int], Any] = lambda asked, number: None
    number: int = 0
    members: list[dict[str, Any]] = field(
        default_factory=lambda: [
            user(ADA, "Ada Lindqvist"),
            user(BRAM, "Bram de Wit"),
            user(BOT, "Tide Bot", is_bot=True),
        ]
    )
    conversations: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {
            "public_channel": [
                channel("C0QUIET01", "announcements", updated=1_700_000_000_000),
                channel("C0TIDE002", "tidemark", updated=1_770_000_000_000),
            ],
            "private_channel": [channel("C0PRIV003", "pilots", is_private=True)],
            "mpim": [channel("C0MPIM004", "mpdm-ada--bram--cem-1", is_mpim=True, is_private=True)],
            "im": [{"id": "D0BRAM005", "is_im": True, "user": BRAM, "created": 1_700_000_000}],
        }
    )

    def __call__(self, asked: Any) -> Any:
        self.number += 1
        special = self.trouble(asked, self.number)
        return special if special is not None else self.Answer({"ok": True, **self._told(asked)})

    def _told(self, asked: Any) -> dict[str, Any]:
        form = asked.form
        match asked.path.removeprefix("/api/"):
            case "auth.test":
                return {
                    "user": "ada",
                    "user_id": ADA,
                    "team": "Fjord",
                    "team_id": "T0FJORD01",
                    "url": "https://fjord.slack.com/",
                }
            case "users.list":
                return {**self._page(form, "members", self.members), "cache_ts": 1_760_000_000}
            case "users.conversations":
                return self._page(form, "channels", self.conversations[form["types"]])
            case "conversations.members":
                return {"members": [ADA, BRAM], "response_metadata": {"next_cursor": ""}}
            case "conversations.history":
                rest = {
                    "has_more": False,
                    "pin_count": 0,
                    "channel_actions_ts": None,
                    "channel_actions_count": 0,
                }
                return {**self._page(form, "messages", self.history(form["channel"])), **rest}
            case "conversations.replies":
                return {"messages": [self.history(form["channel"])[0], self.reply(form["ts"])]}
            case "search.messages":
                matches = [{"channel": {"id": "C0TIDE002"}}] * 4
                return {"messages": {"matches": matches, "paging": {"pages": 1, "page": 1}}}
        return {"ok": False, "error": "unknown_method"}

    def _page(self, form: dict[str, str], member: str, items: list[Any]) -> dict[str, Any]:
        start, size = int(form.get("cursor", "0").strip("=")), int(form["limit"])
        following = f"{start + size}=" if start + size < len(items) else ""
        return {member: items[start : start + size], "response_metadata": {"next_cursor": following}}

    def history(self, where: str) -> list[dict[str, Any]]:
        if where != "C0TIDE002":
            return [
                {"type": "message", "user": BRAM, "text": f"Hello from {where}", "ts": "1770000001.000100"}
            ]
        first = {
            "type": "message",
            "user": ADA,
            "text": "See <https://tides.example/a|the table>, <@U0BRAM002>",
            "ts": "1770009999.000100",
            "thread_ts": "1770009999.000100",
            "reply_count": 1,
            "reply_users": [BRAM],
        }
        notice = {
            "type": "message",
            "subtype": "channel_join",
            "user": BRAM,
            "text": "joined",
            "ts": "1770000002.000100",
        }
        rest = [
            {"type": "message", "user": BRAM, "text": f"Note {n}", "ts": f"177000{n:04}.000200"}
            for n in range(self.messages, 0, -1)
        ]
        return [first, notice, *rest]

    def reply(self, root: str) -> dict[str, Any]:
        told = {"text": "Thanks", "thread_ts": root, "parent_user_id": ADA, "ts": "1770009999.500000"}
        return {"type": "message", "user": BRAM, **told}


@pytest.fixture
def fake_slack(answer: type[Any]) -> Callable[..., FakeSlack]:
    return lambda **options: FakeSlack(answer, **options)
