"""Rate and memory of reading a mailbox, against a loop over the standard library's ``mailbox.mbox``.

    python benchmarks/mail.py [MEGABYTES] [--baseline-megabytes N] [--file PATH]

Writes a mailbox of realistic messages (people, threads with quotations, newsletters, notifications,
attachments; a fixed seed), reads it both ways in one run and prints one JSON object. ``ratio`` compares
bytes per second; the slow loop may be measured on a shorter mailbox of the same kind.
"""

from __future__ import annotations

import argparse
import base64
import json
import mailbox
import quopri
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.header import Header
from email.utils import format_datetime
from pathlib import Path

from connectors.exports.entry import Context, Entry
from connectors.exports.mail import mbox
from connectors.records import Message

HEADERS = (
    "From",
    "To",
    "Cc",
    "Subject",
    "Date",
    "Message-ID",
    "References",
    "In-Reply-To",
    "List-Id",
    "X-Gmail-Labels",
)
WORDS = (
    "the plan for next week is ready and we should look at the numbers before the meeting with the team about "
    "delivery of parts to Lyon because Günther wrote that the harbour wäre zu spät für die Übergabe und wir müssen "
    "prüfen ob la réunion de jeudi peut être déplacée à vendredi matin sans problème pour l'équipe"
).split()
PEOPLE = [(f"{first} {last}", f"{first}.{last}@{house}.example".lower()) for first in ("Ana", "Ben", "Chloe", "Deniz", "Emeka", "Freya")
          for last in ("Moreau", "Okafor", "Lindqvist", "Tanaka", "Weber") for house in ("northwind", "kestrel")]  # fmt: skip
