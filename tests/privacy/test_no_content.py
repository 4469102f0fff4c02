"""No content in logs, tracebacks and talk, whatever fails; none in receipts that no memory needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.faults import Fault, Ran

MARK = "zwxmarkerqj"
Day1 = Callable[..., Ran]
# An error that no part of the program expects: whatever stage it meets, that is a bug to it.
ODD = "EDOM"


def silent(ran: Ran, workspace: Path) -> None:
    assert MARK not in ran.err.casefold(), ran.err
    log = workspace / "log"
    if log.exists():
        assert MARK not in log.read_text(encoding="utf-8").casefold()


def test_readers_that_fail_do_not_say_on_what(day1: Day1, marked: Path, tmp_path: Path) -> None:
    ran = day1("pull", marked, "--me", "me@faro.example")
    assert ran.code == 0, ran.err
    silent(ran, tmp_path / "w")
    told = day1("status")
    assert "failed" in told.out and MARK not in told.out


@pytest.mark.parametrize("source", ["letters.mbox", "dates.ics", "cards.vcf", "letter.docx", "scan.pdf", "page.html"])  # fmt: skip
def test_a_single_broken_file_does_not_say_on_what(day1: Day1, marked: Path, tmp_path: Path, source: str) -> None:  # fmt: skip
    path = marked / source
    path.write_bytes(path.read_bytes()[:-7])
    silent(day1("run", path, "--me", "me@faro.example", "--approve", "all"), tmp_path / "w")


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["pull", "propose", "review", "seed", "undo"])
def test_a_bug_in_a_stage_does_not_say_on_what(day1: Day1, marked: Path, tmp_path: Path, verb: str) -> None:
    words: dict[str, tuple[object, ...]] = {"pull": (marked,), "review": ("--approve", "all")}
    for earlier in ("pull", "propose", "review", "seed", "undo"):
        if earlier == verb:
            break
        day1(earlier, *words.get(earlier, ()), "--me", "me@faro.example")
    codes = set()
    for number in (1, 3, 6, 10):
        ran = day1(verb, *words.get(verb, ()), "--me", "me@faro.example", fault=Fault(number, ODD))
        assert "Traceback" not in ran.err
        silent(ran, tmp_path / "w")
        codes.add(ran.code)
    assert codes & {1, 3}, codes


def test_a_damaged_ledger_or_list_does_not_say_on_what(day1: Day1, marked: Path, tmp_path: Path) -> None:
    day1("run", marked, "--me", "me@faro.example", "--approve", "all")
    for name in ("candidates.jsonl", "decisions.jsonl"):
        (tmp_path / "w" / name).write_text(f'{{"{MARK}": "{MARK}"\n', encoding="utf-8")
        for verb in (("status",), ("seed",), ("review", "--approve", "all")):
            silent(day1(*verb), tmp_path / "w")
    for receipt in (tmp_path / "w" / "receipts").iterdir():
        receipt.write_text(f'{{"state":"begun","id":"{MARK}"', encoding="utf-8")
    for verb in (("status",), ("show",), ("undo",)):
        silent(day1(*verb), tmp_path / "w")


def test_a_damaged_snapshot_is_a_line_and_no_bug(day1: Day1, marked: Path, tmp_path: Path) -> None:
    day1("pull", marked)
    snapshot = tmp_path / "w" / "snapshot.sqlite"
    snapshot.write_bytes(snapshot.read_bytes()[:5_000] + MARK.encode() * 900)
    for verb in ("status", "propose"):
        ran = day1(verb)
        assert ran.code in (0, 1), ran.err
        silent(ran, tmp_path / "w")


def test_what_was_only_read_is_in_no_receipt_and_no_memory(day1: Day1, marked: Path, tmp_path: Path) -> None:
    day1("run", marked, "--me", "me@faro.example", "--approve", "all")
    found = [*(tmp_path / "w" / "receipts").rglob("*"), *(tmp_path / "m").rglob("*")]
    for path in found:
        if path.is_file():
            text = path.read_text(encoding="utf-8").casefold()
            assert f"{MARK}body" not in text and f"{MARK}paragraph" not in text, path
