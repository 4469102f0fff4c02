"""Google Drive: files owned, edited or starred, and the text of the most telling (developers.google.com/drive/api)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from connectors.exports.documents.content import parse_time
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, objects_at, text_at
from connectors.fetched import ending_of, kind_of, readable, with_text
from connectors.google.api import GoogleApi, Parameters
from connectors.limits import GoogleLimits
from connectors.records import Document, Failure, Item, Mark, Party, Skip
from connectors.streams import each
from connectors.web import Refused

FIELDS = (
    "id,name,mimeType,owners(displayName,emailAddress,me),lastModifyingUser(displayName,emailAddress,me),createdTime,"
    "modifiedTime,modifiedByMe,modifiedByMeTime,viewedByMeTime,starred,size,webViewLink,"
    "permissions(type,role,displayName,emailAddress,deleted)"
)
PAGE = 1_000
MARK_EVERY = 20
GOOGLE = "application/vnd.google-apps."
OFFICE = "application/vnd.openxmlformats-officedocument."
EXPORTS: dict[str, tuple[str, str, str, str]] = {
    f"{GOOGLE}document": ("docx", f"{OFFICE}wordprocessingml.document", "txt", "text/plain"),
    f"{GOOGLE}presentation": ("pptx", f"{OFFICE}presentationml.presentation", "txt", "text/plain"),
    f"{GOOGLE}spreadsheet": ("xlsx", f"{OFFICE}spreadsheetml.sheet", "csv", "text/csv"),
}
"""Google's own formats: what Takeout makes of them, and what is asked for where that is above 10 MB."""
DOCUMENTS = (
    f"mimeType != '{GOOGLE}folder' and mimeType != '{GOOGLE}shortcut' and not mimeType contains 'image/' and "
    "not mimeType contains 'video/' and not mimeType contains 'audio/' and trashed = false"
)
PASSES = (("starred = true", "modifiedTime desc"), ("'me' in owners", "modifiedByMeTime desc"),
          ("not 'me' in owners", "modifiedByMeTime desc"))  # fmt: skip
LARGEST_EXPORT = "exportSizeLimitExceeded"


def read_files(
    api: GoogleApi, context: Context, limits: GoogleLimits, with_texts: bool, place: str
) -> Iterator[Item]:
    """Documents, the most telling first; the place is the last one read."""
    found = _listed(api, limits)
    names = list(found)
    done = names.index(place) + 1 if place in found else 0
    chosen = [name for name, raw in found.items() if with_texts and _form(raw)][: limits.texts]
    texts = set(chosen)

    def told(name: str) -> Iterator[Item]:
        yield to_document(found[name], context)

    def read(name: str) -> Iterator[Item]:
        document = to_document(found[name], context)
        yield from _text(api, found[name], document, limits) if name in texts else (document,)

    for start in range(done, len(names), MARK_EVERY):
        batch = names[start : start + MARK_EVERY]
        yield from each(batch, read, "drive:", told)
        yield Mark(batch[-1], start + len(batch), len(names))
    if len(names) == limits.files:
        yield Skip("google:drive", f"beyond the {limits.files} most telling files")


def _listed(api: GoogleApi, limits: GoogleLimits) -> dict[str, dict[str, Any]]:
    """Starred ones, then the person's own, then others' that they edited; each once."""
    found: dict[str, dict[str, Any]] = {}
    for condition, order in PASSES:
        asked: Parameters = {
            "q": f"{condition} and {DOCUMENTS}",
            "orderBy": order,
            "pageSize": min(PAGE, limits.files),
            "fields": f"nextPageToken,incompleteSearch,files({FIELDS})",
            "supportsAllDrives": "true",
            "includeItemsFromAllDrives": "true",
        }
        for raw in api.items("drive", "files", asked, "files", limits.files):
            if len(found) == limits.files:
                return found
            own = any(one.get("me") is True for one in objects_at(raw, "owners"))
            if own or raw.get("starred") is True or raw.get("modifiedByMe") is True:
                found.setdefault(text_at(raw, "id"), raw)
            elif condition.startswith("not"):
                break  # the rest was never edited by the person
    return found


def to_document(raw: dict[str, Any], context: Context) -> Document:
    """What Drive tells of a file, with the uri that Takeout's own description of it leads to."""
    owner = next(iter(objects_at(raw, "owners")), {})
    editor = _party(object_at(raw, "lastModifyingUser"))
    shared = [
        one
        for one in objects_at(raw, "permissions")
        if text_at(one, "type") in ("user", "group")
        and text_at(one, "role") != "owner"
        and one.get("deleted") is not True
    ]
    form = _form(raw)
    return Document(
        uri=f"drive:{text_at(raw, 'id')}",
        source=context.source,
        when=parse_time(text_at(raw, "modifiedTime")),
        title=" ".join(text_at(raw, "name").split())[:300],
        text="",
        kind=kind_of(form) or "file",
        path=text_at(raw, "name"),
        owner=_party(owner),
        editors=(editor,) if editor not in (Party(), _party(owner)) else (),
        shared_with=tuple(_party(one) for one in shared[:100]),
        created=parse_time(text_at(raw, "createdTime")),
        viewed=parse_time(text_at(raw, "viewedByMeTime")),
        starred=raw.get("starred") is True,
        link=f"https://drive.google.com/open?id={text_at(raw, 'id')}",
    )


def _text(api: GoogleApi, raw: dict[str, Any], document: Document, limits: GoogleLimits) -> Iterator[Item]:
    name, form = text_at(raw, "id"), _form(raw)
    if text_at(raw, "mimeType") in EXPORTS:
        data, ending = _exported(api, name, EXPORTS[text_at(raw, "mimeType")], limits)
    elif _size(raw) > limits.largest:
        yield document
        yield Failure(f"{document.uri}/text", "too large to be fetched")
        return
    else:
        data, ending = (
            api.download("drive", f"files/{name}?alt=media&supportsAllDrives=true", limits.largest),
            form,
        )
    yield from with_text(document, data, ending)


def _exported(
    api: GoogleApi, name: str, forms: tuple[str, str, str, str], limits: GoogleLimits
) -> tuple[bytes, str]:
    """The file as Takeout would hold it; above Google's 10 MB its plain text, at last by the link for browsers."""
    ending, mime, plain, plain_mime = forms
    try:
        return api.download(
            "drive", f"files/{name}/export?mimeType={mime}", limits.largest + (4 << 20)
        ), ending
    except Refused as refused:
        if refused.code != LARGEST_EXPORT:
            raise
    try:
        return api.download("drive", f"files/{name}/export?mimeType={plain_mime}", limits.largest), plain
    except Refused as refused:
        if refused.code != LARGEST_EXPORT:
            raise
        links = object_at(
            api.get("drive", f"files/{name}", {"fields": "exportLinks", "supportsAllDrives": "true"}),
            "exportLinks",
        )
        if not (link := text_at(links, plain_mime)):
            raise
        return api.download("docs", link, limits.largest), plain


def _form(raw: dict[str, Any]) -> str:
    """The ending its text is read by; empty where there is none."""
    mime, name = text_at(raw, "mimeType"), text_at(raw, "name")
    if mime in EXPORTS:
        return EXPORTS[mime][0]
    if mime.startswith(GOOGLE):
        return ""
    return ending_of(name) if readable(name) else ""


def _size(raw: dict[str, Any]) -> int:
    told = text_at(raw, "size")
    return int(told) if told.isdigit() else 0


def _party(raw: dict[str, Any]) -> Party:
    return Party(text_at(raw, "displayName"), text_at(raw, "emailAddress").lower())
