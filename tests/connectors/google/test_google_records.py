"""A live pull and a Takeout of the same account show the same things under the same uris."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bootstrap.footprint.build import understand
from bootstrap.pull import pull
from bootstrap.snapshot import Snapshot
from connectors import registry
from connectors.records import KINDS, Channel, Contact, Document, Event, Message, Party

ADA, BRAM = "ada@fjord.example", "bram@fjord.example"

CALENDAR = """BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
X-WR-CALNAME:ada@fjord.example
X-WR-TIMEZONE:Europe/Oslo
BEGIN:VEVENT
DTSTART:20260706T070000Z
DTEND:20260706T080000Z
UID:e0@google.com
CREATED:20260102T080000Z
LAST-MODIFIED:20260202T080000Z
SEQUENCE:0
STATUS:CONFIRMED
SUMMARY:Survey\\, pier 0
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Oslo:20260106T090000
DTEND;TZID=Europe/Oslo:20260106T093000
RRULE:FREQ=WEEKLY;BYDAY=TU
EXDATE;TZID=Europe/Oslo:20261117T090000
UID:e1@google.com
CREATED:20260102T080000Z
LAST-MODIFIED:20260202T080000Z
ORGANIZER;CN=ada@fjord.example:mailto:ada@fjord.example
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=ada@fjord.example:mailto:ada@fjord.example
ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=OPT-PARTICIPANT;PARTSTAT=NEEDS-ACTION;CN=Bram de Wit:mailto:bram@fjord.example
LOCATION:Pier\\; one
SEQUENCE:0
STATUS:CONFIRMED
SUMMARY:Survey\\, pier 1
X-GOOGLE-CONFERENCE:https://meet.example/abc
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Oslo:20261110T110000
DTEND;TZID=Europe/Oslo:20261110T113000
UID:e1@google.com
RECURRENCE-ID;TZID=Europe/Oslo:20261110T090000
CREATED:20260102T080000Z
LAST-MODIFIED:20260202T080000Z
SEQUENCE:0
STATUS:CONFIRMED
SUMMARY:Survey\\, pier 2
END:VEVENT
END:VCALENDAR
"""


def card(number: int) -> str:
    return f"""BEGIN:VCARD
