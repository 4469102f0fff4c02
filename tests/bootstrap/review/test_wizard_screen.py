"""The first run by keys alone, and every state that has a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from bootstrap.errors import Day1Error
from bootstrap.review.dialogs import Confirm
from bootstrap.review.keyline import KeyLine
from bootstrap.review.pane import Pane
from bootstrap.review.seams import Desk
from bootstrap.review.wizard.app import Wizard
from bootstrap.review.wizard.done import Done
from bootstrap.review.wizard.extractor import Method
from bootstrap.review.wizard.me import Me
from bootstrap.review.wizard.pull import Pull
from bootstrap.review.wizard.review import ReviewPage, WritePage
from bootstrap.review.wizard.sources import Sources
from bootstrap.review.wizard.steps import (
    Address,
    Before,
    BootContext,
    Coverage,
    Export,
    Extractor,
    Found,
    Progress,
)
from bootstrap.review.wizard.ticklist import TickList
from bootstrap.review.wizard.welcome import Welcome
from connectors.base import CredentialRefused

Sit = Callable[..., Any]
Press = Callable[..., Awaitable[None]]
Report = Callable[[Progress], None]
CONSENT = tuple((f"part {number} of the mail", "api.example", "300 excerpts") for number in range(20))
RULES = Extractor("rules", "Rules, on this machine", "Free and private")
MODEL = Extractor("llm", "A model", "Reads prose", CONSENT)


@dataclass
class Stages:
    """Made-up stages; what was called is in ``calls``."""

    at: Any
    found: Sequence[Found] = (
        Found("mail.zip", "takeout", size=1_000_000),
        Found("~/src", "git", ticked=False),
        Found(
            "google",
            "google",
            state="refused",
            detail="not signed in",
            hint="Run day1 auth google.",
            live=True,
        ),
    )
    coverage: Sequence[Coverage] = (Coverage("mail.zip", 10, 8, {"bulk mail": 2}),)
    proven: Sequence[Address] = ()
    ways: Sequence[Extractor] = (RULES, MODEL)
    candidates: int = 8
    earlier: Before | None = None
    trouble: Exception | None = None
    calls: list[Any] = field(default_factory=list)

    def before(self) -> Before | None:
        return self.earlier

    def discover(self) -> Sequence[Found]:
        return self.found

    def look(self, place: str) -> Sequence[Found]:
        if place.startswith("no"):
            raise Day1Error("There is nothing at that place.", "Check the path.")
        if place.endswith("/"):
            return [Found(f"{place}a", "git"), Found(f"{place}b", "mbox", ticked=False)]
        return [Found(place, "mbox", size=10)]

    def owner_addresses(self) -> Sequence[Address]:
        return [Address("me@work.example", "user.email"), *(self.proven if self.calls else ())]

    def pull(
        self, labels: Sequence[str], progress: Report, stopped: Callable[[], bool]
    ) -> Sequence[Coverage]:
        self.calls.append(("pull", list(labels)))
        if self.trouble:
            raise self.trouble
        for done in range(3):
            progress(Progress(labels[0], done, 3, "mail"))
        return self.coverage

    def extractors(self) -> Sequence[Extractor]:
        return self.ways

    def propose(self, me: Sequence[str], extractor: str, progress: Report) -> int:
        self.calls.append(("propose", list(me), extractor))
        progress(Progress("", 1, 2, "people"))
        return self.candidates

    def desk(self) -> Desk:
        desk: Desk = self.at.desk()
        return desk

    def memories(self) -> Path:
        return Path("/somewhere/memories")

    def boot_context(self) -> BootContext:
        return BootContext("# Memory\n- [Staff](user_role.md) — x\n", 17)

    def exporters(self) -> Sequence[Export]:
        return [Export("codex", "Codex CLI", "~/.codex/AGENTS.md")]

    def export(self, name: str) -> Sequence[str]:
        self.calls.append(("export", name))
        return ["AGENTS.md"]


def notice(pilot: Pilot[int]) -> str:
    return str(pilot.app.screen.query_one(".notice", Static).content)


def text(pilot: Pilot[int]) -> str:
    return pilot.app.screen.query(Pane).last().text


@pytest.fixture
def walk(press: Press) -> Press:
    """Press keys, each with its own page, and wait for the work behind it."""

    async def on(pilot: Pilot[int], *keys: str) -> None:
        for key in keys:
            await press(pilot, key)
            if list(pilot.app.workers):
                await pilot.app.workers.wait_for_complete()
                await pilot.pause()

    return on


@pytest.mark.parametrize("size", [(72, 20), (160, 48)])
async def test_from_nothing_to_written_by_keys_alone(walk: Press, sit: Sit, size: tuple[int, int]) -> None:
    at = sit()
    stages = Stages(at)
    async with Wizard(stages).run_test(size=size) as pilot:
        pages = [Welcome, Sources, Me, Pull, Method, ReviewPage]
        for page in pages:
            assert type(pilot.app.screen) is page
            if page is not ReviewPage:
                await walk(pilot, "enter")
        await walk(pilot, "a", "a", "w")
        assert type(pilot.app.screen) is WritePage
        await walk(pilot, "w")
        assert type(pilot.app.screen) is Done
        assert at.written == ["_global/user_role.md", "_global/reference_priya.md"]
        assert "17 tokens" in text(pilot)
        await walk(pilot, "e", "enter")
        assert stages.calls == [
            ("pull", ["mail.zip"]),
            ("propose", ["me@work.example"], "rules"),
            ("export", "codex"),
        ]


@pytest.mark.slow
async def test_every_page_can_be_left_and_come_back_to(walk: Press, sit: Sit) -> None:
    stages = Stages(sit())
    async with Wizard(stages).run_test(size=(80, 24)) as pilot:
        await walk(pilot, *["enter"] * 5, "a", "w", "escape", "left_square_bracket")
        for page in (Method, Pull, Me, Sources, Welcome):
            assert type(pilot.app.screen) is page
            await walk(pilot, "escape")
        await walk(pilot, *["enter"] * 4)  # what was read needs no page again
        assert type(pilot.app.screen) is ReviewPage
        assert stages.at.session.count("approve") == 1
        assert [call[0] for call in stages.calls] == ["pull", "propose"], "nothing is done twice"


@pytest.mark.slow
async def test_nothing_found_says_how_to_add_a_path(press: Press, walk: Press, sit: Sit) -> None:
    async with Wizard(Stages(sit(), found=())).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "enter")
        assert type(pilot.app.screen) is Sources
        assert "Press +" in notice(pilot)
        await walk(pilot, "+")
        pilot.app.screen.query_one(Input).value = "nowhere"
        await walk(pilot, "enter")
        assert "There is nothing at that place. Check the path." in notice(pilot)
        await walk(pilot, "+")
        pilot.app.screen.query_one(Input).value = "~/mail.mbox"
        await walk(pilot, "enter", "enter")
        assert type(pilot.app.screen) is Me


@pytest.mark.slow
async def test_a_folder_may_hold_several_sources(walk: Press, sit: Sit) -> None:
    stages = Stages(sit(), found=())
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "+")
        pilot.app.screen.query_one(Input).value = "~/exports/"
        await walk(pilot, *["enter"] * 3)
        assert stages.calls == [("pull", ["~/exports/a", "~/exports/b"])]


@pytest.mark.slow
async def test_a_refused_sign_in_says_what_to_do_and_takes_no_tick(walk: Press, sit: Sit) -> None:
    async with Wizard(Stages(sit())).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "j", "j", "space")
        assert "Run day1 auth google." in notice(pilot)
        assert not pilot.app.screen.query_one(TickList).ticks[2].on


@pytest.mark.slow
async def test_a_pull_that_fails_says_why_and_can_be_tried_again(walk: Press, sit: Sit) -> None:
    stages = Stages(sit(), trouble=CredentialRefused("The sign-in has expired.", "Run day1 auth google."))
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "enter", "enter")
        assert "The sign-in has expired. Run day1 auth google." in notice(pilot)
        await walk(pilot, "enter")
        assert type(pilot.app.screen) is Pull, "there is nothing to go on with"
        stages.trouble = None
        await walk(pilot, "r")
        assert "8 kept of 10 seen" in text(pilot)


async def test_a_partial_pull_never_looks_complete(walk: Press, sit: Sit) -> None:
    coverage = [Coverage("mail.zip", 10, 8, failed=1, partial="the second part is missing")]
    async with Wizard(Stages(sit(), coverage=coverage)).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "enter", "enter")
        assert "partial: the second part is missing" in text(pilot)
        assert "1 could not be read" in text(pilot)
        assert notice(pilot).startswith("! Partial")


@pytest.mark.slow
async def test_a_pull_that_kept_nothing_leads_back(walk: Press, sit: Sit) -> None:
    async with Wizard(Stages(sit(), coverage=[Coverage("mail.zip", 3, 0)])).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "enter", "enter", "enter")
        assert type(pilot.app.screen) is Pull
        assert "Nothing was kept" in notice(pilot)


@pytest.mark.slow
async def test_addresses_proven_by_the_pull_are_asked_about(walk: Press, sit: Sit) -> None:
    stages = Stages(sit(), proven=[Address("me@home.example", "Sent mail", sure=False)])
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, *["enter"] * 4)
        assert type(pilot.app.screen) is Me
        await walk(pilot, "j", "space", "enter", "enter")
        assert stages.calls[-1] == ("propose", ["me@home.example", "me@work.example"], "rules")


@pytest.mark.slow
async def test_an_address_is_added_and_checked(walk: Press, sit: Sit) -> None:
    stages = Stages(sit())
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, "enter", "enter", "+")
        pilot.app.screen.query_one(Input).value = "no address"
        await walk(pilot, "enter")
        assert "no mail address" in notice(pilot)
        await walk(pilot, "+")
        pilot.app.screen.query_one(Input).value = " Old@Work.example "
        await walk(pilot, *["enter"] * 4)
        assert stages.calls[-1][1] == ["me@work.example", "old@work.example"]


async def test_a_model_needs_consent_and_no_leaves_it_unused(walk: Press, sit: Sit) -> None:
    stages = Stages(sit())
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, *["enter"] * 4, "j", "enter")
        assert isinstance(pilot.app.screen, Confirm)
        table = "".join(str(part.content) for part in pilot.app.screen.query(Static))
        assert all(f"{what}\n  to {where}: {amount}" in table for what, where, amount in CONSENT)
        assert pilot.app.screen.query_one(KeyLine).region.bottom <= 20, "yes and no are in view"
        await walk(pilot, "n")
        assert ("propose", ["me@work.example"], "llm") not in stages.calls
        await walk(pilot, "enter", "y")
        assert stages.calls[-1] == ("propose", ["me@work.example"], "llm")
        assert type(pilot.app.screen) is ReviewPage


@pytest.mark.slow
async def test_a_way_that_is_missing_can_be_looked_at_but_not_taken(walk: Press, sit: Sit) -> None:
    ways = (RULES, Extractor("local", "A local model", "x", missing="No server answers."))
    stages = Stages(sit(), ways=ways)
    async with Wizard(stages).run_test(size=(72, 20)) as pilot:
        await walk(pilot, *["enter"] * 4, "j", "enter")
        assert type(pilot.app.screen) is Method
        assert "No server answers." in text(pilot)


async def test_no_candidates_has_a_page(walk: Press, sit: Sit) -> None:
    async with Wizard(Stages(sit(), candidates=0)).run_test(size=(72, 20)) as pilot:
        await walk(pilot, *["enter"] * 5)
        assert type(pilot.app.screen) is Method
        assert "Nothing was found" in notice(pilot)


@pytest.mark.parametrize("pending", [3, 0])
async def test_coming_back_offers_the_review_at_once(walk: Press, sit: Sit, pending: int) -> None:
    async with Wizard(Stages(sit(), earlier=Before(8, pending))).run_test(size=(72, 20)) as pilot:
        assert ("3 of them wait" if pending else "all of them are decided") in text(pilot)
        await walk(pilot, "r")
        assert type(pilot.app.screen) is ReviewPage


@pytest.mark.parametrize("size", [(72, 20), (200, 60)])
@pytest.mark.slow
async def test_every_page_fits_its_keys(walk: Press, sit: Sit, size: tuple[int, int]) -> None:
    async with Wizard(Stages(sit())).run_test(size=size) as pilot:
        for key in ("enter", "enter", "enter", "enter", "enter", "w", "w"):
            line = pilot.app.screen.query_one(KeyLine)
            assert line.render().cell_length <= size[0] - 2
            assert "? keys" in line.render().plain
            await walk(pilot, key)


@pytest.mark.slow
async def test_sources_by_mouse(walk: Press, sit: Sit) -> None:
    async with Wizard(Stages(sit())).run_test(size=(80, 24)) as pilot:
        await walk(pilot, "enter")
        await pilot.click(TickList, offset=(4, 1))
        await pilot.pause()
        assert pilot.app.screen.query_one(TickList).ticks[1].on
