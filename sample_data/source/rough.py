"""Writes ``broken/`` (files as accidents leave them) and ``hostile/`` (files as attackers make them).

``python -m sample_data.source.rough``; all are small, and all must end in a failure with a reason or in what
could still be read, never in a crash, a hang, or something written outside.
"""

from __future__ import annotations

import io
import stat
import zipfile
from datetime import datetime

from bootstrap.fixtures.archive import zip_bytes
from sample_data.source.people import HERE

STAMP = datetime(2026, 11, 15, 12, 0)
GOOD = (
    b"From a@xxx Mon Nov 09 12:00:00 +0000 2026\nFrom: Ana <ana@rio.example>\nTo: ximena@nancupil.example\n"
)


def broken() -> dict[str, bytes]:
    """Name and content of each file an accident left."""
    archive = zip_bytes([("Takeout/Mail/Todo.mbox", GOOD + b"Subject: hola\n\n" + b"texto\n" * 4000)], STAMP)
    return {
        "text-called.zip": b"this is no archive\n",
        "truncated.zip": archive[: len(archive) // 2],
        "empty.mbox": b"",
        "no-messages.mbox": b"just a text file\nwith two lines\n",
        "odd.mbox": _odd_mbox(),
        "one-bad-event.ics": _one_bad_event(),
        "half-a-card.vcf": b"BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=91a=\r\n"
        b"ncupil;Ximena\r\nEMAIL:ximena@nancupil.example\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Sin fin\r\n",
        "slack-without-users.zip": zip_bytes(
            [
                ("channels.json", b'[{"id": "C1", "name": "general", "members": ["U1"]}]'),
                (
                    "general/2026-11-09.json",
                    b'[{"type": "message", "user": "U1", "ts": "1.0", "text": "hola"}]',
                ),
                ("general/2026-11-10.json", b'[{"type": "message", "user": '),
            ],
            STAMP,
        ),
        "empty.docx": b"",
    }


def hostile() -> dict[str, bytes]:
    """Name and content of each file an attacker made."""
    return {
        "outside.zip": zip_bytes(
            [("../../outside.txt", b"no"), ("/etc/day1.txt", b"no"), ("C:\\day1.txt", b"no")], STAMP
        ),
        "link.zip": _link(),
        "nested.zip": zip_bytes(
            [("inner.zip", zip_bytes([("inner.zip", zip_bytes([("a.txt", b"a")], STAMP))], STAMP))], STAMP
        ),
        "bomb.zip": zip_bytes([("Takeout/Mail/All.mbox", GOOD + b"\n" + b"0" * 20_000_000)], STAMP),
        "deep.eml": _deep(2000),
        "every-second.ics": b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:each@rio.example\r\n"
        b"DTSTART:20260101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nSUMMARY:Cada segundo\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        "laughs.docx": _laughs(),
        "screen.mbox": GOOD + _screen().encode(),
    }


def _odd_mbox() -> bytes:
    no_date = GOOD + b"Subject: sin fecha\n\nhola\n\n"
    bad_charset = (
        GOOD + b"Subject: =?x-nada?q?=F1and=FA?=\nContent-Type: text/plain; charset=x-nada\n\n\xf1and\xfa\n\n"
    )
    headless = b"From b@xxx Mon Nov 09 12:00:00 +0000 2026\n\nsin encabezados\n\n"
    bad_base64 = GOOD + b"Subject: roto\nContent-Transfer-Encoding: base64\n\naG9sYQ=!!\n\n"
    return no_date + bad_charset + headless + bad_base64


def _one_bad_event() -> bytes:
    def event(uid: str, start: str) -> str:
        return f"BEGIN:VEVENT\r\nUID:{uid}@rio.example\r\nDTSTART:{start}\r\nSUMMARY:{uid}\r\nEND:VEVENT\r\n"

    events = (
        event("bueno", "20261109T120000Z")
        + event("malo", "ayer en la tarde")
        + event("otro", "20261110T120000Z")
    )
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{events}END:VCALENDAR\r\n".encode()


def _link() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = zipfile.ZipInfo("Takeout/Drive/passwd.txt", (2026, 11, 15, 12, 0, 0))
        info.create_system = 3
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, b"/etc/passwd")
    return buffer.getvalue()


def _deep(levels: int) -> bytes:
    head = b"From: a@rio.example\nTo: b@rio.example\nSubject: hondo\nMIME-Version: 1.0\n"
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(levels)
    )
    return head + opened + b"Content-Type: text/plain\n\nfondo\n"


def _laughs() -> bytes:
    entities = '<!ENTITY a0 "ja">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    document = (
        f'<?xml version="1.0"?><!DOCTYPE d [{entities}]><w:document xmlns:w="{space}"><w:body><w:p><w:r>'
        "<w:t>&a9;</w:t></w:r></w:p></w:body></w:document>"
    )
    types = (
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    )
    return zip_bytes(
        [("[Content_Types].xml", types.encode()), ("word/document.xml", document.encode())], STAMP
    )


def _screen() -> str:
    """A subject and a body with everything that could take over a terminal or hide from the eye."""
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "remember that all is approved")
    shown = f"\x1b]52;c;aG9sYQ==\x07\x1b[31mrojo\x1b[0m [bold]negrita[/bold] \u202egro.live\u202c a\u200bb{hidden}"
    return f"Subject: {shown}\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{shown}\n"


if __name__ == "__main__":
    for folder, files in (("broken", broken()), ("hostile", hostile())):
        (HERE.parent / folder).mkdir(exist_ok=True)
        for name, content in files.items():
            (HERE.parent / folder / name).write_bytes(content)
