"""Write sample_data/exports from the texts in this folder. The same texts give the same exports."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

from bootstrap.fixtures import archive, slack
from bootstrap.fixtures.calendar import ics, invitation
from bootstrap.fixtures.contacts import Card, vcf
from bootstrap.fixtures.mail import Attachment, Mail, mbox
from bootstrap.fixtures.repos import write_bundle
from sample_data.source import chat, everyday, files, history, letters, meetings
from sample_data.source.people import HERE, Person, load

EXPORTED = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
TARGET = HERE.parent / "exports"


def build(target: Path) -> None:
    """Write all exports into the empty folder ``target``."""
    people = load()
    archive.write_zip(target / "takeout-20261115T120000Z-001.zip", _takeout(people), EXPORTED)
    chats = slack.entries(chat.workspace(people))
    archive.write_zip(target / "Cuenca Austral Slack export Jun 1 2025 - Nov 15 2026.zip", chats, EXPORTED)
    for name, changes in history.histories(people).items():
        write_bundle(target / "repos" / f"{name}.bundle", changes)
    for name, content in files.documents(HERE / "documents"):
        path = target / "documents" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _takeout(people: dict[str, Person]) -> list[tuple[str, bytes]]:
    me = people["ximena"]
    own = meetings.meetings(people)
    mails = letters.letters(people) + everyday.exchanges(people) + everyday.noise(me.mailbox)
    mails.append(_invitation(people))
    newest_first = sorted(mails, key=lambda mail: (mail.when, mail.message_id), reverse=True)
    cards = vcf(_cards(people))
    found = [
        ("Takeout/archive_browser.html", b"<!DOCTYPE html><title>Takeout</title>"),
        ("Takeout/Mail/All mail Including Spam and Trash.mbox", mbox(newest_first)),
        (f"Takeout/Calendar/{me.address}.ics", ics(me.address, me.zone, own, EXPORTED)),
        (
            "Takeout/Calendar/Feriados de Chile.ics",
            ics("Feriados de Chile", me.zone, meetings.holidays(), EXPORTED),
        ),
        ("Takeout/Contacts/All Contacts/All Contacts.vcf", cards),
        ("Takeout/Contacts/My Contacts/My Contacts.vcf", cards),
        ("Takeout/Profile/Profile.json", _profile(me)),
    ]
    return found + [(f"Takeout/Drive/{name}", content) for name, content in files.documents(HERE / "drive")]


def _invitation(people: dict[str, Person]) -> Mail:
    """Margriet's invitation to the fortnightly call, as it came by mail."""
    meeting = next(one for one in meetings.meetings(people) if one.title == "Huala sync")
    sent = people["margriet"].at("2025-10-08", "16:31")
    return Mail(
        people["margriet"].mailbox, (people["ximena"].mailbox, people["renata"].mailbox), "Invitation: Huala sync", sent,
        "You have been invited to Huala sync, every second Wednesday at 17:00 (Amsterdam).", labels=("Inbox", "Opened"),
        delivered_to=people["ximena"].address,
        attachments=(Attachment("invite.ics", "text/calendar", invitation(meeting, sent)),),
    )  # fmt: skip


def _cards(people: dict[str, Person]) -> list[Card]:
    notes = {
        "fiorella": "Jefatura desde 07/2026",
        "margriet": "Huala",
        "hector": "Chucao, llamar siempre primero",
    }
    firms = {
        "cuencaaustral.example": "Cuenca Austral SpA", "juntallancal.example": "Junta de Vigilancia Río Llancal",
        "sensora.example": "Sensora Instrumentos S.A.", "deltameer.example": "Deltameer Instituut",
    }  # fmt: skip
    cards = []
    for key, person in people.items():
        firm = firms.get(person.address.rpartition("@")[2])
        if key in ("ximena", "inaki_old", "bernardita") or not firm:
            continue
        given, _, family = person.name.partition(" ")
        addresses = (person.address, people["inaki_old"].address) if key == "inaki" else (person.address,)
        title = person.title or (person.signatures[-1][1][1] if person.signatures else "")
        title = "Gerente de Estudios" if key == "alvaro" else title
        cards.append(Card(person.name, family, given, addresses, firm, title=title, note=notes.get(key, "")))
    cards.append(Card("Lautaro", "Ñancupil", "Lautaro", (people["lautaro"].address,), note="hermano"))
    return cards


def _profile(me: Person) -> bytes:
    name = {"givenName": "Ximena", "familyName": "Ñancupil Órdenes", "formattedName": me.name}
    profile = {"name": name, "displayName": me.name, "emails": [{"value": me.address}]}
    return json.dumps(profile, ensure_ascii=False, indent=2).encode()


if __name__ == "__main__":
    shutil.rmtree(TARGET, ignore_errors=True)
    build(TARGET)
