"""Writing that leaves the old or the new, whatever happens in between."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bootstrap import files
from bootstrap.errors import Day1Error

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes, links and locks")


def modes(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@given(old=st.binary(max_size=300), new=st.binary(max_size=300))
@settings(max_examples=30, deadline=None)
def test_what_is_written_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, old: bytes, new: bytes
) -> None:
    path = tmp_path_factory.mktemp("files") / "x"
    for data in (old, new):
        files.write_atomic(path, data)
        assert path.read_bytes() == data
    assert [one.name for one in path.parent.iterdir()] == ["x"]


@posix
def test_new_files_and_folders_are_private(tmp_path: Path) -> None:
    files.make_private_directory(tmp_path / "a/b")
    files.write_atomic(tmp_path / "a/b/x", b"1")
    files.append_line(tmp_path / "a/b/log", b"1")
    assert [modes(tmp_path / "a"), modes(tmp_path / "a/b")] == [0o700, 0o700]
    assert [modes(tmp_path / "a/b/x"), modes(tmp_path / "a/b/log")] == [0o600, 0o600]


@posix
def test_a_symlink_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/x").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real/x")
    files.write_atomic(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real/x").read_bytes() == b"new"


def test_a_missing_folder_is_one_clear_line_with_a_hint(tmp_path: Path) -> None:
    with pytest.raises(Day1Error) as refused:
        files.write_atomic(tmp_path / "no/x", b"1")
    assert "\n" not in str(refused.value)
    assert refused.value.hint


def test_a_file_where_a_folder_should_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"")
    with pytest.raises(Day1Error, match="directory"):
        files.make_private_directory(tmp_path / "x")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_each_common_refusal_has_a_hint(code: int) -> None:
    with pytest.raises(Day1Error) as refused, files.explained(Path("x")):
        raise OSError(code, "no")
    assert refused.value.hint


@given(
    lines=st.lists(st.binary(max_size=30).filter(lambda line: b"\n" not in line), max_size=8),
    cut=st.integers(0, 40),
)
@settings(max_examples=50, deadline=None)
def test_a_torn_line_spoils_no_other(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], cut: int
) -> None:
    path = tmp_path_factory.mktemp("log") / "log"
    for line in lines:
        files.append_line(path, line)
    whole = path.read_bytes() if path.exists() else b""
    path.write_bytes(whole[: max(0, len(whole) - cut)])
    kept = path.read_bytes()
    files.append_line(path, b"next")
    assert path.read_bytes().split(b"\n")[-2:] == [b"next", b""]
    assert path.read_bytes().startswith(kept)


def test_left_over_staged_files_are_cleared_and_nothing_else(tmp_path: Path) -> None:
    staged = files.stage(tmp_path / "x", b"1")
    (tmp_path / ".day1-notes.md").write_bytes(b"mine")
    files.discard_staged(tmp_path)
    assert not staged.exists()
    assert (tmp_path / ".day1-notes.md").exists()


_HOLD = """
import sys
from pathlib import Path
from bootstrap import files
with files.{lock}(Path(sys.argv[1]), "busy"):
    print("held", flush=True)
    sys.stdin.read()
"""


@posix
@pytest.mark.parametrize("lock", ["locked", "locked_folder"])
def test_a_second_process_is_refused_and_a_killed_one_lets_go(tmp_path: Path, lock: str) -> None:
    place = tmp_path / "lock" if lock == "locked" else tmp_path
    take = getattr(files, lock)
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD.format(lock=lock), str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None and holder.stdin is not None
    holder.stdout.readline()
    with pytest.raises(Day1Error, match="busy"), take(place, "busy"):
        pass
    holder.kill()
    holder.wait()
    holder.stdin.close()
    holder.stdout.close()
    with take(place, "busy"):
        pass


_WRITE = """
import os, sys
from pathlib import Path
from bootstrap import files
print("go", flush=True)
while True:
    for letter in b"ab":
        files.write_atomic(Path(sys.argv[1]), bytes([letter]) * 200_000)
"""


@posix
def test_a_killed_writer_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for _ in range(5):
        writer = subprocess.Popen([sys.executable, "-c", _WRITE, str(path)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        while not path.exists():
            os.sched_yield() if hasattr(os, "sched_yield") else None
        writer.kill()
        writer.wait()
        writer.stdout.close()
        assert path.read_bytes() in (b"a" * 200_000, b"b" * 200_000)
