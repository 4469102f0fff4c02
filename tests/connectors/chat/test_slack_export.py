"""Slack exports, old and new: who said what to whom, and what is left out."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from connectors import registry
from connectors.records import Channel, Contact, Failure, Item, Mark, Message, Party, Skip

PRIYA = {
    "id": "U1",
    "name": "priya",
    "tz": "Asia/Kolkata",
    "updated": 1_700_000_000,
    "profile": {
        "real_name": "Priya Nair",
        "display_name": "pri",
        "email": "Priya@work.example",
        "title": "Lead",
    },
}
ME = {"id": "U2", "name": "sam", "real_name": "Sam Ó Briain", "profile": {"email": "sam@work.example"}}
BOT = {"id": "U3", "name": "deploy", "is_bot": True, "profile": {"real_name": "Deploy"}}


def export(path: Path, days: dict[str, Any], **lists: Any) -> Path:
    lists = {
        "users": [PRIYA, ME, BOT],
        "channels": [{"id": "C1", "name": "ops", "members": ["U1", "U2"]}],
        **lists,
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in lists.items():
            archive.writestr(f"{name}.json", json.dumps(content))
        for name, content in days.items():
            archive.writestr(f"{name}.json", content if isinstance(content, str) else json.dumps(content))
    return path


def pull(path: Path, *me: str) -> list[Item]:
    (source,) = registry.parse(str(path))
    assert source.kind == "slack-export"
    return [item for item in registry.open(source, me, "").pull() if not isinstance(item, Mark)]


def messages(items: list[Item]) -> list[Message]:
    return [item for item in items if isinstance(item, Message)]


def said(text: str = "hello", user: str = "U1", ts: str = "1700000000.000100", **more: Any) -> dict[str, Any]:
    return {"type": "message", "user": user, "text": text, "ts": ts, **more}


def test_a_message_names_its_channel_time_and_sender_by_mail_address(tmp_path: Path) -> None:
    items = pull(
        export(tmp_path / "e.zip", {"ops/2023-11-14": [said("see <https://x.example/d|doc>, <@U2>")]})
    )
    (message,) = messages(items)
    assert message.uri == "slack:C1/1700000000.000100"
    assert message.channel == "slack:C1"
    assert message.sender == Party("Priya Nair", "priya@work.example")
    assert message.text == "see doc (https://x.example/d), @Sam Ó Briain"
    assert message.links == ("https://x.example/d",)
    assert message.when is not None
    assert message.when.isoformat() == "2023-11-14T22:13:20.000100+00:00"
    assert message.direction == "unknown"


def test_users_become_contacts(tmp_path: Path) -> None:
    items = pull(export(tmp_path / "e.zip", {"ops/2023-11-14": []}), "sam@work.example")
    priya, sam, bot = (item for item in items if isinstance(item, Contact))
    assert priya.addresses == ("priya@work.example", "slack:U1")
    assert (priya.title, priya.names, priya.role, priya.zone) == (
        "Priya Nair",
        ("pri", "priya"),
        "Lead",
        "Asia/Kolkata",
    )
    assert [contact.own for contact in (priya, sam, bot)] == [False, True, False]
    assert [contact.bot for contact in (priya, sam, bot)] == [False, False, True]


def test_own_messages_are_sent_and_others_received(tmp_path: Path) -> None:
    days = {"ops/2023-11-14": [said(), said(user="U2", ts="1700000001.000100")]}
    items = pull(export(tmp_path / "e.zip", days), "Sam@work.example")
    assert [message.direction for message in messages(items)] == ["received", "sent"]


def test_direct_and_group_conversations_are_addressed(tmp_path: Path) -> None:
    days = {"D1ABCDEFG/2023-11-14": [said()], "mpdm-priya--sam--deploy-1/2023-11-14": [said(user="U2")]}
    lists = {
        "dms": [{"id": "D1ABCDEFG", "members": ["U1", "U2"]}],
        "mpims": [{"id": "G1", "name": "mpdm-priya--sam--deploy-1", "members": ["U1", "U2", "U3"]}],
        "groups": [{"id": "G2", "name": "leads", "purpose": {"value": "plans"}, "topic": {"value": "Q3"}}],
    }
    items = pull(export(tmp_path / "e.zip", days, **lists))
    direct, group = messages(items)
    assert direct.channel == "slack:D1ABCDEFG"
    assert direct.to == (Party("Sam Ó Briain", "sam@work.example"),)
    assert group.channel == "slack:G1"
    assert [party.name for party in group.to] == ["Priya Nair", "Deploy"]
    shapes = {item.uri: (item.shape, item.title, item.text) for item in items if isinstance(item, Channel)}
    assert shapes == {
        "slack:C1": ("public", "ops", ""),
        "slack:D1ABCDEFG": ("direct", "", ""),
        "slack:G1": ("group", "", ""),
        "slack:G2": ("private", "leads", "plans\nQ3"),
    }


def test_threads_answers_edits_and_files(tmp_path: Path) -> None:
    root = said("root", thread_ts="1700000000.000100")
    answer = said("answer", "U2", "1700000009.000200", thread_ts="1700000000.000100", edited={"user": "U2"})
    url = "https://files.slack.example/a.pdf?t=" + "xoxe-" + "1" * 20
    file = said(
        "", "U1", "1700000010.000200", files=[{"name": "plan.pdf", "url_private": url}], subtype="file_share"
    )
    one, two, three = messages(pull(export(tmp_path / "e.zip", {"ops/2023-11-14": [root, answer, file]})))
    assert (one.thread, one.reply_to) == (one.uri, "")
    assert (two.thread, two.reply_to) == (one.uri, one.uri)
    assert three.attachments == ("plan.pdf",)
    assert "xoxe" not in repr(three)


def test_what_the_system_and_bots_say(tmp_path: Path) -> None:
    day = [
        said("<@U1> has joined the channel", subtype="channel_join"),
        said("", "", "1700000001.0", subtype="bot_message", bot_id="B1", username="CI",
             attachments=[{"fallback": "red", "title": "Build 7 failed", "title_link": "https://ci.example/7"}]),
        said("deployed", "U3", "1700000002.0"),
        said("hi", "USLACKBOT", "1700000003.0"),
        said("", ts="1700000004.0"),
        {"type": "message", "subtype": "message_deleted", "ts": "1700000005.0", "user": "U1"},
    ]  # fmt: skip
    items = pull(export(tmp_path / "e.zip", {"ops/2023-11-14": day}))
    skipped = [item.reason for item in items if isinstance(item, Skip)]
    assert skipped == ["notice (channel_join)", "message without text", "notice (message_deleted)"]
    build, deployed, bot = messages(items)
    assert (build.text, build.sender.name, build.links) == ("Build 7 failed", "CI", ("https://ci.example/7",))
    assert [message.automated for message in (build, deployed, bot)] == [("bot",)] * 3


def test_a_shared_message_is_quoted_text(tmp_path: Path) -> None:
    shared = said("look", attachments=[{"is_share": True, "text": "the other's words", "author_name": "Lee"}])
    (message,) = messages(pull(export(tmp_path / "e.zip", {"ops/2023-11-14": [shared]})))
    assert (message.text, message.quoted) == ("look", "the other's words")


def test_somebody_who_is_not_in_the_list_has_the_name_the_message_gives(tmp_path: Path) -> None:
    day = [said(user="U77", user_profile={"real_name": "Guest Ng"}), said(user="U78", ts="1700000001.0")]
    named, unnamed = messages(pull(export(tmp_path / "e.zip", {"ops/2023-11-14": day})))
    assert named.sender == Party("Guest Ng", "slack:U77")
    assert unnamed.sender == Party("", "slack:U78")


def test_a_channel_no_list_knows_is_called_by_its_folder(tmp_path: Path) -> None:
    (message,) = messages(pull(export(tmp_path / "e.zip", {"büro/2023-11-14": [said()]})))
    assert message.channel == "slack:büro"


def test_damaged_files_cost_themselves_alone(tmp_path: Path) -> None:
    days = {
        "ops/2023-11-13": json.dumps([said(), said(ts="1700000001.0")])[:-30],
        "ops/2023-11-14": [
            said(ts="1700000002.0"),
            "text",
            {"type": "message"},
            said(ts="1700000003.0", files=5),
        ],
    }
    items = pull(export(tmp_path / "e.zip", days, users="no list"))
    assert [message.uri.rsplit("/")[-1] for message in messages(items)] == [
        "1700000000.000100",
        "1700000002.0",
        "1700000003.0",
    ]
    reasons = sorted(item.reason for item in items if isinstance(item, Failure))
    assert reasons == [
        "a message without a time",
        "damaged JSON: the rest of this file is not read",
        "damaged JSON: the rest of this file is not read",
        "no objects where objects are expected",
    ]


def test_an_export_packed_again_within_a_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "e.zip", "w") as archive:
        archive.writestr("Acme export/users.json", json.dumps([PRIYA]))
        archive.writestr("Acme export/channels.json", json.dumps([{"id": "C1", "name": "ops"}]))
        archive.writestr("Acme export/ops/2023-11-14.json", json.dumps([said()]))
    (message,) = messages(pull(tmp_path / "e.zip"))
    assert (message.channel, message.sender.name) == ("slack:C1", "Priya Nair")


def test_a_folder_reads_as_its_zip(tmp_path: Path) -> None:
    path = export(tmp_path / "e.zip", {"ops/2023-11-14": [said()]})
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "unpacked")
    key = str
    assert sorted(pull(tmp_path / "unpacked"), key=key) == sorted(pull(path), key=key)


@pytest.mark.corpus
def test_a_published_archive_is_read_whole() -> None:
    path = Path(__file__).parents[4] / "shared/corpus/slack_export/slack-export-viewer/testarchive.zip"
    if not path.exists():
        pytest.skip("no folder shared beside the checkout")
    items = pull(path)
    assert messages(items)
    assert not [item for item in items if isinstance(item, Failure)]
    assert not [item for item in items if isinstance(item, Skip) and item.reason == "unknown file"]
    uris = [item.uri for item in items if not isinstance(item, Mark)]
    assert len(uris) == len(set(uris))
