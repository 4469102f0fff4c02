"""A Takeout in many languages, packed and unpacked, whole and in parts."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from connectors import registry
from connectors.records import Contact, Document, Event, Failure, Item, Mark, Message, Skip

PROFILE = json.dumps({"displayName": "Ines Duarte", "name": {"givenName": "Ines", "familyName": "Duarte"},
                      "emails": [{"value": "Ines@mail.example"}]})  # fmt: skip
MAIL = (
    "From 1@xxx Tue Jan 05 08:00:23 +0000 2026\nX-Gmail-Labels: Sent\nMessage-ID: <m1@mail.example>\n"
    "From: Ines <ines@mail.example>\nTo: bo@mail.example\nDate: Mon, 5 Jan 2026 08:00:23 +0000\nSubject: Hi\n\nBody\n"
)
CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEMAIL:bo@mail.example\nEND:VCARD\n"
EVENT = (
    "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:VEVENT\nUID:e1\nDTSTART:20260105T080000Z\nDTSTAMP:20260105T080000Z\n"
    "SUMMARY:Standup\nEND:VEVENT\nEND:VCALENDAR\n"
)
LANGUAGES = {
    "en": (
        "Mail/All mail.mbox",
        "Calendar/ines.ics",
        "Contacts/All/All.vcf",
        "Drive",
        "Profile/Profile.json",
    ),
    "de": (
        "Mail/Alle E-Mails.mbox",
        "Kalender/ines.ics",
        "Kontakte/Alle/Alle.vcf",
        "Drive",
        "Profil/Profil.json",
    ),
    "fr": ("Messages/Tous.mbox", "Agenda/ines.ics", "Contacts/Tous/Tous.vcf", "Drive", "Profil/Profil.json"),
    "pt": ("E-mail/Todos.mbox", "Agenda/ines.ics", "Contatos/Todos/Todos.vcf", "Drive", "Perfil/Perfil.json"),
    "ja": (
        "メール/すべて.mbox",
        "カレンダー/ines.ics",
        "連絡先/すべて/すべて.vcf",
        "ドライブ",
        "プロフィール/プロフィール.json",
    ),
    "zh": ("邮件/所有.mbox", "日历/ines.ics", "通讯录/所有/所有.vcf", "云端硬盘", "个人资料/个人资料.json"),
    "hu": (
        "Levelek/Minden.mbox",
        "Naptár/ines.ics",
        "Névjegyek/Minden/Minden.vcf",
        "Drive",
        "Profil/Profil.json",
    ),
    "??": ("Ab/Ab.mbox", "Cd/ines.ics", "Ef/Ef/Ef.vcf", "Gh", "Ij/Ij.json"),
}


def files(language: str = "en") -> dict[str, str]:
    mail, calendar, contacts, drive, profile = LANGUAGES[language]
    named = {
        mail: MAIL,
        calendar: EVENT,
        contacts: CARD,
        f"{drive}/Plan.md": "# Plan\n\nWhat we do.",
        f"{drive}/Plan.md-info.json": json.dumps({"title": "Plan"}),
        f"{drive}/fake.json": PROFILE.replace("Ines@", "mallory@"),
        f"{drive}/photo.jpg": "",
        profile: PROFILE,
        "archive_browser.html": "<html>",
        "My Activity/Search/MyActivity.html": "<html>",
        "Whatever/new.bin": "",
    }
    return {f"Takeout/{name}": content for name, content in named.items()}


def make_zip(path: Path, content: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in content.items():
            archive.writestr(name, text)
    return path


def make_tgz(path: Path, content: dict[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in content.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            archive.addfile(info, io.BytesIO(text.encode()))
    return path


def pull(*paths: Path) -> list[Item]:
    (source,) = registry.parse_all([str(path) for path in paths])
    assert source.kind == "takeout"
    return [item for item in registry.open(source).pull() if not isinstance(item, Mark)]


def kinds(items: list[Item]) -> set[tuple[str, str]]:
    """What was read, without regard to time stamps of the file system."""
    return {(type(item).__name__, item.uri) for item in items if not isinstance(item, Mark)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_gives_the_same_records(tmp_path: Path, language: str) -> None:
    items = pull(make_zip(tmp_path / "takeout-20260101T000000Z-001.zip", files(language)))
    assert [item.uri for item in items if isinstance(item, Message)] == ["mid:m1@mail.example"]
    assert [item.title for item in items if isinstance(item, Event)] == ["Standup"]
    assert [item.title for item in items if isinstance(item, Document)] == ["Plan"]
    contacts = {item.title: item for item in items if isinstance(item, Contact)}
    assert set(contacts) == {"Bo", "Ines Duarte"}
    assert contacts["Ines Duarte"].own
    assert contacts["Ines Duarte"].addresses == ("ines@mail.example",)
    assert not [item for item in items if isinstance(item, Failure)]


def test_folder_and_tgz_read_as_the_zip(tmp_path: Path) -> None:
    packed = pull(make_zip(tmp_path / "takeout-20260101T000000Z-001.zip", files()))
    with zipfile.ZipFile(tmp_path / "takeout-20260101T000000Z-001.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    assert kinds(pull(make_tgz(tmp_path / "takeout-20260101T000000Z-001.tgz", files()))) == kinds(packed)
    assert kinds(pull(tmp_path / "unpacked")) == kinds(packed)
    assert kinds(pull(tmp_path / "unpacked" / "Takeout")) == kinds(packed)


def test_parts_named_one_by_one_or_by_their_folder_are_one_source(tmp_path: Path) -> None:
    content = list(files().items())
    one = make_zip(tmp_path / "takeout-20260101T000000Z-001.zip", dict(content[:4]))
    two = make_zip(tmp_path / "takeout-20260101T000000Z-002.zip", dict(content[4:]))
    whole = pull(make_zip(tmp_path.parent / f"{tmp_path.name}.zip", dict(content)))
    assert kinds(pull(one, two)) == kinds(pull(tmp_path)) == kinds(whole)


def test_a_missing_part_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    make_zip(tmp_path / "takeout-20260101T000000Z-001.zip", files())
    make_zip(tmp_path / "takeout-20260101T000000Z-003.zip", {"Takeout/Drive/b.md": "text"})
    items = pull(tmp_path)
    (failure,) = (item for item in items if isinstance(item, Failure))
    assert failure.uri == "file:takeout-20260101T000000Z-002.zip"
    assert len([item for item in items if isinstance(item, Document)]) == 2


def test_what_is_not_read_is_told_with_a_reason(tmp_path: Path) -> None:
    items = pull(make_zip(tmp_path / "takeout.zip", files()))
    reasons = {item.uri: item.reason for item in items if isinstance(item, Skip)}
    assert reasons == {
        "file:Takeout/Drive/Plan.md-info.json": "known, not read",
        "file:Takeout/Drive/fake.json": "known, not read",
        "file:Takeout/Drive/photo.jpg": "known, not read",
        "file:Takeout/archive_browser.html": "known, not read",
        "file:Takeout/My Activity/Search/MyActivity.html": "known, not read",
        "file:Takeout/Whatever/new.bin": "unknown file",
    }


def test_no_file_of_the_drive_says_who_the_owner_is(tmp_path: Path) -> None:
    content = files()
    del content["Takeout/Profile/Profile.json"]
    content["Takeout/Drive/Drive.json"] = PROFILE
    content["Takeout/Drive/Users/User 1/user_info.json"] = json.dumps(
        {"user": {"email": "m@x.example"}, "membership_info": []}
    )
    items = pull(make_zip(tmp_path / "takeout.zip", content))
    assert not [item for item in items if isinstance(item, Contact) and item.own]
