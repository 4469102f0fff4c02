"""Records as numbered evidence: bounded, redacted, with the writer named, quoted text told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bootstrap.clean import clean
from bootstrap.extract.llm.subjects import OWNER, Cast
from bootstrap.footprint.names import fold
from bootstrap.screening import redact, screen_record
from bootstrap.screening.secrets.find import MARK
from connectors.records import Document, Event, Message, Record, Repository

LONGEST = 1_000
LONGEST_QUOTED = 400
LONGEST_PIECE = 2_400
PIECES = 6
_REDACTABLE = {"secret"}
# How people mark what is nobody else's business; folded. A folder's whole name, or the beginning of a title.
_PRIVATE_FOLDER = re.compile(
    r"(?:^|/)(?:privat\w{0,2}|personal|personlich\w*|privad[oa]s?|prive\w?|privato|personale|prywatn\w+|soukrom\w+|magan|ozel|kisisel|личн\w+|приватн\w+"
    r"|ιδιωτικ\w+|خاص|निजी|私用|プライベート|私人|个人|개인)(?:/|$)"
)
_CONFIDENTIAL = re.compile(
    r"^\W*(?:(?:re|aw|fwd?|wg|sv|vs|rv|tr)\W+)*(?:strictly |streng |strikt )?(?:private(?: and|\W+confidential)|confidential|vertraulich|confidencial"
    r"|confidentiel|riservato|vertrouwelijk|fortroligt?|konfidentiellt?|luottamuksellinen|poufne|duverne|bizalmas|gizli|личное|конфиденциально"
    r"|конфіденційно|εμπιστευτικο|سري|गोपनीय|機密|極秘|親展|保密|机密|기밀)"
    r"|\b(?:nur fur mich|for my eyes only|only for me|just for me|solo para mi|pour moi seul\w*|solo per me|alleen voor mij)\b"
)
# No word of any language looks like this, and most keys that no rule knows do.
_OPAQUE = re.compile(
    r"(?<![\w/.=&?#%+-])(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])(?=[\w+/-]*\d[\w+/-]*\d)(?![\w+-]*(?:-[A-Za-z]{3,}){2})[A-Za-z0-9_+/-]{20,}"
)
_BLANK_LINES = re.compile(r"\n\s*\n+")


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of evidence as a model sees it.

    Attributes:
        uri: of the record it is taken from; quotes are looked up there again.
        head: kind, writer and title, without the day.
        text: what the writer wrote; may be cut at the end.
        quoted: what the writer quotes from somebody else.
        author: subject key of the writer: ``owner``, ``person/...``, or ``house`` for what belongs to a
            calendar, folder or repository rather than to one person.
        made: what we say of the record in our own words, such as the days of a calendar entry.
        ours: the owner wrote it, or keeps it in a calendar, folder or repository of theirs.
    """

    uri: str
    when: datetime | None
    head: str
    text: str
    author: str
    quoted: str = ""
    ours: bool = False
    made: str = ""


def allowed(record: Record) -> bool:
    """Whether a record may be shown to a model at all.

    A secret in it can be redacted; what else the screen finds can't, and what is marked as private stays private.
    """
    folder = record.path.rpartition("/")[0] if isinstance(record, Document) else ""
    if _CONFIDENTIAL.search(fold(record.title)) or _PRIVATE_FOLDER.search(fold(folder)):
        return False
    return all(block.kind in _REDACTABLE for block in screen_record(record))


def of_message(message: Message, cast: Cast, originals: frozenset[str], channel: str = "") -> Item:
    """A mail or chat message. Quoted text is left out where its original is at hand as a message of its own."""
    author = cast.key_of(message.sender.address)
    mine = author == OWNER or message.direction == "sent"
    who = "the owner" if mine else cast.name_of(message.sender)
    if message.medium == "chat":
        head = f"chat in #{channel} by {who}" if channel else f"chat from {who}"
    else:
        to = [cast.name_of(p) for p in message.to[:4]]
        head = f"mail from {who} to {', '.join(to) or 'nobody named'}"
        head += f", “{_line(message.title, 120)}”" if message.title else ""
    quoted = "" if message.reply_to in originals else fit(message.quoted, LONGEST_QUOTED)
    text = fit(message.text, LONGEST)
    return Item(message.uri, message.when, head, text, OWNER if mine else author, quoted, mine)


def of_event(event: Event, cast: Cast, made: str) -> Item:
    """A calendar entry: title, days (``made``), place, description."""
    who = cast.key_of(event.organizer.address) if event.organizer.address else "house"
    mine = who in (OWNER, "house")
    head = f"calendar entry “{_line(event.title, 120)}”"
    if event.organizer.address and not mine:
        head += f" by {cast.name_of(event.organizer)}"
    place = f"place: {_line(event.location, 100)}" if event.location else ""
    text = "\n".join(part for part in (place, fit(event.text, LONGEST)) if part)
    return Item(event.uri, event.when, head, text, OWNER if mine else who, "", mine, made)


def of_document(document: Document, cast: Cast) -> Iterator[Item]:
    """A document in pieces that end at blank lines."""
    key = cast.key_of(document.owner.address) if document.owner.address else "house"
    mine = key in (OWNER, "house")
    folder = _line(document.path.rpartition("/")[0], 80)
    head = f"document “{_line(document.title, 120)}”" + (f" in folder {folder}" if folder else "")
    head += "" if mine else f" by {cast.name_of(document.owner)}"
    for number, piece in enumerate(pieces(document.text)):
        more = f", part {number + 1}" if number else ""
        yield Item(document.uri, document.when, head + more, piece, OWNER if mine else key, "", mine)


def of_repository(repository: Repository) -> Iterator[Item]:
    """The texts a repository keeps for people and agents, and a sample of its newest commits."""
    for path, text in repository.files:
        for number, piece in enumerate(pieces(text)):
            more = f", part {number + 1}" if number else ""
            head = f"file {_line(path, 80)} in repository {_line(repository.title, 60)}{more}"
            yield Item(repository.uri, repository.when, head, piece, "house", "", True)
    subjects = [_line(commit.subject, 90) for commit in repository.recent[:12]]
    if subjects:
        text = fit("\n".join(subjects), LONGEST)
        yield Item(repository.uri, repository.when, "newest commit subjects", text, "house", "", True)


def pieces(text: str) -> list[str]:
    """A long text in at most six pieces, each cut where a paragraph ends; what follows is left out."""
    text = shown(text)
    found: list[str] = []
    while text and len(found) < PIECES:
        if len(text) <= LONGEST_PIECE:
            found.append(text)
            break
        end = max(text.rfind("\n\n", 0, LONGEST_PIECE), text.rfind("\n", 0, LONGEST_PIECE))
        end = end if end > LONGEST_PIECE // 2 else LONGEST_PIECE
        found.append(text[:end].strip())
        text = text[end:].strip()
    return found


def fit(text: str, longest: int) -> str:
    """The text redacted and on few lines; of a long one its beginning and its end."""
    text = shown(text)
    if len(text) <= longest:
        return text
    head = text[: longest * 2 // 3].rsplit(" ", 1)[0]
    tail = text[-longest // 3 :].split(" ", 1)[-1]
    return f"{head} … {tail}"


def shown(text: str) -> str:
    """Cleaned, redacted, blank lines folded. Long runs of mixed letters and digits go as well, links apart."""
    plain = redact(clean(text)[0])[0]
    return _BLANK_LINES.sub("\n\n", _OPAQUE.sub(MARK, plain)).strip()


def _line(text: str, longest: int) -> str:
    """A title on one line, bounded and redacted."""
    line = " ".join(redact(clean(text)[0])[0].split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
