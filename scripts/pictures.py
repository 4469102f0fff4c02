"""The README's pictures, made by the app itself on the sample person: python scripts/pictures.py

Writes assets/review-wide.svg, assets/review-narrow.svg and assets/first-run.svg (animated). They change only
when the screens, the sample or what is proposed from it change.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from animation import PREFIX, Frame, animated
from textual.app import App
from textual.pilot import Pilot

import sample_data
from bootstrap.cli import parser
from bootstrap.commands import chosen
from bootstrap.commands.steps import Steps
from bootstrap.review.wizard.app import Wizard
from bootstrap.review.wizard.steps import Found

ASSETS = Path(__file__).parent.parent / "assets"
WIDE, NARROW, FILM = (124, 34), (80, 24), (92, 26)

STORY = [
    # (key, seconds the picture stays)
    ("", 2.5), ("enter", 2.5), ("enter", 1.5), ("enter", 2.0), ("enter", 1.5), ("enter", 1.2), ("enter", 2.5),
    ("a", 0.9), ("a", 0.9), ("a", 0.9), ("x", 0.9), ("u", 1.2), ("enter", 2.5), ("escape", 0.6), ("a", 0.7), ("a", 0.7),
    ("v", 1.8), ("v", 0.6), ("w", 2.5), ("w", 4.0),
]  # fmt: skip


class SampleSteps(Steps):
    """The stages of the command line, with the sample's files as all there is to find."""

    def discover(self) -> list[Found]:
        return [found for path in sorted(sample_data.path().iterdir()) for found in self.look(str(path))]

    def memories(self) -> Path:
        return Path("~/.agent/memories")


def steps(place: Path) -> SampleSteps:
    day = sample_data.NOW.isoformat()
    places = ["--workspace", str(place / "workspace"), "--memories", str(place / "memories")]
    arguments = parser().parse_args(["wizard", *places, "--now", day])
    return SampleSteps(arguments, chosen.settings(arguments))


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def picture(app: App[Any], title: str) -> str:
    """The screen as one SVG, without fonts from the net and without an id that changes with every run."""
    svg = re.sub(r"terminal-\d+", PREFIX, app.export_screenshot(title=title))
    return re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)


async def still(place: Path, size: tuple[int, int], light: bool, keys: list[str]) -> str:
    with steps(place) as stages:
        app = Wizard(stages, light)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "r", *keys)
            return picture(app, "day1 review")


async def film(place: Path) -> list[Frame]:
    frames = []
    with steps(place) as stages:
        app = Wizard(stages)
        async with app.run_test(size=FILM) as pilot:
            for key, seconds in STORY:
                await press(pilot, *([key] if key else []))
                app.clear_notifications()
                await pilot.pause()
                frames.append(Frame(picture(app, "day1"), seconds))
    return frames


def main() -> None:
    os.environ.pop("NO_COLOR", None)
    ASSETS.mkdir(exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix="day1-pictures-"))
    try:
        film_frames = asyncio.run(film(place))
        (ASSETS / "first-run.svg").write_text(animated(film_frames), encoding="utf-8")
        (place / "workspace" / "decisions.jsonl").unlink()
        wide = asyncio.run(still(place, WIDE, False, ["a", "a", "x"]))
        (ASSETS / "review-wide.svg").write_text(wide, encoding="utf-8")
        narrow = asyncio.run(still(place, NARROW, True, ["a", "a"]))
        (ASSETS / "review-narrow.svg").write_text(narrow, encoding="utf-8")
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
