"""Discord's data package, old and new, and DiscordChatExporter's files."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from connectors import registry
from connectors.records import Channel, Contact, Failure, Item, Mark, Message, Party, Skip

USER = {
    "id": "100000000000000001",
    "username": "mira_k",
    "global_name": "Mira K",
    "email": "mira@home.example",
    "relationships": [{"id": "100000000000000002", "user": {"id": "100000000000000002", "username": "tom"}}],
}


def pull(path: Path, *me: str) -> list[Item]:
    (source,) = registry.parse(str(path))
    assert source.kind == "discord"
    return [item for item in registry.open(source, me, "").pull() if not isinstance(item, Mark)]


@pytest.mark.parametrize("old", [True, False])
def test_the_data_package(tmp_path: Path, old: bool) -> None:
    path = tmp_path / "package.zip"
    top, user = ("messages", "account") if old else ("Messages", "Account")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{user}/user.json", json.dumps(USER))
        archive.writestr(f"{top}/index.json", "{}")
        channel = {
            "id": "200000000000000001",
            "type": 1 if old else "DM",
            "recipients": [USER["id"], "100000000000000002"],
        }
        archive.writestr(f"{top}/c200000000000000001/channel.json", json.dumps(channel))
        row = {
            "ID": 300,
            "Timestamp": "2023-05-01 10:00:00",
            "Contents": "hi <@100000000000000002>\nsecond",
            "Attachments": "",
        }
        if old:
            table = 'ID,Timestamp,Contents,Attachments\r\n300,2023-05-01 10:00:00,"hi <@100000000000000002>\nsecond",\r\n'
            archive.writestr(f"{top}/c200000000000000001/messages.csv", table)
        else:
            archive.writestr(f"{top}/c200000000000000001/messages.json", json.dumps([row]))
    items = pull(path)
    (message,) = (item for item in items if isinstance(item, Message))
    assert (message.uri, message.text) == ("discord:200000000000000001/300", "hi @tom\nsecond")
    assert str(message.when) == "2023-05-01 10:00:00+00:00"
    assert (message.direction, message.sender) == ("sent", Party("Mira K", "mira@home.example"))
    assert message.to == (Party("tom", "discord:100000000000000002"),)
    (own,) = (item for item in items if isinstance(item, Contact))
    assert own.own
    assert own.addresses == ("mira@home.example", "discord:100000000000000001")
    (channel_record,) = (item for item in items if isinstance(item, Channel))
    assert (channel_record.uri, channel_record.shape) == (message.channel, "direct")
    assert not [item for item in items if isinstance(item, Failure)]


def test_an_exported_channel(tmp_path: Path) -> None:
    author = {"id": "1", "name": "ana", "nickname": "Ana P", "isBot": False}
    document = {
        "guild": {"id": "9", "name": "Makers"},
        "channel": {"id": "5", "type": "GuildTextChat", "name": "builds", "topic": "what we build"},
        "dateRange": {"after": None},
        "messages": [
            {"id": "1", "type": "Default", "timestamp": "2024-02-03T10:00:00+01:00", "content": "look https://x.example/1",
             "author": author, "attachments": [{"fileName": "a.png"}]},
            {"id": "2", "type": "Reply", "timestamp": "2024-02-03T10:01:00+01:00", "content": "> look\nnice",
             "author": {"id": "2", "name": "bob", "isBot": True}, "reference": {"messageId": "1"}},
            {"id": "3", "type": "GuildMemberJoin", "timestamp": "2024-02-03T10:01:00+01:00", "content": "joined", "author": author},
        ],
        "messageCount": 3,
    }  # fmt: skip
    folder = tmp_path / "exported" / "Makers" / "text"
    folder.mkdir(parents=True)
    (folder / "builds.json").write_text(json.dumps(document), encoding="utf-8")
    items = pull(folder / "builds.json", "discord:1")
    assert pull(tmp_path / "exported", "discord:1") == items
    channel, first, second, joined = items
    assert isinstance(channel, Channel)
    assert (channel.title, channel.text, channel.shape) == ("builds", "Makers\nwhat we build", "private")
    assert isinstance(first, Message)
    assert str(first.when) == "2024-02-03 10:00:00+01:00"
    assert (first.sender.name, first.direction, first.attachments) == ("Ana P", "sent", ("a.png",))
    assert first.links == ("https://x.example/1",)
    assert isinstance(second, Message)
    assert (second.text, second.quoted, second.reply_to, second.automated) == (
        "nice",
        "look",
        first.uri,
        ("bot",),
    )
    assert joined == Skip("discord:5/3", "notice (GuildMemberJoin)")
