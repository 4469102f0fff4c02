"""The person's own editor, and everything that can go wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bootstrap.errors import ReviewError
from bootstrap.review.editor import external


def script(folder: Path, code: str) -> dict[str, str]:
    path = folder / "an editor.py"
    path.write_text(f"import pathlib, sys\nfile = pathlib.Path(sys.argv[-1])\n{code}\n")
    return {"EDITOR": f"'{sys.executable}' '{path}'"}


def test_gives_back_what_the_person_left(tmp_path: Path) -> None:
    edit = external(script(tmp_path, "file.write_text(file.read_text() + 'ünd mehr')"))
    assert edit("text ") == "text ünd mehr"


def test_visual_goes_before_editor(tmp_path: Path) -> None:
    good = script(tmp_path, "file.write_text('visual')")["EDITOR"]
    assert external({"VISUAL": good, "EDITOR": "/nowhere"})("text") == "visual"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("file.write_text('')", "empty file"),
        ("file.unlink()", "no readable text"),
        ("file.write_bytes(b'\\xff\\xfe\\x00')", "no readable text"),
    ],
)
def test_a_bad_end_changes_nothing_and_is_said(tmp_path: Path, code: str, said: str) -> None:
    with pytest.raises(ReviewError, match=said):
        external(script(tmp_path, code))("text")


@pytest.mark.parametrize("command", ["/nowhere/editor", "'unclosed", " "])
def test_an_editor_that_cannot_start_is_said(command: str) -> None:
    with pytest.raises(ReviewError, match="could not be started"):
        external({"EDITOR": command})("text")


def test_the_file_is_private_and_gone_afterwards(tmp_path: Path) -> None:
    code = "import os\nprint(oct(os.stat(file.parent).st_mode))\nfile.write_text(str(file) + ' ' + oct(os.stat(file.parent).st_mode & 0o77))"
    place, mode = external(script(tmp_path, code))("text").split()
    assert mode == "0o0"
    assert not Path(place).exists()
