"""A person whose every text carries a word that must not turn up where content does not belong."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.corridor import small_exports
from benchmarks.faults import Forks, Ran

MARK = "zwxmarkerqj"

_MAIL = """\
From rosa@faro.example Mon Jan  5 10:00:00 2026
From: "Rosa {mark}from" <rosa@faro.example>
To: "Me" <me@faro.example>
Subject: About {mark}subject
Date: Mon, 5 Jan 2026 10:00:{n:02} +0000
Message-ID: <{n}@faro.example>
{extra}
The text is {mark}body.

"""
_EVENT = "BEGIN:VEVENT\r\nUID:{n}@faro.example\r\nSUMMARY:{mark}title\r\nLOCATION:{mark}place\r\nDTSTART:{start}\r\nEND:VEVENT\r\n"


def marked_exports(place: Path) -> Path:
    """Mail, a calendar, contacts, documents, whole and broken, beside exports that give memories."""
    folder = small_exports(place)
    extras = ["", f'Content-Type: text/plain; charset="{MARK}charset"\n', f"X-{MARK}: =?{MARK}?q?=ZZ?=\n",
              f'Content-Type: multipart/mixed; boundary="{MARK}boundary"\n']  # fmt: skip
    mails = [_MAIL.format(mark=MARK, n=n, extra=extra) for n, extra in enumerate(extras)]
    (folder / "letters.mbox").write_text("".join(mails), encoding="utf-8")
    starts = ["20260105T100000Z", f"{MARK}date", "99999999T999999"]
    events = "".join(_EVENT.format(mark=MARK, n=n, start=start) for n, start in enumerate(starts))
    (folder / "dates.ics").write_text(
        f"BEGIN:VCALENDAR\r\nX-WR-TIMEZONE:{MARK}/zone\r\n{events}END:VCALENDAR\r\n", encoding="utf-8"
    )
    (folder / "cards.vcf").write_text(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{MARK}name\r\nEMAIL:p@faro.example\r\nBDAY:{MARK}\r\nEND:VCARD\r\n",
        encoding="utf-8",
    )
    (folder / "plan.md").write_text(f"# {MARK}heading\n\n{MARK}paragraph\n", encoding="utf-8")
    (folder / "page.html").write_text(f"<p>{MARK}html<![CDATA[{MARK}", encoding="utf-8")
    for name in ("letter.docx", "sheet.xlsx"):
        with zipfile.ZipFile(folder / name, "w") as archive:
            archive.writestr("word/document.xml", f"<w:document>{MARK}xml")
            archive.writestr("xl/workbook.xml", f"<workbook>{MARK}xml")
    (folder / "scan.pdf").write_bytes(b"%PDF-1.4\n" + MARK.encode())
    return folder


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks]:
    if not hasattr(os, "fork"):
        pytest.skip("this system can't fork")
    home = tmp_path_factory.mktemp("privacy-home")
    with Forks([tmp_path_factory.getbasetemp()], {"HOME": str(home)}) as forks:
        yield forks


@pytest.fixture
def day1(forks: Forks, tmp_path: Path) -> Callable[..., Ran]:
    """Runs the program with a workspace ``w`` and a memory directory ``m`` of the test's own."""

    def run(*words: object, **more: object) -> Ran:
        places = ["--workspace", tmp_path / "w", "--memories", tmp_path / "m", "--now", "2026-11-15"]
        return forks.run(*words, *places, **more)  # type: ignore[arg-type]

    return run


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    return marked_exports(tmp_path)
