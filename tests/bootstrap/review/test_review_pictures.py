"""Pictures of the screens, to be looked at: ``DAY1_NEW_PICTURES=1 pytest`` draws them anew."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bootstrap.model import Block, Candidate, Evidence
from bootstrap.review.app import ReviewApp

Sit = Callable[..., Any]
Press = Callable[..., Awaitable[None]]
pytestmark = pytest.mark.slow
PICTURES = Path(__file__).with_name("pictures")
DRAW = bool(os.environ.get("DAY1_NEW_PICTURES"))  # read before a test's clean environment

CASES: dict[str, tuple[tuple[int, int], list[list[str]], bool]] = {
    "wide": ((120, 30), [["a", "x", "s"]], False),
    "wide-light": ((120, 30), [["a", "x", "s", "j"]], True),
    "narrow": ((80, 24), [["a", "a"]], False),
    "smallest": ((72, 20), [], False),
    "broad": ((170, 30), [["v"]], True),
    "update": ((100, 24), [["j", "j", "j"]], False),
    "blocked": ((100, 24), [["G"]], True),
    "bulk": ((80, 24), [["3", "A"]], False),
    "evidence": ((100, 24), [["enter"]], True),
    "help": ((100, 44), [["question_mark"]], False),
    "filter": ((80, 24), [["slash"], [*"work type:reference"]], True),
    "empty": ((80, 24), [["slash"], [*"zzz", "enter"]], False),
}


def picture(app: ReviewApp) -> str:
    """The screen as SVG; the ids that change with every run, and the fonts from the net, left out."""
    svg = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="day1 review"))
    return re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)


def compare(name: str, svg: str) -> None:
    path = PICTURES / f"{name}.svg"
    if DRAW:
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
    if svg != path.read_text(encoding="utf-8"):
        pytest.fail(f"{name} looks different: draw it anew and look at it (DAY1_NEW_PICTURES=1)")


@pytest.mark.parametrize("name", CASES)
async def test_looks_as_it_was_looked_at(press: Press, sit: Sit, name: str) -> None:
    size, keys, light = CASES[name]
    app = ReviewApp(sit().desk(), light)
    async with app.run_test(size=size) as pilot:
        for batch in keys:
            await press(pilot, *batch)
        await pilot.pause()
        compare(name, picture(app))


async def test_without_colour_every_meaning_has_a_glyph(
    press: Press, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = ReviewApp(sit().desk(), light=False)
    async with app.run_test(size=(100, 24)) as pilot:
        await press(pilot, "a", "x", "s", "b", "e")
        await press(pilot, "z")
        await press(pilot, "ctrl+s")
        await press(pilot, "j")
        compare("no-colour", picture(app))
        lines = "\n".join(app.screen.query_one("#queue").render_line(y).text for y in range(10))
        for glyph in "✓✗~!*▾±−❯":
            assert glyph in lines


async def test_hostile_text_is_shown_harmlessly(make: Callable[..., Candidate], sit: Sit) -> None:
    tags = "".join(chr(0xE0000 + ord(char)) for char in "hidden words")
    bad = "\x1b]52;c;aGk=\x07[@click=app.quit]press[/] list[int] \u202eevil\u202c "
    people = [
        make("one", title=bad + "title", description=bad, body=bad + "\n" + "long " * 2_500, evidence=(Evidence("mid:\x1b[2J", quote=bad + tags),)),
        make("two", title="محمد الأمين, شريك في القاهرة", body="## محمد الأمين\n- صباح الخير"),
        make("three", title="佐藤 由紀、東京オフィス", body="請求データ"),
        make("four", title="👨‍👩‍👧 🇩🇪 👍🏽 ❤️ in a title"),
        make("five", title="x" * 10_000, blocked=(Block("injection", bad),)),
    ]  # fmt: skip
    app = ReviewApp(sit(people).desk(), light=False)
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        compare("hostile", picture(app))
