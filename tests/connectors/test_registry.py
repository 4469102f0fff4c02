"""From what a person types to a connector: every kind is recognised by looking inside."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors import registry
from connectors.base import SourceNotFound, SourceUnreadable, State
from connectors.discovery import discover
from connectors.exports.loose import DISPATCH
from connectors.records import Document, Failure, Mark, Skip
from connectors.sniff import DOCUMENTS, ENDINGS, kind_of_file, kind_of_names

MBOX = "From a@x.example Mon Jan  5 08:00:23 2026\nFrom: a@x.example\nSubject: Hi\nMessage-ID: <1@x.example>\n\nBody\n"
EML = "From: a@x.example\nTo: b@x.example\nSubject: Hi\nMessage-ID: <1@x.example>\n\nBody\n"
ICS = "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:20260105T080000Z\nSUMMARY:S\nEND:VEVENT\nEND:VCALENDAR\n"
VCF = "BEGIN:VCARD\nVERSION:3.0\nFN:Bo\nEMAIL:bo@x.example\nEND:VCARD\n"
CONTACTS = (
    "First Name,Last Name,Company,Job Title,E-mail Address,Business Phone\nBo,Li,Acme,CTO,bo@x.example,\n"
)
KONTAKTE = (
    "Vorname;Nachname;Firma;Position;E-Mail-Adresse;Telefon geschäftlich\nBo;Li;Acme;CTO;bo@x.example;\n"
)

FILES = {
    "box": (MBOX, "mbox"),
    "box.mbox": ("\ufeff" + MBOX, "mbox"),
    "empty.mbox": ("", "mbox"),
    "1.eml": (EML, "eml"),
    "1.emlx": (f"{len(EML)}\n{EML}<plist/>", "eml"),
    "no-ending": ("Received: by x\n" + EML, "eml"),
    "cal.ics": (ICS, "ics"),
    "cal-without-ending": (ICS, "ics"),
    "card.vcf": (VCF, "vcard"),
    "outlook.csv": (CONTACTS, "contacts"),
    "kontakte.csv": (KONTAKTE, "contacts"),
    "costs.csv": ("month,cost\n2026-01,7\n", "documents"),
    "notes.md": ("# Notes", "documents"),
    "plan.txt": ("Plan", "documents"),
    "WhatsApp Chat with Bo.txt": ("14.08.23, 09:15 - Bo: hi\n", "whatsapp"),
    "x.pst": ("!BDN....", "pst"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_recognised_by_its_content(tmp_path: Path, name: str) -> None:
    text, kind = FILES[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    (source,) = registry.parse(str(tmp_path / name))
    assert (source.kind, source.label) == (kind, f"{kind}:{name}")


def test_a_folder_is_searched_for_everything(tmp_path: Path) -> None:
    for number, (name, (text, _)) in enumerate(FILES.items()):
        folder = tmp_path / "all" / f"folder {number % 3}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for name in ("node_modules/x.md", ".hidden/y.md", "photo.jpg", "folder 0/unknown.xyz"):
        (tmp_path / "all" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / name).write_text("x", encoding="utf-8")
    sources = registry.parse(str(tmp_path / "all"))
    found = {source.kind: len(source.paths) for source in sources}
    expected = Counter(kind for _, kind in FILES.values())
    expected["documents"] += 2  # the photo and the unknown file come with them, to be told
    assert found == expected
    documents = next(source for source in sources if source.kind == "documents")
    items = [item for item in registry.open(documents).pull() if not isinstance(item, Mark)]
    assert {item.uri for item in items if isinstance(item, Skip)} == {
        "file:all/photo.jpg",
        "file:all/folder 0/unknown.xyz",
    }
    assert len({item.uri for item in items}) == len(items)


def test_folders_that_are_one_export(tmp_path: Path) -> None:
    shapes = {
        "maildir": {"cur/1:2,S": EML, "new/2": EML, "tmp/.keep": "", ".Sent/cur/3": EML},
        "thunderbird": {
            "prefs.js": "",
            "Mail/Local Folders/Inbox": MBOX,
            "Mail/Local Folders/Inbox.msf": "x",
        },
        "slack-export": {"users.json": "[]", "channels.json": "[]", "general/2026-01-01.json": "[]"},
        "takeout": {"archive_browser.html": "", "Calendar/a.ics": ICS},
        "discord": {"messages/c100000000000000001/messages.json": "[]", "messages/index.json": "{}"},
    }
    for kind, files in shapes.items():
        for name, text in files.items():
            path = tmp_path / "all" / f"a {kind}" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    sources = registry.parse(str(tmp_path / "all"))
    assert [(source.kind, source.label) for source in sources] == [(k, f"{k}:a {k}") for k in sorted(shapes)]
    for source in sources:
        connector = registry.open(source)
        assert connector.check().state is State.READY
        assert not [item for item in connector.pull() if isinstance(item, Failure)]


def test_repositories_and_bundles(tmp_path: Path) -> None:
    repository = tmp_path / "all" / "tool"
    repository.mkdir(parents=True)
    git = ["git", "-C", str(repository), "-c", "user.name=A", "-c", "user.email=a@x.example"]
    (repository / "README.md").write_text("# tool", encoding="utf-8")
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "Begin"], check=True)
    subprocess.run(
        [*git, "bundle", "create", "-q", str(tmp_path / "all" / "tool.bundle"), "--all"], check=True
    )
    sources = registry.parse(str(tmp_path / "all"))
    assert [(source.kind, source.label) for source in sources] == [
        ("git", "git:tool"),
        ("git", "git:tool.bundle"),
    ]


def test_the_kind_can_be_said_outright(tmp_path: Path) -> None:
    (tmp_path / "odd name").write_text("Notes", encoding="utf-8")
    (source,) = registry.parse(f"vcf:{tmp_path / 'odd name'}")
    assert (source.kind, source.label) == ("vcard", "vcard:odd name")
    (tmp_path / "box.mbox").write_text(MBOX, encoding="utf-8")
    (tmp_path / "a.ics").write_text(ICS, encoding="utf-8")
    assert [source.kind for source in registry.parse(f"mbox:{tmp_path}")] == ["mbox"]


def test_live_accounts_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("google", "microsoft", "slack", "github"):
        (source,) = registry.parse(name)
        assert (source.kind, source.paths) == (name, ())


def test_labels_are_unique_and_no_source_comes_twice(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "work.ics").write_text(ICS, encoding="utf-8")
    texts = [
        str(tmp_path / "a" / "work.ics"),
        str(tmp_path / "b" / "work.ics"),
        str(tmp_path / "a" / "work.ics"),
    ]
    assert [source.label for source in registry.parse_all(texts)] == ["ics:work.ics", "ics:work.ics#2"]


def test_numbered_labels_of_several_folders_stay_unique(tmp_path: Path) -> None:
    for folder in ("a/one", "a/two", "b/one"):
        chat = tmp_path / folder / "export"
        chat.mkdir(parents=True)
        for name in ("users.json", "channels.json"):
            (chat / name).write_text("[]", encoding="utf-8")
    labels = [source.label for source in registry.parse_all([str(tmp_path / "a"), str(tmp_path / "b")])]
    assert labels == ["slack-export:export", "slack-export:export#2", "slack-export:export#3"]


def test_files_of_two_folders_of_one_name_are_two(tmp_path: Path) -> None:
    places = [tmp_path / "fog" / "docs", tmp_path / "tide" / "docs", tmp_path / "plans"]
    for place in places:
        place.mkdir(parents=True)
        (place / "plan.md").write_text(f"# {place.parent.name}", encoding="utf-8")
    sources = registry.parse_all([str(place) for place in places])
    uris = [
        item.uri for source in sources for item in registry.open(source).pull() if isinstance(item, Document)
    ]
    assert uris == ["file:fog/docs/plan.md", "file:tide/docs/plan.md", "file:plans/plan.md"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("export.zip", b"this is a text", "is not a whole zip file"),
        ("export.zip", b"PK\x03\x04" + b"\0" * 400, "is not a whole zip file"),
        ("takeout-1.tgz", b"this is a text", "is not a whole tar archive"),
        ("log.gz", b"\x1f\x8b\x08\0\0\0\0\0", "is of no kind that can be read"),
        ("picture.jpg", b"\xff\xd8\xff", "is of no kind that can be read"),
    ],
)
def test_what_can_not_be_read_is_said_in_one_line_with_a_hint(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceUnreadable) as caught:
        registry.parse(str(tmp_path / name))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_nothing_there_and_nothing_in_it(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound):
        registry.parse(str(tmp_path / "missing"))
    with pytest.raises(SourceNotFound):
        registry.parse(f"mbox:{tmp_path / 'missing'}")
    with pytest.raises(SourceNotFound):
        registry.parse("")
    with pytest.raises(SourceUnreadable, match="is empty"):
        registry.parse(str(tmp_path))
    (tmp_path / "a.jpg").write_bytes(b"x")
    with pytest.raises(SourceUnreadable, match="holds nothing that can be read"):
        registry.parse(str(tmp_path))


def test_a_damaged_archive_in_a_folder_is_told_and_the_rest_is_found(tmp_path: Path) -> None:
    (tmp_path / "takeout-20260101T000000Z-001.zip").write_bytes(b"PK\x03\x04 cut off")
    (tmp_path / "a.ics").write_text(ICS, encoding="utf-8")
    calendar, takeout = registry.parse(str(tmp_path))
    assert (calendar.kind, takeout.kind) == ("ics", "takeout")
    assert registry.open(takeout).check().state is State.REFUSED


def test_a_damaged_archive_among_several_arguments_costs_no_other(tmp_path: Path) -> None:
    (tmp_path / "takeout-20260101T000000Z-001.zip").write_bytes(b"PK\x03\x04 cut off")
    (tmp_path / "a.ics").write_text(ICS, encoding="utf-8")
    takeout, calendar = registry.parse_all([str(path) for path in sorted(tmp_path.iterdir(), reverse=True)])
    assert (calendar.kind, takeout.kind) == ("ics", "takeout")
    assert registry.open(takeout).check().state is State.REFUSED
    with pytest.raises(SourceUnreadable, match="not a whole zip"):
        registry.parse_all([str(takeout.paths[0])])


def test_an_archive_is_read_by_the_endings_that_make_it_one(tmp_path: Path) -> None:
    """What makes an archive worth reading must have a reader."""
    for ending in sorted(ENDINGS.keys() | DOCUMENTS):
        assert kind_of_names([f"a{ending}"]) == "files"
        assert any(re.search(pattern, f"a{ending}") for pattern, _ in DISPATCH["files"]), ending


def test_a_zip_of_loose_files_and_an_office_file_without_ending(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "papers.zip", "w") as archive:
        archive.writestr("papers/a.md", "# A")
        archive.writestr("papers/work.ics", ICS)
    (source,) = registry.parse(str(tmp_path / "papers.zip"))
    assert source.kind == "files"
    kinds = {type(item).__name__ for item in registry.open(source).pull()}
    assert kinds == {"Document", "Event", "Mark"}


def test_an_archive_of_nothing_that_is_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "program.zip", "w") as archive:
        archive.writestr("program/run.exe", b"MZ")
    with pytest.raises(SourceUnreadable, match="no kind that can be read"):
        registry.parse(str(tmp_path / "program.zip"))
    (tmp_path / "a.ics").write_text(ICS, encoding="utf-8")
    assert [source.kind for source in registry.parse(str(tmp_path))] == ["ics"]


def test_an_archive_of_chats_is_known_by_the_first_of_its_files(tmp_path: Path) -> None:
    chat = '[{"id": "1", "messageType": "message", "chatId": "19:a", "body": {"content": "hi"}}]'
    with zipfile.ZipFile(tmp_path / "teams.zip", "w") as archive:
        archive.writestr("chats/a.json", chat)
    assert [source.kind for source in registry.parse(str(tmp_path / "teams.zip"))] == ["teams"]


def test_notes_with_a_type_are_no_memories_of_an_assistant(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("---\ntitle: A\ntype: note\n---\nText", encoding="utf-8")
    assert [source.kind for source in registry.parse(str(tmp_path / "notes"))] == ["documents"]
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "MEMORY.md").write_text("- [A](a.md) — hook\n", encoding="utf-8")
    assert [source.kind for source in registry.parse(str(tmp_path / "memory"))] == ["assistant"]


def test_every_kind_in_the_table_can_be_imported() -> None:
    assert list(registry.TABLE) == sorted(registry.TABLE)
    for kind, (module, factory, takes) in registry.TABLE.items():
        if takes != "account":
            assert callable(getattr(importlib.import_module(module), factory)), kind


def test_what_lies_in_the_usual_places_is_found(tmp_path: Path) -> None:
    files = {
        "Downloads/takeout-20260101T000000Z-001.zip": "",
        "Downloads/invoice.pdf": "%PDF",
        "Téléchargements/calendar.ics": ICS,
        "Documents/work/plan.md": "# Plan",
        ".thunderbird/x.default/prefs.js": "",
        ".thunderbird/x.default/Mail/Local Folders/Inbox": MBOX,
        "Maildir/cur/1": EML,
        "Maildir/new/.keep": "",
        ".config/user-dirs.dirs": 'XDG_DOWNLOAD_DIR="$HOME/Téléchargements"\n',
        "code/old/.git/HEAD": "ref",
        "code/new/.git/HEAD": "ref",
        "code/new/node_modules/dep/.git/HEAD": "ref",
        "Library/Caches/tool/.git/HEAD": "ref",
        ".cache/tool/.git/HEAD": "ref",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "Downloads/takeout-20260101T000000Z-001.zip", "w") as archive:
        archive.writestr("Takeout/Calendar/a.ics", ICS)
    os.utime(tmp_path / "code/old/.git/HEAD", (1_600_000_000, 1_600_000_000))
    labels = [source.label for source in discover(tmp_path)]
    assert labels == [
        "documents:plan.md",
        "takeout:takeout-20260101T000000Z-001.zip",
        "ics:calendar.ics",
        "thunderbird:x.default",
        "maildir:Maildir",
        "git:new",
        "git:old",
    ]


def test_discovery_ends_when_its_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "code" / "tool" / ".git").mkdir(parents=True)
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "a.ics").write_text(ICS, encoding="utf-8")
    ticks = iter(range(0, 1000, 10))
    assert discover(tmp_path, seconds=5, clock=lambda: next(ticks)) == []
    assert discover(tmp_path / "nowhere") == []


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300),
    st.sampled_from(
        ["", "a,b\r", "PK\x03\x04", "BEGIN:VCARD", "From ", '{"guild":', "[1.1.2026, 10:00:00] A: b"]
    ),
    st.sampled_from(
        ["", ".csv", ".json", ".txt", ".zip", ".tgz", ".eml", ".mbox", ".vcf", ".docx", ".bundle"]
    ),
)
def test_any_file_has_a_kind_or_none(data: bytes, start: str, ending: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{ending}"
        path.write_bytes(start.encode() + data)
        assert isinstance(kind_of_file(path), str)
        try:
            assert registry.parse(folder)
        except SourceUnreadable as error:
            assert error.hint
