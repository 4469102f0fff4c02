"""Keys of the review screen: what they do to the session, and what is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from bootstrap.errors import WorkspaceError
from bootstrap.model import Candidate, Decision, Evidence
from bootstrap.review.app import ReviewApp
from bootstrap.review.dialogs import Confirm
from bootstrap.review.done_screen import DoneScreen
from bootstrap.review.edit_screen import EditScreen
from bootstrap.review.evidence_screen import EvidenceScreen
from bootstrap.review.help_screen import HelpScreen, sections
from bootstrap.review.keyline import KeyLine
from bootstrap.review.pane import Pane
from bootstrap.review.screen import ReviewScreen
from bootstrap.review.session import Session
from bootstrap.review.write_screen import WriteScreen

Sit = Callable[..., Any]
Press = Callable[..., Awaitable[None]]
WIDE, NARROW = (120, 34), (72, 20)


def review(pilot: Pilot[int]) -> ReviewScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def current(pilot: Pilot[int]) -> str:
    item = review(pilot).queue.current
    return item.candidate.name if item else ""


def shown(pilot: Pilot[int]) -> str:
    return "\n".join(pane.text for pane in pilot.app.screen.query(Pane))


async def settle(pilot: Pilot[int]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_one_key_one_answer_and_the_next_comes_by_itself(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "a", "x", "s", "y", "n", "space")
        assert [line.verdict for line in at.log] == ["approve", "reject", "skip", "approve", "reject", "skip"]
        assert len({line.candidate for line in at.log}) == 6
        assert current(pilot) == "handbook"


async def test_forty_candidates_take_forty_keys(
    press: Press, make: Callable[..., Candidate], sit: Sit
) -> None:
    at = sit([make(f"person-{number}") for number in range(40)])
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, *("a" if number % 3 else "x" for number in range(40)))
        assert at.session.count(None) == 0
        assert len(at.log) == 40


async def test_undo_and_redo_return_to_the_candidate(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "a", "x", "u")
        assert (current(pilot), at.session.count("reject")) == ("priya", 0)
        await press(pilot, "u", "U", "ctrl+y", "ctrl+z")
        assert (current(pilot), at.session.count("approve"), at.session.count("reject")) == ("priya", 1, 0)


async def test_leaving_and_coming_back_goes_on_at_the_same_candidate(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "a", "j", "j", "q")
    again = sit(decisions=at.log)
    async with ReviewApp(again.desk()).run_test(size=WIDE) as pilot:
        await pilot.pause()
        assert current(pilot) == "harbour"


async def test_evidence_is_in_view_and_opinion_comes_last(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=NARROW) as pilot:
        await pilot.pause()
        text = shown(pilot)
        assert text.index("What role does") < text.index("I am role") < text.index("Why this")
        assert "50%" not in review(pilot).queue.render_line(0).text


async def test_evidence_opens_in_full_with_own_and_quoted_text_apart(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, EvidenceScreen)
        text = shown(pilot)
        assert "»I am role« of the workshop." in text
        assert text.index("Quoted there, written by others:") < text.index("│ who?")
        await press(pilot, "o", "escape")
        assert at.opened == ["https://x.example/role"]
        assert isinstance(pilot.app.screen, ReviewScreen)


@pytest.mark.parametrize("link", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", ""])
async def test_only_web_links_are_opened(press: Press, sit: Sit, link: str) -> None:
    at = sit()
    desk = at.desk()
    context = replace(at.context("mid:x"), link=link)
    async with ReviewApp(replace(desk, context=lambda _: context)).run_test(size=WIDE) as pilot:
        await press(pilot, "o", "enter")
        await press(pilot, "o")
        assert not at.opened


async def test_a_record_that_is_gone_is_said(press: Press, make: Callable[..., Candidate], sit: Sit) -> None:
    at = sit([make("x", evidence=(Evidence("gone:1", quote="was there"),))])
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "enter")
        assert "no longer in the snapshot" in shown(pilot)


async def test_an_update_shows_what_changes_and_d_the_text(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "j", "j", "j")
        assert "- Cut-over in October" in shown(pilot)
        assert "+ Cut-over in November" in shown(pilot)
        await press(pilot, "d")
        assert "- Cut-over in October" not in shown(pilot)


async def test_blocked_shows_its_reason_and_is_approved_by_name_only(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, "G")
        assert "! Blocked: It speaks to an assistant." in shown(pilot)
        await press(pilot, "a")
        await press(pilot, *"no", "enter")
        assert at.session.count("approve") == 0
        await press(pilot, "a")
        await press(pilot, *"trick", "enter")
        assert at.session.count("approve") == 1


async def test_bulk_needs_a_filter_then_asks_with_count_and_sample(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "A")
        assert isinstance(pilot.app.screen, ReviewScreen), "greyed without a filter"
        await press(pilot, "3", "A")
        assert isinstance(pilot.app.screen, Confirm)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, Confirm), "there is no default yes"
        assert "Approve 4 candidates?" in str(pilot.app.screen.query(Static).first().content)
        await press(pilot, "y")
        assert at.session.count("approve") == 4
        await press(pilot, "u")
        assert at.session.count("approve") == 0


async def test_filter_words_escape_leads_home(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "slash")
        await press(pilot, *"tom")
        assert [item.candidate.name for item in review(pilot).queue.shown] == ["tom"]
        await press(pilot, "enter", "a")
        assert not review(pilot).query_one(Input).has_focus
        await press(pilot, "escape")
        assert len(review(pilot).queue.shown) == 8


async def test_keys_typed_into_the_filter_decide_nothing(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "slash")
        await press(pilot, *"axsunq")
        assert not at.log


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        (["2"], ["harbour", "lighthouse"]),
        (["2", "2"], ["role", "priya", "tom", "harbour", "lighthouse", "weekly", "handbook", "trick"]),
        (["exclamation_mark"], ["trick"]),
        (["b"], ["role", "priya", "tom", "harbour", "lighthouse", "weekly", "handbook", "far-away", "trick"]),
        (["j", "equals_sign"], ["priya", "tom", "trick"]),
        (["a", "x", "p"], ["tom", "harbour", "lighthouse", "weekly", "handbook", "trick"]),
        (["v"], ["role", "priya", "tom", "trick", "harbour", "lighthouse", "weekly", "handbook"]),
    ],
)
async def test_keys_that_show_a_part(press: Press, sit: Sit, keys: list[str], names: list[str]) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, *keys)
        assert [item.candidate.name for item in review(pilot).queue.shown] == names


async def test_one_source_by_choosing(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "f")
        await press(pilot, "G", "end", "enter")
        assert [item.candidate.name for item in review(pilot).queue.shown] == ["handbook"]


async def test_pending_only_lets_answered_ones_go(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "p", *"axaxaxa")
        assert review(pilot).session.count(None) == 1
        await press(pilot, "x")
        assert "Everything is decided" in shown(pilot)


async def test_group_headings_are_stepped_over(press: Press, sit: Sit) -> None:
    async with ReviewApp(sit().desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "v", "g")
        walked = [current(pilot)]
        for _ in range(7):
            await press(pilot, "j")
            walked.append(current(pilot))
        assert walked == ["role", "priya", "tom", "trick", "harbour", "lighthouse", "weekly", "handbook"]
        await press(pilot, "G", "k", "g")
        assert current(pilot) == "role"


async def test_edit_in_place_is_kept_and_escape_asks_before_it_drops(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "e")
        await press(pilot, *"Lead ")
        await press(pilot, "ctrl+s")
        assert "Lead - role works" in at.session.items[0].text
        await press(pilot, "e")
        await press(pilot, "z")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, EditScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert len(at.log) == 1


async def test_an_edit_that_is_no_memory_is_said_and_not_lost(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "e")
        pilot.app.screen.query_one(TextArea).text = "My own words"
        await press(pilot, "ctrl+s")
        assert isinstance(pilot.app.screen, EditScreen)
        assert "front matter" in str(pilot.app.screen.query_one(".notice", Static).content)
        assert not at.log


async def test_the_editor_outside_needs_a_terminal_and_says_so(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "E")
        assert not at.log
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_retype_by_choosing(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, "t")
        await press(pilot, "j", "enter")
        assert at.session.items[0].type == "project"


async def test_merge_marks_one_then_takes_the_other(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "j", "m", "j", "m")
        assert current(pilot) == "priya"
        assert "tom works at Northwind" in shown(pilot)
        assert "Evidence · 2" in str(review(pilot).query("#panes .heading").last(Static).content)
        await press(pilot, "j", "m", "escape", "j", "m", "escape")
        assert len(at.log) == 2


async def test_split_at_the_cursor(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "j", "S")
        await press(pilot, "down")
        await press(pilot, "ctrl+s")
        assert [item.candidate.name for item in review(pilot).queue.shown][1:3] == ["priya", "priya-2"]


async def test_write_shows_the_files_first_then_writes_and_sums_up(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, "a", "a", "w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, WriteScreen)
        assert "_global/user_role.md" in shown(pilot)
        assert "2 approved, 6 not decided." in shown(pilot)
        assert not at.written
        await press(pilot, "w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, DoneScreen)
        assert at.written == ["_global/user_role.md", "_global/reference_priya.md"]
        assert "2 approved" in shown(pilot)
        assert "day1 undo 20261101-0900" in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert current(pilot) == "tom"


async def test_what_is_held_back_is_said_and_a_refused_write_changes_nothing(press: Press, sit: Sit) -> None:
    @dataclass
    class Held:
        name: str = "harbour"
        reason: str = "Its file was changed by hand."

    def refuse() -> Any:
        raise WorkspaceError("The disk is full.", "Free some room.")

    at = sit()
    plan = at.plan()
    plan.held, plan.paths = [Held()], ["_global/user_role.md"]
    desk = replace(at.desk(), plan=lambda: plan, write=refuse)
    async with ReviewApp(desk).run_test(size=NARROW) as pilot:
        await press(pilot, "a", "w")
        await settle(pilot)
        assert "harbour is left alone: Its file was changed by hand." in shown(pilot)
        await press(pilot, "w")
        await settle(pilot)
        assert isinstance(pilot.app.screen, WriteScreen)
        assert "The disk is full." in shown(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ReviewScreen)


async def test_with_nothing_approved_there_is_nothing_to_write(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, "w")
        await settle(pilot)
        await press(pilot, "w")
        assert isinstance(pilot.app.screen, WriteScreen)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert not at.written


async def test_an_answer_that_cannot_be_saved_is_said_and_does_not_count(
    press: Press, few: list[Candidate], sit: Sit
) -> None:
    def full(_: Decision) -> None:
        raise WorkspaceError("The disk is full.", "Free some room.")

    at = sit()
    at.session = Session(few, [], full, lambda: datetime.now(UTC), "me")
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "a")
        assert current(pilot) == "role"
        assert [note.message for note in pilot.app._notifications] == ["The disk is full. Free some room."]


async def test_nothing_to_review_has_a_page(press: Press, make: Callable[..., Candidate], sit: Sit) -> None:
    at = sit([make("x", change="confirm")])
    async with ReviewApp(at.desk()).run_test(size=NARROW) as pilot:
        await press(pilot, "a", "e", "enter", "m", "u", "d", "v", "j")
        assert "nothing to review" in shown(pilot)


async def test_help_and_palette_come_from_the_bindings(press: Press, sit: Sit) -> None:
    app = ReviewApp(sit().desk())
    async with app.run_test(size=WIDE) as pilot:
        listed = {keys for group in sections(app.screen).values() for keys, _ in group}
        for key in (
            "a y",
            "x n",
            "s space",
            "A",
            "X",
            "e",
            "E",
            "t",
            "l",
            "m",
            "S",
            "d",
            "v",
            "=",
            "!",
            "b",
            "p",
            "/",
            "w",
            "?",
            "q",
        ):
            assert any(key.split()[0] in keys.split() for keys in listed), key
        commands = {command.title for command in app.get_system_commands(app.screen)}
        described = {text for group in sections(app.screen).values() for _, text in group}
        assert commands <= described
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert "Approve, go on to the next" in shown(pilot)


@pytest.mark.parametrize("width", [72, 80, 100, 200])
async def test_the_line_of_keys_fits_and_always_names_help(press: Press, sit: Sit, width: int) -> None:
    async with ReviewApp(sit().desk()).run_test(size=(width, 20)) as pilot:
        await pilot.pause()
        line = pilot.app.screen.query_one(KeyLine)
        assert line.render().cell_length <= width - 2
        assert "? keys" in line.render().plain
        assert "w write" in line.render().plain


async def test_mouse_on_the_queue_and_on_the_keys(press: Press, sit: Sit) -> None:
    at = sit()
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await pilot.click("#queue", offset=(5, 2))
        assert current(pilot) == "tom"
        await pilot.click(KeyLine, offset=(3, 0))
        assert [line.verdict for line in at.log] == ["approve"]


async def test_hostile_text_reaches_no_widget_as_control_or_markup(
    press: Press, make: Callable[..., Candidate], sit: Sit
) -> None:
    bad = "\x1b]52;c;aGk=\x07[@click=app.quit]x[/] [/b] list[int] \u202e" + "y" * 10_000
    one = make(
        "x", title=bad, description=bad, body=bad + "\n" + bad, why=bad,
        evidence=(Evidence("mid:\x1b[2J", quote=bad), Evidence("gone:[/]", fact=bad)),
    )  # fmt: skip
    at = sit([one, make("z", title=bad, change="update", replaces="z", current=bad)])
    app = ReviewApp(at.desk())
    async with app.run_test(size=WIDE) as pilot:
        for keys in (
            ["d"],
            ["enter"],
            ["n"],
            ["escape"],
            ["e"],
            ["escape"],
            ["m"],
            ["escape"],
            ["3", "A"],
            ["n"],
            ["j"],
            ["d"],
            ["a"],
        ):
            await press(pilot, *keys)
            painted = "".join(strip.text for strip in app.screen._compositor.render_strips())
            assert not any(
                ord(char) < 32 or 0x7F <= ord(char) <= 0x9F or char == "\u202e" for char in painted
            ), keys
        assert app.is_running


async def test_the_edited_text_of_a_hostile_candidate_is_harmless(
    press: Press, make: Callable[..., Candidate], sit: Sit
) -> None:
    at = sit([make("x", body="a\x1b[2Jb")])
    async with ReviewApp(at.desk()).run_test(size=WIDE) as pilot:
        await press(pilot, "e")
        assert "\x1b" not in pilot.app.screen.query_one(TextArea).text
