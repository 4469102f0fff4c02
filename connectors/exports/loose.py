"""Files that lie about on their own: mailboxes, calendars, address books, documents. One kind, one table."""

from __future__ import annotations

import re
from pathlib import Path

from connectors.base import SourceNotFound
from connectors.exports.documents.files import ENDINGS
from connectors.exports.entry import Context
from connectors.exports.export import Dispatch, ExportConnector, reader
from connectors.exports.folder import FilePart, FolderPart
from connectors.exports.tree import Part, Tree, open_part
from connectors.source import Source

_MBOX = reader("connectors.exports.mail.mbox")
_EML = reader("connectors.exports.mail.eml")
_MSG = reader("connectors.exports.mail.outlook", "read_msg")
_PST = reader("connectors.exports.mail.outlook", "read_pst")
_ICS = reader("connectors.exports.calendar.ics")
_VCARD = reader("connectors.exports.contacts.vcard")
_TABLES = reader("connectors.exports.contacts.tables")
DOCUMENT = rf"({'|'.join(map(re.escape, sorted(ENDINGS)))})$"
_DOCUMENTS = reader("connectors.exports.documents.files")

_MAY_BE_PACKED = frozenset({"discord", "files", "maildir", "teams", "whatsapp"})

DISPATCH: dict[str, Dispatch] = {
    "apple-mail": ((r"\.emlx$", _EML), ("", None)),
    "contacts": (("", _TABLES),),
    "documents": ((DOCUMENT, _DOCUMENTS),),
    "eml": (("", _EML),),
    "files": (
        (r"\.eml$", _EML),
        (r"\.emlx$", _EML),
        (r"\.(ical|ics)$", _ICS),
        (r"\.(mbox|mbx)$", _MBOX),
        (r"\.msg$", _MSG),
        (r"\.(ost|pst)$", _PST),
        (r"\.(vcf|vcard)$", _VCARD),
        (r"(^|/)[^/]*(contacts|kontakte)[^/]*\.csv$", _TABLES),
        (DOCUMENT, _DOCUMENTS),
    ),
    "ics": (("", _ICS),),
    "maildir": ((r"/(cur|new)/", _EML), ("", None)),
    "mbox": (("", _MBOX),),
    "msg": (("", _MSG),),
    "pst": (("", _PST),),
    "thunderbird": (
        (r"/(Mail|ImapMail)/.*/cur/[^/]+$", _EML),
        (r"\.eml$", _EML),
        (r"\.(dat|html?|js|json|log|msf|sqlite|xml)$", None),
        (r"/(Mail|ImapMail)/.*/(Trash|Junk|Spam)$", None),
        (r"/(Mail|ImapMail)/", _MBOX),
        ("", None),
    ),
    "vcard": (("", _VCARD),),
}


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of loose files. Raises SourceNotFound where one of the paths is gone."""
    context = Context(source.kind, me, zone)
    return ExportConnector(source.kind, source.label, tree_of(source), DISPATCH[source.kind], context)


def tree_of(source: Source) -> Tree:
    """The tree over a source's files, which are named from the folder in which they were found."""
    return Tree(tuple(_part(path, source) for path in source.paths))


def _part(path: Path, source: Source) -> Part:
    if not path.exists():
        raise SourceNotFound(f"{path} is not there", "check the path")
    if path.is_dir():
        return FolderPart(path, hidden=source.kind == "maildir")
    part = open_part(path) if source.kind in _MAY_BE_PACKED else FilePart(path)
    if isinstance(part, FilePart) and source.root:
        return FilePart(path, path.relative_to(source.root.parent).as_posix())
    return part
