"""What holds for every connector that reads files, whatever it reads.

A kind that joins the registry's table needs a sample here. The live ones are held to their vendors' contracts by
tests of their own.
"""

from __future__ import annotations

import json
import shutil
import struct
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime
from pathlib import Path

import pytest

import sample_data
from connectors import registry
from connectors.base import ConnectorError, State
from connectors.records import KINDS, Failure, Item, Mark, Skip
from connectors.source import Source

RECORDS = tuple(KINDS.values())
SAMPLE = sample_data.path()
ROUGH = sorted(path for name in ("broken", "hostile") for path in (sample_data.ROOT / name).iterdir())
OFFLINE = [kind for kind, (_, _, takes) in registry.TABLE.items() if takes != "account"]
ME = ("mira@fjord.example",)

LETTER = (
    "From: Tom <tom@fjord.example>\nTo: Mira <mira@fjord.example>\nSubject: Buoy {0}\n"
    "Date: Mon, 05 Oct 2026 08:0{0}:00 +0200\n{1}\nThe buoy number {0} is back in the water.\n"
)
LETTERS = (LETTER.format(1, "Message-ID: <1@fjord.example>\n"), LETTER.format(2, ""), LETTER.format(3, ""))
EVENT = "BEGIN:VEVENT\n{}DTSTART;TZID=Europe/Oslo:20261005T090000\nSUMMARY:{}\nEND:VEVENT\n"
CALENDAR = f"""BEGIN:VCALENDAR\nVERSION:2.0\n{EVENT.format("UID:1@fjord.example", "Tides")}{EVENT.format("", "Nets")}\
{EVENT.format("", "Dock")}END:VCALENDAR\n"""
CARDS = (
    "BEGIN:VCARD\nVERSION:4.0\nUID:1\nFN:Tom\nEMAIL:tom@fjord.example\nEND:VCARD\n"
    "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTITLE:Pilot\nEND:VCARD\n"
)
TABLE = (
    "First Name,Last Name,Company,Job Title,E-mail Address\nTom,Li,Fjord,Pilot,tom@fjord.example\nAda,Li,,,\n"
)
CHAT = (
    "05/10/2026, 09:00 - Tom: out at nine\n05/10/2026, 09:00 - Mira: fine\n13/10/2026, 09:00 - Tom: again\n"
)
POSTED = {
    "id": "1",
    "messageType": "message",
    "createdDateTime": "2026-10-05T08:00:00Z",
    "chatId": "19:tides@thread.v2",
    "from": {"user": {"id": "u-1", "displayName": "Tom"}},
    "body": {"contentType": "text", "content": "out at nine"},
}


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def apple_mail(place: Path) -> Path:
    for number, letter in enumerate(LETTERS):
        body = f"{len(letter.encode())}\n{letter}"
        write(place / "Mail/V10/A/Sent.mbox/Messages" / f"{number}.emlx", body)
    return place / "Mail"


def assistant(place: Path) -> Path:
    write(place / ".claude/CLAUDE.md", "# Me\n\n## Work\n\nTide tables.\n\n## Style\n\nShort answers.\n")
    for key in ("-a", "-a-b", "-a.b"):
        for name in ("a.md", "a-b.md", "MEMORY.md"):
            text = f"---\nname: {name}\ntype: user\n---\n\nLives by the fjord, says {key}.\n"
            write(place / ".claude/projects" / key / "memory" / name, text)
    return place / ".claude"


def discord(place: Path) -> Path:
    row = {"ID": 300, "Timestamp": "2026-10-05 08:00:00", "Contents": "out at nine", "Attachments": ""}
    channel = "messages/c200000000000000001"
    with zipfile.ZipFile(place / "package.zip", "w") as archive:
        archive.writestr("account/user.json", json.dumps({"id": "100000000000000001", "username": "mira"}))
        archive.writestr(
            f"{channel}/channel.json", json.dumps({"id": "200000000000000001", "type": "GUILD_TEXT"})
        )
        archive.writestr(f"{channel}/messages.json", json.dumps([row, {**row, "ID": 301}]))
    return place / "package.zip"


def eml(place: Path) -> Path:
    for number, letter in enumerate(LETTERS):
        write(place / "letters" / f"{number}.eml", letter)
    return place / "letters"


def files(place: Path) -> Path:
    with zipfile.ZipFile(place / "files.zip", "w") as archive:
        for name, text in {
            "a.eml": LETTERS[0],
            "b.ics": CALENDAR,
            "c.vcf": CARDS,
            "d.md": "# Tides\n",
        }.items():
            archive.writestr(name, text)
    return place / "files.zip"


def maildir(place: Path) -> Path:
    for number, letter in enumerate(LETTERS):
        write(place / "Maildir/cur" / f"{number}.host:2,S", letter)
    (place / "Maildir/new").mkdir()
    return place / "Maildir"


def mailbox() -> str:
    return "\n".join(f"From - Mon Oct  5 08:00:00 2026\n{letter}" for letter in LETTERS)