VERSION:3.0
FN:Pilot {number}\\, Ms
N:{number};Pilot;;;
EMAIL;TYPE=INTERNET:Pilot{number}@quay.example
EMAIL;TYPE=INTERNET:p{number}@home.example
ORG:Quay\\; Sons;Deck
TITLE:Pilot
NOTE:Met at the harbour\\,\\nin May
CATEGORIES:Pilots
END:VCARD
"""


def takeout(fake: Any, place: Path, docx: Callable[[str], bytes]) -> Path:
    """The same account as its owner would download it."""
    archive = place / "takeout-20261115T120000Z-001.zip"
    with zipfile.ZipFile(archive, "w") as zipped:

        def add(name: str, content: str | bytes | dict[str, Any]) -> None:
            zipped.writestr(f"Takeout/{name}", json.dumps(content) if isinstance(content, dict) else content)

        add("Profile/Profile.json", {"emails": [{"value": ADA}], "displayName": "Ada Lindqvist"})
        mails = b""
        for name in [f"5{number:06x}" for number in range(3)] + [f"6{number:06x}" for number in range(2)]:
            labels = "Sent" if name[0] == "5" else "Inbox,Harbour"
            thread = int(f"{name[0]}{int(name[1:], 16) // 2:06x}", 16)
            head = f"From {thread}@xxx Sun Nov 15 11:00:00 +0000 2026\r\nX-GM-THRID: {thread}\r\nX-Gmail-Labels: {labels}\r\n"
            mails += head.encode() + fake.raw(name) + b"\r\n"
        add("Mail/All mail Including Spam and Trash.mbox", mails)
        add(f"Calendar/{ADA}.ics", CALENDAR.replace("\n", "\r\n"))
        add("Contacts/All Contacts/All Contacts.vcf", "".join(map(card, range(3))))
        for number in (0, 3):
            told = fake.file(number)
            permissions = [
                {
                    "type": "user",
                    "role": one["role"],
                    "email_address": one["emailAddress"],
                    "name": one.get("displayName", ""),
                }
                for one in told["permissions"]
            ]
            add(f"Drive/{told['name']}.docx", docx(f"Soundings of {told['id']}"))
            add(f"Drive/{told['name']}-info.json", {"id": told["id"], "title": told["name"], "permissions": permissions,
                "created": told["createdTime"], "content_last_modified": told["modifiedTime"], "starred": told["starred"]})  # fmt: skip
        for number, folder in enumerate(("Space AA0", "DM AA1")):
            people = [
                {"name": "Ada Lindqvist", "email": ADA, "user_type": "Human"},
                {"name": "Bram de Wit", "email": BRAM, "user_type": "Human"},
            ]
            add(
                f"Google Chat/Groups/{folder}/group_info.json",
                {"name": "" if number else "Pier works", "members": people},
            )
            messages = [
                {
                    "creator": people[one % 2],
                    "created_date": f"{datetime(2026, 11, 15, 12, tzinfo=UTC) - timedelta(hours=one):%A, %B %d, %Y at %I:%M:%S %p UTC}",
                    "text": f"> is it high?\nHigh water at {one}",
                    "topic_id": f"T{one // 2}",
                    "message_id": f"AA{number}/T{one // 2}/M{one}",
                }
                for one in range(3)
            ]
            add(f"Google Chat/Groups/{folder}/messages.json", {"messages": messages})
    return archive


def test_live_and_takeout_agree_on_every_thing_both_have(
    fake_google: Callable[..., Any], google: Any, by_uri: Any, tmp_path: Path, docx: Callable[[str], bytes]
) -> None:
    fake = fake_google()
    live = by_uri(list(google(fake)[0].pull()))
    (source,) = registry.parse(str(takeout(fake, tmp_path, docx)))
    export = by_uri(list(registry.open(source).pull()))
    assert len(export) == 1 + 5 + 3 + 3 + 2 + 2 + 6
    assert export.keys() <= live.keys(), "nothing is there twice under two names"
    same: dict[type, tuple[str, ...]] = {
        Message: ("title", "text", "quoted", "sender", "to", "direction", "thread", "reply_to", "channel", "automated", "labels"),
        Event: ("when", "end", "title", "all_day", "location", "organizer", "attendees", "rule", "excluded", "instance_of",
                "status", "own_response", "links", "feed", "modified"),
        Contact: ("title", "addresses", "organization", "department", "role", "text", "groups"),
        Document: ("title", "text", "kind", "owner", "shared_with", "when", "starred", "link"),
        Channel: ("title", "members", "shape"),
    }  # fmt: skip
    for uri, exported in export.items():
        for name in same[type(exported)]:
            theirs, ours = getattr(exported, name), getattr(live[uri], name)
            if uri.startswith("contact:profile/") or (name == "text" and not ours):
                continue  # the live one knows more of the person; a mail read by its head alone has no text
            if name in ("organizer", "attendees"):
                theirs, ours = _unnamed(theirs), _unnamed(ours)
            assert ours == theirs, (uri, name)


def _unnamed(value: Any) -> Any:
    """Takeout gives the address as the name of somebody without one."""
    if isinstance(value, Party):
        return value.address
    return [(one.party.address, one.response, one.optional, one.resource) for one in value]


def test_the_account_is_known_by_all_its_addresses(
    fake_google: Callable[..., Any], google: Any, by_uri: Any
) -> None:
    own = by_uri(list(google(fake_google(), me=("ada@home.example",))[0].pull()))[f"contact:profile/{ADA}"]
    assert own.addresses == (ADA, "charts@fjord.example", "ada@home.example"), (
        "an unverified alias proves nothing"
    )
    assert (own.title, own.organization, own.role, own.own) == (
        "Ada Lindqvist",
        "Fjord",
        "Hydrographer",
        True,
    )


def test_a_sample_of_sent_mail_is_read_whole(fake_google: Callable[..., Any], google: Any) -> None:
    items = list(google(fake_google(sent=5), bodies=2)[0].pull())
    sent = [
        item
        for item in items
        if isinstance(item, Message) and item.direction == "sent" and item.medium == "mail"
    ]
    assert [bool(item.text) for item in sent] == [True, True, False, False, False]
    assert sent[0].text == "The table of pier 0 is ready."
    assert sent[4].to == (Party("Bram de Wit", BRAM),)


def test_holidays_are_a_feed_and_the_main_calendar_comes_first(
    fake_google: Callable[..., Any], google: Any
) -> None:
    events = [item for item in google(fake_google())[0].pull() if isinstance(item, Event)]
    assert [event.feed for event in events] == [False, False, False, True]
    assert events[0].zone == "Europe/Oslo" and events[0].link.endswith("eid=e0")
    assert events[1].own_response == "accepted" and events[1].owner == ADA


def test_limits_are_kept_and_said(fake_google: Callable[..., Any], google: Any) -> None:
    fake = fake_google(sent=9, files=9, contacts=9, events=9, page=3)
    connector, _ = google(fake, sent=4, files=5, contacts=4, events=6, spaces=2, histories=1, messages=2)
    items = list(connector.pull())
    said = [item.reason for item in items if type(item).__name__ == "Skip"]
    assert [
        len([i for i in items if isinstance(i, Message) and i.direction == "sent" and i.medium == "mail"])
    ] == [4]
    assert len([item for item in items if isinstance(item, Document)]) == 5
    assert len([item for item in items if isinstance(item, Message) and item.medium == "chat"]) == 2
    for words in (
        "newest 4 mails",
        "5 most telling files",
        "beyond 4 people",
        "beyond 6 events",
        "1 liveliest",
    ):
        assert [one for one in said if words in one], words


@pytest.mark.parametrize("name", ["Ada; Lindqvist", 'Ada "the" Pilot', "Åsa, Pilot\\", "عادة", "line\nbreak"])
def test_names_survive_the_way_through_the_export_format(
    name: str, fake_google: Callable[..., Any], google: Any
) -> None:
    fake = fake_google()
    usual, told = fake.person, fake.event
    fake.person = lambda number: {**usual(number), "names": [{"displayName": name}]}
    fake.event = lambda number: {**told(number), "summary": name} if number == 0 else told(number)
    items = list(google(fake)[0].pull())
    assert fake.contract.violations == []
    plain = " ".join(name.split())
    assert plain in [item.title for item in items if isinstance(item, Contact)]
    assert plain in [item.title for item in items if isinstance(item, Event)]


def test_both_together_are_one_footprint(
    fake_google: Callable[..., Any], google: Any, tmp_path: Path, docx: Callable[[str], bytes]
) -> None:
    fake = fake_google()
    live, _ = google(fake)
    (source,) = registry.parse(str(takeout(fake, tmp_path, docx)))
    now = datetime(2026, 11, 15, 12, tzinfo=UTC)
    seen = {}
    for name, connectors in (("live", [live]), ("both", [registry.open(source), live])):
        with Snapshot(tmp_path / f"{name}.sqlite") as snapshot:
            pull(connectors, snapshot, lambda: now, lambda label, mark, kept: None)
            found = understand(snapshot, now, ())
            counts = [len(list(snapshot.records(kind))) for kind in KINDS.values()]
            people = sorted((one.addresses[0], one.sent, one.received) for one in found.people.values())
            seen[name] = (counts, found.owner.addresses, people)
    assert seen["live"] == seen["both"]
