"""Teams messages in JSON: lists, pages, single objects, and the personal export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from connectors import registry
from connectors.exports.chat.teams import connector
from connectors.records import Channel, Contact, Failure, Item, Mark, Message, Party, Skip
from connectors.source import Source


def said(content: str = "<p>Hello</p>", **more: Any) -> dict[str, Any]:
    return {
        "id": "1616964509832",
        "replyToId": None,
        "messageType": "message",
        "createdDateTime": "2021-03-28T20:48:29.832Z",
        "subject": None,
        "chatId": "19:abc@thread.v2",
        "from": {"application": None, "user": {"id": "u-1", "displayName": "Robin Kline"}},
        "body": {"contentType": "html", "content": content},
        "attachments": [],
        **more,
    }


MEMBER = {"@odata.type": "#microsoft.graph.aadUserConversationMember", "userId": "u-1", "displayName": "Robin Kline",
          "email": "Robin@work.example"}  # fmt: skip


def pull(path: Path, *me: str) -> list[Item]:
    source = Source("teams", "teams:it", (path,))
    return [item for item in connector(source, me, "").pull() if not isinstance(item, Mark)]


def write(tmp_path: Path, document: Any) -> Path:
    (tmp_path / "messages.json").write_text(json.dumps(document), encoding="utf-8")
    return tmp_path / "messages.json"


@pytest.mark.parametrize(
    "document",
    [[said()], {"@odata.context": "c", "value": [said()]}, {"messages": [said()]}, said()],
    ids=["list", "page", "messages", "single"],
)
def test_messages_in_any_wrapping(tmp_path: Path, document: Any) -> None:
    path = write(tmp_path, document)
    assert [source.kind for source in registry.parse(str(path))] == ["teams"]
    (message,) = pull(path)
    assert isinstance(message, Message)
    assert message.uri == "teams:19:abc@thread.v2/1616964509832"
    assert (message.text, message.channel) == ("Hello", "teams:19:abc@thread.v2")
    assert message.sender == Party("Robin Kline", "teams:u-1")


def test_lists_of_members_give_mail_addresses(tmp_path: Path) -> None:
    other = {"userId": "u-2", "displayName": "Jane Smith", "email": None}
    chat = {"id": "19:abc@thread.v2", "chatType": "oneOnOne", "topic": None, "members": [MEMBER, other]}
    items = pull(
        write(tmp_path, {"chats": [chat], "members": [MEMBER], "messages": [said()]}), "robin@work.example"
    )
    (message,) = (item for item in items if isinstance(item, Message))
    assert (message.sender.address, message.direction) == ("robin@work.example", "sent")
    (channel,) = (item for item in items if isinstance(item, Channel))
    assert (channel.shape, channel.members) == ("direct", (message.sender, *message.to))
    assert message.to == (Party("Jane Smith", "teams:u-2"),)
    (contact,) = (item for item in items if isinstance(item, Contact))
    assert contact.own


def test_mentions_links_quotes_and_files(tmp_path: Path) -> None:
    content = (
        '<blockquote itemtype="reply"><p>old words</p></blockquote><div><at id="0">Jane Smith</at>, see '
        '<a href="https://x.example/plan">the plan</a></div>'
    )
    document = [
        said(content, id="1", attachments=[{"name": "plan.docx"}]),
        said(id="2", messageType="systemEventMessage"),
        said(id="3", deletedDateTime="2021-03-28T20:48:29.832Z"),
        said(id="4", **{"from": {"application": {"id": "a", "displayName": "CI"}}}),
        said("<img>", id="5"),
        {**said(id="6"), "body": "text"},
        {**said(id="7"), "channelIdentity": {"channelId": "19:c@thread.tacv2"}, "replyToId": "1"},
    ]
    items = pull(write(tmp_path, document))
    first, bot, answer = (item for item in items if isinstance(item, Message))
    assert first.text == "Jane Smith, see the plan"
    assert (first.quoted, first.links, first.attachments) == (
        "old words",
        ("https://x.example/plan",),
        ("plan.docx",),
    )
    assert bot.automated == ("bot",)
    assert answer.reply_to == "teams:19:c@thread.tacv2/1"
    reasons = [item.reason for item in items if isinstance(item, Skip)]
    assert reasons == ["notice", "deleted message", "message without text", "message without text"]


def test_the_personal_export(tmp_path: Path) -> None:
    document = {
        "userId": "8:live:ana",
        "exportDate": "2024-01-01T00:00",
        "conversations": [
            {
                "id": "8:live:bo",
                "displayName": "Bo",
                "MessageList": [
                    {"id": "1", "displayName": None, "originalarrivaltime": "2023-01-02T03:04:05.6Z",
                     "messagetype": "RichText", "content": "a &amp; <b>b</b>", "from": "8:live:ana"},
                    {"id": "2", "messagetype": "Event/Call", "content": "<partlist/>"},
                ],
            }
        ],
    }  # fmt: skip
    path = write(tmp_path, document)
    assert [source.kind for source in registry.parse(str(path))] == ["teams"]
    channel, message, call = pull(path)
    assert isinstance(channel, Channel)
    assert isinstance(message, Message)
    assert (message.text, message.channel, message.direction) == ("a & b", channel.uri, "sent")
    assert isinstance(call, Skip)


@pytest.mark.corpus
def test_documented_answers_of_graph_are_read(tmp_path: Path) -> None:
    folder = Path(__file__).parents[4] / "shared/corpus/msgraph"
    if not folder.exists():
        pytest.skip("no folder shared beside the checkout")
    kept = 0
    for path in sorted(folder.glob("*chat*message*.json")):
        body = json.loads(path.read_text(encoding="utf-8"))["body"]
        items = pull(write(tmp_path, body))
        assert not [item for item in items if isinstance(item, Failure)]
        kept += sum(isinstance(item, Message) for item in items)
    assert kept >= 10
