"""How findings are put into words, the same everywhere, so that the same footprint gives the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from anyascii import anyascii

from bootstrap.footprint.conventions import IMPERATIVE
from bootstrap.footprint.describe import LONGEST
from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.names import WORD, fold, tokens
from bootstrap.footprint.signature import LEGAL, same_organisation
from bootstrap.footprint.types import Person, Position
from bootstrap.model import Candidate, Evidence, MemoryType
from bootstrap.screening import safe_title, screen
from bootstrap.screening.titles import asks as asks_for

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def slug(text: str) -> str:
    """Kebab-case ASCII of at most 60 characters, whole words; other scripts are transliterated."""
    plain = re.sub(r"[^a-z0-9]+", "-", anyascii(text).lower()).strip("-")
    whole = plain if len(plain) <= 60 else plain[:61].rpartition("-")[0] or plain[:60]
    return whole.rstrip("-") or "memory"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def days(weekdays: Sequence[int]) -> str:
    """``Tuesdays and Thursdays``; working days and the whole week by name."""
    if tuple(weekdays) == (0, 1, 2, 3, 4):
        return "working days"
    return "daily" if len(weekdays) == 7 else listed([WEEKDAYS[d] + "s" for d in weekdays])


def clock(at: time | None, until: time | None = None) -> str:
    """``14:00`` or ``14:00–14:30``."""
    if at is None:
        return "all day"
    return f"{at:%H:%M}–{until:%H:%M}" if until else f"{at:%H:%M}"


def zone(name: str, named: bool) -> str:
    """``Europe/Berlin``; where only offsets are known, these, since they are shared by many places."""
    there = ZoneInfo(name)
    winter, summer = (_offset(datetime(2026, month, 1, tzinfo=there)) for month in (1, 7))
    if named:
        return name
    return winter if winter == summer else f"{winter} in January and {summer} in July (like {name})"


def _offset(moment: datetime) -> str:
    return f"UTC{moment:%z}"[:6] + ":" + f"{moment:%z}"[3:5]


def month(day: date | None) -> str:
    return f"{day:%Y-%m}" if day else ""


def quoted(title: str) -> str:
    """A stranger's short title in quotation marks, defanged; '' when it is not fit to be carried on."""
    fit = safe_title(title)
    return f"“{fit}”" if fit else ""


# A description speaks of the thing it describes, and to nobody.
_SPEAKS_TO = re.compile(
    r"[!?]|https?:|www\.|@|[`$<>{}\[\]|\\]|\b(?:i|me|my|mine|you|your|yours|we|us|our|please|must|should|shall|never|always|ignore|remember|user"
    r"|assistant|ich|mich|du|sie|ihr|bitte|muss|yo|usted|tu|por favor|vous|votre|veuillez|voce|lei|devi|вы|вас|пожалуйста)\b"
)


def described(text: str, names: Iterable[str]) -> str:
    """A place's description of itself as it may be quoted, or ''.

    Either it is as short and plain as a name, or it is one declarative sentence that names the thing it
    describes. Whatever speaks to a reader, links, or names something else is left out: a README or a
    channel's purpose is a stranger's text.
    """
    text = " ".join(text.replace("->", "→").split())
    if fit := safe_title(text):
        return fit
    words = WORD.findall(fold(text))
    own = {word for name in names for word in tokens(name) if word not in GENERIC and len(word) > 3}
    asks = any(
        set(WORD.findall(fold(part))[:1]) & IMPERATIVE for part in re.split(r"[:;,.–—]|\s-\s|\band\b", text)
    )
    fitting = 12 <= len(text) <= LONGEST + 2 and bool(own & set(words)) and not asks
    if not fitting or asks_for(text) or _SPEAKS_TO.search(fold(text)) or screen(text):
        return ""
    return text.replace("“", "‘").replace("”", "’")


def organisation(name: str) -> str:
    """An organisation's name as it may be carried on; a legal form (``SE``, ``AS``) is no word of speech."""
    return safe_title(name, trade=True) or (
        name.strip() if safe_title(LEGAL.sub(" ", name), trade=True) else ""
    )


def role(position: Position | None, with_organization: bool = True) -> str:
    """``Engineering Manager (Platform Reliability) at Ostkai Logistik SE``, as far as known and fit."""
    if position is None:
        return ""
    words = safe_title(position.role, trade=True)
    inside = position.department
    if same_organisation(inside, position.organization) or set(tokens(inside)) <= set(tokens(position.role)):
        inside = ""
    if department := safe_title(inside, trade=True):
        words = f"{words} ({department})" if words else department
    if with_organization and (organization := organisation(position.organization)):
        words = f"{words} at {organization}" if words else organization
    return words


def called(person: Person) -> str:
    """The person's name, or their address where the name is not fit to be carried on.

    A name is short, and not all of it in small letters where its script has capitals.
    """
    name = safe_title(person.name, trade=True)
    words = name.split()
    bare = len(words) == 1 and name.isascii() and name.islower()
    sentence = (
        bare
        or any(char.isdigit() for char in name)
        or (len(words) > 3 and sum(word[:1].islower() for word in words) > len(words) / 2)
    )
    if name and len(words) <= 6 and not sentence:
        return name
    return person.address if plain_address_like(person.address) else ""


_ADDRESS = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")


def plain_address_like(address: str) -> bool:
    """An address of the ordinary form; a quoted local part could carry a sentence."""
    words = re.split(r"[._+-]", address.partition("@")[0])
    return bool(_ADDRESS.fullmatch(address)) and len(address) <= 100 and len(words) <= 4


_REMOTE = re.compile(r"(?:https?://|ssh://|git@|[\w.-]+@)?[\w.-]+(?::\d+)?[/:][\w./~-]+")


def plain_link(link: str) -> str:
    """A link or remote of the ordinary form, or ''."""
    return link if len(link) <= 160 and _REMOTE.fullmatch(link.partition("?")[0]) else ""


def newest(evidence: Iterable[Evidence], now: datetime) -> date | None:
    """``as_of``: the day of the newest evidence that is not in the future."""
    moments = [e.when for e in evidence if e.when and e.when <= now]
    return max(moments).date() if moments else None


def candidate(
    key: str, type_: MemoryType, title: str, description: str, body: str, evidence: Sequence[Evidence], now: datetime,
    *, value: float, confidence: float, why: str, name: str = "", employer: str = "",
) -> Candidate:  # fmt: skip
    """A proposal to create one memory; evidence that says the same twice is shown once."""
    kept = tuple(dict.fromkeys(e for e in evidence if e.quote or e.fact))[:12]
    return Candidate(
        key=key,
        change="create",
        type=type_,
        name=name or slug(title),
        title=title,
        description=" ".join(description.split()),
        body=body.strip() + "\n",
        evidence=kept,
        as_of=newest(kept, now),
        why=why,
        confidence=round(confidence, 3),
        value=round(value, 3),
        employer=employer,
    )
