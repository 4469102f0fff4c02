"""Broken, encrypted and hostile files are failures with a reason, and cost little."""

from __future__ import annotations

import io
import resource
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.exports.documents import files
from connectors.exports.entry import Context, Entry
from connectors.records import Document, Failure, Skip

Make = dict[str, Callable[..., bytes]]
Reason = Callable[..., str]
PARTS = {
    "docx": "word/document.xml", "pptx": "ppt/presentation.xml", "xlsx": "xl/workbook.xml", "odt": "content.xml",
    "ods": "content.xml",
}  # fmt: skip
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12))
    + "]><w:document xmlns:w='w'><w:body><w:p><w:r><w:t>&m;</w:t></w:r></w:p></w:body></w:document>"
)


@pytest.mark.parametrize("ending", PARTS)
def test_an_entity_bomb(reason: Reason, make: Make, ending: str) -> None:
    assert (
        reason(f"a.{ending}", make["zip"]({PARTS[ending]: LAUGHS})) == "declares XML entities, as a bomb does"
    )


def test_a_document_type_that_declares_attributes(reason: Reason, make: Make) -> None:
    """Each element would carry the declared value: a bomb without an entity."""
    bomb = f"<!DOCTYPE a [<!ATTLIST b c CDATA '{'x' * 1_000_000}'>]><a>{'<b/>' * 100_000}</a>"
    assert reason("a.odt", make["zip"]({"content.xml": bomb})) == "declares XML entities, as a bomb does"


@pytest.mark.parametrize("encoding", ["UTF-8draw", "gb18030", "x", "hex"])
@pytest.mark.parametrize("ending", PARTS)
def test_an_encoding_that_is_none_for_xml(reason: Reason, make: Make, ending: str, encoding: str) -> None:
    part = f'<?xml version="1.0" encoding="{encoding}"?><a/>'
    assert reason(f"a.{ending}", make["zip"]({PARTS[ending]: part})) == "damaged XML inside"


def test_a_directory_that_points_outside_the_file(reason: Reason, make: Make) -> None:
    data = bytearray(make["zip"]({"word/document.xml": "<a/>", "x": "y"}))
    del data[3:8]
    assert reason("a.docx", bytes(data)).startswith("damaged")


@pytest.mark.parametrize("ending", PARTS)
def test_a_zip_bomb(reason: Reason, make: Make, ending: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    bomb = b"<a>" + b" " * 100_000_000 if ending == "docx" else b"<a>" + b" " * 30_000_000
    data = make["zip"]({PARTS[ending]: bomb})
    del bomb
    grown_by_building = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert reason(f"a.{ending}", data) == "unpacks to an absurd size"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - max(before, grown_by_building) < 50_000


def test_a_size_that_lies(reason: Reason, make: Make) -> None:
    data = bytearray(make["zip"]({"word/document.xml": b"<a>" + b"x y " * 4_000_000 + b"</a>"}))
    directory = data.rindex(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = (100).to_bytes(4, "little")
    assert reason("a.docx", bytes(data)) in {"damaged", "damaged XML inside"}


@pytest.mark.parametrize("ending", ["docx", "odt"])
def test_a_tower_of_elements(reason: Reason, make: Make, ending: str) -> None:
    assert reason(f"a.{ending}", make["zip"]({PARTS[ending]: "<a>" * 100_000})) == "nested absurdly deep"


@pytest.mark.parametrize("ending", [*PARTS, "odp"])
@pytest.mark.parametrize("data", [b"not a zip", b"PK\x03\x04" + b"\x00" * 40, b"PK\x05\x06" + b"\x00" * 18])
def test_what_is_no_office_file(reason: Reason, ending: str, data: bytes) -> None:
    assert reason(f"a.{ending}", data) == "damaged, or not the format its name says"


def test_a_cut_office_file(reason: Reason, make: Make) -> None:
    whole = make["zip"](
        {"word/document.xml": "<w:p xmlns:w='w'>" + "<w:r><w:t>text</w:t></w:r>" * 500 + "</w:p>"}
    )
    assert "damaged" in reason("a.docx", whole[: len(whole) // 2])


def test_encrypted_files(reason: Reason, make: Make) -> None:
    assert (
        reason("a.xlsx", bytes.fromhex("d0cf11e0a1b11ae1") + b"\x00" * 600)
        == "encrypted, or an old binary format"
    )
    manifest = "<m:manifest xmlns:m='m'><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"
    assert (
        reason("a.odt", make["zip"]({"META-INF/manifest.xml": manifest, "content.xml": b"\x01\x02"}))
        == "encrypted"
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    locked = bytearray(buffer.getvalue())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + offset] |= 1
    assert reason("a.docx", bytes(locked)) == "encrypted"


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.pdf", b"%PDF-1.4\nrubbish", "damaged"),
        ("a.pdf", b"hello", "damaged, or not the format its name says"),
        ("a.txt", bytes(range(256)) * 20, "binary, not text"),
        ("a.exe", b"MZ", "no document format that is read"),
        ("noending", b"x", "no document format that is read"),
    ],
)
def test_reasons(reason: Reason, name: str, data: bytes, why: str) -> None:
    assert reason(name, data) == why


@pytest.mark.parametrize("data", [b"", b" \n\n "])
def test_an_empty_file_is_left_alone(read_file: Callable[..., object], data: bytes) -> None:
    assert read_file("a.md", data) == Skip("file:a.md", "empty file")


def test_a_file_that_can_not_be_opened() -> None:
    def locked() -> io.BytesIO:
        raise PermissionError("secret path")

    (item,) = files.read(Entry("a.txt", 5, locked), Context("documents"))
    assert item == Failure("file:a.txt", "can't be read (PermissionError)")


def test_html_nested_without_end(read_file: Callable[..., object]) -> None:
    assert isinstance(read_file("a.html", b"<div>" * 60_000 + b"deep"), (Document, Failure))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=600), st.sampled_from(sorted(files.ENDINGS)))
def test_any_bytes_give_one_document_or_failure(data: bytes, ending: str) -> None:
    entry = Entry(f"a{ending}", len(data), lambda: io.BytesIO(data))
    (item,) = files.read(entry, Context("documents"))
    assert isinstance(item, (Document, Failure, Skip))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_docx_is_no_exception(data: st.DataObject) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", "<w:p xmlns:w='w'><w:r><w:t>text</w:t></w:r></w:p>")
    whole = bytearray(buffer.getvalue())
    for _ in range(3):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    (item,) = files.read(Entry("a.docx", len(whole), lambda: io.BytesIO(bytes(whole))), Context("documents"))
    assert isinstance(item, (Document, Failure))
