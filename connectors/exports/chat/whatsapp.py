"""WhatsApp's own export of one chat: ``_chat.txt`` of an iPhone, ``WhatsApp Chat with ….txt`` of Android.

Both write ``date, time, sender: text`` in the phone's language, with no year-month-day order of their own and no
zone. The order is decided over the whole file: the one in which all dates exist and time runs forwards.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from itertools import pairwise
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from connectors.exports.chat.times import clock_hour
from connectors.exports.entry import Context, Entry
from connectors.exports.export import ExportConnector
from connectors.exports.links import links_in
from connectors.exports.loose import tree_of
from connectors.records import Channel, Failure, Item, Message, Party, Skip
from connectors.source import Source

KIND = "whatsapp"
_MAX_TEXT = 20_000
_MAX_LINE = 64 << 10
_MAX_DAYS = 100_000
_MARKS = "\ufeff\u200e\u200f\u202a\u202c"
_HEADER = re.compile(
    rf"^[{_MARKS}]*(?P<open>\[)?\s*(?P<a>\d{{1,4}})\s?[./\-年년]\s?(?P<b>\d{{1,2}})\s?[./\-月월]\s?(?P<c>\d{{1,4}})[日일.]?"
    r"(?P<before>[^\d\[\]]{1,24}?)(?P<hour>\d{1,2})[:.](?P<minute>\d\d)(?:[:.](?P<second>\d\d))?"
    r"(?P<after>[^\d\[\]:\-–]{0,24}?)(?P<close>\]|\s[-–]|,)\s(?P<rest>.*)$",
    re.DOTALL,
)
_SENDER = re.compile(r"^~?\s*(?P<name>[^:\n]{1,100}?)\s?:\s(?P<text>.*)$", re.DOTALL)
_ATTACHED = re.compile(
    r"^<[^<>:]{1,30}:\s?(?P<name>[^<>]+\.\w{2,5})>$|^(?P<file>[^<>\n]+\.\w{2,5}) \([^()]{3,60}\)$"
)
_OMITTED = re.compile(r"^<[^<>]{3,60}>$")
_PHONE = re.compile(r"^\+?[\d\s()\-\u00a0\u2011]{7,24}$")
_TITLE = re.compile(
    r"\.txt$|_chat|\bwhatsapp\b|\b(?:chat|conversa(?:tion)?|conversación|discussion|gesprek)\b|"
    r"^\W*(?:with|mit|con|com|avec|met|do|de)\b",
    re.IGNORECASE,
)

Order = tuple[int, int, int]
_ORDERS: tuple[Order, ...] = ((2, 1, 0), (2, 0, 1), (0, 1, 2))
"""Where year, month and day stand: day first, month first, year first."""


def connector(source: Source, me: tuple[str, ...], zone: str) -> ExportConnector:
    """The connector of one or several exported chats, as text files or in their zips."""
    named = source.paths[0].stem
    dispatch = ((r"\.txt$", lambda entry, context: read(entry, context, named)), ("", None))
    return ExportConnector(KIND, source.label, tree_of(source), dispatch, Context(KIND, me, zone))


def read(entry: Entry, context: Context, named: str = "") -> Iterator[Item]:
    """The messages of one chat, and the chat as a channel at the end. ``named``: the archive's name, for the title
    of a ``_chat.txt`` that lies in no folder of its own."""
    order = _date_order(entry)
    if order is None:
        yield Failure(f"file:{entry.name}", "no chat in it: no line begins with a date")
        return
    title = _title(_spoken_name(entry.name, named))
    channel = f"whatsapp:{title or entry.name}"
    zone = _zone(context.zone)
    people: dict[str, Party] = {}
    count: dict[str, int] = {}
    for line in _lines(entry):
        if (when := line.when(order, zone)) is None:
            yield Failure(f"file:{entry.name}", "a date that does not exist")
            continue
        stamp = when.isoformat()
        count[stamp] = count.get(stamp, 0) + 1
        uri = f"{channel}/{stamp}/{count[stamp]}"
        item = _message(line.rest, uri, when, channel, context)
        if isinstance(item, Message):
            people.setdefault(item.sender.name, item.sender)
        yield item
    direct = len(people) <= 2
    members = tuple(people.values())
    shown = "" if direct else title
    yield Channel(
        channel, context.source, None, shown, "", members=members, shape="direct" if direct else "group"
    )


def begins_chat(head: str, name: str) -> bool:
    """Whether a text file that begins so is a chat: by its name, or by the brackets of an iPhone."""
    first = next((line for line in head.splitlines() if line.strip(_MARKS + " ")), "")
    match = _HEADER.match(first)
    return match is not None and bool(
        match["open"] or re.search(r"whatsapp|_chat\.txt$", name, re.IGNORECASE)
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A message as it stands: three numbers of a date, a clock, and the rest with its further lines."""

    numbers: tuple[int, int, int]
    clock: tuple[int, int, int]
    rest: str

    def when(self, order: Order, zone: tzinfo) -> datetime | None:
        day = _date(self.numbers, order)
        try:
            return datetime(day.year, day.month, day.day, *self.clock, tzinfo=zone) if day else None
        except ValueError:
            return None


