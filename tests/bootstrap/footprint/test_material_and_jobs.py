"""What people wrote is told from what machines sent; and what belongs to the present job from the one before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from connectors.records import Repository

ME = "Mira Holt <mira@kestrel.example>"
OLD = "Mira Holt <mira@oldmill.example>"
OTTO = "Otto Berg <otto@kestrel.example>"


def test_people_lists_and_machines_are_kept_apart(blank: Any) -> None:
    blank.mail(OTTO, ME, uri="mid:person")
    blank.mail(OTTO, ME, uri="mid:list", automated=("list-id", "precedence:list"))
    blank.mail(OTTO, ME, uri="mid:bulk", automated=("list-id", "list-unsubscribe"))
    blank.mail("Helpdesk <support@glade.example>", ME, uri="mid:shared")
    blank.mail(ME, OTTO, uri="mid:own", automated=("auto-submitted",))
    blank.mail(ME, OTTO, uri="mid:draft", direction="draft")
    blank.mail(OTTO, ME, -3, uri="mid:later")
    found = blank.material()
    assert [m.uri for m in found.messages] == ["mid:own", "mid:person"]
    assert [m.uri for m in found.lists] == ["mid:list"]
    assert {m.uri for m in found.automated} == {"mid:bulk", "mid:shared"}


def test_messages_come_oldest_first(blank: Any) -> None:
    for ago in (3, 9, 1, 5):
        blank.mail(OTTO, ME, ago)
    whens = [m.when for m in blank.material().messages]
    assert whens == sorted(whens)


def test_a_date_most_files_share_is_the_archives(blank: Any) -> None:
    for number in range(6):
        blank.document(f"Drive/{number}.docx", ago=9)
    blank.records = [replace(r, when=blank.at(9)) for r in blank.records]
    blank.document("Drive/real.docx", ago=30)
    assert [d.when is None for d in sorted(blank.material().documents, key=lambda d: d.path)] == [
        True
    ] * 6 + [False]


def two_jobs(desk: Any) -> None:
    for number in range(8):
        desk.mail(OLD, "Ada Moss <ada@oldmill.example>", 300 + number, f"Windmill {number}", direction="sent")
        desk.mail("Ada Moss <ada@oldmill.example>", OLD, 300 + number, f"Windmill {number}")
        desk.mail("Bo Lund <bo@oldmill.example>", OLD, 300 + number)
        desk.mail(ME, OTTO, 5 + 20 * number, f"Crane {number}")
        desk.mail(OTTO, ME, 5 + 20 * number, f"Re: Crane {number}")
        desk.mail("Eva Ro <eva@kestrel.example>", ME, 5 + number)


def test_colleagues_meetings_and_repositories_of_the_job_before_are_left_out(blank: Any) -> None:
    two_jobs(blank)
    blank.event(
        "Mill sync",
        when=blank.at(400),
        with_=("Ada Moss <ada@oldmill.example>",),
        rule="FREQ=WEEKLY",
        owner="mira@oldmill.example",
    )
    blank.event("Crane sync", when=blank.at(90), with_=(OTTO,), rule="FREQ=WEEKLY")
    blank.repository("mill", {OLD: 90}, ago=290)
    blank.repository("crane", {ME: 20}, ago=9)
    found = blank.footprint()
    assert "mira@oldmill.example" in found.owner.former
    assert "ada@oldmill.example" not in found.people
    assert "otto@kestrel.example" in found.people
    assert [s.title for s in found.series] == ["Crane sync"]
    assert [c.name for c in found.codebases] == ["crane"]


def test_two_footprints_of_one_snapshot_are_equal(blank: Any) -> None:
    two_jobs(blank)
    assert blank.footprint() == blank.footprint()


def test_an_empty_repository_breaks_nothing(blank: Any) -> None:
    two_jobs(blank)
    blank.add(Repository("git:empty", "git", None, "empty", ""))
    assert blank.footprint().codebases == ()


def test_no_records_give_an_empty_footprint(blank: Any) -> None:
    found = blank.footprint()
    assert found.owner.addresses == ()
    assert not (
        found.people or found.series or found.projects or found.codebases or found.documents or found.rooms
    )
