"""Projects: a name that several kinds of places share; no noun, person, company, department or tool."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bootstrap.footprint.generic import naming_words
from bootstrap.footprint.names import tokens

ME = "Mira Holt <mira@kestrel.example>"
OTTO = "Otto Berg <otto@kestrel.example>"


def project(desk: Any, name: str = "Harbour", ago: float = 5, **more: Any) -> None:
    """A channel, a folder with two documents and three mail threads of that name."""
    handle = "Mira Holt <slack:u1>"
    desk.contact("Mira Holt", "mira@kestrel.example", "slack:u1", own=True)
    room = desk.channel(
        more.get("channel", name.casefold().replace(" ", "-")),
        more.get("purpose", ""),
        archived=more.get("archived", False),
    )
    for number in range(6):
        desk.chat(handle, room.uri, ago + number, f"{name} is on its way", direction="sent")
    desk.document(f"Drive/{name}/Overview.docx", ago)
    desk.document(f"Drive/{name}/Sketches.docx", ago + 3)
    for number in range(3):
        desk.mail(ME, OTTO, ago + number, f"{name}: open points {number}", f"{name} needs a new crane.")


@pytest.mark.parametrize("name", ["Harbour", "Nordlicht", "Маяк", "Φάρος", "منارة"])
def test_a_codename_in_several_kinds_of_places_is_a_project(desk: Any, name: str) -> None:
    project(desk, name)
    found = desk.project(name)
    assert {p.kind for p in found.places} >= {"channel", "folder", "subject"}
    assert found.over == ""
    assert found.own_mentions >= 3
    assert name in found.why.fact


@pytest.mark.parametrize(("name", "written"), [("灯台", "灯台プロジェクト"), ("등대", "등대 프로젝트")])
def test_codenames_in_scripts_without_spaces(desk: Any, name: str, written: str) -> None:
    project(desk, written, channel=written)
    assert desk.project(name) is not None


def test_a_name_of_two_words_is_one_project(desk: Any) -> None:
    project(desk, "Blue Heron")
    names = [p.name for p in desk.footprint().projects]
    assert names == ["Blue Heron"]


def test_one_kind_of_place_is_not_enough(desk: Any) -> None:
    for number in range(2):
        desk.mail(ME, OTTO, 5 + number, f"Harbour: open points {number}", "Harbour again")
    desk.document("Drive/Lantern/Overview.docx")
    room = desk.channel("anchor")
    desk.chat(ME, room.uri, 5, "hello", direction="sent")
    assert desk.footprint().projects == ()


def test_a_place_the_owner_has_no_part_in_is_no_project_of_theirs(desk: Any) -> None:
    room = desk.channel("lantern")
    for number in range(9):
        desk.chat("Lin Wu <slack:u9>", room.uri, 5 + number, "lantern")
    desk.repository("lantern", {"Lin Wu <lin@glade.example>": 40})
    desk.document("Drive/Lantern/Overview.docx", owner=desk.records[-1].authors[0].party)
    assert desk.project("Lantern") is None


@pytest.mark.parametrize(
    "noun",
    [
        "Weekly",
        "Documents",
        "Besprechung",
        "Reuniones",
        "Réunion",
        "Отчеты",
        "Dokumente",
        "会議",
        "회의",
        "Backend",
        "Archive",
    ],
)
def test_common_nouns_are_no_projects(desk: Any, noun: str) -> None:
    project(desk, noun)
    assert desk.footprint().projects == ()


def test_a_noun_of_the_trade_written_small_is_no_project(desk: Any) -> None:
    project(desk, "Valves")
    for number in range(30):
        desk.mail(OTTO, ME, 5 + number, "Order", "We need more valves for the ship, the old valves leak.")
    assert desk.project("Valves") is None


@pytest.mark.parametrize("name", ["Otto", "Berg", "Mira"])
def test_peoples_names_are_no_projects(desk: Any, name: str) -> None:
    project(desk, name)
    assert desk.project(name) is None


def test_the_own_company_and_its_departments_are_no_projects(blank: Any) -> None:
    blank.exchange(
        OTTO,
        signature="Otto Berg\nEngineer, Hydraulics\nKestrel Oy",
        own_signature="Mira Holt\nEngineer\nKestrel Oy",
    )
    project(blank, "Kestrel")
    project(blank, "Hydraulics")
    assert blank.footprint().projects == ()


def test_the_owners_town_is_no_project(blank: Any) -> None:
    blank.exchange(OTTO, own_signature="Mira Holt\nEngineer\nKestrel Oy\n33100 Tampere")
    project(blank, "Tampere")
    assert blank.project("Tampere") is None


def test_bulk_mail_makes_no_project(desk: Any) -> None:
    for number in range(20):
        desk.mail(
            "Deals <deals@shop.example>",
            ME,
            5 + number,
            "Lantern sale",
            "Lantern",
            automated=("list-unsubscribe",),
        )
    desk.document("Drive/Lantern/Overview.docx")
    assert desk.project("Lantern") is None


def test_six_silent_months_make_a_project_past(desk: Any) -> None:
    project(desk, "Harbour", ago=190)
    project(desk, "Lantern", ago=170)
    assert "no sign of life" in desk.project("Harbour").over
    assert desk.project("Lantern").over == ""


def test_an_archived_channel_ends_a_project(desk: Any) -> None:
    project(desk, "Harbour", ago=90, archived=True)
    assert "archived" in desk.project("Harbour").over


def test_dates_ahead_come_from_events_and_the_channels_topic(desk: Any) -> None:
    project(
        desk,
        "Harbour",
        purpose="Harbour crane\nSea trial 2026-12-03 | Handover 2027-01-20 | Kickoff 2025-01-01 | 2026-99-99",
    )
    desk.event("Harbour go-live", -12)
    desk.event("Harbour review", 12)
    desk.event("Harbour lunch", -15, status="cancelled")
    dates = [(day.isoformat(), what) for day, what, _ in desk.project("Harbour").dates]
    assert dates == [
        ("2026-11-27", "Harbour go-live"),
        ("2026-12-03", "Sea trial 2026-12-03"),
        ("2027-01-20", "Handover 2027-01-20"),
    ]


def test_people_of_a_project_are_those_who_speak_of_it(desk: Any) -> None:
    project(desk)
    for number in range(4):
        desk.mail(
            "Ada Moss <ada@kestrel.example>", ME, 5 + number, "Harbour crane", "The Harbour crane is here."
        )
    assert {"otto@kestrel.example", "ada@kestrel.example"} <= set(desk.project("Harbour").people)
    assert "mira@kestrel.example" not in desk.project("Harbour").people


@given(st.text(max_size=60))
def test_naming_words_stand_in_the_text(text: str) -> None:
    words = tokens(text)
    found = naming_words(text, words)
    assert all(word in words or word in text for word in found)
    assert all(len(word) > 1 for word in found)
