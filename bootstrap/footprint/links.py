"""Documents people link: known by the link alone, named as the mails that carry it name them."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.types import KeyDocument
from bootstrap.model import Evidence
from connectors.records import Message

# Where a link is a document: path and host of the usual services.
_DOCUMENT = re.compile(
    r"https?://(?:docs\.google\.com/(?:document|spreadsheets|presentation|forms)/d/|drive\.google\.com/(?:file/d/|drive/folders/)"
    r"|[\w.-]*\.sharepoint\.com/|[\w.-]*onedrive\.live\.com/|1drv\.ms/|www\.dropbox\.com/(?:s|scl)/|[\w.-]*\.?notion\.(?:so|site)/"
    r"|www\.figma\.com/(?:file|design|board)/|miro\.com/app/board/|www\.overleaf\.com/project/|[\w.-]+/(?:wiki|display|pages)/)\S+"
)
# A title in quotation marks just before or after the link, or as the text of a link.
_TITLED = (
    re.compile(r"[„“\"«「『‚‘]([^„“”\"»«」』’\n]{3,80})[“”\"»」』’]\s*[:(（<—–-]{0,2}\s*$"),
    re.compile(r"(?:^|\n)\s*[-*•]?\s*((?![a-zß-ÿ])[^\n:<>\"]{3,79}[^\n:<>\".!?…])\s*[:(（<—–-]\s*$"),
)


@dataclass(slots=True)
class _Linked:
    total: int = 0
    own: int = 0
    last: datetime | None = None
    example: Message | None = None
    titles: Counter[str] = field(default_factory=Counter)
    quote: str = ""


def linked_documents(material: Material, identity: Identity) -> list[KeyDocument]:
    """Documents with three links or more by people, and a title to call them by."""
    seen: dict[str, _Linked] = {}
    for message in material.messages:
        for link in message.links:
            if _DOCUMENT.match(link):
                one = seen.setdefault(link.rstrip("/.,)"), _Linked())
                one.total += 1
                one.own += identity.wrote(message)
                one.last, one.example = message.when, message
                if title := _title(message.text, link):
                    one.titles[title] += 1
    return [found for link, one in seen.items() if (found := _known(link, one, material.now))]


def _title(text: str, link: str) -> str:
    before = text[: text.find(link)][-120:] if link in text else ""
    return next((m[1].strip() for pattern in _TITLED if (m := pattern.search(before))), "")


def _known(link: str, one: _Linked, now: datetime) -> KeyDocument | None:
    if one.total < 3 or not one.titles or one.last is None or one.example is None:
        return None
    title = one.titles.most_common(1)[0][0]
    weight = math.log1p(one.total) * 0.5 ** ((now - one.last) / timedelta(days=240))
    fact = f"linked in {one.total} messages ({one.own} yours)"
    return KeyDocument(
        link, title, "", "link", link, one.last.date(), one.total, False, weight,
        (Evidence(one.example.uri, quote=link, when=one.last), Evidence(one.example.uri, fact=fact, when=one.last)),
    )  # fmt: skip