def _message(rest: str, uri: str, when: datetime, channel: str, context: Context) -> Item:
    match = _SENDER.match(rest.lstrip(_MARKS))
    if match is None:
        return Skip(uri, "notice")
    text = match["text"]
    marked = text.startswith("\u200e")  # so an iPhone marks what it wrote itself
    text = text.strip(_MARKS + " \n")
    attached = _ATTACHED.match(text)
    if attached is None and (marked or _OMITTED.match(text) or not text):
        return Skip(uri, "left-out media or notice")
    name = match["name"].strip(_MARKS + " ")
    phone = re.sub(r"\D", "", name) if _PHONE.match(name) else ""
    sender = Party(name, f"whatsapp:{phone}" if phone else "")
    return Message(
        uri=uri,
        source=context.source,
        when=when,
        title="",
        text="" if attached else text[:_MAX_TEXT],
        sender=sender,
        medium="chat",
        channel=channel,
        attachments=((attached["name"] or attached["file"]).strip(),) if attached else (),
        links=links_in(text),
    )


def _lines(entry: Entry) -> Iterator[_Line]:
    head: re.Match[str] | None = None
    more: list[str] = []
    size = 0
    with entry.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", "replace", newline=None) as text:
        while line := text.readline(_MAX_LINE):
            if match := _HEADER.match(line):
                if head:
                    yield _line(head, more)
                head, more, size = match, [], 0
            elif size < _MAX_TEXT:
                more.append(line)
                size += len(line)
    if head:
        yield _line(head, more)


def _line(head: re.Match[str], more: list[str]) -> _Line:
    hour = clock_hour(int(head["hour"]), f"{head['before']} {head['after']}".replace("\u202f", " ").lower())
    clock = (hour, int(head["minute"]), int(head["second"] or 0))
    return _Line(
        (int(head["a"]), int(head["b"]), int(head["c"])), clock, (head["rest"] + "".join(more)).rstrip("\n")
    )


def _date_order(entry: Entry) -> Order | None:
    """The order in which every date exists and fewest steps go back; day first where both do."""
    seen: list[tuple[int, int, int]] = []
    american = False
    with entry.open() as stream, io.TextIOWrapper(stream, "utf-8-sig", "replace", newline=None) as text:
        while line := text.readline(_MAX_LINE):
            if match := _HEADER.match(line):
                numbers = (int(match["a"]), int(match["b"]), int(match["c"]))
                american = american or bool(
                    re.search(r"[ap]m", match["after"], re.IGNORECASE) and "/" in line[:12]
                )
                if len(seen) < _MAX_DAYS and (not seen or seen[-1] != numbers):
                    seen.append(numbers)
    if not seen:
        return None

    def badness(order: Order) -> tuple[int, int]:
        dates = [_date(numbers, order) for numbers in seen]
        real = [day for day in dates if day]
        back = sum(later < earlier for earlier, later in pairwise(real))
        return len(dates) - len(real), back

    orders = (_ORDERS[1], _ORDERS[0], _ORDERS[2]) if american else _ORDERS
    return min(orders, key=badness)


def _date(numbers: tuple[int, int, int], order: Order) -> date | None:
    year, month, day = (numbers[place] for place in order)
    if 2400 < year < 2700:
        year -= 543  # Thai phones write the Buddhist era
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def _spoken_name(path: str, archive: str) -> str:
    """The name that tells whose chat it is: every iPhone's file is ``_chat.txt``, in an archive or a folder so named."""
    *_, folder, base = ("", *path.split("/"))
    if base.lower() != "_chat.txt":
        return base
    if not folder:
        return archive
    return folder if "whatsapp" in folder.lower() else ""


def _title(name: str) -> str:
    for _ in range(4):
        name = _TITLE.sub(" ", name).strip(" -_–")
    return re.sub(r"\s+", " ", name)


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):
        return UTC
