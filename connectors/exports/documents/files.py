"""Documents of a drive or a folder: which reader takes which file ending, and how a file becomes a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from connectors.exports.documents.content import LONGEST_HIDDEN, LONGEST_TEXT, Content, Unreadable
from connectors.exports.documents.sidecar import read_sidecar
from connectors.exports.entry import Context, Entry
from connectors.records import Document, Failure, Item, Party, Skip

LARGEST = 64_000_000
_HEAD_OF_TEXT = 400_000
# What programs write where nobody has given a name.
_NOBODY = {
    "python-docx", "python-pptx", "openpyxl", "apache poi", "docx4j", "un-named", "anonymous", "unknown", "user", "admin",
    "administrator", "windows user", "microsoft office user", "(anonymous)", "(unspecified)",
}  # fmt: skip
_NO_TITLES = {
    "powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "presentación de powerpoint",
    "apresentação do powerpoint", "presentazione standard di powerpoint", "prezentacja programu powerpoint",
    "powerpoint プレゼンテーション", "powerpoint 演示文稿", "presentation", "word document", "untitled", "untitled document",
    "unbenannt", "sans titre", "sin título", "(anonymous)",
}  # fmt: skip


def _docx(data: bytes) -> Content:
    from connectors.exports.documents.docx import read_docx

    return read_docx(data)


def _pptx(data: bytes) -> Content:
    from connectors.exports.documents.pptx import read_pptx

    return read_pptx(data)


def _xlsx(data: bytes) -> Content:
    from connectors.exports.documents.sheets import read_xlsx

    return read_xlsx(data)


def _odf(data: bytes) -> Content:
    from connectors.exports.documents.odf import read_odf

    return read_odf(data)


def _pdf(data: bytes) -> Content:
    from connectors.exports.documents.pdf import read_pdf

    return read_pdf(data)


def _rtf(data: bytes) -> Content:
    from connectors.exports.documents.rtf import read_rtf

    return read_rtf(data)


def _html(data: bytes) -> Content:
    from connectors.exports.documents.webpage import read_webpage

    return read_webpage(data)


def _markdown(data: bytes) -> Content:
    from connectors.exports.documents.text import read_markdown

    return read_markdown(data)


def _plain(data: bytes) -> Content:
    from connectors.exports.documents.text import read_plain

    return read_plain(data)


def _table(data: bytes) -> Content:
    from connectors.exports.documents.text import read_table

    return read_table(data)


@dataclass(frozen=True, slots=True)
class _Format:
    kind: str
    read: Callable[[bytes], Content]
    whole: bool = True  # needs the whole file; text is read from its head


_FORMATS: dict[str, _Format] = {
    "md": _Format("md", _markdown, whole=False),
    "markdown": _Format("md", _markdown, whole=False),
    "txt": _Format("text", _plain, whole=False),
    "text": _Format("text", _plain, whole=False),
    "org": _Format("text", _plain, whole=False),
    "rst": _Format("text", _markdown, whole=False),
    "csv": _Format("csv", _table, whole=False),
    "tsv": _Format("csv", _table, whole=False),
    "html": _Format("html", _html, whole=False),
    "htm": _Format("html", _html, whole=False),
    "docx": _Format("docx", _docx),
    "docm": _Format("docx", _docx),
    "odt": _Format("docx", _odf),
    "pptx": _Format("slides", _pptx),
    "odp": _Format("slides", _odf),
    "xlsx": _Format("sheet", _xlsx),
    "xlsm": _Format("sheet", _xlsx),
    "ods": _Format("sheet", _odf),
    "pdf": _Format("pdf", _pdf),
    "rtf": _Format("docx", _rtf),
}
ENDINGS: frozenset[str] = frozenset(f".{ending}" for ending in _FORMATS)
"""The endings read, lower case and with their dot."""


def read(entry: Entry, context: Context) -> Iterator[Item]:
    """One Document, or one Failure with the reason why there is none."""
    _folder, _, base = entry.name.rpartition("/")
    stem, _, ending = base.rpartition(".")
    form = _FORMATS.get(ending.lower())
    uri = f"file:{entry.name}"
    if form is None:
        yield Failure(uri, "no document format that is read")
        return
    if form.whole and entry.size > LARGEST:
        yield Failure(uri, "too large")
        return
    try:
        with entry.open() as stream:
            data = stream.read(LARGEST if form.whole else _HEAD_OF_TEXT)
        if not data.strip():
            yield Skip(uri, "empty file")
            return
        content = form.read(data)
    except Unreadable as error:
        yield Failure(uri, str(error))
    except (OSError, EOFError, ValueError, RecursionError, MemoryError) as error:
        yield Failure(uri, f"can't be read ({type(error).__name__})")
    else:
        yield _document(entry, context, content, form.kind, stem or base)


def _somebody(name: str) -> str:
    return "" if name.lower() in _NOBODY else name


def _document(entry: Entry, context: Context, content: Content, kind: str, stem: str) -> Document:
    told = read_sidecar(entry, context)
    author, editor = _somebody(content.author), _somebody(content.editor)
    owner = told.owner if told.owner.name or told.owner.address else Party(author)
    names = dict.fromkeys((author, editor, *content.editors))
    title = "" if content.title.lower() in _NO_TITLES else content.title
    return Document(
        uri=f"drive:{told.id}" if told.id else f"file:{entry.name}",
        source=context.source,
        when=told.modified or content.modified or entry.when or content.created,
        title=" ".join((told.title or title or content.heading or stem).split())[:300],
        text=content.text[:LONGEST_TEXT],
        kind=kind,
        path=entry.name,
        owner=owner,
        editors=tuple(Party(name) for name in names if name and name != owner.name),
        shared_with=told.shared_with,
        created=told.created or content.created,
        viewed=told.viewed,
        starred=told.starred,
        hidden=content.hidden[:LONGEST_HIDDEN],
        links=content.links,
        link=told.link,
    )
