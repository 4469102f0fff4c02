"""The hand-written mails of ``mail/*.txt``.

A mail begins with ``=== date time sender > to, to +cc ^delivered | subject | flags``. Flags: ``id:x`` names it,
``re:x`` answers the newest mail of that thread and quotes it, ``noquote`` leaves the quote out; ``old`` (the
former account), ``private`` (no signature), ``draft``, ``spam``, ``bulk``, ``html``, ``forward``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from email.utils import parseaddr

from bootstrap.fixtures.mail import Mail, Mailbox
from sample_data.source.people import HERE, Person
from sample_data.source.planted import planted

ME = ("ximena", "ximena_old", "ximena_private")
DAYS = ("lun", "mar", "mié", "jue", "vie", "sáb", "dom")
MONTHS = ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic")


def letters(people: dict[str, Person]) -> list[Mail]:
    """All hand-written mails, in the order of the files."""
    threads: dict[str, list[Mail]] = {}
    mails = []
    for path in sorted((HERE / "mail").glob("*.txt")):
        for block in re.split(r"(?m)^=== ", path.read_text("utf-8"))[1:]:
            head, _, body = block.partition("\n")
            mails.append(_letter(head, planted(body.strip()), people, threads))
    return mails


def answered(mail: Mail, before: list[Mail]) -> Mail:
    """``mail`` as an answer to the newest of ``before``, quoting it the way Gmail does."""
    last = before[-1]
    quote = "\n".join(f"> {line}".rstrip() for line in last.text.splitlines())
    text = f"{mail.text}\n\n{_attribution(mail, last)}\n\n{quote}"
    return replace(mail, text=text, answers=(*last.answers, last.message_id))


def _letter(head: str, body: str, people: dict[str, Person], threads: dict[str, list[Mail]]) -> Mail:
    line, subject, *rest = (part.strip() for part in head.split("|"))
    flags = rest[0].split() if rest else []
    named = {name: value for name, _, value in (flag.partition(":") for flag in flags)}
    day, time, route = line.split(" ", 2)
    sender_text, _, others = (
        route.partition(">") if "<" not in route.split(" > ")[0] else route.partition(" > ")
    )
    sender = _who(sender_text, people)
    person = people.get(sender_text.strip(), people["ximena"])
    others, _, delivered = others.partition("^")
    to_text, _, cc_text = others.partition("+")
    when = person.at(day, time)
    bare = {
        "private",
        "draft",
        "bulk",
        "spam",
        "html",
        "forward",
    } & named.keys() or sender_text.strip() not in people
    mail = Mail(
        sender, _list(to_text, people), planted(subject), when,
        body if bare else body + person.signature(when.date()), cc=_list(cc_text, people),
        labels=_labels(sender_text.strip(), named), headers=_headers(sender, named),
        delivered_to="" if sender_text.strip() in ME else people[delivered.strip() or _arrival(named)].address,
        html=_html(body) if {"html", "bulk"} & named.keys() else "",
    )  # fmt: skip
    thread = threads.setdefault(named.get("id") or named.get("re") or mail.message_id, [])
    if "re" in named:
        quoted = answered(mail, thread)
        mail = quoted if "noquote" not in named else replace(mail, answers=quoted.answers)
    thread.append(mail)
    return mail


def _arrival(named: dict[str, str]) -> str:
    return "ximena_old" if "old" in named else "ximena"


def _who(text: str, people: dict[str, Person]) -> Mailbox:
    key = text.strip()
    return people[key].mailbox if key in people else Mailbox(*parseaddr(_quoted(key)))


def _quoted(text: str) -> str:
    return re.sub(r"^([^\"<]*,[^<]*?) <", r'"\1" <', text)


def _list(text: str, people: dict[str, Person]) -> tuple[Mailbox, ...]:
    if "<" in text:
        return (_who(text, people),)
    return tuple(_who(part, people) for part in text.split(",") if part.strip())


def _labels(sender: str, named: dict[str, str]) -> tuple[str, ...]:
    if "draft" in named:
        return ("Drafts",)
    if "spam" in named:
        return ("Spam", "Unread")
    extra = ("Agua y Talud",) if "old" in named else ()
    if sender == "ximena_private":
        return ("Inbox", "Opened")
    if sender in ME:
        return ("Sent", "Opened", *extra)
    return (
        ("Inbox", "Category Updates", "Opened")
        if "bulk" in named
        else ("Important", "Inbox", "Opened", *extra)
    )


def _headers(sender: Mailbox, named: dict[str, str]) -> tuple[tuple[str, str], ...]:
    if "bulk" not in named:
        return ()
    domain = sender.address.rpartition("@")[2]
    return (("List-Unsubscribe", f"<https://{domain}/baja>"), ("Precedence", "bulk"))


def _html(body: str) -> str:
    paragraphs = "".join(f"<p>{part}</p>" for part in body.split("\n\n"))
    return f'<!DOCTYPE html><html><body style="font-family:sans-serif">{paragraphs}</body></html>'


def _attribution(mail: Mail, last: Mail) -> str:
    when, who = last.when.astimezone(mail.when.tzinfo), last.sender
    if mail.sender.address.endswith("deltameer.example"):
        return f"On {when:%a, %d %b %Y at %H:%M}, {who.name} <{who.address}> wrote:"
    day = f"{DAYS[when.weekday()]}, {when.day} {MONTHS[when.month - 1]} {when.year}"
    return f"El {day} a las {when:%H:%M}, {who.name} (<{who.address}>) escribió:"
