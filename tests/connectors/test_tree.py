"""An export read in place: order, names, parts, resuming, and what is refused."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.base import SourceNotFound, SourceUnreadable, State
from connectors.exports.entry import Context, Entry
from connectors.exports.export import ExportConnector
from connectors.exports.tree import Tree, open_tree
from connectors.records import Document, Failure, Item, Mark, Skip


def make_zip(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def make_tgz(path: Path, files: dict[str, bytes], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            info.mtime = 1_700_000_000
            archive.addfile(info, io.BytesIO(content))
    return path


def make_folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def contents(tree: Tree) -> dict[str, bytes]:
    found = {}
    for entry in tree.entries():
        assert isinstance(entry, Entry), entry
        with entry.open() as stream:
            found[entry.name] = stream.read()
        assert len(found[entry.name]) == entry.size
    tree.close()
    return found


def failures(tree: Tree) -> dict[str, str]:
    found = {item.uri: item.reason for item in tree.entries() if isinstance(item, Failure)}
    tree.close()
    return found


FILES = {
    "Takeout/Drive/a.txt": b"first",
    "Takeout/Drive/Ordner/ü.md": "größer".encode(),
    "Takeout/Mail/All.mbox": bytes(range(256)) * 2000,
    "Takeout/leer.txt": b"",
}


@pytest.mark.parametrize("make", [make_zip, make_tgz, make_folder])
def test_the_same_files_are_read_from_every_kind_of_export(tmp_path: Path, make: object) -> None:
    name = {make_zip: "e.zip", make_tgz: "e.tgz", make_folder: "Takeout"}[make]  # type: ignore[index]
    files = (
        {key.removeprefix("Takeout/"): value for key, value in FILES.items()}
        if make is make_folder
        else FILES
    )
    path = make(tmp_path / name, files)  # type: ignore[operator]
    assert contents(open_tree((path,))) == FILES


def test_an_uncompressed_tar_is_read_too(tmp_path: Path) -> None:
    assert contents(open_tree((make_tgz(tmp_path / "e.tar", FILES, "w"),))) == FILES


def test_an_entry_can_be_opened_out_of_order_and_while_another_is_open(tmp_path: Path) -> None:
    tree = open_tree((make_tgz(tmp_path / "e.tgz", {"a": b"a" * 200_000, "b": b"b" * 200_000}),))
    first, second = (entry for entry in tree.entries() if isinstance(entry, Entry))
    with second.open() as late, first.open() as early:
        assert late.read(3) == b"bbb"
        assert early.read() == b"a" * 200_000
        assert late.read() == b"b" * 199_997
    tree.close()


def test_several_parts_are_one_tree(tmp_path: Path) -> None:
    one = make_zip(tmp_path / "takeout-20260101T000000Z-001.zip", {"Takeout/Mail/a.mbox": b"a"})
    two = make_zip(tmp_path / "takeout-20260101T000000Z-002.zip", {"Takeout/Drive/b.txt": b"b"})
    tree = open_tree((one, two))
    assert list(contents(tree)) == ["Takeout/Mail/a.mbox", "Takeout/Drive/b.txt"]
    assert tree.find("Takeout/Drive/b.txt") is not None
    assert tree.find("Takeout/Drive/c.txt") is None
    assert tree.missing == ()
    tree.close()


def test_a_missing_part_is_said(tmp_path: Path) -> None:
    paths = tuple(
        make_zip(tmp_path / f"takeout-20260101T000000Z-00{n}.zip", {"Takeout/x.txt": b""}) for n in (2, 4)
    )
    tree = open_tree(paths)
    assert tree.missing == ("takeout-20260101T000000Z-001.zip", "takeout-20260101T000000Z-003.zip")
    assert len(failures(tree)) == 2


def test_names_without_the_utf8_flag_are_read_as_utf8(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "slack.zip", {"büro-köln/2026-01-02.json": b"[]"})
    raw = path.read_bytes()
    name = "büro-köln/2026-01-02.json".encode()
    for at in (raw.index(b"PK\x03\x04") + 6, raw.index(b"PK\x01\x02") + 8):
        raw = raw[: at + 1] + bytes([raw[at + 1] & ~0x08]) + raw[at + 2 :]
    assert raw.count(name) == 2
    path.write_bytes(raw)
    assert list(contents(open_tree((path,)))) == ["büro-köln/2026-01-02.json"]


def test_names_that_lead_outside_links_and_nested_archives_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "hostile.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in (
            "/etc/passwd",
            "../../up.txt",
            "a/../../up.txt",
            "C:\\win.txt",
            "a\\..\\b.txt",
            "deep/inner.zip",
        ):
            archive.writestr(name, b"x")
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("bomb.txt", b"\0" * 20_000_000)
        archive.writestr("good.txt", b"good")
    tree = open_tree((path,))
    good = [item.name for item in tree.entries() if isinstance(item, Entry)]
    reasons = list(failures(tree).values())
    assert good == ["good.txt"]
    assert sorted(set(reasons)) == [
        "absolute path in the archive",
        "absurd compression ratio",
        "archive inside an archive",
        "link in the archive",
        "path leads out of the archive",
    ]
    assert len(reasons) == 8


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_bytes(b"secret")
    folder = make_folder(tmp_path / "docs", {"a.txt": b"a"})
    (folder / "b.txt").symlink_to(secret)
    (folder / "round").symlink_to(folder)
    tree = open_tree((folder,))
    assert failures(tree) == {
        "file:docs/b.txt": "link, not followed",
        "file:docs/round": "link, not followed",
    }
    assert tree.find("docs/b.txt") is None
    assert tree.find("docs/../secret.txt") is None
    assert tree.find("docs/a.txt") is not None


def test_links_and_devices_in_a_tar_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "hostile.tgz"
    with tarfile.open(path, "w:gz") as archive:
        for kind, name in ((tarfile.SYMTYPE, "sym"), (tarfile.LNKTYPE, "hard"), (tarfile.CHRTYPE, "dev")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        archive.addfile(tarfile.TarInfo("../up.txt"))
    assert set(failures(open_tree((path,))).values()) == {
        "link or device in the archive",
        "path leads out of the archive",
    }


def test_an_encrypted_member_is_a_failure(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "locked.zip", {"a.txt": b"a"})
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"PK\x03\x04") + 6] |= 1
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(raw)
    assert failures(open_tree((path,))) == {"file:a.txt": "encrypted in the archive"}


@pytest.mark.parametrize(
    "content",
    [
        b"this is only text\n" * 50,
        b"",
        b"PK\x03\x04",
        b"PK\x05\x06" + b"\xff" * 18,
        b"PK\x03\x04" + b"\0" * 5000,
    ],
)
def test_what_is_no_zip_is_said_with_a_hint(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(content)
    with pytest.raises(SourceUnreadable) as caught:
        list(open_tree((path,)).entries())
    assert "export.zip" in str(caught.value)
    assert caught.value.hint


def test_a_truncated_zip_is_said_with_a_hint(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "export.zip", FILES)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(SourceUnreadable) as caught:
        list(open_tree((path,)).entries())
    assert "download it again" in caught.value.hint


def test_a_truncated_tgz_gives_what_came_before(tmp_path: Path) -> None:
    path = make_tgz(tmp_path / "export.tgz", {"a.txt": b"a", "b.bin": bytes(range(256)) * 4000})
    path.write_bytes(path.read_bytes()[:-100])
    tree = open_tree((path,))
    items = list(tree.entries())
    assert [item.name for item in items if isinstance(item, Entry)][:1] == ["a.txt"]
    assert isinstance(items[-1], Failure)
    tree.close()


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFound):
        open_tree((tmp_path / "nothing.zip",))


def lines(entry: Entry, context: Context) -> Iterator[Item]:
    """A reader for these tests: a document a line, a mark after each."""
    with entry.open() as stream:
        stream.read(context.start)
        at = context.start
        for line in stream:
            at += len(line)
            text = line.decode().strip()
            if text == "raise":
                raise RuntimeError("with content that must not be told")
            yield Document(f"file:{entry.name}#{at}", context.source, None, text, text)
            yield Mark(str(at))


DISPATCH = ((r"skip/", None), (r"\.txt$", lines))


def connector_over(path: Path) -> ExportConnector:
    return ExportConnector("test", "test:it", open_tree((path,)), DISPATCH, Context("test"))


def test_the_first_matching_line_reads_and_the_rest_is_told(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "e.zip", {"skip/a.txt": b"x\n", "b.TXT": b"one\ntwo\n", "c.xyz": b"?"})
    items = [item for item in connector_over(path).pull() if not isinstance(item, Mark)]
    assert [item.text if isinstance(item, Document) else item for item in items] == [
        Skip("file:skip/a.txt", "known, not read"),
        "one",
        "two",
        Skip("file:c.xyz", "unknown file"),
    ]


def test_what_operating_systems_add_to_an_archive_is_left_alone(tmp_path: Path) -> None:
    names = ("__MACOSX/._b.txt", "._b.txt", "a/.DS_Store", "a/Thumbs.db")
    path = make_zip(tmp_path / "e.zip", {"b.txt": b"one\n", **dict.fromkeys(names, b"\0")})
    items = [item for item in connector_over(path).pull() if not isinstance(item, Mark)]
    assert [item.uri for item in items if isinstance(item, Skip)] == [f"file:{name}" for name in names]
    assert len(items) == 5


def test_a_reader_that_fails_costs_one_file(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "e.zip", {"a.txt": b"one\nraise\ntwo\n", "b.txt": b"three\n"})
    items = [item for item in connector_over(path).pull() if not isinstance(item, Mark)]
    assert [item.text if isinstance(item, Document) else item for item in items] == [
        "one",
        Failure("file:a.txt", "RuntimeError while reading"),
        "three",
    ]


def test_a_damaged_member_costs_one_file(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "e.zip", {"a.txt": b"one\n" * 50, "b.txt": b"three\n"})
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"a.txt") + 8] ^= 0xFF
    path.write_bytes(raw)
    items = list(connector_over(path).pull())
    assert Failure("file:a.txt", "damaged in the archive") in items
    assert [item.text for item in items if isinstance(item, Document)][-1] == "three"


@pytest.mark.parametrize("make", [make_zip, make_tgz, make_folder])
def test_a_pull_goes_on_behind_any_mark(tmp_path: Path, make: object) -> None:
    files = {f"{n}.txt": b"".join(b"%d %d\n" % (n, line) for line in range(5)) for n in range(4)}
    path = make(tmp_path / "e", files)  # type: ignore[operator]
    whole = list(connector_over(path).pull())
    assert sum(isinstance(item, Document) for item in whole) == 20
    for number, item in enumerate(whole):
        if isinstance(item, Mark):
            rest = [record for record in whole[number:] if not isinstance(record, Mark)]
            resumed = [
                record for record in connector_over(path).pull(item.cursor) if not isinstance(record, Mark)
            ]
            assert resumed == rest


def test_a_tree_that_changed_since_is_read_from_the_beginning(tmp_path: Path) -> None:
    old = list(connector_over(make_zip(tmp_path / "old.zip", {"a.txt": b"one\ntwo\n"})).pull())
    cursor = next(item.cursor for item in old if isinstance(item, Mark))
    new = connector_over(make_zip(tmp_path / "new.zip", {"b.txt": b"one\ntwo\n"})).pull(cursor)
    assert [item.text for item in new if isinstance(item, Document)] == ["one", "two"]


def test_progress_ends_at_the_total(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "e.zip", {"a.txt": (b"x" * 99 + b"\n") * 8000 + b"end\n", "b.bin": b"\1" * 10})
    marks = [item for item in connector_over(path).pull() if isinstance(item, Mark)]
    assert marks[-1].done == marks[-1].total == 800_014
    assert [mark.done for mark in marks] == sorted(mark.done for mark in marks)


def test_check_looks_without_reading_and_never_raises(tmp_path: Path) -> None:
    good = connector_over(make_zip(tmp_path / "e.zip", {"a.txt": b"one\n"})).check()
    assert (good.state, good.size) == (State.READY, 4)
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04 and no more")
    bad = connector_over(tmp_path / "bad.zip").check()
    assert bad.state is State.REFUSED
    assert bad.hint
