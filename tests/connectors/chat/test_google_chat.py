"""Google Chat as Takeout writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from connectors import registry
from connectors.records import Channel, Contact, Failure, Item, Mark, Message, Party, Skip

ANA = {"name": "Ana Lópe", "email": "Ana@work.example", "user_type": "Human"}
ME = {"name": "Kofi Mensah", "email": "kofi@work.example", "user_type": "Human"}


def said(text: str, creator: dict[str, Any] = ANA, number: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "creator": creator,
        "created_date": f"Monday, January 7, 2019 at 7:25:0{number}\u202fPM UTC",
        "text": text,
        "topic_id": "t1",
        "message_id": f"AAAA/t1/m{number}",
        **more,
    }


def pull(
    tmp_path: Path, messages: str | list[dict[str, Any]], *me: str, folder: str = "DM AAAA", **info: Any
) -> list[Item]:
    files = {
        f"Groups/{folder}/messages.json": messages
        if isinstance(messages, str)
        else json.dumps({"messages": messages}),
        f"Groups/{folder}/group_info.json": json.dumps({"members": [ANA, ME], **info}),
        f"Groups/{folder}/File-photo.png": "",
        "Users/User 1/user_info.json": json.dumps({"user": ME, "membership_info": []}),
    }
    for name, content in files.items():
        path = tmp_path / "Takeout" / "Google Chat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    (source,) = registry.parse(str(tmp_path / "Takeout"))
    assert source.kind == "takeout"
    return [item for item in registry.open(source, me, "").pull() if not isinstance(item, Mark)]


def test_a_direct_conversation(tmp_path: Path) -> None:
    items = pull(tmp_path, [said("see https://x.example/a."), said("thanks", ME, 2)])
    first, second = (item for item in items if isinstance(item, Message))
    assert first.uri == "gchat:AAAA/m1"
    assert first.when is not None
    assert first.when.isoformat() == "2019-01-07T19:25:01+00:00"
    assert first.sender == Party("Ana Lópe", "ana@work.example")
    assert first.to == (Party("Kofi Mensah", "kofi@work.example"),)
    assert first.links == ("https://x.example/a",)
    assert [message.direction for message in (first, second)] == ["received", "sent"]
    (channel,) = (item for item in items if isinstance(item, Channel))
    assert (channel.uri, channel.shape, channel.title) == (first.channel, "direct", "")
    (own,) = (item for item in items if isinstance(item, Contact))
    assert (own.own, own.addresses) == (True, ("kofi@work.example",))
    assert not [item for item in items if isinstance(item, Failure)]


def test_the_folder_of_google_chat_alone(tmp_path: Path) -> None:
    whole = pull(tmp_path, [said("hello")])
    (source,) = registry.parse(str(tmp_path / "Takeout" / "Google Chat"))
    alone = [item for item in registry.open(source).pull() if not isinstance(item, Mark)]
    assert alone == whole


def test_a_space_has_a_name_and_no_addressees(tmp_path: Path) -> None:
    items = pull(tmp_path, [said("hello")], folder="Space BBBB", name="Launch team")
    (message,) = (item for item in items if isinstance(item, Message))
    (channel,) = (item for item in items if isinstance(item, Channel))
    assert (channel.title, channel.shape, message.to, message.channel) == (
        "Launch team",
        "private",
        (),
        "gchat:BBBB",
    )


def test_quotes_files_bots_and_deletions(tmp_path: Path) -> None:
    bot = {"name": "CI", "user_type": "Bot"}
    items = pull(
        tmp_path,
        [
            said("yes", quoted_message_metadata={"creator": ME, "text": "shall we?"}),
            said(
                "", number=2, attached_files=[{"original_name": "plan.pdf", "export_name": "File-plan.pdf"}]
            ),
            said("build failed", bot, 3),
            {"message_state": "DELETED", "message_id": "AAAA/t1/m4", "creator": ANA},
            said("", number=5),
        ],
    )
    quote, file, build = (item for item in items if isinstance(item, Message))
    assert (quote.text, quote.quoted) == ("yes", "shall we?")
    assert file.attachments == ("plan.pdf",)
    assert build.automated == ("bot",)
    assert [item.reason for item in items if isinstance(item, Skip)][-2:] == [
        "deleted message",
        "message without text",
    ]


def test_a_file_that_breaks_off(tmp_path: Path) -> None:
    whole = json.dumps({"messages": [said("one"), said("two", number=2)]})
    items = pull(tmp_path, whole[:-60])
    assert [item.text for item in items if isinstance(item, Message)] == ["one"]
    assert len([item for item in items if isinstance(item, Failure)]) == 1
