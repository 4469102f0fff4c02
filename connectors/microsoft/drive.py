"""OneDrive: files the person made or changed, and the text of the newest.

The lists of recent and shared files no longer answer (they were shut down in November 2026), so the drive is
walked by its delta and ranked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from connectors.exports.chat.times import iso_time
from connectors.exports.entry import Context
from connectors.exports.fields import object_at, text_at
from connectors.fetched import ending_of, kind_of, readable, with_text
from connectors.limits import MicrosoftLimits
from connectors.microsoft.graph import Graph, Parameters
from connectors.microsoft.people import Account
from connectors.records import Document, Failure, Item, Mark, Party, Skip
from connectors.streams import each
from connectors.web import Refused

FIELDS = "id,name,file,deleted,size,createdBy,lastModifiedBy,createdDateTime,lastModifiedDateTime,parentReference,webUrl"
MARK_EVERY = 20


@dataclass(frozen=True, slots=True)
class _Listing:
    """Documents by id, the most telling first.

    Attributes:
        followed: those the person follows, which is Microsoft's star; some lie in drives of others.
        own: those of the person's own drive; only their text can be read.
        cut: the drive holds more files than were looked through.
    """

    files: dict[str, dict[str, Any]]
    followed: frozenset[str]
    own: frozenset[str]
    cut: bool


def read_files(
    graph: Graph, account: Account, context: Context, limits: MicrosoftLimits, place: str
) -> Iterator[Item]:
    """Documents: followed ones, then those the person changed last; the place is the last one read."""
    found = _listed(graph, account, limits)
    names = list(found.files)[: limits.files]
    done = names.index(place) + 1 if place in names else 0
    texts = set([name for name in names if name in found.own][: limits.texts])

    def document(name: str) -> Document:
        return replace(to_document(found.files[name], account, context), starred=name in found.followed)

    def told(name: str) -> Iterator[Item]:
        yield document(name)

    def read(name: str) -> Iterator[Item]:
        raw = found.files[name]
        yield from _text(graph, raw, document(name), limits) if name in texts else told(name)

    for start in range(done, len(names), MARK_EVERY):
        batch = names[start : start + MARK_EVERY]
        yield from each(batch, read, "drive:", told)
        yield Mark(batch[-1], start + len(batch), len(names))
    if len(found.files) > len(names):
        yield Skip("microsoft:drive", f"beyond the {limits.files} files changed last")
    if found.cut:
        yield Skip("microsoft:drive/rest", f"beyond the first {limits.files_seen} files of the drive")


def _listed(graph: Graph, account: Account, limits: MicrosoftLimits) -> _Listing:
    """What the drive holds; documents that others changed last come behind the person's own."""
    asked: Parameters = {"$select": FIELDS, "$top": limits.page}
    kept: dict[str, dict[str, Any]] = {}
    seen = 0
    for raw in graph.items("drive", f"{graph.person}/drive/root/delta", asked, limits.files_seen):
        seen += 1
        if "deleted" in raw:
            kept.pop(text_at(raw, "id"), None)
        elif "file" in raw and readable(text_at(raw, "name")):
            kept[text_at(raw, "id")] = raw  # the last word of a delta counts
    own = frozenset(kept)
    followed = {text_at(one, "id"): one for one in _followed(graph, limits) if readable(text_at(one, "name"))}
    kept = {**followed, **kept}

    def telling(name: str) -> tuple[bool, bool, str]:
        changed_last = _is(account, object_at(kept[name], "lastModifiedBy"))
        return name in followed, changed_last, text_at(kept[name], "lastModifiedDateTime")

    ranked = sorted(kept, key=telling, reverse=True)
    files = {name: kept[name] for name in ranked}
    return _Listing(files, frozenset(followed), own, cut=seen == limits.files_seen)


def _followed(graph: Graph, limits: MicrosoftLimits) -> list[dict[str, Any]]:
    """What the person follows; a personal account can follow nothing."""
    try:
        return list(graph.items("drive", f"{graph.person}/drive/following", {}, limits.followed))
    except Refused:
        return []


def to_document(raw: dict[str, Any], account: Account, context: Context) -> Document:
    """What OneDrive tells of a file."""
    name = text_at(raw, "name")
    folder = unquote(text_at(object_at(raw, "parentReference"), "path")).partition("root:")[2].strip("/")
    owner, editor = _party(account, raw, "createdBy"), _party(account, raw, "lastModifiedBy")
    return Document(
        uri=f"drive:{text_at(raw, 'id')}",
        source=context.source,
        when=iso_time(raw.get("lastModifiedDateTime")),
        title=name.rpartition(".")[0] or name,
        text="",
        kind=kind_of(ending_of(name)),
        path=f"{folder}/{name}" if folder else name,
        owner=owner,
        editors=(editor,) if editor not in (Party(), owner) else (),
        created=iso_time(raw.get("createdDateTime")),
        link=text_at(raw, "webUrl"),
    )


def _text(graph: Graph, raw: dict[str, Any], document: Document, limits: MicrosoftLimits) -> Iterator[Item]:
    size = raw.get("size")
    if isinstance(size, int) and size > limits.largest:
        yield document
        yield Failure(f"{document.uri}/text", "too large to be fetched")
        return
    data = graph.download("drive", f"{graph.person}/drive/items/{text_at(raw, 'id')}/content", limits.largest)
    yield from with_text(document, data, ending_of(text_at(raw, "name")))


def _party(account: Account, raw: dict[str, Any], key: str) -> Party:
    user = object_at(object_at(raw, key), "user")
    address = account.address if _is(account, object_at(raw, key)) else text_at(user, "email").lower()
    return Party(text_at(user, "displayName"), address)


def _is(account: Account, identities: dict[str, Any]) -> bool:
    user = object_at(identities, "user")
    return (bool(account.id) and text_at(user, "id") == account.id) or text_at(
        user, "email"
    ).lower() in account.me
