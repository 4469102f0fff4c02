"""A live pull as streams (profile, sent mail, events ...), each read to its end, and a place to go on from.

The cursor names the streams that are done and where the one being read stands. Page tokens are not
durable: when a vendor knows one no more, its stream is read from the beginning, and what was there already
is the same record again. A stream that breaks off costs the others nothing; it stays undone, so that a pull
that goes on reads the rest of it, and the pull says so at its end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from connectors.base import PermissionMissing, SourceUnavailable
from connectors.budget import BudgetSpent
from connectors.records import Failure, Item, Mark, Skip
from connectors.web import Astray, Refused

GO_ON = "what was read is kept; pull again to go on"
EXPIRED = frozenset({400, 404, 410})
"""What vendors answer to a page token they know no more."""
MOST_BUSY = 3


@dataclass(frozen=True, slots=True)
class Stream:
    """One kind of thing of an account.

    Attributes:
        name: as it stands in the cursor; title: what the person sees.
        read: items from a place on; its marks carry the next place as their cursor.
        withheld: why it is not read at all, such as a scope that was left out.
    """

    name: str
    title: str
    read: Callable[[str], Iterator[Item]]
    withheld: str = ""


@dataclass(slots=True)
class _State:
    done: list[str] = field(default_factory=list)
    at: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, cursor: str) -> _State:
        """An unreadable cursor is that of another version: everything is read anew."""
        try:
            told = json.loads(cursor or "{}")
            return cls(list(map(str, told.get("done", []))), {str(k): str(v) for k, v in told["at"].items()})
        except (ValueError, KeyError, AttributeError, TypeError):
            return cls()

    def cursor(self) -> str:
        return json.dumps({"done": self.done, "at": self.at}, separators=(",", ":"))


def read_streams(account: str, streams: Sequence[Stream], cursor: str) -> Iterator[Item]:
    """The items of all streams, one after the other.

    Raises SourceUnavailable at the end (or when two streams in a row break off) naming what is not read to
    its end, and CredentialRefused at once.
    """
    state = _State.parse(cursor)
    broken: dict[str, str] = {}
    for number, stream in enumerate(streams):
        if stream.name in state.done:
            continue
        waiting = [one.title for one in streams[number + 1 :] if one.name not in state.done]
        try:
            yield from _read(account, stream, state)
        except BudgetSpent as spent:
            left = ", ".join([*broken, stream.title, *waiting])
            raise SourceUnavailable(
                f"stopped before the end ({spent}); not read to its end: {left}", GO_ON
            ) from None
        except (SourceUnavailable, Astray) as problem:
            after_another = number > 0 and streams[number - 1].title in broken
            broken[stream.title] = str(problem)
            if after_another:
                _give_up({**broken, **dict.fromkeys(waiting, "not tried")})
            continue
        state.done.append(stream.name)
        state.at.pop(stream.name, None)
        yield Mark(state.cursor(), number + 1, len(streams), note=stream.title)
    if broken:
        _give_up(broken)


def _give_up(broken: dict[str, str]) -> None:
    told = "; ".join(f"{title} ({why})" for title, why in broken.items())
    raise SourceUnavailable(f"not read to its end: {told}", GO_ON)


def _read(account: str, stream: Stream, state: _State) -> Iterator[Item]:
    if stream.withheld:
        yield Skip(f"{account}:{stream.name}", f"{stream.title}: {stream.withheld}")
        return
    restarted = False
    while True:
        try:
            for item in stream.read(state.at.get(stream.name, "")):
                if isinstance(item, Mark):
                    state.at[stream.name] = item.cursor
                    note = f"{stream.title} ({item.note})" if item.note else stream.title
                    item = replace(item, cursor=state.cursor(), note=note)
                yield item
            return
        except Refused as refused:
            if refused.status in EXPIRED and state.at.pop(stream.name, "") and not restarted:
                restarted = True
                continue
            yield Failure(f"{account}:{stream.name}", f"{stream.title}: refused ({refused})")
            return
        except PermissionMissing as missing:
            yield Failure(f"{account}:{stream.name}", f"{stream.title}: {missing}")
            return


def each(
    names: Iterable[str],
    read: Callable[[str], Iterable[Item]],
    prefix: str,
    instead: Callable[[str], Iterable[Item]] = lambda name: (),
) -> Iterator[Item]:
    """What ``read`` gives for each name; one that finds the other side busy is tried again after the others.

    What stays busy, or is refused, is a failure of that item alone (``prefix`` and its name are the uri), with
    what ``instead`` knows of it. Raises SourceUnavailable when several in a row are busy: then the trouble is
    not with the item.
    """
    waiting: list[str] = []
    in_a_row = 0
    for name in names:
        try:
            yield from _one(name, read, prefix, instead)
            in_a_row = 0
        except SourceUnavailable:
            waiting.append(name)
            in_a_row += 1
            if in_a_row == MOST_BUSY:
                raise
    for name in waiting:
        try:
            yield from _one(name, read, prefix, instead)
        except SourceUnavailable as busy:
            yield from instead(name)
            yield Failure(f"{prefix}{name}", str(busy), retry=True)


def _one(
    name: str, read: Callable[[str], Iterable[Item]], prefix: str, instead: Callable[[str], Iterable[Item]]
) -> Iterator[Item]:
    try:
        yield from read(name)
    except (Refused, Astray) as problem:
        yield from instead(name)
        yield Failure(f"{prefix}{name}", f"refused ({problem})")
