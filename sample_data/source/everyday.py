"""Everyday exchanges and noise: hand-written sentences (routine.toml, noise.toml) spread over the months."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bootstrap.fixtures.mail import Mail, Mailbox
from sample_data.source.letters import answered
from sample_data.source.people import HERE, Person

FIRST, LAST = date(2025, 6, 3), date(2026, 11, 14)
GOODBYE = "Abrazo,\nXimena"
SHORT = Mailbox("Ximena Ñancupil Órdenes", "xno@cuencaaustral.example")


def exchanges(people: dict[str, Person]) -> list[Mail]:
    """Questions and answers of routine.toml; Rodrigo writes to the short alias."""
    rows = tomllib.loads((HERE / "routine.toml").read_text("utf-8"))["exchange"]
    return [mail for row in rows for mail in _exchange(row, people)]


def noise(me: Mailbox) -> list[Mail]:
    """Newsletters, promotion, trackers and notices of noise.toml."""
    rows = tomllib.loads((HERE / "noise.toml").read_text("utf-8"))["sender"]
    return [mail for row in rows for mail in _stream(row, me)]


def _exchange(row: dict, people: dict[str, Person]) -> Iterator[Mail]:
    asks, answers = people[row["from"]], people[row.get("to", "ximena")]
    days = (row["last"] - row["first"]).days
    for number in range(row["count"]):
        day = _weekday(
            row["first"] + timedelta(days=days * number // max(1, row["count"] - 1)), row.get("weekday")
        )
        pick = number % len(row["openings"])
        start = datetime.combine(
            day, time(row.get("hour", 9 + _roll(row["from"], number, 5)), _roll(asks.key, number, 60))
        )
        reply = _free(start + timedelta(minutes=20 + _roll(answers.key, number, 70)), answers)
        sent = asks.key == "ximena"
        alias = asks.key == "rodrigo"
        question = Mail(
            asks.mailbox, (SHORT if alias else answers.mailbox,), row["subjects"][number % len(row["subjects"])],
            start.replace(tzinfo=ZoneInfo(asks.zone)), f"{row['openings'][pick]}\n\n{row['closing']}{asks.signature(day)}",
            labels=("Sent", "Opened") if sent else ("Important", "Inbox", "Opened"),
            delivered_to="" if sent else (SHORT.address if alias else answers.address),
        )  # fmt: skip
        yield question
        answer = replace(
            question, sender=answers.mailbox, to=(asks.mailbox,), subject=f"Re: {question.subject}",
            when=reply.replace(tzinfo=ZoneInfo(answers.zone)), delivered_to=asks.address if sent else "",
            text=f"{row['answers'][pick]}\n\n{row.get('sign', GOODBYE)}{answers.signature(day)}",
            labels=("Inbox", "Opened") if sent else ("Sent", "Opened"),
        )  # fmt: skip
        yield answered(answer, [question])


def _weekday(day: date, wanted: int | None) -> date:
    if wanted is not None:
        return day + timedelta(days=(wanted - day.weekday()) % 7)
    return day - timedelta(days=max(0, day.weekday() - 4))


def _free(moment: datetime, who: Person) -> datetime:
    """Ximena answers after 11 on Mondays and Wednesdays, and never after 14 on Fridays."""
    if who.key == "ximena" and moment.weekday() in (0, 2) and moment.hour < 11:
        return moment.replace(hour=11)
    if who.key == "ximena" and moment.weekday() == 4 and moment.hour >= 14:
        return moment.replace(hour=13)
    return moment


def _stream(row: dict, me: Mailbox) -> Iterator[Mail]:
    day, number = row.get("first", FIRST) + timedelta(days=_roll(row["name"], 0, row["every"])), 0
    while day <= row.get("last", LAST):
        count = str(310 + number * 7 + _roll(row["name"], 1, 50))
        subject = row["subjects"][number % len(row["subjects"])].replace("{n}", count)
        lines = [line.replace("{n}", count) for line in row["lines"]]
        clock = time(6 + _roll(row["name"], number, 12), _roll(subject, number, 60))
        when = datetime.combine(day, clock, ZoneInfo("America/Santiago"))
        text = "\n\n".join(lines[number % len(lines) :] + lines[: number % len(lines)])
        yield _dressed(row, me, Mail(Mailbox(row["name"], row["address"]), (me,), subject, when, text))
        day, number = day + timedelta(days=row["every"]), number + 1


def _dressed(row: dict, me: Mailbox, mail: Mail) -> Mail:
    domain = row["address"].rpartition("@")[2]
    leave = ("List-Unsubscribe", f"<https://{domain}/baja/{_roll(mail.subject, 3, 9999)}>")
    robot = ("Auto-Submitted", "auto-generated")
    headers, label = {
        "newsletter": ((("List-Id", f"<news.{domain}>"), leave), "Category Promotions"),
        "promotion": ((leave, ("Precedence", "bulk")), "Category Promotions"),
        "recruiter": ((leave,), "Category Promotions"),
        "list": (
            (("List-Id", f"<{row['address'].replace('@', '.')}>"), ("Precedence", "list")),
            "Category Forums",
        ),
        "tracker": ((robot, ("X-Mailer", row["name"])), "Category Updates"),
        "forge": (
            (("List-Id", "hidro/chucao-forecast <hidro.forja.cuencaaustral.example>"), robot),
            "Category Updates",
        ),
        "notice": ((robot,), "Category Updates"),
    }[row["kind"]]
    read = "Opened" if _roll(mail.subject, 5, 3) == 0 else "Unread"
    html = "" if row["kind"] in ("tracker", "forge", "list") else _page(mail)
    to = (Mailbox("", row["address"]),) if row["kind"] == "list" else (me,)
    return replace(mail, to=to, headers=headers, labels=(label, read), delivered_to=me.address, html=html)


def _page(mail: Mail) -> str:
    parts = "".join(f"<p>{line}</p>" for line in mail.text.split("\n\n"))
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"></head><body><h2>{mail.subject}</h2>{parts}</body></html>'


def _roll(key: str, number: int, sides: int) -> int:
    """A die that falls the same way each time."""
    return int(hashlib.sha256(f"{key}/{number}".encode()).hexdigest()[:8], 16) % sides
