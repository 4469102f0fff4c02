"""What is told of the person: role and team, addresses, time and its blocks, languages and closing words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

ME = "Mira Holt <mira@kestrel.example>"
OTTO = "Otto Berg <otto@kestrel.example>"
EN = "Thanks for the drawings, I will have a look and come back to you with the figures."
DE = "Danke für die Zeichnungen, ich sehe mir das an und melde mich dann bei Ihnen."


def test_a_lead_is_told_with_the_team(blank: Any) -> None:
    blank.exchange(
        OTTO,
        signature="Otto Berg\nSoftware Engineer\nKestrel Oy",
        own_signature="Mira Holt\nHead of Software\nKestrel Oy\n33100 Tampere",
    )
    blank.event("1:1 Otto", when=blank.at(90), with_=(OTTO,), rule="FREQ=WEEKLY")
    found = blank.candidates()["owner/role"]
    assert "- Leads: Otto Berg." in found.body
    assert "- Based in Tampere." in found.body
    assert found.body.startswith("Mira Holt is Head of Software at Kestrel Oy")


def test_own_addresses_former_ones_and_spellings(blank: Any) -> None:
    for number in range(8):
        blank.mail("M. Holt <mira@oldmill.example>", "a@oldmill.example", 300 + number, direction="sent")
        blank.mail(f"A{number % 3} <a{number % 3}@oldmill.example>", "mira@oldmill.example", 300 + number)
        blank.mail(ME, OTTO, 5 + 20 * number)
        blank.mail(OTTO, ME, 5 + number)
        blank.mail("Eva Ro <eva@kestrel.example>", ME, 5 + number)
    body = blank.candidates("mira@private.example")["owner/addresses"].body
    assert body.startswith("Mira Holt writes from mira@kestrel.example.")
    assert "Further addresses: mira@private.example." in body
    assert "Former, no longer in use: mira@oldmill.example." in body


def test_one_address_is_nothing_to_tell(desk: Any) -> None:
    assert "owner/addresses" not in desk.candidates()


def test_a_move_is_told_with_its_months(blank: Any) -> None:
    for ago in range(0, 500, 3):
        zone = "Europe/Lisbon" if ago < 160 else "America/Sao_Paulo"
        blank.mail(ME, OTTO, when=blank.at(ago + 1, zone=zone))
    for number in range(6):
        blank.event("Focus", 5 + number, zone="Europe/Lisbon")
        blank.event("Foco", 300 + number, zone="America/Sao_Paulo")
    body = blank.candidates()["owner/time"].body
    assert "Europe/Lisbon, since 2026-06" in body
    assert "until 2026-06 it was America/Sao_Paulo" in body


def test_hours_and_blocks(blank: Any) -> None:
    for ago in range(1, 200):
        when = blank.at(ago, 9 if ago % 2 else 16)
        if when.weekday() < 5:
            blank.mail(ME, OTTO, when=when)
    blank.event("Deep work", when=blank.at(100, 13), end=blank.at(100, 15), rule="FREQ=WEEKLY;BYDAY=TU,TH")
    start = datetime(2026, 9, 7, tzinfo=UTC)
    blank.event(
        "On call",
        when=start,
        end=start + timedelta(days=7),
        all_day=True,
        zone="",
        rule="FREQ=WEEKLY;INTERVAL=6",
    )
    blank.event("Choir", when=blank.at(100, 19), rule="FREQ=WEEKLY;BYDAY=WE")
    blank.event("Swim", when=blank.at(100, 10), rule="FREQ=WEEKLY;BYDAY=SA")
    body = blank.candidates()["owner/time"].body
    assert "09:00–16:00 local time on working days" in body
    assert "Calendar block “Deep work”: Tuesdays and Thursdays, 13:00–15:00; no meetings then." in body
    assert "“On call”: every 6 weeks" in body and "once in 6 weeks" in body
    assert "Choir" not in body and "Swim" not in body


def test_languages_with_whom_and_how_mails_end(blank: Any) -> None:
    blank.exchange(OTTO, rounds=8, reply=f"{DE}\n\nViele Grüße,\nMira")
    blank.exchange("Lin Wu <lin@glade.example>", rounds=8, ago=6, reply=f"{EN}\n\nCheers,\nMira")
    found = blank.candidates()["owner/languages"]
    assert "German with Otto Berg." in found.body
    assert "English with Lin Wu." in found.body
    assert "German mails end with “Viele Grüße, Mira”." in found.body
    assert any("50% German" in e.fact for e in found.evidence)


def test_english_alone_is_nothing_to_tell(blank: Any) -> None:
    blank.exchange(OTTO, rounds=8, reply=EN)
    assert "owner/languages" not in blank.candidates()


def test_another_language_alone_is(blank: Any) -> None:
    blank.exchange(OTTO, rounds=8, reply=DE)
    assert blank.candidates()["owner/languages"].body.startswith("Writes German.")


def test_closing_words_of_others_are_not_the_owners(blank: Any) -> None:
    blank.exchange(OTTO, rounds=8, reply=DE, text=f"{EN}\n\nRegards,\nMira Holt")
    assert "Regards" not in blank.candidates()["owner/languages"].body


def test_the_owners_clock_and_not_the_servers(blank: Any) -> None:
    for ago in range(1, 90):
        blank.mail(ME, OTTO, when=blank.at(ago).astimezone(ZoneInfo("UTC")))
    assert "owner/time" not in blank.candidates()
