"""One person's corridor, stage by stage, that can be put back to any stage, cut there, and looked at.

What must hold after a cut, whatever the moment: the next start is clean, the memory directory is the old one
or the new one to the byte, no answer is lost but the one in flight, and the same command again ends where an
undisturbed one would have ended.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import sample_data
from benchmarks.faults import KILLED, Fault, Forks, Ran

NOW, LATER = "2026-11-15", "2027-12-01"
BY_HAND = b"---\r\nname: mine # by hand\r\ntype: user\r\n---\r\n\r\nI like tea.\r\n"


@dataclass(frozen=True)
class Stage:
    """One command, from one state of the disk to the next. ``repeats``: a second time it changes nothing."""

    name: str
    words: tuple[str, ...]
    before: str
    after: str
    now: str = NOW
    repeats: bool = True


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder below with the hash of its bytes."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in sorted(folder.rglob("*"))
    }


def small_exports(place: Path) -> Path:
    """What of the sample person is read in a moment: chat, a repository and documents."""
    exports = place / "exports"
    shutil.copytree(sample_data.path() / "documents", exports / "documents")
    for path in [*sample_data.path().glob("*Slack*"), sample_data.path() / "repos" / "hydrokit.bundle"]:
        shutil.copy(path, exports)
    return exports


class Corridor:
    """Walks the whole corridor once, undisturbed, and keeps the disk as it was after each stage.

    Args:
        place: a folder of its own; ``forks`` must watch it.
        source: what is pulled.
    """

    def __init__(self, place: Path, forks: Forks, source: Path | None = None) -> None:
        self.live = place / "live"
        self.workspace, self.memories, self.harness = (self.live / name for name in ("w", "m", "x"))
        self._kept = place / "kept"
        self._answers = place / "answers.jsonl"
        self._forks = forks
        self._source = str(source or sample_data.path())
        self.stages = {stage.name: stage for stage in self._walk()}

    def day1(self, *words: object, fault: Fault | None = None, now: str = NOW, umask: int = 0o022) -> Ran:
        places = ["--workspace", self.workspace, "--memories", self.memories, "--now", now]
        return self._forks.run(*words, *places, fault=fault, umask=umask)

    def back_to(self, state: str) -> None:
        shutil.rmtree(self.live, ignore_errors=True)
        shutil.copytree(self._kept / state, self.live)

    def cut(self, stage: Stage, fault: Fault) -> Ran:
        """Go back before the stage and run it with the fault."""
        self.back_to(stage.before)
        return self.day1(*stage.words, fault=fault, now=stage.now)

    def problems(self, stage: Stage) -> list[str]:
        """What does not hold after a cut of this stage; empty when all does. Runs the stage again."""
        return [*self._next_start(stage), *self._again(stage)]

    def trial(self, stage: Stage, fault: Fault) -> tuple[bool, list[str]]:
        """Whether the stage was killed before it ended, and what does not hold then."""
        ran = self.cut(stage, fault)
        found = self.problems(stage)
        if ran.code not in (0, KILLED):
            found.append(f"ended with {ran.code}: {ran.err.strip()}")
        return ran.code == KILLED, found

    # ---- the walk

    def _walk(self) -> list[Stage]:
        layer = self.memories / "_global"
        layer.mkdir(parents=True)
        (layer / "user_mine.md").write_bytes(BY_HAND)
        self._keep("empty")
        stages = [
            self._go(Stage("pull", ("pull", self._source), "empty", "pulled")),
            self._go(Stage("propose", ("propose",), "pulled", "proposed")),
        ]
        self._answer()
        to, answers = str(self.harness), str(self._answers)
        stages += [
            self._go(Stage("review", ("review", "--decisions", answers), "proposed", "reviewed")),
            self._go(Stage("seed", ("seed",), "reviewed", "seeded")),
            self._go(Stage("export", ("export", "codex", "--to", to), "seeded", "exported")),
        ]
        first, second = sorted(path.stem for path in (self.workspace / "receipts").iterdir())
        stages += [
            self._go(Stage("undo export", ("undo", second), "exported", "taken back")),
            self._go(Stage("undo", ("undo", first), "taken back", "undone")),
            self._go(Stage("pull again", ("pull", self._source), "exported", "pulled again")),
            self._go(Stage("forget", ("forget",), "exported", "forgotten")),
            self._go(Stage("forget all", ("forget", "--all"), "exported", "all forgotten")),
            self._go(Stage("re-propose", ("propose",), "seeded", "re-proposed", LATER)),
            self._go(Stage("re-review", ("review", "--approve", "all"), "re-proposed", "re-reviewed", LATER)),
            self._go(Stage("re-seed", ("seed",), "re-reviewed", "re-seeded", LATER, False)),
            self._go(Stage("run", ("run", self._source, "--approve", "all"), "empty", "all run")),
        ]
        return stages

    def _go(self, stage: Stage) -> Stage:
        ran = self.cut(stage, Fault())
        if ran.code != 0:
            raise RuntimeError(f"{stage.name}: {ran.err}")
        self._keep(stage.after)
        return stage

    def _keep(self, state: str) -> None:
        shutil.copytree(self.live, self._kept / state)

    def _answer(self) -> None:
        """One is rejected, one skipped, one moved to a project's layer, one retyped, the rest approved."""
        lines = (self.workspace / "candidates.jsonl").read_text(encoding="utf-8").splitlines()
        answers: list[dict[str, str]] = [
            {"id": json.loads(line)["id"], "verdict": "approve"} for line in lines
        ]
        answers[0]["verdict"], answers[1]["verdict"] = "reject", "skip"
        answers[2]["layer"], answers[3]["type"] = "-srv-kite", "reference"
        self._answers.write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")

    # ---- what must hold

    def _next_start(self, stage: Stage) -> list[str]:
        found = self._answers_lost(stage)
        for words in (("show",), ("status", "--json")):
            ran = self.day1(*words, now=stage.now)
            if ran.code or ran.err:
                found.append(f"{words[0]} after it: {ran.code} {ran.err.strip()}")
        for name, folder in (("memory directory", self.memories), ("export", self.harness)):
            states = [tree(self._kept / state / folder.name) for state in (stage.before, stage.after)]
            if stage.name != "run" and tree(folder) not in states:
                found.append(f"the {name} is neither the old nor the new one")
        return found

    def _answers_lost(self, stage: Stage) -> list[str]:
        now = _lines(self.workspace / "decisions.jsonl")
        before, after = (
            _lines(self._kept / state / "w" / "decisions.jsonl") for state in (stage.before, stage.after)
        )
        if stage.name == "forget all":
            return []
        lost = now[: len(before)] != before or now != after[: len(now)]
        return ["answers are lost"] if lost else []

    def _again(self, stage: Stage) -> list[str]:
        if not stage.repeats and tree(self.memories) == tree(self._kept / stage.after / "m"):
            return []
        ran = self.day1(*stage.words, now=stage.now)
        found = [] if self._as_it_should(stage, ran) else [f"again: {ran.code} {ran.err.strip()}"]
        found += [
            f"again: {folder.name} is another"
            for folder in (self.memories, self.harness)
            if tree(folder) != tree(self._kept / stage.after / folder.name)
        ]
        here, there = self.workspace, self._kept / stage.after / "w"
        if sorted(tree(here)) != sorted(tree(there)):
            found.append(f"again: files {sorted(set(tree(here)) ^ set(tree(there)))}")
        proposed = [] if stage.name == "run" else ["candidates.jsonl"]  # what is seeded is proposed no more
        for name in (*proposed, *(f"receipts/{p.name}" for p in (there / "receipts").glob("*"))):
            length = 16 if stage.words[0] == "undo" else None  # its state; how it was taken back may differ
            if _bytes(here / name)[:length] != _bytes(there / name)[:length]:
                found.append(f"again: {name} is another")
        if _lines(here / "decisions.jsonl") != _lines(there / "decisions.jsonl"):
            found.append("again: the answers are others")
        if snapshot(here) != snapshot(there):
            found.append("again: the snapshot is another")
        found += [f"{path} is open to others" for path in self.live.rglob("*") if _open(path, self.memories)]
        return found

    def _as_it_should(self, stage: Stage, ran: Ran) -> bool:
        """An undo that was finished at the next start can't be done again."""
        return ran.code == 0 or (ran.code == 1 and stage.words[0] == "undo" and "no such writing" in ran.err)


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _lines(path: Path) -> list[str]:
    """The whole lines of a log; one that was cut does not count."""
    found = []
    for line in _bytes(path).decode(errors="replace").split("\n"):
        try:
            json.loads(line)
        except ValueError:
            continue
        found.append(line)
    return found


def _open(path: Path, memories: Path) -> bool:
    """Folders and files that were there before are left as open as they were."""
    by_hand = {memories, memories / "_global", memories / "_global" / "user_mine.md"}
    return path not in by_hand and path.stat().st_mode & 0o077 != 0


def snapshot(workspace: Path) -> list[tuple[object, ...]]:
    """What the snapshot holds, in numbers and hashes."""
    path = workspace / "snapshot.sqlite"
    if not path.exists():
        return []
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        pulls = db.execute("SELECT label, finished<>'', problem, kept, dropped, digest FROM pulls ORDER BY id").fetchall()  # fmt: skip
        skips = db.execute("SELECT label, reason, count FROM skips JOIN pulls ON id=pull ORDER BY 1, 2").fetchall()  # fmt: skip
        failed = db.execute("SELECT uri, reason FROM failures ORDER BY failures.rowid").fetchall()
        checked = db.execute("PRAGMA integrity_check").fetchall()
    finally:
        db.close()
    return [*pulls, *skips, *failed, *checked]
