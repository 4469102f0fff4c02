"""Google Takeout, in parts or unpacked: which of its files are read, and by whom.

Folder names are in the account's language, file names mostly are not; so files are known by ending and content
where that is enough, and by folder only where it is not (support.google.com/accounts/answer/3024190).
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TypeGuard

from connectors.exports.entry import Context, Entry
from connectors.exports.export import Dispatch, ExportConnector, reader
from connectors.exports.folder import FolderPart
from connectors.exports.loose import DOCUMENT
from connectors.exports.profile import addresses_of, read_profile
from connectors.exports.tree import Part, Tree, missing_parts, open_part
from connectors.records import Failure
from connectors.source import Source

KIND = "takeout"

_DRIVE = (
    "Drive|Google Drive|Disco|Disk|Dysk|Drev|Диск|Google Диск|ドライブ|云端硬盘|雲端硬碟|드라이브|ไดรฟ์|درايف"
)
_CONTACTS = (
    "Contacts|Google Contacts|Kontakte|Contactos|Contatos|Contatti|Contacten|Contactpersonen|Kontakty|Kontakter|"
    "Kontaktit|Kişiler|Névjegyek|Agendă|Контакты|Контакти|Επαφές|連絡先|通讯录|联系人|通訊錄|聯絡人|주소록|연락처"
)
_OTHERS = (
    "Access Log Activity|Android.*|Blogger|Books|Chrome|Classroom|Discover|Fit|Gemini.*|Google (Account|Business Profile|"
    "Cloud.*|Finance|Fit|Groups|Help.*|Meet|News|One|Pay|Photos|Play.*|Store|Translate.*|Wallet|Workspace.*)|Groups|"
    "Hangouts|Home.*|Keep|Location History.*|Mail|Maps.*|My Activity|My Maps|Messages|NotebookLM|Photos|Recorder|"
    "Reminders|Saved|Search.*|Shopping.*|Street View|Tasks|Timeline|Voice|YouTube.*"
)
_PROFILES = "Profile?|Perfil|Profilo|Profiel|Profiili|Профиль|Профіль|プロフィール|个人资料|個人資料|프로필"
_TOP = r"^(?:(?:[^/]+/)?takeout[^/]*/)?"
_INSIDE_DRIVE = rf"{_TOP}(?:{_DRIVE})/"
_CHAT = rf"{_TOP}[^/]+/"
_PROFILE = rf"{_TOP}(?:(?:{_PROFILES})/(?:{_PROFILES})|(?P<folder>[^/]+)/(?P=folder))\.json$"
_USER = rf"{_CHAT}Users/[^/]+/user_info\.json$"
_OWNER = re.compile(
    rf"^(?!{_INSIDE_DRIVE[1:]})(?:{_PROFILE[1:]}|{_USER[1:].replace('folder', 'chat')})", re.IGNORECASE
)

DISPATCH: Dispatch = (
    (r"(^|/)archive_browser\.html$", None),
    (r"\.mbox$", reader("connectors.exports.mail.mbox")),
    (r"\.ics$", reader("connectors.exports.calendar.ics")),
    (r"\.vcf$", reader("connectors.exports.contacts.vcard")),
    (rf"{_INSIDE_DRIVE}.*{DOCUMENT}", reader("connectors.exports.documents.files")),
    (_INSIDE_DRIVE, None),
    (rf"{_TOP}(?:{_CONTACTS})/.*\.csv$", reader("connectors.exports.contacts.tables")),
    (rf"{_TOP}(?:{_CONTACTS})/", None),
    (rf"{_CHAT}Groups/[^/]+/messages\.json$", reader("connectors.exports.chat.google_chat", "read_messages")),
    (rf"{_CHAT}Groups/[^/]+/group_info\.json$", reader("connectors.exports.chat.google_chat", "read_group")),
    (_USER, read_profile),
    (rf"{_CHAT}(?:Groups|Users)/[^/]+/[^/]+$", None),
    (rf"{_TOP}(?:{_OTHERS})/", None),
    (_PROFILE, read_profile),
    (r"\.(docx|md|odp|ods|odt|pdf|pptx|xlsx)$", reader("connectors.exports.documents.files")),
)
"""The last line is for a Drive in a language that is not listed: no other product exports these formats."""


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of a Takeout: all its parts together, packed or not, under the name it has when packed."""
    tree = Tree(tuple(_part(path) for path in source.paths), missing_parts(source.paths))
    return ExportConnector(KIND, source.label, tree, DISPATCH, Context(KIND, me, zone), name_the_owner)


def _part(path: Path) -> Part:
    if not path.is_dir():
        return open_part(path)
    alone = (path / "Groups").is_dir()  # the folder of Google Chat, taken out of its Takeout
    return FolderPart(path, "Takeout/Google Chat" if alone else "Takeout")


def name_the_owner(tree: Tree, context: Context) -> Context:
    """The addresses Google gives as the account's own, where the person declared none."""
    if context.me:
        return context
    for entry in tree.entries():
        if _may_name_the_owner(entry) and (addresses := addresses_of(entry)):
            return replace(context, me=addresses)
    return context


def _may_name_the_owner(entry: Entry | Failure) -> TypeGuard[Entry]:
    """Never a file of the Drive: anybody can have put it there."""
    return isinstance(entry, Entry) and _OWNER.search(entry.name) is not None
