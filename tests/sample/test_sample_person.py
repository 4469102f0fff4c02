"""The sample person: the committed exports are those the texts give, and the gold file is fair."""

from __future__ import annotations

import contextlib
import mailbox
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from email.utils import getaddresses
from pathlib import Path

import icalendar
import pytest

import sample_data
from bootstrap.fixtures import gold
from bootstrap.fixtures.gold import found
from sample_data.source import rough
from sample_data.source.__main__ import build
from sample_data.source.planted import SECRETS

TAKEOUT = sample_data.path() / "takeout-20261115T120000Z-001.zip"
MBOX = "Takeout/Mail/All mail Including Spam and Trash.mbox"


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Iterator[mailbox.mbox]:
    path = tmp_path_factory.mktemp("mail") / "all.mbox"
    path.write_bytes(zipfile.ZipFile(TAKEOUT).read(MBOX))
    with contextlib.closing(mailbox.mbox(path)) as box:
        yield box


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of the exports, those inside zips one by one: what counts, whatever packed it."""
    found_files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".bundle"):
        name = path.relative_to(folder).as_posix()
        if path.suffix == ".zip":
            archive = zipfile.ZipFile(path)
            found_files |= {f"{name}!{entry}": archive.read(entry) for entry in archive.namelist()}
        else:
            found_files[name] = path.read_bytes()
    return found_files


def test_the_committed_exports_are_what_the_texts_give(tmp_path: Path) -> None:
    build(tmp_path)
    assert contents(tmp_path) == contents(sample_data.path())
    bundles = {path.name: path.read_bytes().splitlines()[1:3] for path in (tmp_path / "repos").iterdir()}
    assert bundles == {
        path.name: path.read_bytes().splitlines()[1:3] for path in (sample_data.path() / "repos").iterdir()
    }


def test_all_of_it_stays_small() -> None:
    files = [
        path for path in sample_data.ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    ]
    assert sum(path.stat().st_size for path in files) < 1_500_000


def test_most_mail_is_bulk_and_only_made_up_domains_appear(mails: mailbox.mbox) -> None:
    bulk = Counter(
        bool(mail["List-Id"] or mail["List-Unsubscribe"] or mail["Auto-Submitted"]) for mail in mails
    )
    assert len(mails) > 600
    assert bulk[True] > bulk[False] > 200
    headers = [str(mail[name] or "") for mail in mails for name in ("From", "To", "Cc")]
    domains = {address.rpartition("@")[2] for _, address in getaddresses(headers) if "@" in address}
    assert {domain for domain in domains if not domain.endswith(".example")} == set()


def test_sent_mail_carries_the_offset_of_the_southern_summer(mails: mailbox.mbox) -> None:
    sent = [mail["Date"] for mail in mails if "Sent" in str(mail["X-Gmail-Labels"])]
    offsets = {
        (int(re.search(r" (\w{3}) \d{4} ", date)[1] in ("Dec", "Jan", "Feb")), date[-5:]) for date in sent
    }
    assert (1, "-0300") in offsets
    assert (0, "-0400") in offsets
    assert (1, "-0400") not in offsets


def test_calendar_has_a_series_cancelled_without_an_end_and_one_kept_in_another_zone() -> None:
    name = f"Takeout/Calendar/{sample_data.ADDRESS}.ics"
    events = icalendar.Calendar.from_ical(zipfile.ZipFile(TAKEOUT).read(name)).walk("VEVENT")
    cancelled = [event for event in events if event["STATUS"] == "CANCELLED"]
    assert [str(event["SUMMARY"]) for event in cancelled] == ["Traro corto"]
    assert "UNTIL" not in cancelled[0]["RRULE"]
    assert {event["DTSTART"].params.get("TZID") for event in events} >= {
        "America/Santiago",
        "W. Europe Standard Time",
    }
    assert sum("RECURRENCE-ID" in event for event in events) == 2


def test_every_planted_secret_is_in_the_exports_and_forbidden(mails: mailbox.mbox) -> None:
    bodies = [part.get_payload(decode=True) or b"" for mail in mails for part in mail.walk()]
    texts = b"\n".join(bodies).decode()
    secrets = [each for each in gold.read(sample_data.gold()).forbidden if each.kind == "secret"]
    for secret in SECRETS.values():
        assert secret in texts
        assert any(each.in_(f"note: {secret}") for each in secrets)


def test_no_secret_stands_in_the_sources() -> None:
    sources = [
        path.read_text("utf-8")
        for path in (sample_data.ROOT / "source").rglob("*")
        if path.suffix in (".py", ".txt")
    ]
    assert not any(secret in text for secret in SECRETS.values() for text in sources)


def test_what_gold_says_matches_itself_and_nothing_forbidden() -> None:
    truth = gold.read(sample_data.gold())
    assert [fact.id for fact in truth.facts if not fact.told_by(fact.say)] == []
    assert [
        (fact.id, each.id) for fact in truth.facts for each in truth.forbidden if each.in_(fact.say)
    ] == []
    assert [(each.id, probe) for each in truth.forbidden for probe in each.probe if not each.in_(probe)] == []


def test_gold_can_be_found_in_the_exports(mails: mailbox.mbox) -> None:
    """Words that only the truth knows would be unfair: every quoted name of a fact stands somewhere in the exports."""
    texts = [(part.get_payload(decode=True) or b"").decode() for mail in mails for part in mail.walk()]
    everything = "\n".join(
        [*texts, *(data.decode("utf-8", "replace") for data in contents(sample_data.path()).values())]
    )
    names = [
        "Traverso",
        "Junta de Vigilancia",
        "Hoekstra",
        "izubeldia@",
        "xno@",
        "tablero.cuencaaustral",
        "Pauta de curvas",
    ]
    assert [name for name in names if not found(re.escape(name), everything)] == []


@pytest.mark.parametrize(("folder", "files"), [("broken", rough.broken()), ("hostile", rough.hostile())])
def test_rough_files_are_what_the_source_gives(folder: str, files: dict[str, bytes]) -> None:
    committed = {path.name: path.read_bytes() for path in (sample_data.ROOT / folder).iterdir()}
    plain = {name: data for name, data in files.items() if not data.startswith(b"PK")}
    assert committed.keys() == files.keys()
    assert {name: committed[name] for name in plain} == plain
