"""The review line by line: no colour, no cursor motion; for screen readers, pipes and slow lines."""

from __future__ import annotations

from collections.abc import Callable

from bootstrap.errors import ReviewError
from bootstrap.model import Verdict
from bootstrap.review import words
from bootstrap.review.filters import TYPES
from bootstrap.review.item import Item
from bootstrap.review.session import Session
from bootstrap.review.text import one_line, visible

KEYS = """\
y  approve        n  reject        s  skip, leave for later
u  undo           U  redo          e  edit in your editor
t  change the type                 v  show the evidence again
d  show what changes               q  leave; answers are saved
?  these keys"""

VERDICTS: dict[str, Verdict] = {"y": "approve", "a": "approve", "n": "reject", "x": "reject", "s": "skip"}


def run(
    session: Session,
    read: Callable[[str], str],
    write: Callable[[str], None],
    edit: Callable[[str], str] | None = None,
) -> None:
    """Ask about each pending candidate above the line, from where the last review stopped.

    Args:
        read: shows a prompt and gives one line; EOFError and KeyboardInterrupt end the review.
        write: takes one line without its newline.
        edit: the person's editor; without it ``e`` says that there is none.
    """
    write(f"{session.count(None)} candidates to decide. Type ? for the keys, q to leave.")
    item = session.resume()
    try:
        while item is not None:
            _present(session, item, write)
            if not _answer(session, item, read, write, edit):
                break
            item = session.resume()
    except (EOFError, KeyboardInterrupt):
        write("")
    for line in session.summary().lines():
        write(line)


def _present(session: Session, item: Item, write: Callable[[str], None]) -> None:
    """The claim, its evidence, then the opinion."""
    done, total = session.total - session.count(None), session.total
    write("")
    write(f"[{done + 1} of {total}] {one_line(item.title)}")
    write(f"  {one_line(words.kind(item))}, {words.state(item)}")
    description, body = words.reading(item)
    if item.candidate.change == "create":
        for line in (description, *body.splitlines()):
            write(f"  {visible(line)}".rstrip())
    else:
        _changes(item, write)
    for block in item.blocked:
        write(f"  Blocked ({block.kind}): {one_line(block.reason)}")
    _evidence(session, item, write)
    write(f"  Why this: {one_line(words.opinion(item))}")


def _changes(item: Item, write: Callable[[str], None]) -> None:
    for sign, line in words.changes(item):
        write(f"  {sign} {visible(line)}".rstrip())


def _evidence(session: Session, item: Item, write: Callable[[str], None]) -> None:
    found = words.ordered(item, session.evidence(item))
    write("  Evidence:" if found else "  No evidence: treat with care.")
    for number, one in enumerate(found, 1):
        said = f'"{one_line(one.quote)}"' if one.quote else one_line(one.fact)
        write(f"  {number}. {words.day(one)}  {said}")
        write(f"     {one_line(one.uri)}")


def _answer(
    session: Session,
    item: Item,
    read: Callable[[str], str],
    write: Callable[[str], None],
    edit: Callable[[str], str] | None,
) -> bool:
    """Read keys until one moves on. Returns False when the person leaves."""
    while True:
        key = read("y/n/s/e/u/q/? ").strip()
        try:
            if key in VERDICTS:
                typed = ""
                if key in "ya" and item.blocked:
                    typed = read(f"Blocked. Type {item.candidate.name} to approve it all the same: ")
                session.decide(item, VERDICTS[key], typed)
                return True
            if key in ("u", "U"):
                if session.undo() if key == "u" else session.redo():
                    return True
                write("Nothing to undo." if key == "u" else "Nothing to redo.")
            elif key == "q":
                return False
            else:
                _other(session, item, key, read, write, edit)
        except ReviewError as error:
            write(f"{error} {error.hint}".rstrip())


def _other(
    session: Session,
    item: Item,
    key: str,
    read: Callable[[str], str],
    write: Callable[[str], None],
    edit: Callable[[str], str] | None,
) -> None:
    """Keys that stay at the candidate."""
    if key == "e" and edit is not None:
        session.edit(item, edit(item.text))
        _present(session, item, write)
    elif key == "e":
        write("There is no editor here.")
    elif key == "t":
        chosen = read("user, project, reference or feedback? ").strip()
        match = next((name for name in TYPES if chosen and name.startswith(chosen)), None)
        if match is None:
            write("Not changed.")
        else:
            session.retype(item, match)
            write(words.kind(item))
    elif key == "v":
        _evidence(session, item, write)
    elif key == "d":
        _changes(item, write)
    else:
        for line in KEYS.splitlines():
            write(line)