def thunderbird(place: Path) -> Path:
    write(place / "profile/prefs.js", "// nothing\n")
    write(place / "profile/Mail/Local Folders/Inbox", mailbox())
    return place / "profile"


def msg(place: Path) -> Path:
    texts = {"001A": "IPM.Note", "0037": "Buoy", "1000": "Back in the water.", "5D01": "tom@fjord.example"}
    texts["1035"] = "<4@fjord.example>"
    streams = {f"__substg1.0_{tag}001F": text.encode("utf-16-le") for tag, text in texts.items()}
    return write(place / "buoy.msg", compound_file({"__properties_version1.0": bytes(32), **streams}))


def compound_file(streams: dict[str, bytes]) -> bytes:
    """Small streams in one Compound File of version 3 (MS-CFB): table of sectors, directory, small table, streams."""
    end, free = 0xFFFFFFFE, 0xFFFFFFFF
    small, rows = b"", []
    chain: list[int] = []
    for number, (name, data) in enumerate(streams.items(), start=2):
        blocks = -(-len(data) // 64)
        right = number if number <= len(streams) else free
        rows.append((name, 2, free, right, free, len(chain), len(data)))
        chain += [*range(len(chain) + 1, len(chain) + blocks), end]
        small += data.ljust(blocks * 64, b"\0")
    directory = b"".join(
        struct.pack("<64sHBBIII16xI16xIQ", name.encode("utf-16-le"), len(name) * 2 + 2, kind, 1, left, right, child, 0, at, size)
        for name, kind, left, right, child, at, size in [("Root Entry", 5, free, free, 1, 0, len(small)), *rows]
    )  # fmt: skip
    listed = -(-len(directory) // 512)
    held = -(-len(small) // 512)
    first = listed + 2  # sector of the streams, behind the two tables and the directory
    directory = directory[:116] + struct.pack("<I", first) + directory[120:]
    table = [0xFFFFFFFD, *range(2, listed + 1), end, end, *range(first + 1, first + held), end]
    numbers = (0, 1, 1, 0, 4096, listed + 1, 1, end, 0, 0, *[free] * 108)
    head = (
        bytes.fromhex("d0cf11e0a1b11ae1")
        + bytes(16)
        + struct.pack("<5H6x118I", 62, 3, 0xFFFE, 9, 6, *numbers)
    )
    tables = [struct.pack("<128I", *one, *[free] * (128 - len(one))) for one in (table, chain)]
    parts = (tables[0], directory, tables[1], small)
    return head + b"".join(part.ljust(-(-len(part) // 512) * 512, b"\0") for part in parts)


def pst(place: Path) -> Path:
    """A public file beside the checkout: nobody but Outlook writes its store."""
    path = Path(__file__).resolve().parents[3] / "shared/corpus/pst/ingest-file/testPST.pst"
    if not path.is_file():
        pytest.skip("no folder `shared` with public files beside the checkout")
    pytest.importorskip("pypff", reason="the optional library for Outlook's stores is not installed")
    return path


SAMPLES: dict[str, Callable[[Path], Path]] = {
    "apple-mail": apple_mail,
    "assistant": assistant,
    "contacts": lambda place: write(place / "contacts.csv", TABLE),
    "discord": discord,
    "documents": lambda place: SAMPLE / "documents",
    "eml": eml,
    "files": files,
    "git": lambda place: SAMPLE / "repos/hydrokit.bundle",
    "ics": lambda place: write(place / "mine.ics", CALENDAR),
    "maildir": maildir,
    "mbox": lambda place: write(place / "mine.mbox", mailbox()),
    "msg": msg,
    "pst": pst,
    "slack-export": lambda place: next(SAMPLE.glob("*Slack export*.zip")),
    "takeout": lambda place: next(SAMPLE.glob("takeout-*.zip")),
    "teams": lambda place: write(place / "messages.json", json.dumps([POSTED, {**POSTED, "id": "2"}])),
    "thunderbird": thunderbird,
    "vcard": lambda place: write(place / "cards.vcf", CARDS),
    "whatsapp": lambda place: write(place / "WhatsApp Chat with Tom.txt", CHAT),
}

of_every_kind = pytest.mark.parametrize("kind", OFFLINE)


@pytest.fixture
def place(kind: str, tmp_path: Path) -> Path:
    """Where the sample of the kind lies."""
    return SAMPLES[kind](tmp_path)


@pytest.fixture
def source(kind: str, place: Path) -> Source:
    """The sample, found as a person would have it found."""
    return found(place, kind)


def found(place: Path, kind: str) -> Source:
    (source,) = [one for one in registry.parse(str(place)) if one.kind == kind]
    return source


def pull(source: Source, cursor: str = "") -> list[Item]:
    """One pull by a connector of its own, as after a restart."""
    return list(registry.open(source, ME, "Europe/Oslo").pull(cursor))


def records(items: list[Item]) -> list[Item]:
    return [item for item in items if isinstance(item, RECORDS)]


def uris(items: list[Item]) -> list[str]:
    return [item.uri for item in records(items)]  # type: ignore[union-attr]


def test_no_kind_goes_without_a_sample() -> None:
    assert sorted(SAMPLES) == sorted(OFFLINE)


@of_every_kind
def test_a_look_says_ready_and_twice_the_same(kind: str, source: Source) -> None:
    connector = registry.open(source, ME)
    health = connector.check()
    assert (health.state, connector.kind, connector.label) == (State.READY, kind, source.label)
    assert health.detail
    assert connector.check() == health


@of_every_kind
def test_records_come_and_nothing_but_items(kind: str, source: Source) -> None:
    items = pull(source)
    assert all(isinstance(item, (*RECORDS, Failure, Skip, Mark)) for item in items)
    assert not [item for item in items if isinstance(item, Failure)]
    assert records(items)


@of_every_kind
def test_times_are_aware_and_the_source_is_named(kind: str, source: Source) -> None:
    for item in records(pull(source)):
        assert item.source == kind  # type: ignore[union-attr]
        for field in fields(item):
            value = getattr(item, field.name)
            assert not isinstance(value, datetime) or value.utcoffset() is not None, field.name


@of_every_kind
def test_uris_are_unique_and_the_same_at_every_pull(kind: str, source: Source) -> None:
    first, second = pull(source), pull(source)
    assert first == second
    seen: dict[str, list[tuple[type, str]]] = {}
    for item in records(first):
        seen.setdefault(item.uri, []).append((type(item), item.title))  # type: ignore[union-attr]
    assert all(seen)
    if (
        kind == "takeout"
    ):  # it shows a contact once a group, and an event again in the mail that invites to it
        assert all(len(set(shown)) == 1 for shown in seen.values())
    else:
        assert all(len(shown) == 1 for shown in seen.values())


@of_every_kind
def test_uris_do_not_hang_on_where_the_export_lies(
    kind: str, place: Path, source: Source, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere" / place.name
    moved.parent.mkdir()
    (shutil.copytree if place.is_dir() else shutil.copy2)(place, moved)
    assert uris(pull(found(moved, kind))) == uris(pull(source))


@pytest.mark.parametrize("kind", ["slack-export", "takeout"])
def test_an_export_says_the_same_packed_and_unpacked(kind: str, place: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(place) as archive:
        archive.extractall(tmp_path / place.stem)
    with tarfile.open(tmp_path / f"{place.stem}.tgz", "w:gz") as repacked:
        for path in sorted((tmp_path / place.stem).iterdir()):
            repacked.add(path, path.name)
    packed = set(uris(pull(found(place, kind))))
    assert set(uris(pull(found(tmp_path / place.stem, kind)))) == packed
    assert set(uris(pull(found(tmp_path / f"{place.stem}.tgz", kind)))) == packed


@of_every_kind
def test_from_every_mark_the_rest_comes_and_no_more(kind: str, source: Source) -> None:
    items = pull(source)
    assert any(isinstance(item, Mark) for item in items)
    done = 0
    for place, mark in enumerate(items):
        if isinstance(mark, Mark):
            assert done <= mark.done <= (mark.total or mark.done)
            done = mark.done
            assert records(pull(source, mark.cursor)) == records(items[place:]), mark.cursor


@of_every_kind
def test_nothing_on_disk_changes(kind: str, source: Source, tmp_path: Path) -> None:
    def seen() -> list[tuple[str, int, int]]:
        below = sorted(file for path in source.paths for file in (path, *path.rglob("*")))
        return [(str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in below] + [
            (str(file), 0, 0) for file in sorted(tmp_path.rglob("*"))
        ]

    before = seen()
    connector = registry.open(source, ME)
    connector.check()
    list(connector.pull())
    assert seen() == before


@of_every_kind
@pytest.mark.parametrize("path", ROUGH, ids=lambda path: path.name)
def test_broken_and_hostile_files_end_in_items_or_one_line(kind: str, path: Path, tmp_path: Path) -> None:
    """Whatever the person calls it: `vcard:bomb.zip` is a mistake, not a crash."""
    try:
        items = pull(Source(kind, f"{kind}:{path.name}", (path,), root=path.parent))
    except ConnectorError as error:
        assert str(error)
        assert "\n" not in f"{error}{error.hint}"
        return
    assert all(isinstance(item, (*RECORDS, Failure, Skip, Mark)) for item in items)
    assert not list(tmp_path.iterdir())
    bugs = [item for item in items if isinstance(item, Failure) and item.reason.endswith("while reading")]
    assert not bugs


@of_every_kind
def test_what_is_gone_is_said(kind: str, tmp_path: Path) -> None:
    with pytest.raises(ConnectorError):
        pull(Source(kind, f"{kind}:gone", (tmp_path / "gone",)))
    assert not list(tmp_path.iterdir())
