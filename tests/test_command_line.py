"""What acceptance runs: the verbs end to end on the sample person, and every bad input a person can give."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import sample_data

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        found = json.loads(self.out.splitlines()[-1])
        assert isinstance(found, dict)
        return found


Day1 = Callable[..., Ran]


@pytest.fixture
def day1(tmp_path: Path) -> Day1:
    """Runs the program as a person does, with its own workspace and memory directory and a fixed clock."""

    def run(*words: object, stdin: str = "") -> Ran:
        places = ["--workspace", tmp_path / "w", "--memories", tmp_path / "m", "--now", "2026-11-15"]
        command = [sys.executable, "-m", "bootstrap.cli", *map(str, words), *map(str, places)]
        done = subprocess.run(command, capture_output=True, text=True, input=stdin, cwd=ROOT, check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


def tree(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """One whole run on the sample, shared by the tests that only look."""
    place = tmp_path_factory.mktemp("run")
    command = [
        sys.executable,
        "-m",
        "bootstrap.cli",
        "run",
        str(sample_data.path()),
        "--approve",
        "all",
        "--json",
    ]
    command += ["--workspace", str(place / "w"), "--memories", str(place / "m"), "--now", "2026-11-15"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    return place, Ran(done.returncode, done.stdout, done.stderr)


def test_a_run_ends_with_one_json_object_of_the_promised_shape(ran: tuple[Path, Ran]) -> None:
    place, run = ran
    assert run.code == 0, run.err
    result = run.json
    assert set(result) == {"snapshot", "candidates", "blocked", "approved", "seeded", "receipt", "spend"}
    for counts in result["snapshot"].values():  # type: ignore[attr-defined]
        assert counts["seen"] == counts["kept"] + sum(counts["skipped"].values()) + counts["failed"]
    assert "_global/MEMORY.md" in result["seeded"]  # type: ignore[operator]
    for path in result["seeded"]:  # type: ignore[attr-defined]
        assert (place / "m" / path).is_file()
    assert result["approved"] == result["candidates"] - len(result["blocked"])  # type: ignore[arg-type,operator]


def test_the_seed_of_the_sample_is_worth_keeping(ran: tuple[Path, Ran]) -> None:
    from bootstrap.fixtures.score import score

    rated = score(sample_data.gold(), ran[0] / "m", "meta")
    assert rated.forbidden == ()
    assert (rated.recall or 0) >= 0.85
    assert (rated.precision or 0) >= 0.9
    assert rated.memories <= 40


def test_every_quote_stands_in_its_record(ran: tuple[Path, Ran]) -> None:
    from bootstrap.extract.grounding import normal, record_text
    from bootstrap.ledgers import read_candidates
    from bootstrap.snapshot import Snapshot

    quotes = 0
    with Snapshot(ran[0] / "w" / "snapshot.sqlite") as snapshot:
        for candidate in read_candidates(ran[0] / "w" / "candidates.jsonl"):
            assert candidate.evidence, candidate.key
            for evidence in candidate.evidence:
                if evidence.quote:
                    record = snapshot.record(evidence.uri)
                    assert record is not None and normal(evidence.quote) in record_text(record)
                    quotes += 1
    assert quotes > 30


def test_workspace_and_memories_are_private(ran: tuple[Path, Ran]) -> None:
    for path in [ran[0] / "w", ran[0] / "m", *(ran[0] / "w").rglob("*"), *(ran[0] / "m").rglob("*")]:
        assert path.stat().st_mode & 0o077 == 0, path


def test_two_runs_give_the_same_bytes_and_the_second_proposes_nothing(
    day1: Day1, tmp_path: Path, ran: tuple[Path, Ran]
) -> None:
    assert day1("run", sample_data.path(), "--approve", "all").code == 0
    there = {name: digest for name, digest in tree(tmp_path / "m").items() if ".day1" not in name}
    other = {name: digest for name, digest in tree(ran[0] / "m").items() if ".day1" not in name}
    assert there == other
    assert day1("run", sample_data.path(), "--approve", "all", "--json").json["candidates"] == 0
    assert {n: d for n, d in tree(tmp_path / "m").items() if ".day1" not in n} == there


def test_undo_restores_the_directory_to_the_byte(day1: Day1, tmp_path: Path) -> None:
    layer = tmp_path / "m" / "_global"
    layer.mkdir(parents=True)
    (layer / "user_mine.md").write_bytes(
        b"---\r\nname: mine # by hand\r\ntype: user\r\n---\r\n\r\nI like tea.\r\n"
    )
    before = tree(tmp_path / "m")
    result = day1("run", sample_data.path(), "--approve", "all", "--json").json
    assert len(tree(tmp_path / "m")) > len(before)
    assert day1("undo", result["receipt"]).code == 0
    assert tree(tmp_path / "m") == before


def test_show_is_the_same_bytes_and_read_tells_the_age(day1: Day1) -> None:
    day1("run", sample_data.path(), "--approve", "all")
    shown = day1("show")
    assert shown.out == day1("show").out
    assert "Ximena" in shown.out
    name = "own-addresses"
    told = day1("read", name)
    assert told.code == 0 and "day" in told.out.splitlines()[0] + told.out.splitlines()[1]


def test_answers_from_a_file_approve_only_what_they_name(day1: Day1, tmp_path: Path) -> None:
    day1("pull", sample_data.path())
    day1("propose")
    lines = (tmp_path / "w" / "candidates.jsonl").read_text().splitlines()
    ids = [json.loads(line)["id"] for line in lines]
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "\n".join(
            [
                json.dumps({"id": ids[0], "verdict": "approve"}),
                json.dumps({"id": ids[1], "verdict": "reject"}),
            ]
        )
    )
    assert day1("review", "--decisions", answers).code == 0
    assert len(day1("seed", "--json").json["seeded"]) == 2  # type: ignore[arg-type]
    day1("propose")
    again = [
        json.loads(line)["id"] for line in (tmp_path / "w" / "candidates.jsonl").read_text().splitlines()
    ]
    assert not {ids[0], ids[1]} & set(again)


def test_without_a_terminal_or_an_answer_nothing_is_approved(day1: Day1, tmp_path: Path) -> None:
    run = day1("run", sample_data.path())
    assert run.code == 1
    assert "--approve all" in run.err
    assert not (tmp_path / "m").exists()


def test_forget_says_what_goes_and_what_stays(day1: Day1, tmp_path: Path) -> None:
    day1("run", sample_data.path(), "--approve", "all")
    assert "snapshot.sqlite" in day1("forget", "--json").json["forgotten"]  # type: ignore[operator]
    assert not (tmp_path / "w" / "snapshot.sqlite").exists()
    assert (tmp_path / "w" / "decisions.jsonl").exists()
    assert day1("forget", "--all").code == 0
    assert not (tmp_path / "w").exists()


def _missing(place: Path) -> Path:
    return place / "no-such-file.zip"


def _empty_folder(place: Path) -> Path:
    (place / "empty").mkdir()
    return place / "empty"


def _text_called_zip(place: Path) -> Path:
    (place / "notes.zip").write_text("These are notes and no archive.")
    return place / "notes.zip"


def _truncated_zip(place: Path) -> Path:
    path = place / "takeout-20261115T000000Z-001.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "Takeout/Mail/All mail.mbox",
            b"From a@b Mon Jan  5 10:00:00 2026\nFrom: a@b.example\n\nHi\n" * 400,
        )
    path.write_bytes(path.read_bytes()[:-60])
    return path


def _mailbox_of_nothing(place: Path) -> Path:
    (place / "empty.mbox").write_bytes(b"")
    return place / "empty.mbox"


@pytest.mark.parametrize(
    "make", [_missing, _empty_folder, _text_called_zip, _truncated_zip, _mailbox_of_nothing]
)
def test_bad_input_is_one_clear_line_and_a_hint(
    day1: Day1, tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    run = day1("run", make(tmp_path), "--approve", "all", "--json")
    lines = run.err.strip().splitlines()
    assert run.code == 1
    assert run.out == ""
    assert [line.split(":")[0] for line in lines] == ["day1", "hint"], run.err
    assert "Traceback" not in run.err
    assert not (tmp_path / "m").exists()
    assert not (tmp_path / "w").exists()


def test_a_memory_directory_that_is_a_file_is_refused_before_anything_is_read(
    day1: Day1, tmp_path: Path
) -> None:
    (tmp_path / "m").write_text("not a folder")
    run = day1("run", sample_data.path(), "--approve", "all")
    assert run.code == 1 and "--memories" in run.err
    assert not (tmp_path / "w").exists()


def test_usage_errors_are_exit_2(day1: Day1) -> None:
    assert day1("run").code == 2
    assert day1("show", "--now", "yesterday").code == 2


def test_a_bug_names_a_log_without_content(tmp_path: Path) -> None:
    from bootstrap.commands.failing import BUG, guarded

    def broken() -> int:
        raise RuntimeError("secret content of a mail")

    assert guarded(broken, tmp_path / "w") == BUG
    log = (tmp_path / "w" / "log").read_text()
    assert "RuntimeError" in log and "broken" in log and "secret" not in log


def test_room_left_by_the_seeded_is_no_reason_to_ask_for_more(day1: Day1) -> None:
    first = day1("run", sample_data.path(), "--approve", "all", "--budget", "8", "--json").json
    assert first["approved"] == 8
    second = day1("run", sample_data.path(), "--approve", "all", "--budget", "8", "--json").json
    assert (second["candidates"], second["approved"], second["seeded"]) == (0, 0, [])
