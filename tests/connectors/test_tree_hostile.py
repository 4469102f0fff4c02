"""Archives made to do harm: refused or cut short with a reason, before they cost time or memory."""

from __future__ import annotations

import json
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors import registry
from connectors.base import ConnectorError, SourceUnreadable
from connectors.exports.entry import Entry
from connectors.exports.tree import open_tree
from connectors.records import Failure, Mark, Message


def gzipped(path: Path, head: bytes, zeros: int) -> Path:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = bytes(1 << 20)
    with path.open("wb") as stream:
        stream.write(packer.compress(head))
        for _ in range(zeros >> 20):
            stream.write(packer.compress(block))
        stream.write(packer.flush())
    return path


def header(name: str, size: int, kind: bytes = tarfile.REGTYPE) -> bytes:
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf()


def reasons(path: Path) -> list[str]:
    tree = open_tree((path,))
    found = [item.reason for item in tree.entries() if isinstance(item, Failure)]
    tree.close()
    return found


def test_a_tgz_that_unpacks_to_nothing_but_zeros_ends_early(tmp_path: Path) -> None:
    path = gzipped(tmp_path / "bomb.tgz", header("big.mbox", 1 << 34), 256 << 20)
    assert reasons(path) == ["absurd compression ratio: the rest is not read"]


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_a_tar_header_of_a_gigabyte_is_not_held(tmp_path: Path, kind: bytes) -> None:
    path = gzipped(tmp_path / "bomb.tgz", header("././@x", 1 << 30, kind), 8 << 20)
    assert reasons(path) == ["absurd header in the archive"]


def directory(names: Iterator[bytes], packed: int, size: int, crc: int = 0) -> bytes:
    fields = (b"PK\1\2", 20, 20, 0, 8, 0, 33, crc, packed, size)
    return b"".join(
        struct.pack("<4sHHHHHHLLLHHHHHLL", *fields, len(name), 0, 0, 0, 0, 0, 0) + name for name in names
    )


def ending(count: int, size: int, offset: int) -> bytes:
    return struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, count & 0xFFFF, count & 0xFFFF, size, offset, 0)


def test_a_zip_whose_members_overlap_is_refused(tmp_path: Path) -> None:
    kernel = zlib.compress(bytes(1 << 20), 9)[2:-4]
    local = (
        struct.pack("<4sHHHHHLLLHH", b"PK\3\4", 20, 0, 8, 0, 33, 0, len(kernel), 1 << 20, 1, 0)
        + b"a"
        + kernel
    )
    members = directory((b"%d.txt" % number for number in range(500)), len(kernel), 1 << 20)
    (tmp_path / "bomb.zip").write_bytes(local + members + ending(500, len(members), len(local)))
    with pytest.raises(SourceUnreadable, match="overlaps itself"):
        reasons(tmp_path / "bomb.zip")


def test_a_zip_that_lists_too_much_is_refused_before_it_is_held(tmp_path: Path) -> None:
    members = directory(iter([b"x"]), 0, 0) * 300_000
    (tmp_path / "bomb.zip").write_bytes(b"PK\3\4" + members + ending(300_000, len(members), 4))
    with pytest.raises(SourceUnreadable, match="lists more than"):
        reasons(tmp_path / "bomb.zip")


def test_a_part_of_a_split_zip_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.md", "# A")
    data = bytearray(path.read_bytes())
    struct.pack_into("<HH", data, len(data) - 18, 2, 2)
    path.write_bytes(data)
    with pytest.raises(SourceUnreadable, match="last part of a split zip") as caught:
        list(open_tree((path,)).entries())
    assert "join the parts" in caught.value.hint


def test_zip64_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.zip"
    with zipfile.ZipFile(path, "w") as archive, archive.open("a.txt", "w", force_zip64=True) as member:
        member.write(b"text")
    raw = path.read_bytes()
    at = raw.rindex(b"PK\5\6")
    count, size, offset = struct.unpack_from("<HLL", raw, at + 10)
    record = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, at, 1)
    path.write_bytes(raw[:at] + record + locator + ending(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF))
    tree = open_tree((path,))
    (entry,) = (item for item in tree.entries() if isinstance(item, Entry))
    with entry.open() as stream:
        assert stream.read() == b"text"
    tree.close()


def test_a_member_longer_than_it_says_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "lie.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Takeout/Drive/a.txt", bytes(10 << 20))
    raw = bytearray(path.read_bytes())
    struct.pack_into("<L", raw, raw.index(b"PK\1\2") + 24, 1000)
    path.write_bytes(raw)
    (source,) = registry.parse(str(path))
    assert any(isinstance(item, Failure) for item in registry.open(source).pull())


def test_json_that_nests_without_end_or_is_all_tiny_members(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "slack.zip", "w") as archive:
        archive.writestr("users.json", "[" * 400_000)
        archive.writestr("channels.json", "[" + "[]," * 400_000 + "[]]")
        archive.writestr("ops/2026-01-01.json", '{"a":' * 100_000)
        good = [{"type": "message", "user": "U1", "ts": "1700000000.1", "text": "still here"}]
        archive.writestr("ops/2026-01-02.json", json.dumps(good))
        archive.writestr("ops/2026-01-03.json", '[{"ts":"' + "1" * 8_000_000 + '"}]')
    (source,) = registry.parse(str(tmp_path / "slack.zip"))
    items = [item for item in registry.open(source).pull() if not isinstance(item, Mark)]
    assert [item.text for item in items if isinstance(item, Message)] == ["still here"]
    assert {item.uri for item in items if isinstance(item, Failure)} == {
        "file:users.json",
        "file:channels.json",
        "file:ops/2026-01-01.json",
        "file:ops/2026-01-03.json",
    }


def sound_archives(folder: Path) -> dict[str, bytes]:
    files = {
        "Takeout/Drive/a.md": "# Plan",
        "Takeout/Profile/Profile.json": '{"emails":[{"value":"a@x.example"}]}',
    }
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    with tarfile.open(folder / "a.tgz", "w:gz") as packed:
        packed.add(folder / "a.zip", "Takeout/Drive/a.md")
    return {name: (folder / name).read_bytes() for name in ("a.zip", "a.tgz")}


EDIT = st.tuples(st.integers(0, 600), st.binary(max_size=6), st.integers(0, 6))


@settings(max_examples=150, deadline=None)
@given(name=st.sampled_from(["a.zip", "a.tgz"]), edits=st.lists(EDIT, min_size=1, max_size=4))
def test_whatever_is_wrong_with_an_archive_only_connector_errors_come_out(
    tmp_path_factory: pytest.TempPathFactory, name: str, edits: list[tuple[int, bytes, int]]
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    raw = sound_archives(folder)[name]
    for at, new, gone in edits:
        raw = raw[: at % len(raw)] + new + raw[at % len(raw) + gone :]
    (folder / name).write_bytes(raw)
    try:
        (source,) = registry.parse(str(folder / name))
        connector = registry.open(source)
        connector.check()
        for item in connector.pull():
            assert not (isinstance(item, Failure) and "while reading" in item.reason), item
    except ConnectorError as error:
        assert error.hint
