from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from connectors.exports.documents import files
from connectors.exports.entry import Context, Entry
from connectors.records import Document, Failure, Item

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dc:title>Cutover plan</dc:title><dc:creator>Ada Lind</dc:creator><cp:lastModifiedBy>Bo Ek</cp:lastModifiedBy>"
    "<dcterms:created>2026-01-02T03:04:05Z</dcterms:created><dcterms:modified>2026-10-14T10:05:00Z</dcterms:modified>"
    "</cp:coreProperties>"
)


def relations(**targets: str) -> str:
    """Relations by id; a target that is a URL is external."""
    rows = "".join(
        f'<Relationship Id="{key}" Type="t" Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if "://" in target else ""}/>'
        for key, target in targets.items()
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'


def zipped(parts: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A Word file with this body; further parts by name, ``__`` for ``/``."""
    more = {
        name.replace("__", "/") + (".rels" if "_rels" in name else ".xml"): text
        for name, text in parts.items()
    }
    return zipped({"word/document.xml": f"<w:document {W} {R}><w:body>{body}</w:body></w:document>", **more})


Read = Callable[..., Item]


@pytest.fixture
def read_file() -> Read:
    """Reads one file; ``beside`` are the other files of the export, by name."""

    def read(name: str, data: bytes, beside: dict[str, object] | None = None) -> Item:
        def entry(path: str, content: bytes) -> Entry:
            return Entry(path, len(content), lambda: io.BytesIO(content), datetime(2026, 5, 6, tzinfo=UTC))

        others = {path: json.dumps(told).encode() for path, told in (beside or {}).items()}
        context = Context(
            "takeout", beside=lambda path: entry(path, others[path]) if path in others else None
        )
        (item,) = files.read(entry(name, data), context)
        return item

    return read


@pytest.fixture
def document(read_file: Read) -> Callable[..., Document]:
    def read(name: str, data: bytes, **more: object) -> Document:
        item = read_file(name, data, **more)
        assert isinstance(item, Document), item
        return item

    return read


@pytest.fixture
def reason(read_file: Read) -> Callable[..., str]:
    """Why a file is a failure."""

    def read(name: str, data: bytes) -> str:
        item = read_file(name, data)
        assert isinstance(item, Failure), item
        assert item.uri == f"file:{name}"
        return item.reason

    return read


@pytest.fixture
def make() -> dict[str, Callable[..., bytes]]:
    """Builders of office files."""
    return {"docx": docx, "zip": zipped}
