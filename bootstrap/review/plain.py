"""The review line by line: no colour, no cursor motion; for screen readers, pipes and slow lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bootstrap.errors import Day1Error
from bootstrap.memory.index import hook_of
from bootstrap.model import Verdict
from bootstrap.review import editing, filters, words
from bootstrap.review.item import Item
from bootstrap.review.seams import EvidenceContext
from bootstrap.review.session import Session
from bootstrap.review.text import one_line, visible

PROMPT = "y/n/s/e/u/q/? "
VERDICTS: dict[str, Verdict] = {"y": "approve", "a": "approve", "n": "reject", "x": "reject", "s": "skip"}


def run(
    session: Session,
    read: Callable[[str], str],
    write: Callable[[str], None],
    edit: Callable[[str], str] | None = None,
    context: Callable[[str], EvidenceContext | None] | None = None,
) -> None:
    """Ask about each pending candidate above the line, from where the last review stopped.

    Args:
        read: shows a prompt and gives one line; EOFError and KeyboardInterrupt end the review.
        write: takes one line without its newline.
        edit: the person's editor; without it ``e`` says that there is none.
        context: the record behind an evidence uri, for ``o``.
    """
    Plain(session, read, write, edit, context).run()


class Plain:
    """One sitting. ``KEYS`` says what each key is for; one that moves on returns True."""

    def __init__(
        self,
        session: Session,
        read: Callable[[str], str],
        write: Callable[[str], None],
        edit: Callable[[str], str] | None,
        context: Callable[[str], EvidenceContext | None] | None,
    ) -> None:
        self._session, self._read, self._write = session, read, write
        self._edit, self._context = edit, context
        self._filter = filters.Filter(pending=True)
        self._jump: Item | None = None
        self._left = False

    def run(self) -> None:
        self._write(f"{self._session.count(None)} to decide. Type ? for the keys, q to leave.")
        try:
            item = self._session.resume()
            while item is not None and not self._left:
                self._present(item)
                while not self._key(item):
                    pass
                item = self._next(item)
        except (EOFError, KeyboardInterrupt):
            self._write("")
        for line in self._session.summary().lines():
            self._write(line)

    def _next(self, item: Item) -> Item | None:
        """Where an undo leads, else the next pending one of the filter, round the end if need be."""
        if self._jump is not None:
            item, self._jump = self._jump, None
            return item
        items = list(self._session.items)
        start = items.index(item)
        return next(
            (one for one in items[start:] + items[:start] if one.alive and self._filter.shows(one)), None
        )

    def _key(self, item: Item) -> bool:
        """Read one key and do what it says. True when the sitting goes on to another candidate or ends."""
        key = self._read(PROMPT).strip()
        name = key[:1]
        try:
            if key in VERDICTS:
                return self._decide(item, VERDICTS[key])
            if name in KEYS and (len(key) == 1 or name == "/"):
                return KEYS[name][1](self, item, key[1:].strip())
        except Day1Error as error:
            self._write(f"{error} {error.hint}".rstrip())
            return False
        return self._help(item, "")

    def _decide(self, item: Item, verdict: Verdict) -> bool:
        typed = ""
        if verdict == "approve" and item.blocked:
            typed = self._read(f"Blocked. Type {one_line(item.candidate.name)} to approve it all the same: ")
        self._session.decide(item, verdict, typed)
        return True

    def _undo(self, item: Item, _: str) -> bool:
        return self._travel(self._session.undo(), "Nothing to undo.")

    def _redo(self, item: Item, _: str) -> bool:
        return self._travel(self._session.redo(), "Nothing to redo.")

    def _travel(self, touched: list[Item], nothing: str) -> bool:
        if not touched:
            self._write(nothing)
            return False
        self._write(f"{one_line(touched[0].title)}: {words.state(touched[0])}")
        self._filter = filters.Filter(pending=True)
        self._jump = touched[0] if touched[0].verdict is None and touched[0].alive else None
        return True

    def _edit_text(self, item: Item, _: str) -> bool:
        if self._edit is None:
            self._write("There is no editor here.")
        else:
            self._session.edit(item, self._edit(item.text))
            self._present(item)
        return False

    def _type(self, item: Item, _: str) -> bool:
        typed = self._read("user, project, reference or feedback? ").strip()
        match = next((name for name in filters.TYPES if typed and name.startswith(typed)), None)
        if match is None:
            self._write("Not changed.")
        else:
            self._session.retype(item, match)
            self._write(one_line(words.kind(item)))
        return False

    def _layer(self, item: Item, _: str) -> bool:
        known = self._session.layers()
        typed = self._read(f"Which layer? {', '.join(map(one_line, known))}: ").strip()
        if typed not in known:
            self._write("Not changed.")
        else:
            self._session.relayer(item, typed)
            self._write(one_line(words.kind(item)))
        return False

    def _merge(self, item: Item, _: str) -> bool:
        typed = self._read("Words of the candidate to merge into this one: ").strip()
        found = (
            [one for one in self._session.visible(filters.parse(typed)) if one is not item] if typed else []
        )
        if len(found) != 1:
            self._write(f"{len(found)} candidates match; name exactly one.")
        else:
            self._session.merge(item, found[0])
            self._present(item)
        return False

    def _split(self, item: Item, _: str) -> bool:
        for number, line in enumerate(editing.parse(item.text).body.splitlines(), 1):
            self._write(f"  {number}  {visible(line)}")
        typed = self._read("At which line does the second memory begin? ").strip()
        if typed.isdecimal():
            self._session.split(item, int(typed))
            self._present(item)
        else:
            self._write("Not split.")
        return False

    def _narrow(self, item: Item, line: str) -> bool:
        chosen = replace(filters.parse(line, item), pending=True)
        count = len(self._session.visible(chosen))
        self._write(f"{count} pending match." if line else f"{count} pending in all.")
        if count:
            self._filter = chosen
        return count > 0

    def _records(self, item: Item, _: str) -> bool:
        for one in words.ordered(item, self._session.evidence(item)):
            record = self._context(one.uri) if self._context else None
            self._write(f"  {one_line(one.uri)}" + ("" if record else ": the record itself is not here."))
            if record:
                self._write(f"  {one_line(' · '.join((record.kind, record.sender, record.title)))}")
                for line in visible(record.own).split("\n"):
                    self._write(f"    {line}".rstrip())
                for line in visible(record.quoted).split("\n") if record.quoted else ():
                    self._write(f"    (quoted) {line}".rstrip())
        return False

    def _difference(self, item: Item, _: str) -> bool:
        for sign, line in words.changes(item):
            self._write(f"  {sign} {visible(line)}".rstrip())
        return False

    def _again(self, item: Item, _: str) -> bool:
        self._present(item)
        return False

    def _leave(self, item: Item, _: str) -> bool:
        self._left = True
        return True

    def _help(self, item: Item, _: str) -> bool:
        self._write("y  approve    n  reject    s  skip, leave for later")
        for key, (said, _act) in KEYS.items():
            self._write(f"{key}  {said}")
        return False

    def _present(self, item: Item) -> None:
        """The claim, its evidence, then the opinion."""
        total = self._session.total
        self._write("")
        self._write(f"[{total - self._session.count(None) + 1} of {total}] {one_line(item.title)}")
        self._write(f"  {one_line(words.kind(item))}, {words.state(item)}")
        for block in item.blocked:
            self._write(f"  Blocked ({one_line(block.kind)}): {one_line(block.reason)}")
        if item.candidate.change == "create":
            description, body = words.reading(item)
            for line in visible(f"{hook_of(item.title, description)}\n\n{body}".lstrip()).split("\n"):
                self._write(f"  {line}".rstrip())
        else:
            self._difference(item, "")
        found = words.ordered(item, self._session.evidence(item))
        heading = words.EVIDENCE[item.candidate.change]
        self._write(f"  {heading}:" if found else "  No evidence: treat with care.")
        for number, one in enumerate(found, 1):
            said = f'"{one_line(one.quote)}"' if one.quote else one_line(one.fact)
            self._write(f"  {number}. {said}")
            self._write(f"     {words.origin(one, self._context(one.uri) if self._context else None)}")
        self._write(f"  Why this: {one_line(words.opinion(item))}")


KEYS: dict[str, tuple[str, Callable[[Plain, Item, str], bool]]] = {
    "u": ("undo", Plain._undo),
    "U": ("redo", Plain._redo),
    "e": ("edit in your editor", Plain._edit_text),
    "t": ("change the type", Plain._type),
    "l": ("move to another layer", Plain._layer),
    "m": ("merge another one into this", Plain._merge),
    "S": ("split in two", Plain._split),
    "o": ("the records behind the evidence, in full", Plain._records),
    "d": ("show what changes", Plain._difference),
    "v": ("show this candidate again", Plain._again),
    "/": ("only some: / words type:project source:mail is:below; / alone shows all", Plain._narrow),
    "q": ("leave; every answer is saved", Plain._leave),
    "?": ("these keys", Plain._help),
}
