"""Records of a Microsoft account: the same as exports give, bounded, and the vendor's recorded answers among them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from connectors.export_lines import cards
from connectors.exports.chat.teams import read_chat
from connectors.exports.entry import Context
from connectors.exports.mail.message import parse
from connectors.microsoft import SCOPES, people
from connectors.microsoft.calendar import to_records
from connectors.microsoft.drive import to_document
from connectors.microsoft.mail import _headers
from connectors.microsoft.people import Account
from connectors.microsoft.recurrence import to_rule
from connectors.records import Channel, Contact, Document, Event, Failure, Message, Party, Skip

ADA, BRAM = "ada@fjord.example", "bram@fjord.example"
CORPUS = Path(__file__).parents[3].parent / "shared" / "corpus" / "msgraph"


def test_a_mail_read_by_its_head_is_the_mail_of_the_export(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any
) -> None:
    fake = fake_graph()
    live = by_uri(list(microsoft(fake, bodies=1)[0].pull()))
    for number in range(3):
        (exported,) = parse(fake.mime(number), Context("eml", (ADA,)), ("Sent Items",))
        assert isinstance(exported, Message)
        ours = live[exported.uri]
        for name in ("title", "sender", "to", "when", "direction"):
            assert getattr(ours, name) == getattr(exported, name), name
        assert ours.text == (exported.text if number == 0 else "")
    assert live["mid:s1@mail.fjord.example"].to == (Party("de Wit, Bram", BRAM),)


def test_received_mail_keeps_its_own_head_and_what_was_sent_is_not_read_twice(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any
) -> None:
    items = list(microsoft(fake_graph())[0].pull())
    mails = by_uri(items)
    assert mails["mid:r1@mail.fjord.example"].automated == ("list-id",)
    assert mails["mid:r1@mail.fjord.example"].direction == "received"
    assert "read already" in [item.reason for item in items if isinstance(item, Skip)]


def test_a_series_has_its_rule_its_zone_and_its_changed_instances(
    fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any
) -> None:
    found = by_uri(list(microsoft(fake_graph())[0].pull()))
    series = found["event:0400M0"]
    assert (series.rule, series.zone) == ("FREQ=WEEKLY;BYDAY=TU", "Europe/Berlin")
    assert series.when.isoformat() == "2026-01-06T09:00:00+01:00"
    assert [one.isoformat() for one in series.excluded] == ["2026-11-17T09:00:00+01:00"]
    moved = found["event:0400M0/2026-11-10T08:00:00+00:00"]
    assert moved.instance_of == series.uri and moved.when.hour == 11
    assert series.own_response == "accepted" and series.organizer.address == ADA
    assert [(one.party.address, one.response, one.optional) for one in series.attendees] == [
        (BRAM, "needs-action", True)
    ]
    assert series.link and series.text == "Bring boots" and series.location == "Pier; one"


@pytest.mark.parametrize(
    ("pattern", "span", "rule"),
    [
        ({"type": "daily", "interval": 2}, {"type": "numbered", "numberOfOccurrences": 5}, "FREQ=DAILY;INTERVAL=2;COUNT=5"),
        ({"type": "weekly", "interval": 2, "daysOfWeek": ["monday", "friday"], "firstDayOfWeek": "sunday"},
         {"type": "endDate", "endDate": "2026-12-31"}, "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=SU;UNTIL=20261231"),
        ({"type": "absoluteMonthly", "interval": 1, "dayOfMonth": 15}, {"type": "noEnd"}, "FREQ=MONTHLY;BYMONTHDAY=15"),
        ({"type": "relativeMonthly", "interval": 1, "daysOfWeek": ["tuesday"], "index": "last"}, {"type": "noEnd"},
         "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1"),
        ({"type": "absoluteYearly", "interval": 1, "dayOfMonth": 17, "month": 5}, {"type": "noEnd"},
         "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=17"),
        ({"type": "relativeYearly", "interval": 1, "daysOfWeek": ["monday"], "index": "first", "month": 9}, {"type": "noEnd"},
         "FREQ=YEARLY;BYMONTH=9;BYDAY=MO;BYSETPOS=1"),
        ({"type": "hourly"}, {}, ""),
    ],
)  # fmt: skip
def test_patterns_become_rules(pattern: dict[str, Any], span: dict[str, Any], rule: str) -> None:
    assert to_rule({"pattern": pattern, "range": span}) == rule


def test_an_invitation_from_elsewhere_keeps_the_uid_it_was_sent_with() -> None:
    wrapped = (
        "040000008200E00074C5B7101A82E00800000000"
        + "0" * 32
        + "1A0000007643616C2D55696401000000"
        + b"e1@google.com".hex()
        + "00"
    )
    raw = {
        "iCalUId": wrapped,
        "subject": "x",
        "start": {"dateTime": "2026-07-06T07:00:00.0000000", "timeZone": "UTC"},
    }
    (event,) = to_records([raw], {}, {}, Context("microsoft"))
    assert event.uri == "event:e1@google.com"


def test_who_is_who(fake_graph: Callable[..., Any], microsoft: Any, by_uri: Any) -> None:
    found = by_uri(list(microsoft(fake_graph())[0].pull()))
    own = found[f"contact:profile/{ADA}"]
    assert own.addresses == (ADA, "charts@fjord.example", "teams:1001") and own.own
    assert own.relations == (("report", "Bram de Wit"),)
    card = found["contact:pilot1@quay.example"]
    assert (card.title, card.organization, card.relations) == (
        "Pilot 1, Ms",
        "Quay; Sons",
        (("manager", "Ines Roy"),),
    )
    assert found["contact:close0@fjord.example"].title == "Close 0"


def test_chats_name_people_by_their_addresses(fake_graph: Callable[..., Any], microsoft: Any) -> None:
    items = list(microsoft(fake_graph())[0].pull())
    chats = {item.uri: item for item in items if isinstance(item, Channel)}
    assert chats["teams:19:chat0@thread.v2"].shape == "direct"
    assert chats["teams:19:general@thread.tacv2"].title == "Pier works / General"
    said = [
        item for item in items if isinstance(item, Message) and item.channel == "teams:19:chat0@thread.v2"
    ]
    assert [(one.sender.address, one.direction) for one in said][:2] == [(ADA, "sent"), (BRAM, "received")]
    assert said[0].to == (Party("Bram", BRAM),) and said[0].text == "High water at 0"


def test_what_is_said_in_channels_is_read_where_it_is_allowed(
    fake_graph: Callable[..., Any], microsoft: Any, graph_access: Any
) -> None:
    every = frozenset(scope.name for scope in SCOPES)
    connector, _ = microsoft(fake_graph(), graph_access(every))
    posts = [one for one in connector.pull() if isinstance(one, Message) and one.channel.endswith("tacv2")]
    assert [(one.sender.address, one.reply_to != "") for one in posts] == [(ADA, False), ("teams:1002", True)]
    assert posts[1].reply_to == posts[0].uri


def test_files_of_ones_own_come_first_with_their_folder(
    fake_graph: Callable[..., Any], microsoft: Any
) -> None:
    files = [item for item in microsoft(fake_graph(), texts=2)[0].pull() if isinstance(item, Document)]
    assert [one.uri for one in files] == ["drive:elsewhere", "drive:file1", "drive:file2", "drive:file0"]
    assert [one.starred for one in files] == [True, False, False, False]
    assert [one.text.startswith("# Soundings") for one in files] == [False, True, True, False]
    assert files[0].kind == "docx", "what lies in another's drive is known by name"
    assert files[1].path == "Plans of piers/Harbour plan 1.md"
    assert files[1].owner == Party("Ada Lindqvist", ADA)


def test_limits_are_kept_and_said(fake_graph: Callable[..., Any], microsoft: Any) -> None:
    fake = fake_graph(sent=9, contacts=9, events=9, chats=3, messages=5, page=3)
    items = list(microsoft(fake, sent=4, contacts=4, events=6, files=2, histories=1, messages=2)[0].pull())
    said = [item.reason for item in items if isinstance(item, Skip)]
    assert (
        len(
            [
                item
                for item in items
                if isinstance(item, Message) and item.direction == "sent" and item.medium == "mail"
            ]
        )
        == 4
    )
    assert len([item for item in items if isinstance(item, Message) and item.medium == "chat"]) == 2
    for words in ("newest 4 mails", "2 files", "beyond 4 people", "beyond 6 events", "1 liveliest"):
        assert [one for one in said if words in one], words


def recorded() -> list[Path]:
    return sorted(CORPUS.glob("*.json")) if CORPUS.is_dir() else []


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS.is_dir(), reason="no folder `shared` beside the checkout")
def test_recorded_answers_of_graph_are_read() -> None:
    """Whatever Microsoft documents or has answered becomes a record or a failure, and never an exception."""
    context, account = Context("microsoft", (ADA,)), Account("1", ADA, (ADA,), {})
    kept: dict[type, int] = {}
    for path in recorded():
        told = json.loads(path.read_text(encoding="utf-8-sig"))
        body = told.get("body", told) if isinstance(told, dict) else told
        listed = body.get("value", [body]) if isinstance(body, dict) else body
        for raw in listed if isinstance(listed, list) else []:
            if not isinstance(raw, dict):
                continue
            kind = f"{told.get('_odata_type', '') if isinstance(told, dict) else ''} {path.name}".lower()
            for item in read(kind, raw, context, account):
                kept[type(item)] = kept.get(type(item), 0) + 1
    for expected in (Message, Event, Contact, Document, Channel):
        assert kept.get(expected, 0) >= 3, (expected, kept)
    assert kept.get(Failure, 0) * 10 <= sum(kept.values()), kept


def read(kind: str, raw: dict[str, Any], context: Context, account: Account) -> list[Any]:
    if (
        "chatmessage" in kind
        or "chat-message" in kind
        or ("list-messages.1" in kind and "messageType" in raw)
    ):
        return list(read_chat({}, [raw], ({}, {}), context))
    if "graph.chat " in kind or "graph.channel" in kind:
        return list(read_chat(raw, [], ({}, {}), context))
    if "graph.event" in kind or " cli365-event" in kind:
        return list(to_records([raw], {}, {}, context))
    if "graph.message" in kind or " cli365-message" in kind:
        head = "".join(f"{name}: {value}\r\n" for name, value in _headers(raw)) + "\r\n"
        return list(parse(head.encode(), context))
    if "graph.contact" in kind and "folder" not in kind:
        return list(cards([people._person("emailAddresses", raw)], context, "recorded"))
    if "graph.person" in kind:
        return list(cards([people._person("scoredEmailAddresses", raw)], context, "recorded"))
    if "graph.driveitem" in kind and "file" in raw:
        return [to_document(raw, account, context)]
    return []