ME = ("Robin Hale", "robin.hale@northwind.example")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("megabytes", nargs="?", type=int, default=100)
    arguments.add_argument("--baseline-megabytes", type=int, default=100)
    arguments.add_argument(
        "--repeat", type=int, default=1, help="read so often and take the best time of each way"
    )
    arguments.add_argument("--file", type=Path, help="read this mailbox instead of making one")
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = chosen.file or write_mailbox(Path(folder) / "all.mbox", chosen.megabytes << 20)
        short = path
        if chosen.baseline_megabytes < chosen.megabytes and not chosen.file:
            short = write_mailbox(Path(folder) / "short.mbox", chosen.baseline_megabytes << 20)
        slow = short.stat().st_size / seconds(lambda: read_with_library(short), chosen.repeat)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        count = 0

        def read_all() -> None:
            nonlocal count
            count = 0
            entry = Entry(path.name, path.stat().st_size, lambda: path.open("rb"))
            for item in mbox.read(entry, Context("mbox", me=(ME[1],))):
                count += isinstance(item, Message)

        fast = path.stat().st_size / seconds(read_all, chosen.repeat)
        own, children = (
            resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
    json.dump(
        {
            "megabytes": round(chosen.megabytes),
            "messages": count,
            "library MB/s": round(slow / 1e6, 1),
            "ours MB/s": round(fast / 1e6, 1),
            "ratio": round(fast / slow, 2),
            "peak MB before reading": before // 1024,
            "peak MB": own // 1024,
            "peak MB of one worker": children // 1024,
        },
        sys.stdout,
    )
    print()


def seconds(work: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def read_with_library(path: Path) -> int:
    box = mailbox.mbox(path, create=False)
    total = sum(len(message[name] or "") for message in box for name in HEADERS)
    box.close()
    return total


def write_mailbox(path: Path, size: int) -> Path:
    """A mailbox of about ``size`` bytes, as Gmail exports it."""
    with path.open("wb") as stream:
        for message in messages(random.Random(7)):
            stream.write(message)
            if stream.tell() >= size:
                return path
    return path


def messages(chance: random.Random) -> Iterator[bytes]:
    picture = base64.encodebytes(chance.randbytes(1_500_000))
    moment = datetime(2019, 1, 7, 8, 0, tzinfo=UTC)
    number = 0
    while True:
        number += 1
        moment += timedelta(minutes=chance.randint(1, 240))
        kind = chance.choices((person, newsletter, notification, attachment), (40, 35, 15, 10))[0]
        head, body = kind(chance, number, picture)
        gmail = 1_600_000_000_000_000_000 + number * 7919
        local = moment.astimezone()
        yield (
            (
                f"From {gmail}@xxx {moment:%a %b %d %H:%M:%S} +0000 {moment:%Y}\nX-GM-THRID: {gmail - number % 5}\n"
                f"{trace(chance, number)}{head}Date: {format_datetime(local)}\nMessage-ID: <{number}.{gmail}@mail.example>\n"
                f"MIME-Version: 1.0\n"
            ).encode()
            + body.replace(b"\nFrom ", b"\n>From ")
            + b"\n\n"
        )


def trace(chance: random.Random, number: int) -> str:
    """The headers on the way, which make up most of a real head."""
    blob = base64.b64encode(chance.randbytes(180)).decode()
    folded = "\n        ".join(blob[at : at + 70] for at in range(0, len(blob), 70))
    return (
        f"Delivered-To: {ME[1]}\nReceived: by 2002:a05:6a10:{number:x} with SMTP id x{number}csp{number};\n"
        f"        Mon, 7 Jan 2019 08:00:00 -0800 (PST)\nX-Google-Smtp-Source: {blob[:80]}\n"
        f"ARC-Seal: i=1; a=rsa-sha256; t=1546876800; cv=none;\n        d=google.com; s=arc-20160816;\n        b={folded}\n"
        f"ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc-20160816;\n"
        f"        h=to:subject:message-id:date:from:mime-version:dkim-signature;\n        bh={blob[:44]};\n        b={folded}\n"
        f"ARC-Authentication-Results: i=1; mx.google.com;\n       dkim=pass header.i=@mail.example header.s=s1;\n"
        f"       spf=pass smtp.mailfrom=x@mail.example\nReturn-Path: <bounce-{number}@mail.example>\n"
        f"Received: from mail.example (mail.example. [192.0.2.{number % 250}])\n        by mx.google.com with ESMTPS id q{number}\n"
        f"        for <{ME[1]}>\n        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);\n"
        f"        Mon, 07 Jan 2019 08:00:00 -0800 (PST)\nDKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=mail.example; s=s1;\n"
        f"        h=from:to:subject;\n        bh={blob[:44]};\n        b={folded}\n"
    )


def prose(chance: random.Random, words: int) -> str:
    return "\n".join(" ".join(chance.choices(WORDS, k=11)) for _ in range(max(1, words // 11)))


def mailbox_name(party: tuple[str, str]) -> str:
    return f"{party[0]} <{party[1]}>"


def person(chance: random.Random, number: int, picture: bytes) -> tuple[str, bytes]:
    other = chance.choice(PEOPLE)
    sent = chance.random() < 0.4
    sender, receiver = (ME, other) if sent else (other, ME)
    subject = Header(" ".join(chance.choices(WORDS, k=6)), "utf-8").encode()
    text = f"Hi {receiver[0].split()[0]},\n\n{prose(chance, chance.randint(20, 200))}\n\nBest regards,\n{sender[0]}\n"
    answer = chance.random() < 0.6
    quote = prose(chance, chance.randint(30, 300)) if answer else ""
    plain, html = text, f'<div dir=3D"ltr">{text.replace(chr(10), "<br>")}</div>'
    if answer:
        introduction = f"On Mon, Jan 7, 2019 at 9:00 AM {receiver[0]} <{receiver[1]}> wrote:"
        plain += f"\n{introduction}\n\n" + "\n".join(f"> {line}" for line in quote.split("\n")) + "\n"
        html += f'<div class=3D"gmail_quote">{introduction}<br><blockquote>{quote}</blockquote></div>'
    head = (
        f"X-Gmail-Labels: {'Sent' if sent else 'Inbox,Important'},Opened\nFrom: {mailbox_name(sender)}\nTo: {mailbox_name(receiver)}\n"
        f"Cc: {mailbox_name(chance.choice(PEOPLE))}, {mailbox_name(chance.choice(PEOPLE))}\nSubject: {subject}\n"
        + (
            f"In-Reply-To: <{number - 3}.x@mail.example>\nReferences: <1.x@mail.example> <{number - 3}.x@mail.example>\n"
            if answer
            else ""
        )
    )
    return head, alternative(plain, html)


def newsletter(chance: random.Random, number: int, picture: bytes) -> tuple[str, bytes]:
    cell = '<tr><td style="padding:14px 24px;font-family:Helvetica,Arial,sans-serif;color:#444444"><a href="https://click.news.example/{}">{}</a></td></tr>\n'
    rows = "".join(
        cell.format(base64.urlsafe_b64encode(chance.randbytes(60)).decode(), prose(chance, 22))
        for _ in range(chance.randint(30, 110))
    )
    html = f'<html><head><style>{"td {padding:0;margin:0} " * 60}</style></head><body><div style="display:none">{prose(chance, 11)}</div><table>{rows}</table></body></html>'
    head = (
        f"X-Gmail-Labels: Inbox,Category Promotions,Unread\nFrom: Harbour News <news{number % 40}@news.example>\nTo: {ME[1]}\n"
        f"Subject: {' '.join(chance.choices(WORDS[:20], k=7))}\nList-Unsubscribe: <https://news.example/u/{number}>\nFeedback-ID: {number}:campaign\n"
    )
    if number % 3:
        return head, alternative(prose(chance, 300), html)
    return (
        head,
        b"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + quopri.encodestring(html.encode()),
    )


def notification(chance: random.Random, number: int, picture: bytes) -> tuple[str, bytes]:
    head = (
        f"X-Gmail-Labels: Category Updates,Opened\nFrom: Build <notifications@forge.example>\nTo: {ME[1]}\nSubject: [forge] run {number} failed\n"
        f"List-ID: <tool.forge.example>\nAuto-Submitted: auto-generated\nPrecedence: list\n"
    )
    return head, alternative(prose(chance, 120), f"<p>{prose(chance, 400)}</p>")


def attachment(chance: random.Random, number: int, picture: bytes) -> tuple[str, bytes]:
    head, body = person(chance, number, picture)
    size = 77 * chance.randint(500, 26_000)
    return head, (
        b'Content-Type: multipart/mixed; boundary="0000mixed"\n\n--0000mixed\n' + body
        + b'\n--0000mixed\nContent-Type: image/jpeg; name="photo.jpg"\nContent-Disposition: attachment; filename="photo.jpg"\n'
        + b"Content-Transfer-Encoding: base64\n\n" + picture[:size] + b"--0000mixed--\n"
    )  # fmt: skip


def alternative(plain: str, html: str) -> bytes:
    return (
        b'Content-Type: multipart/alternative; boundary="000000000000abcdef"\n\n--000000000000abcdef\n'
        b"Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n" + quopri.encodestring(plain.encode())
        + b"\n--000000000000abcdef\nContent-Type: text/html; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\n"
        + quopri.encodestring(html.encode()) + b"\n--000000000000abcdef--\n"
    )  # fmt: skip


if __name__ == "__main__":
    main()
